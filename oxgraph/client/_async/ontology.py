"""The ontology: predicates, memory types, entity types, and relationships between entities."""

from collections.abc import Iterable
from typing import TypeAlias

from oxgraph import wording
from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.argument_types import typed_arguments
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.graph import Row
from oxgraph.ids import is_uuid
from oxgraph.memory_types import BUILT_IN, PREFIX, SUFFIX, half_lives
from oxgraph.predicates import defaults
from oxgraph.types import EntityTypeRow, LinkedEntities, PredicateRow, TypeRow
from oxgraph.types.fields import unchecked
from oxgraph.types.semantic_inputs import KINDS, EntityTypeDefinition, LinkRequest, PredicateDefinition, TypeDefinition

PredicateRows: TypeAlias = list[PredicateRow]


def known_predicates(defined: Iterable[Row]) -> PredicateRows:
    """The built-in predicates and those that a workspace has defined, by name, each with all its synonyms."""
    own = {row["name"]: row for row in defined}
    taken = {name for row in own.values() for name in (row["name"], *row["synonyms"])}
    known = {}
    for row in defaults():
        built_in = PredicateRow(**row)
        left = tuple(name for name in built_in.synonyms if name not in taken)
        if built_in.name in own or built_in.name not in taken:
            known[built_in.name] = built_in.model_copy(update={"synonyms": left})
    for name, definition in own.items():
        one = PredicateRow(**definition, defined=True)
        more = known[name].synonyms if name in known else ()
        known[name] = one.model_copy(update={"synonyms": (*one.synonyms, *more)})
    return [known[name] for name in sorted(known)]


@typed_arguments
class AsyncPredicates:
    """The predicates of one workspace: those that every workspace knows, and its own."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(self) -> PredicateRows:
        """Every known predicate, by name. An unknown one is not single-valued and has the importance 0.5."""
        return await self._known("semantic.predicates.list")

    async def _known(self, call: str) -> PredicateRows:
        return known_predicates(await self._access.read(call, "semantic/predicates"))

    async def define(
        self,
        name: str,
        stateful: bool | None = None,
        importance: float | None = None,
        description: str | None = None,
        synonyms: Iterable[str] | None = None,
    ) -> PredicateRow:
        """Defines a predicate: whether it is single-valued (`stateful`), its importance (0 to 1), its other names.

        Without `stateful` that and the importance stay as they are; with it, the default importance is 0.5. What is
        stated with one of the `synonyms` is remembered under this predicate, and what was remembered under one of them
        before counts as this predicate's; they replace the synonyms defined before, and None leaves those.
        A built-in synonym that is defined by its own name becomes a predicate of its own. Contradictions of a
        predicate from `review_importance` (0.7) on wait for a review. Goes for what is remembered from now on: what is
        there is not judged anew. Raises InvalidInput, PermissionDenied.
        """
        given = None if synonyms is None else (synonyms if isinstance(synonyms, str) else tuple(synonyms))
        asked = PredicateDefinition(
            name=name, stateful=stateful, importance=importance, description=description, synonyms=unchecked(given)
        )
        call = "semantic.predicates.define"
        name = wording.predicate(asked.name)
        now = next((one for one in await self._known(call) if one.name == name), None)
        values = asked.model_dump(mode="json") | {"source": "caller"} | self._weights(now, asked)
        inputs = transitions.definition(now, values | {"name": name})
        (row,) = await self._access.audited_write(call, "semantic/define_predicate", **values, inputs=inputs)
        return next(one for one in await self._known(call) if one.name == row["name"])

    @staticmethod
    def _weights(now: PredicateRow | None, asked: PredicateDefinition) -> Row:
        """Whether it is single-valued, and its importance: as given, or as they are."""
        if asked.stateful is not None:
            return {"stateful": asked.stateful, "importance": 0.5 if asked.importance is None else asked.importance}
        importance = asked.importance if asked.importance is not None else now.importance if now else 0.5
        return {"stateful": now.stateful if now else False, "importance": importance}


TypeRows: TypeAlias = list[TypeRow]


@typed_arguments
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
        call, values = "semantic.entities.define_type", asked.model_dump()
        rows = await self._access.read(call, "semantic/entity_types")
        before = next((EntityTypeRow(**row) for row in rows if row["name"].casefold() == asked.name.casefold()), None)
        inputs = transitions.definition(before, values)
        rows = await self._access.audited_write(call, "semantic/define_entity_type", **values, inputs=inputs)
        if not rows:
            if asked.parent and asked.parent.casefold() in [one.name.casefold() for one in await self.types()]:
                raise InvalidInput(field="parent", reason="is this type itself, or one below it")
            raise NotFound(kind="entity type", id=asked.parent)
        return EntityTypeRow(**rows[0])

    async def link(self, a: str, type: str, b: str, connection: str | None = None) -> LinkedEntities:
        """See `AsyncEntities.link`."""
        asked = LinkRequest(a=a, type=type, b=b, connection=connection)
        ends = {
            "a_id": await entity_id(self._access, LINK, asked.a, "a"),
            "b_id": await entity_id(self._access, LINK, asked.b, "b"),
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


async def entity_id(access: AsyncAccess, call: str, named: str, field: str = "entity") -> str:
    """The id of the entity with an id, a node_id or a name. Raises NotFound, InvalidInput for an ambiguous name."""
    meant = await entity_meant(access, call, named, field)
    rows = await access.read(call, "semantic/entity_of", name=meant)
    if not rows:
        raise NotFound(kind="entity", id=named)
    return str(rows[0]["id"])


async def entity_meant(access: AsyncAccess, call: str, entity: str, field: str = "entity") -> str:
    """The id of the one entity that a node_id or a name means; an id, or a name of none, as it is.

    Raises InvalidInput, which names the `field`, for a name that several entities have.
    """
    if is_uuid(entity):
        return entity
    rows = await access.read(call, "semantic/named", name=entity)
    if len(rows) > 1:
        reason = f"{len(rows)} entities are called {entity}; give the id of one (`oxgraph entities list --name`)"
        raise InvalidInput(field=field, reason=reason)
    return str(rows[0]["id"]) if rows else entity
