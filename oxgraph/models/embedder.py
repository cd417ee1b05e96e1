"""The protocol of embedders, and their common base: cache, batches, progress."""

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from oxgraph.surrogates import whole

Progress = Callable[[int, int], None]
"""Called after each batch with the number of texts done and of all texts."""

BATCH_SIZE = 32
"""Texts in one batch of a model; the progress function is called after each."""

CACHE_SIZE = 256
"""Size of the cache of single texts: a chat turn needs the same query's vector more than once."""


class Embedder(Protocol):
    """Embeds texts; equal texts get equal vectors.

    `name` says which vectors these are: embedders of one name can stand in for each other, and a workspace's
    vectors all come from one name. `dimension` is each vector's length, 0 when there are no vectors. Vectors
    are lists of floats with Euclidean length 1.

    Raises `ExtraMissing` at the first text when the model's packages are not installed.
    """

    @property
    def name(self) -> str:
        """Which model's vectors these are."""

    @property
    def dimension(self) -> int:
        """The dimension of the vectors."""

    def embed(self, text: str) -> list[float]:
        """Returns the vector of one text, cached. The empty text has one too."""

    def embed_many(self, texts: Sequence[str], progress: Progress | None = None) -> list[list[float]]:
        """Returns the vectors of `texts` in order; equal texts are computed once."""


class NoEmbedder:
    """The embedder named none: every vector is the empty list."""

    name = "none"
    dimension = 0

    def embed(self, text: str) -> list[float]:
        """The empty list."""
        return []

    def embed_many(self, texts: Sequence[str], progress: Progress | None = None) -> list[list[float]]:
        """An empty list for each text."""
        return [[] for _ in texts]


Vector = tuple[float, ...]
"""A cached vector, immutable."""


class CachedEmbedder:
    """The common base of embedders: cache of single texts, batches, order and progress.

    A subclass says how a batch becomes vectors in `_vectors`.
    """

    def __init__(self, cache_size: int = CACHE_SIZE) -> None:
        self._cached = functools.lru_cache(maxsize=cache_size)(self._single)

    def embed(self, text: str) -> list[float]:
        """Returns the vector of one text, cached."""
        return list(self._cached(clean(text)))

    def embed_many(self, texts: Sequence[str], progress: Progress | None = None) -> list[list[float]]:
        """The vectors of `texts` in their order; equal texts are computed once."""
        cleaned = [clean(text) for text in texts]
        distinct = list(dict.fromkeys(cleaned))
        found: dict[str, Vector] = {}
        for batch in batches(distinct):
            found.update(zip(batch, self._vectors(batch), strict=True))
            if progress is not None:
                progress(len(found) if len(found) < len(distinct) else len(texts), len(texts))
        return [list(found[text]) for text in cleaned]

    def _single(self, text: str) -> Vector:
        return self._vectors([text])[0]

    def _vectors(self, batch: list[str]) -> list[Vector]:
        raise NotImplementedError


MAX_CHARACTERS = 20_000
"""What is read of a text. 256 tokens of prose are about 1,200 characters; what is cut here is only what would
cost seconds to tokenise and then be thrown away."""


def clean(text: str) -> str:
    """Returns the part of `text` that a tokenizer reads, with whole characters."""
    return whole(text[:MAX_CHARACTERS])


def batches(texts: list[str]) -> Iterator[list[str]]:
    """Yields `texts` in batches of BATCH_SIZE."""
    for start in range(0, len(texts), BATCH_SIZE):
        yield texts[start : start + BATCH_SIZE]
