"""Vectors of messages and episodes, and the change of a workspace's embedding model."""

import logging
from dataclasses import dataclass
from typing import Any, Literal

from oxgraph import models
from oxgraph.client import vectors
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.concurrency import run_in_thread_async
from oxgraph.cypher import statement
from oxgraph.errors import EmbeddingModelMismatch, InvalidInput
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.models import Embedder
from oxgraph.types import ModelChange, limits

log = logging.getLogger(__name__)

WAITING = "%s of workspace %s wait for vectors of %s, as the embedder at hand is %s"


@dataclass(frozen=True)
class Unembedded:
    """A node that was just written, the text that its vector is of, and that vector where it is there already."""

    id: str
    text: str
    vector: list[float] | None = None


async def usable(access: AsyncAccess) -> Embedder | None:
    """The embedder whose vectors can be compared with the workspace's; None when there is none, or no vector yet.

    Raises EmbeddingModelMismatch when the workspace's vectors come from another model.
    """
    embedder = access.embedder
    if embedder is None or embedder.dimension == 0:
        return None
    row = await access.graph.single(statement("workspace/settings"), workspace_id=access.workspace_id)
    model = row["settings"].get("embedding_model") if row else None
    if model is not None and model != embedder.name:
        raise EmbeddingModelMismatch(expected=model, given=embedder.name)
    return embedder if model is not None else None


async def embed(access: AsyncAccess, kind: Literal["message", "episode"], nodes: list[Unembedded], space: Row) -> None:
    """Writes the nodes' vectors: a transaction of its own, so that what was said is kept even if the embedder fails.

    `space` tells the workspace's `model` and the `next_model` that it is changing to; the first embedder becomes the
    model; one of another model, and one that fails, leave the nodes waiting for the upkeep.
    """
    embedder = vectors.usable_embedder(access.embedder)
    if embedder is None or not nodes:
        return
    if space["model"] is None:
        (space,) = await _written(access, "claim_model", model=embedder.name, dimension=embedder.dimension)
    if embedder.name not in (space["model"], space["next_model"]):
        log.warning(WAITING, f"{kind}s", access.workspace_id, space["model"], embedder.name)
        return
    texts = [node.text for node in nodes if node.vector is None]
    work = vectors.or_none(embedder, embedder.embed_many, f"{kind}s wait for their vectors")
    made = await run_in_thread_async(work, texts) if texts else []
    if made is None:
        return
    new = iter(made)
    rows = [{"id": one.id, "kind": kind, "text": one.text, "vector": one.vector or next(new)} for one in nodes]
    await _written(access, "write_embeddings", model=embedder.name, rows=rows)


async def _written(access: AsyncAccess, name: str, **params: Any) -> list[Row]:
    """Runs a statement of the passes; the caller has just been authorized to write."""
    return await access.graph.write(statement(f"passes/{name}"), workspace_id=access.workspace_id, **params)


class AsyncReembed:
    """The change from one embedding model to another."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def reembed(self, model: str | Embedder) -> ModelChange:
        """See `AsyncSemantic.reembed`."""
        rows = await self._access.write(
            "semantic.reembed",
            "workspace/next_model",
            model=named(model),
            transition_id=new_id(),
            now=self._access.now(),
        )
        return ModelChange(**rows[0])


def named(model: str | Embedder) -> str:
    """The name under which a model's vectors stand. Raises InvalidInput."""
    if not isinstance(model, str):
        name = model.name if model.dimension else ""
    else:
        try:
            name = models.embedder(model).name
        except InvalidInput:
            name = model.strip()
    if not name or name == "none" or len(name) > limits.NAME:
        raise InvalidInput(field="model", reason="is no embedding model's name")
    return name
