"""Embeds the texts that have no vector yet: memories, entities, questions, messages, episodes, sequences."""

from collections.abc import Iterator, Sequence

from oxgraph.cypher import statement
from oxgraph.errors import EmbeddingModelMismatch
from oxgraph.graph import Graph, Row
from oxgraph.models import Embedder
from oxgraph.newest import Newest

KINDS = ("memory", "entity", "question", "sequence", "message", "episode")
BATCH = 500
"""Texts in one transaction, which locks the workspace; captures wait about 0.1 seconds."""

REMEMBERED = 5_000
"""Maximum number of cached vectors of one call, about 60 MB."""


class Texts:
    """Embeds texts, with a cache of recent ones."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._known: Newest[str, list[float]] = Newest(REMEMBERED)

    def of(self, texts: list[str]) -> list[list[float]]:
        """Returns the vectors of `texts` in order."""
        found = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            found.update(zip(new, self.embedder.embed_many(new), strict=True))
        self._known.update(found)
        return [found[text] for text in texts]

    def write(self, graph: Graph, workspace_id: str, rows: list[Row]) -> int:
        """Writes the vectors of rows (id, kind, text) to their model's property; returns the number written."""
        vectors = self.of([row["text"] for row in rows])
        given = [{**row, "vector": vector} for row, vector in zip(rows, vectors, strict=True)]
        written = graph.write(
            statement("passes/write_embeddings"), workspace_id=workspace_id, model=self.embedder.name, rows=given
        )
        return int(written[0]["written"])


def embed_waiting(graph: Graph, workspace_id: str, embedder: Embedder, kinds: Sequence[str] = KINDS) -> Iterator[int]:
    """Embeds texts without a vector in batches; yields the size of each batch.

    While the workspace is on its way to another model, an embedder of that one serves too. Raises
    EmbeddingModelMismatch when the embedder's is neither the workspace's model nor the next one.
    """
    if embedder.dimension == 0:
        return
    texts, written = Texts(embedder), 1
    asked = {"workspace_id": workspace_id, "kinds": list(kinds), "batch": BATCH}
    while written and (rows := graph.read(statement("passes/unembedded"), **asked)):
        claim(graph, workspace_id, embedder)
        written = texts.write(graph, workspace_id, rows)
        yield written


def claim(graph: Graph, workspace_id: str, embedder: Embedder) -> None:
    """Checks that the embedder is the workspace's model. Raises EmbeddingModelMismatch."""
    row = graph.write(
        statement("passes/claim_model"),
        workspace_id=workspace_id,
        model=embedder.name,
        dimension=embedder.dimension,
    )[0]
    ours = (embedder.name, embedder.dimension)
    if ours not in ((row["model"], row["dimension"]), (row["next_model"], row["next_dimension"])):
        raise EmbeddingModelMismatch(expected=row["model"], given=embedder.name)
