"""Holds a workspace's vectors to one model."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.cypher import statement
from oxgraph.errors import EmbeddingModelMismatch
from oxgraph.models import Embedder


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
