# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Entities found by what they are called and what they mean."""

from typing import TypeAlias

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.embedding import usable
from oxgraph.client.offload import run
from oxgraph.graph import Row
from oxgraph.types.ontology import EntitySearch, FoundEntity

CALL = "semantic.entities.search"
REACH = 200
"""Names and vectors that are compared; absorbed and hidden entities among them are left out."""

LEAST = 0.25
"""Cosine from which on meaning counts."""

Found: TypeAlias = list[FoundEntity]
Rows: TypeAlias = list[Row]


class EntityFinding:
    """Search among the entities of one workspace."""

    _access: Access

    def search(self, text: str, *, type: str | None = None, limit: int = 10) -> Found:
        """The entities that a text names, or means, the best first; hidden ones are not found.

        By name: they are called so, nearly so, or their name stands in the text. By meaning too, where the connection
        has an embedder and the workspace vectors; then `type` must be written as it is in the graph. Raises
        InvalidInput, EmbeddingModelMismatch.
        """
        asked = EntitySearch(text=text, type=type, limit=limit)
        given = {"text": asked.text, "type": asked.type, "reach": REACH, "limit": asked.limit}
        called = self._access.read(CALL, "entity/called", **given)
        best = _merged(called, self._near(asked))[: asked.limit]
        ids = [row["id"] for row in best]
        rows = self._access.read(CALL, "entity/rows", ids=ids) if ids else []
        known = {row["id"]: row for row in rows}
        return [FoundEntity(**known[row["id"]] | row) for row in best if row["id"] in known]

    def _near(self, asked: EntitySearch) -> Rows:
        """Those that mean nearly the same; none without an embedder whose vectors can be compared."""
        if vectors.usable_embedder(self._access.embedder) is None:
            return []
        embedder = usable(self._access)
        if embedder is None:
            return []
        vector = run(embedder.embed, asked.text)
        given = {"vector": vector, "model": embedder.name, "type": asked.type, "least": LEAST}
        return self._access.read(CALL, "entity/near", **given, reach=REACH, limit=asked.limit)


def _merged(called: Rows, near: Rows) -> Rows:
    """Each entity once, with the better of its scores, the best first."""
    best = {row["id"]: row for row in called}
    for row in near:
        if row["id"] not in best or best[row["id"]]["score"] < row["score"]:
            best[row["id"]] = {"id": row["id"], "score": min(1.0, row["score"]), "found_by": "meaning"}
    return sorted(best.values(), key=lambda row: (-row["score"], row["id"]))
