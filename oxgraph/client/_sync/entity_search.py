# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Entities found by name or meaning, and traversed along relationships."""

from collections.abc import Iterable
from typing import TypeAlias

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.embeddings import usable
from oxgraph.client._sync.ontology import entity_id
from oxgraph.client.concurrency import run_in_thread
from oxgraph.errors import NotFound
from oxgraph.graph import Row
from oxgraph.types import limits
from oxgraph.types.ontology import (
    Direction,
    EntitySearch,
    FoundEntity,
    Traversal,
    TraversedEdge,
    TraversedNode,
    TraverseRequest,
)

SEARCH = "semantic.entities.search"
REACH = 200
"""Names and vectors that are compared; absorbed and hidden entities among them are left out."""

LEAST = 0.25
"""Cosine from which on meaning counts."""

Found: TypeAlias = list[FoundEntity]
Rows: TypeAlias = list[Row]


class EntityFinding:
    """Search among the entities of one workspace."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def search(self, text: str, *, type: str | None = None, limit: int = 10) -> Found:
        """See `AsyncEntities.search`."""
        asked = EntitySearch(text=text, type=type, limit=limit)
        given = {"text": asked.text, "type": asked.type, "reach": REACH, "limit": asked.limit}
        called = self._access.read(SEARCH, "entity/called", **given)
        best = _merged(called, self._near(asked))[: asked.limit]
        ids = [row["id"] for row in best]
        rows = self._access.read(SEARCH, "entity/rows", ids=ids) if ids else []
        known = {row["id"]: row for row in rows}
        return [FoundEntity(**known[row["id"]] | row) for row in best if row["id"] in known]

    def _near(self, asked: EntitySearch) -> Rows:
        """Those that mean nearly the same; none without an embedder whose vectors can be compared."""
        if vectors.usable_embedder(self._access.embedder) is None:
            return []
        embedder = usable(self._access)
        if embedder is None:
            return []
        work = vectors.or_none(embedder, embedder.embed, "entities are searched by their names")
        vector = run_in_thread(work, asked.text)
        if vector is None:
            return []
        given = {"vector": vector, "model": embedder.name, "type": asked.type, "least": LEAST}
        return self._access.read(SEARCH, "entity/near", **given, reach=REACH, limit=asked.limit)


def _merged(called: Rows, near: Rows) -> Rows:
    """Each entity once, with the better of its scores, the best first."""
    best = {row["id"]: row for row in called}
    for row in near:
        if row["id"] not in best or best[row["id"]]["score"] < row["score"]:
            best[row["id"]] = {"id": row["id"], "score": min(1.0, row["score"]), "found_by": "meaning"}
    return sorted(best.values(), key=lambda row: (-row["score"], row["id"]))


TRAVERSE = "semantic.entities.traverse"


class Traversing:
    """Walks among entities."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def traverse(
        self,
        entity: str,
        *,
        types: Iterable[str] | str = (),
        direction: Direction = "both",
        depth: int = 1,
        limit: int = limits.PAGE,
        memory: bool = False,
    ) -> Traversal:
        """See `AsyncEntities.traverse`."""
        wanted = types if isinstance(types, str) else tuple(types)
        asked = TraverseRequest(
            entity=entity, types=wanted, direction=direction, depth=depth, limit=limit, memory=memory
        )
        id = entity_id(self._access, TRAVERSE, asked.entity)
        given = asked.model_dump(exclude={"entity", "types"}) | {"types": list(asked.types)}
        rows = self._access.read(TRAVERSE, "entity/walk", id=id, **given)
        if not rows:
            raise NotFound(kind="entity", id=asked.entity)
        return _traversal(rows)


def _traversal(rows: list[Row]) -> Traversal:
    nodes = [TraversedNode(**row["node"], depth=row["depth"]) for row in rows if row["node"]]
    edges = [TraversedEdge(**{name: row[name] for name in ("type", "source", "target")}) for row in rows if row["type"]]
    return Traversal(nodes=tuple(nodes), edges=tuple(edges), truncated=rows[0]["truncated"])
