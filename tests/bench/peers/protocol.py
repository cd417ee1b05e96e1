"""What an adapter is, and what passes between the bench and the process that an adapter runs in."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from oxgraph.models import embedder
from tests.bench.peers.data import Turn


@dataclass(frozen=True)
class Place:
    """Where an adapter may keep things: the Neo4j that all share, and a folder of its own."""

    uri: str
    user: str
    password: str
    folder: str


class Adapter(Protocol):
    """A memory, used through its own public calls."""

    def load(self, turns: Sequence[Turn]) -> None:
        """Writes all turns, each conversation as a tenant of its own, and waits until they can be found."""

    def search(self, conversation: str, question: str, limit: int) -> list[str]:
        """Keys of turns, best first, as its best documented search without a language model ranks them."""

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
