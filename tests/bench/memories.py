"""What the bench of remember is run over: people, what is known of them, and vectors that lie in clusters."""

import random
import uuid
from array import array
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

DIMENSION = 384
CLUSTERS = 200
NOISE = 0.04
"""For each of the 384 numbers, next to centres of length 1: two of a cluster have a cosine of about 0.6."""
OBJECTS = 300
PREDICATES = ["likes", "owns", "uses", "visited", "attended", "bought", "knows", "speaks", "lives_in", "works_at"]
SYLLABLES = "ba ce do fi gu ha je ko li mu na pe qui ro su ta ve wo xi yo zu bra cle dri flo gra".split()  # noqa: SIM905
VERBS = "keeps mends carries praises borrows paints sells seeks counts trades".split()  # noqa: SIM905


class Vectors:
    """Unit centres with noise, cut from one long run of random numbers: cheap to make, and none is like another."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.run = [self.chance.gauss(0, 1) for _ in range(200_000)]
        self.centres = [self._centre() for _ in range(CLUSTERS)]

    def _cut(self) -> list[float]:
        start = self.chance.randrange(len(self.run) - DIMENSION)
        return self.run[start : start + DIMENSION]

    def _centre(self) -> list[float]:
        return [number / DIMENSION**0.5 for number in self._cut()]

    def one(self) -> bytes:
        """The next vector, as little-endian float32."""
        centre = self.chance.choice(self.centres)
        return array("f", [c + NOISE * n for c, n in zip(centre, self._cut(), strict=True)]).tobytes()


class People:
    """Statements about people, 20 to 50 about each."""

    def __init__(self, name: str, start: datetime) -> None:
        self.chance = random.Random(name)
        self.vectors = Vectors(name)
        self.start = start
        self.objects = [self._name() for _ in range(OBJECTS)]
        self.subjects: list[str] = []

    def _name(self) -> str:
        words = ["".join(self.chance.choices(SYLLABLES, k=self.chance.randint(2, 4))) for _ in range(2)]
        return " ".join(word.capitalize() for word in words)

    def items(self, count: int) -> Iterator[dict[str, Any]]:
        """New statements, a person's one after the other."""
        left, subject = 0, ""
        for _ in range(count):
            if not left:
                left, subject = self.chance.randint(20, 50), self._name()
                self.subjects.append(subject)
            left -= 1
            yield self.about(subject)

    def about(self, subject: str) -> dict[str, Any]:
        """A statement about somebody."""
        target, number = self.chance.choice(self.objects), self.chance.randrange(10**9)
        return {
            "id": str(uuid.UUID(int=self.chance.getrandbits(128), version=4)),
            "type": "fact",
            "content": f"{subject} {self.chance.choice(VERBS)} {target} as of note {number}",
            "subject": subject,
            "predicate": self.chance.choice(PREDICATES),
            "object": target,
            "confidence": self.chance.randint(50, 100) / 100,
            "valid_from": self.start + timedelta(minutes=number % 100_000),
            "evidence": [f"note-{number}"],
            "embedding": self.vectors.one(),
        }

    def known(self) -> dict[str, Any]:
        """A statement about somebody of whom much is known."""
        return self.about(self.chance.choice(self.subjects))
