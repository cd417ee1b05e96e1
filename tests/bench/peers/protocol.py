"""What an adapter is, and what passes between the bench and the process that an adapter runs in."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from oxgraph.client.text import tokens
from oxgraph.models import embedder
from tests.bench.peers.data import Fact, Turn


@dataclass(frozen=True)
class Place:
    """Where an adapter may keep things: the Neo4j that all share, and a folder of its own."""

    uri: str
    user: str
    password: str
    folder: str


@dataclass(frozen=True)
class Found:
    """One result: the turns that it stands for, as keys, and its line in a prompt."""

    keys: Sequence[str]
    line: str

    @classmethod
    def turn(cls, turn: Turn) -> "Found":
        """A turn with its day and speaker."""
        return cls([turn.key], f"{turn.said_at[:10]} {turn.line}")

    @classmethod
    def fact(cls, fact: Fact) -> "Found":
        """A fact with its day; it stands for the turns that it comes from."""
        return cls(fact.evidence, f"{fact.said_at[:10]} {fact.text}")


@dataclass(frozen=True)
class Answer:
    """What a memory found: the keys of each result, best first; the keys in the context; the tokens of the context."""

    ranked: Sequence[Sequence[str]]
    context: Sequence[str]
    tokens: int


def pack(results: Sequence[Found], budget: int) -> Answer:
    """The results as a context: line by line, the best first, each that has room in what is left of `budget` tokens."""
    inside: list[str] = []
    used = 0
    for result in results:
        size = tokens(result.line + "\n")
        if used + size <= budget:
            used += size
            inside += result.keys
    return Answer([result.keys for result in results], inside, used)


def depth(budget: int) -> int:
    """Results that fill `budget` tokens: lines have 35 tokens on average, few have less than 20."""
    return budget // 20


class Adapter(Protocol):
    """A memory, used through its own public calls."""

    def load(self, turns: Sequence[Turn]) -> None:
        """Writes all turns, each conversation as a tenant of its own, and waits until they can be found."""

    def learn(self, facts: Sequence[Fact]) -> None:
        """Writes facts beside the turns, and waits until they can be found."""

    def search(self, conversation: str, question: str, budget: int) -> Answer:
        """A context of at most `budget` tokens, from its best documented search without a language model."""

    def close(self) -> None:
        """Lets go of what is open."""


class Vectors:
    """The one embedder that all use, which also says how long it was at work."""

    dimension = 384

    def __init__(self) -> None:
        self.model = embedder("minilm")
        self.seconds = 0.0

    def one(self, text: str) -> list[float]:
        """The vector of a text."""
        began = time.perf_counter()
        found = self.model.embed(text)
        self.seconds += time.perf_counter() - began
        return found

    def many(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of texts, in order."""
        began = time.perf_counter()
        found = self.model.embed_many(list(texts))
        self.seconds += time.perf_counter() - began
        return found
