"""The ontology: predicates, memory types, entity types, and relationships between entities."""

from typing import TypeAlias

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.ids import is_uuid
from oxgraph.memory_types import BUILT_IN, PREFIX, SUFFIX, half_lives
from oxgraph.predicates import defaults
from oxgraph.types import EntityTypeRow, LinkedEntities, PredicateRow, TypeRow
from oxgraph.types.semantic_inputs import KINDS, EntityTypeDefinition, LinkRequest, PredicateDefinition, TypeDefinition

PredicateRows: TypeAlias = list[PredicateRow]


class AsyncPredicates:
    """The predicates of one workspace: those that every workspace knows, and its own."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(self) -> PredicateRows:
        """Every known predicate, by name. An unknown one is not single-valued and has the importance 0.5."""
        known = {row["name"]: PredicateRow(**row) for row in defaults()}
        for row in await self._access.read("semantic.predicates.list", "semantic/predicates"):
            known[row["name"]] = PredicateRow(**row, defined=True)
        return [known[name] for name in sorted(known)]

    async def define(
        self, name: str, stateful: bool, importance: float = 0.5, description: str | None = None
    ) -> PredicateRow:
        """Defines a predicate: whether it is single-valued (`stateful`), and its importance (0 to 1).

        Contradictions of a predicate from `review_importance` (0.7) on wait for a review. Goes for what is
        remembered from now on: what is there is not judged anew. Raises InvalidInput, PermissionDenied.
        """
        asked = PredicateDefinition(name=name, stateful=stateful, importance=importance, description=description)
        values = asked.model_dump()
        (row,) = await self._access.audited_write(
            "semantic.predicates.define", "semantic/define_predicate", **values, inputs=transitions.given(values)
        )
        return PredicateRow(**row, defined=True)


TypeRows: TypeAlias = list[TypeRow]


class AsyncTypes:
    """The types of one workspace's memories: seven built in, others to be added."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(self) -> TypeRows:
        """Every type with its half-life in days, the built-in ones first."""
        (row,) = await self._access.read("semantic.types.list", "workspace/settings")
        rows = [
            TypeRow(name=name, half_life_days=days, built_in=name in BUILT_IN)
            for name, days in half_lives(row["settings"]).items()
        ]
        return sorted(rows, key=lambda row: (not row.built_in, row.name))

    async def define(self, name: str, half_life_days: float) -> TypeRow:
        """Adds a type of memories, or changes the half-life of one. Raises InvalidInput, PermissionDenied."""
        asked = TypeDefinition(name=name, half_life_days=half_life_days)
        if asked.name in KINDS and asked.name not in BUILT_IN:
            raise InvalidInput(field="name", reason="is the name of a kind of node")
        (row,) = await self._access.read("semantic.types.define", "workspace/settings")
        changes = {f"{PREFIX}{asked.name}{SUFFIX}": asked.half_life_days}
        inputs = transitions.inputs(row["settings"], changes)
        call = "semantic.types.define"
        await self._access.audited_write(call, "workspace/update", changes=changes, rule="defined", inputs=inputs)
        return TypeRow(**asked.model_dump(), built_in=asked.name in BUILT_IN)


LINK = "semantic.entities.link"
EntityTypeRows: TypeAlias = list[EntityTypeRow]


class AsyncOntology:
    """Types of entities, and relationships between entities."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def types(self) -> EntityTypeRows:
        """See `AsyncEntities.types`."""
        return [
            EntityTypeRow(**row) for row in await self._access.read("semantic.entities.types", "semantic/entity_types")
        ]

    async def define_type(self, name: str, description: str | None = None, parent: str | None = None) -> EntityTypeRow:
        """See `AsyncEntities.define_type`."""
        asked = EntityTypeDefinition(name=name, description=description, parent=parent)
        values = asked.model_dump()
        rows = await self._access.audited_write(
            "semantic.entities.define_type", "semantic/define_entity_type", **values, inputs=transitions.given(values)
        )
        if not rows:
            raise NotFound(kind="entity type that could be the parent", id=asked.parent)
        return EntityTypeRow(**rows[0])

    async def link(self, a: str, type: str, b: str, connection: str | None = None) -> LinkedEntities:
        """See `AsyncEntities.link`."""
        asked = LinkRequest(a=a, type=type, b=b, connection=connection)
        ends = {
            "a_id": await entity_id(self._access, LINK, asked.a),
            "b_id": await entity_id(self._access, LINK, asked.b),
        }
        rows = await self._access.write(
            LINK,
            "semantic/link",
            **ends,
            type=asked.type,
            connection=asked.connection,
            now=self._access.now(),
        )
        if not rows:
            raise NotFound(kind="entity", id=asked.a)
        return LinkedEntities(**rows[0])


async def entity_id(access: AsyncAccess, call: str, named: str) -> str:
    """The id of the entity with an id, a node_id or a name. Raises NotFound, InvalidInput for an ambiguous name."""
    meant = await entity_meant(access, call, named)
    rows = await access.read(call, "semantic/entity_of", name=meant)
    if not rows:
        raise NotFound(kind="entity", id=named)
    return str(rows[0]["id"])


async def entity_meant(access: AsyncAccess, call: str, entity: str) -> str:
    """The id of the one entity that a node_id or a name means; an id, or a name of none, as it is.

    Raises InvalidInput for a name that several entities have.
    """
    if is_uuid(entity):
        return entity
    rows = await access.read(call, "semantic/named", name=entity)
    if len(rows) > 1:
        reason = f"{len(rows)} entities are called {entity}; give the id of one (`oxgraph entities list --name`)"
        raise InvalidInput(field="entity", reason=reason)
    return str(rows[0]["id"]) if rows else entity
