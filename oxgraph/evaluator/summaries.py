"""Gives the summaries of sequences their vectors."""

from collections import OrderedDict
from collections.abc import Iterator

from oxgraph.cypher import statement
from oxgraph.errors import EmbeddingModelMismatch
from oxgraph.graph import Graph, Row
from oxgraph.models import Embedder

BATCH = 500
REMEMBERED = 5_000
"""Vectors kept during a call, so that a text that comes again is not computed again: some 60 MB."""


def embed_summaries(graph: Graph, workspace_id: str, embedder: Embedder) -> Iterator[int]:
    """Embeds what has no vector yet, a batch at a time; how many each batch was.

    Raises EmbeddingModelMismatch when the workspace's vectors come from another model.
    """
    if embedder.dimension == 0:
        return
    known: OrderedDict[str, list[float]] = OrderedDict()
    while rows := graph.read(statement("evaluator/unembedded"), workspace_id=workspace_id, batch=BATCH):
        _claim(graph, workspace_id, embedder)
        _learn(known, [row["text"] for row in rows], embedder)
        yield _write(graph, workspace_id, embedder.name, rows, known)
        while len(known) > REMEMBERED:
            known.popitem(last=False)


def _claim(graph: Graph, workspace_id: str, embedder: Embedder) -> None:
    """All vectors of a workspace come from the model that wrote the first."""
    row = graph.write(
        statement("evaluator/claim_model"),
        workspace_id=workspace_id,
        model=embedder.name,
        dimension=embedder.dimension,
    )[0]
    if (row["model"], row["dimension"]) != (embedder.name, embedder.dimension):
        raise EmbeddingModelMismatch(expected=row["model"], given=embedder.name)


def _learn(known: OrderedDict[str, list[float]], texts: list[str], embedder: Embedder) -> None:
    new = [text for text in dict.fromkeys(texts) if text not in known]
    if new:
        known.update(zip(new, embedder.embed_many(new), strict=True))


def _write(graph: Graph, workspace_id: str, model: str, rows: list[Row], known: dict[str, list[float]]) -> int:
    vectors = [{**row, "vector": known[row["text"]]} for row in rows]
    written = graph.write(statement("evaluator/write_embeddings"), workspace_id=workspace_id, model=model, rows=vectors)
    return int(written[0]["written"])
