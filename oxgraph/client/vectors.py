"""Conversions of vectors: bytes for the plugin, numbers for an index; and what happens without them."""

import logging
import struct
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from oxgraph.errors import InvalidInput, OxgraphError
from oxgraph.models import CrossEncoder, Embedder
from oxgraph.models.language_model import guarded
from oxgraph.types.semantic_inputs import packed

log = logging.getLogger("oxgraph")

A = TypeVar("A")
T = TypeVar("T")

GIVEN = "given"
"""The model of vectors that a caller brings without saying where they come from."""


def unpacked(vector: bytes) -> list[float]:
    """The numbers of a packed vector."""
    return list(struct.unpack(f"<{len(vector) // 4}f", vector))


def require_length(vector: bytes, dimension: int | None) -> None:
    """Raises InvalidInput for a vector of another length than the workspace's."""
    length = len(vector) // 4
    if dimension is not None and length != dimension:
        raise InvalidInput(
            field="embedding", reason=f"has {length} numbers where the workspace's vectors have {dimension}"
        )


def usable_embedder(embedder: Embedder | None) -> Embedder | None:
    """The embedder, if it makes vectors."""
    return embedder if embedder is not None and embedder.dimension else None


def failed(model: Embedder | CrossEncoder, error: Exception, instead: str) -> None:
    """Logs that an embedder or a cross-encoder raised, such as a service that is away, and what happens instead.

    Raises the error itself where it is one of ours: a package that is missing is no failure that passes.
    """
    if isinstance(error, OxgraphError):
        raise error
    log.warning("the model %s failed, %s: %s: %s", model.name, instead, type(error).__name__, error)


def or_none(model: Embedder, work: Callable[[A], T], instead: str) -> Callable[[A], T | None]:
    """`work` of an embedder, with None where it raises; see `failed`."""

    def attempt(value: A) -> T | None:
        try:
            return work(value)
        except Exception as error:
            failed(model, error, instead)
            return None

    return attempt


def for_grounding(embedder: Embedder | None) -> Callable[[Sequence[str]], list[list[float]]] | None:
    """What makes vectors for the extraction, if there is one. Where it fails, turns wait as for a model's answer."""
    found = usable_embedder(embedder)
    if found is None:
        return None

    return lambda texts: guarded(f"{found.name} (embedder)", "unreachable", lambda: found.embed_many(texts))


def model_name(embedder: Embedder | None) -> str:
    """Which model's vectors are meant where only a vector is given: the connection's."""
    found = usable_embedder(embedder)
    return found.name if found else GIVEN


def without_vector(row: dict[str, Any]) -> bool:
    """Whether a statement still needs its vector; tasks are not embedded."""
    return "embedding" not in row and row["type"] != "task"


def mark_given(rows: list[dict[str, Any]], embedder: Embedder | None) -> None:
    """Marks the vectors that a caller brings, unless the connection's embedder makes such: they choose no model."""
    ours = (embedder.name, embedder.dimension) if embedder else None
    for row in rows:
        if "embedding" in row:
            model = row.get("embedding_model", model_name(embedder))
            row["given_vector"] = (model, len(row["embedding"]) // 4) != ours


def with_vectors(rows: list[dict[str, Any]], vectors: list[list[float]], model: str) -> None:
    """Gives the statements that need one their vector, in order, and all that have one the name of its model."""
    waiting = iter(vectors)
    for row in rows:
        if without_vector(row) and (vector := next(waiting, None)):
            row["embedding"] = packed(vector)
        if "embedding" in row:
            row.setdefault("embedding_model", model)


def without_vectors(rows: list[dict[str, Any]]) -> None:
    """Takes the vectors off statements again."""
    for row in rows:
        row.pop("embedding", None)
        row.pop("embedding_model", None)
