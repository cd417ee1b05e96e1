"""From an entity along the relationships of the domain."""

from collections.abc import Iterable

from oxgraph.client._async.semantic.ontology import AsyncOntology
from oxgraph.errors import NotFound
from oxgraph.graph import Row
from oxgraph.types.ontology import Direction, Traversal, TraversedEdge, TraversedNode, TraverseRequest

CALL = "semantic.entities.traverse"


class AsyncTraversing(AsyncOntology):
    """Walks among entities."""

    async def traverse(
        self,
        entity: str,
        *,
        types: Iterable[str] | str = (),
        direction: Direction = "both",
        depth: int = 1,
        limit: int = 100,
        memory: bool = False,
    ) -> Traversal:
        """What can be reached from an entity, named by id, node_id or name, nearest first, itself included.

        Along relationships of the domain of `types` (default: all), out, in or both ways, up to `depth` (1 to 4) steps
        and `limit` (1 to 1,000) nodes; with `memory` also over memories that hold now, from subject to object. Of a
        node with a great many relationships 10,000 are looked at; `truncated` says that there is more. Raises
        InvalidInput, NotFound.
        """
        wanted = types if isinstance(types, str) else tuple(types)
        asked = TraverseRequest(
            entity=entity, types=wanted, direction=direction, depth=depth, limit=limit, memory=memory
        )
        id = await self._one(asked.entity, CALL)
        given = asked.model_dump(exclude={"entity", "types"}) | {"types": list(asked.types)}
        rows = await self._access.read(CALL, "entity/walk", id=id, **given)
        if not rows:
            raise NotFound(kind="entity", id=asked.entity)
        return _traversal(rows)


def _traversal(rows: list[Row]) -> Traversal:
    nodes = [TraversedNode(**row["node"], depth=row["depth"]) for row in rows if row["node"]]
    edges = [TraversedEdge(**{name: row[name] for name in ("type", "source", "target")}) for row in rows if row["type"]]
    return Traversal(nodes=tuple(nodes), edges=tuple(edges), truncated=rows[0]["truncated"])
