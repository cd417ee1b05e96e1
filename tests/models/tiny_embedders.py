"""Embedders that need no model: each with a space and a length of its own, the same text always the same vector."""

import hashlib
import math
from collections.abc import Sequence
from typing import Any


class Tiny:
    """Vectors of `dimension` numbers out of a hash of name and text."""

    def __init__(self, name: str, dimension: int) -> None:
        self.name = name
        self.dimension = dimension

    def embed(self, text: str) -> list[float]:
        digest = hashlib.sha256(f"{self.name}\n{text}".encode()).digest()
        numbers = [byte - 127.5 for byte in digest[: self.dimension]]
        length = math.sqrt(sum(number * number for number in numbers))
        return [number / length for number in numbers]

    def embed_many(self, texts: Sequence[str], progress: Any = None) -> list[list[float]]:
        return [self.embed(text) for text in texts]


class Broken:
    """An embedder that is down, of the space of OLD."""

    name, dimension = "tiny-old", 4

    def embed(self, text: str) -> list[float]:
        raise RuntimeError("down")

    def embed_many(self, texts: Sequence[str], progress: Any = None) -> list[list[float]]:
        raise RuntimeError("down")


OLD = Tiny("tiny-old", 4)
NEW = Tiny("tiny-new", 6)
OTHER = Tiny("tiny-other", 4)
