"""What the bench of recall asks, and vectors for it that no model has to make."""

import random
import zlib
from array import array
from collections.abc import Iterator, Sequence

from tests.bench.memories import DIMENSION, VERBS, People, Vectors

VECTORS = 500


class StoredVectors:
    """An embedder whose vectors are there already: the same text always gets the same one."""

    dimension = DIMENSION

    def __init__(self, name: str) -> None:
        self.name = name
        made = Vectors("recall")
        self.vectors: list[list[float]] = [array("f", made.one()).tolist() for _ in range(VECTORS)]

    def embed(self, text: str) -> list[float]:
        return self.vectors[zlib.crc32(text.encode()) % VECTORS]

    def embed_many(self, texts: Sequence[str], progress: object = None) -> list[list[float]]:
        return [self.embed(text) for text in texts]


def questions(people: People) -> Iterator[str]:
    """Questions without end about people, things, times, and nobody in particular."""
    chance = random.Random("questions")
    while True:
        subject, target, verb = chance.choice(people.subjects), chance.choice(people.objects), chance.choice(VERBS)
        yield f"What does {subject} do, and what is it that {subject} {verb}?"
        yield f"Who {verb} {target}?"
        yield f"What happened with {target} in January 2026?"
        yield f"Has anybody been found who {verb} things like that as of late?"


def sayings(people: People, count: int) -> list[str]:
    """What is said of those people, a message each."""
    chance = random.Random("sayings")
    pairs = [(chance.choice(people.subjects), chance.choice(people.objects)) for _ in range(count)]
    return [f"I hear that {one} {chance.choice(VERBS)} {other}, number {n}." for n, (one, other) in enumerate(pairs)]
