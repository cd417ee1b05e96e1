"""Entities: listed, resolved from names, created, changed, merged, split and hidden."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.entity_search import AsyncEntityFinding, AsyncTraversing, Found
from oxgraph.client._async.ontology import AsyncOntology, EntityTypeRows, entity_id, entity_meant
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.entity_names import MOST_AT_ONCE, batches, named_entity
from oxgraph.client.entity_properties import shown_properties
from oxgraph.client.readable import results, results_or_none
from oxgraph.client.roles import RANK
from oxgraph.errors import InvalidInput, NotFound, PermissionDenied
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.types import EntityTypeRow, LinkedEntities, limits
from oxgraph.types.adoption import OURS
from oxgraph.types.entities import (
    AliasGiven,
    EntityCounts,
    EntityDetails,
    EntityFilter,
    EntityId,
    EntityRow,
    MergeReport,
    MergeRequest,
    NamedEntity,
    NewAlias,
    ResolvedEntity,
    Visibility,
)
from oxgraph.types.fields import unchecked
from oxgraph.types.ontology import Described, Direction, EntityChange, NewEntity, Traversal
from oxgraph.types.pages import Page, PageRequest

TYPES = 50
"""Types of which the entities are counted."""

CREATE, UPDATE = "semantic.entities.create", "semantic.entities.update"


class AsyncEntityWriting:
    """Makes entities and changes them."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def create(
        self,
        name: str,
        *,
        type: str | None = None,
        node_id: str | None = None,
        description: str | None = None,
        properties: Mapping[str, Any] | None = None,
        shown: Iterable[str] = (),
        connection: str | None = None,
    ) -> EntityDetails:
        """See `AsyncEntities.create`."""
        asked = NewEntity(
            name=_single_spaced(name),
            type=unchecked(type),
            node_id=node_id,
            description=description,
            properties=unchecked(properties),
            shown=unchecked(shown),
            connection=connection,
        )
        id = new_id()
        stored = {key: value for key, value in asked.stored().items() if value is not None}
        values = asked.model_dump(exclude={"properties"}) | {"properties": stored} | self._labels(asked)
        (row,) = await self._access.audited_write(CREATE, "entity/create", id=id, inputs=_inputs(asked), **values)
        if row["id"] != id:
            raise _taken(asked, row["id"] if row["shown"] else None)
        return await self._details(CREATE, id)

    async def update(
        self,
        entity: str,
        *,
        name: str | None = None,
        type: str | None = None,
        description: str | None = None,
        properties: Mapping[str, Any] | None = None,
        shown: Iterable[str] | None = None,
    ) -> EntityDetails:
        """See `AsyncEntities.update`."""
        asked = EntityChange(
            entity=entity,
            name=_single_spaced(name),
            type=unchecked(type),
            description=description,
            properties=unchecked(properties),
            shown=unchecked(shown),
        )
        id = await entity_id(self._access, UPDATE, asked.entity)
        await self._check_choice(id, asked)
        values = asked.model_dump(exclude={"entity", "properties"}) | {"properties": asked.stored()}
        more = self._labels(asked) | {"inputs": _inputs(asked)}
        if not await self._access.audited_write(UPDATE, "entity/update", id=id, **values, **more):
            raise NotFound(kind="entity", id=asked.entity)
        return await self._details(UPDATE, id)

    def _labels(self, asked: Described) -> dict[str, Any]:
        """The label that the type would be; an agent's is one only where the type is defined."""
        return {"labels": asked.labels(), "any_type": RANK[self._access.role] > RANK["agent"], "ours": list(OURS)}

    async def _check_choice(self, id: str, asked: EntityChange) -> None:
        """Raises PermissionDenied for an agent that would have shown, or change, what it is not shown itself."""
        if not (asked.shown or asked.properties) or self._access.role != "agent":
            return
        given = {"shown": list(asked.shown or ()), "given": list(asked.properties or {})}
        for row in await self._access.read(UPDATE, "entity/unchosen", id=id, **given):
            for field, may in (("shown", "choose"), ("changed", "change")):
                if row[field]:
                    where = f"{'shown' if field == 'shown' else 'properties'}: {', '.join(row[field])}"
                    raise PermissionDenied(f"{where} stood on the node before its adoption; an operator may {may} it.")

    async def _details(self, call: str, id: str) -> EntityDetails:
        (row,) = await self._access.read(call, "entity/get", named=id)
        return _details(row, self._access)


def _details(row: Row, access: AsyncAccess) -> EntityDetails:
    return EntityDetails(**row | {"properties": shown_properties(row["properties"], access.role)})


def _inputs(asked: Described) -> str:
    """What was given, by name: a transition holds no content."""
    fields = [name for name, value in asked if value is not None and name not in ("entity", "properties")]
    return transitions.given(
        {"fields": fields} | ({"properties": sorted(asked.properties)} if asked.properties else {})
    )


def _taken(asked: NewEntity, id: str | None) -> InvalidInput:
    """The refusal, which says nothing of the entity of another user (None)."""
    if id is None:
        return InvalidInput(field="node_id", reason="is taken; choose another")
    if asked.node_id is not None:
        return InvalidInput(field="node_id", reason=f"is that of entity {id} already; update that one")
    reason = f"is that of entity {id} already; update that one, or give the new one a node_id of its own"
    return InvalidInput(field="name", reason=reason)


GivenName: TypeAlias = str | Mapping[str, Any] | NamedEntity
Names: TypeAlias = GivenName | Iterable[GivenName]
Rows: TypeAlias = list[EntityRow]
EntityPage: TypeAlias = Page[EntityRow]
Resolved: TypeAlias = list[ResolvedEntity]


@typed_arguments
class AsyncEntities:
    """The entities of one workspace. One is named by its id, its node_id or, where only it is called so, its name."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
        self._writing = AsyncEntityWriting(access)
        self._finder = AsyncEntityFinding(access)
        self._traversal = AsyncTraversing(access)
        self._ontology = AsyncOntology(access)

    async def list(
        self,
        *,
        type: str | None = None,
        connection: str | None = None,
        name: str | None = None,
        hidden: bool = False,
        limit: int = limits.PAGE,
    ) -> Rows:
        """Entities by name: of a type, of a connection, with a name that begins with `name`; or the hidden ones."""
        asked = EntityFilter(type=type, connection=connection, name=name, hidden=hidden, limit=limit)
        rows = await self._access.read("semantic.entities.list", "entity/list", **asked.model_dump())
        return results(EntityRow, rows)

    async def list_page(
        self,
        *,
        type: str | None = None,
        connection: str | None = None,
        name: str | None = None,
        hidden: bool = False,
        limit: int = limits.PAGE,
        cursor: str | None = None,
    ) -> EntityPage:
        """The same a page of up to `limit` (1 to 1,000) at a time, in the order of names as they are written.

        With `name` in the order of the names that begin with it. Raises InvalidInput.
        """
        page, call = PageRequest(limit=limit, cursor=cursor), "semantic.entities.list_page"
        asked = EntityFilter(type=type, connection=connection, name=name, hidden=hidden, limit=page.one_more)
        given = asked.model_dump(exclude={"name"}) | {"prefix": asked.name}
        listed = f"entities {hidden} {asked.name or ''}"
        found = await self._access.read(call, "entity/page", **given, after=page.place(listed, ["", ""]))
        ids = [row["id"] for row in found]
        rows = {row["id"]: row for row in await self._access.read(call, "entity/rows", ids=ids)} if ids else {}
        there = [row for row in found if row["id"] in rows]
        shown = results_or_none(EntityRow, [rows[row["id"]] for row in there])
        return page.page(listed, shown, [row["place"] for row in there])

    async def counts(self) -> EntityCounts:
        """How many entities are shown and hidden, and how many of each of the 50 commonest types."""
        (row,) = await self._access.read("semantic.entities.counts", "entity/counts", limit=TYPES)
        return EntityCounts(**row)

    async def get(self, entity: str) -> EntityDetails:
        """An entity; by id or node_id also a hidden or absorbed one. Raises InvalidInput, NotFound."""
        asked = EntityId(entity=entity)
        rows = await self._access.read("semantic.entities.get", "entity/get", named=asked.entity)
        if not rows:
            meant = await entity_meant(self._access, "semantic.entities.get", asked.entity)
            rows = await self._access.read("semantic.entities.get", "entity/get", named=meant)
        if not rows:
            raise NotFound(kind="entity", id=asked.entity)
        return _details(rows[0], self._access)

    async def resolve(
        self, names: Names, *, create: bool = True, progress: Callable[[int, int], None] | None = None
    ) -> Resolved:
        """Resolves each name to an entity, in order: by its key, by similarity, else a new entity.

        A name is a text, or a NamedEntity or a dictionary of its fields; one alone is a list of one. With a type or
        attributes, entities with one name are distinguished. Names match each other as if they came one after another.
        For a user (`memory.as_user`, a bound token) a new entity is that user's, and no other's is found.
        Without `create` nothing is stored, and at most 100,000 names are accepted. Raises InvalidInput, NotFound for
        an unknown id.
        """
        given = [names] if isinstance(names, str | Mapping | NamedEntity) else names
        items = [named_entity(name, place) for place, name in enumerate(given)]
        if not create and len(items) > MOST_AT_ONCE:
            raise InvalidInput(field="names", reason=f"has more than {MOST_AT_ONCE:,} entries")
        found: Resolved = []
        for batch in batches(items, create):
            rows = await self._access.write(
                "semantic.entities.resolve",
                "entity/resolve",
                items=[item.item() for item in batch],
                create=create,
                now=self._access.now(),
            )
            found += [ResolvedEntity(name=item.name, **row) for item, row in zip(batch, rows, strict=True)]
            if progress:
                progress(len(found), len(items))
        return found

    async def alias(self, entity: str, alias: str) -> AliasGiven:
        """Gives an entity another name to go by. Raises InvalidInput, NotFound, PermissionDenied."""
        asked = NewAlias(entity=entity, alias=alias)
        rows = await self._access.write(
            "semantic.entities.alias",
            "entity/alias",
            entity_id=await entity_meant(self._access, "semantic.entities.alias", asked.entity),
            alias=asked.alias,
            now=self._access.now(),
        )
        return AliasGiven(**rows[0])

    async def merge(self, keep: str, absorb: str) -> MergeReport:
        """Makes two entities one: names, memories and references of `absorb` move to `keep`.

        The absorbed node stays, hidden, and leads to the other; `split` undoes it. One transaction, so all edges of
        the absorbed entity must fit into the server's memory: 100,000 edges take about 100 MB. Raises InvalidInput,
        NotFound, PermissionDenied.
        """
        asked = MergeRequest(keep=keep, absorb=absorb)
        rows = await self._access.write(
            "semantic.entities.merge",
            "entity/merge",
            keep=await entity_meant(self._access, "semantic.entities.merge", asked.keep, "keep"),
            absorb=await entity_meant(self._access, "semantic.entities.merge", asked.absorb, "absorb"),
            now=self._access.now(),
        )
        return MergeReport(**rows[0])

    async def split(self, absorbed: str) -> MergeReport:
        """Undoes a merge: what was taken from `absorbed` goes back to it, what was written since stays.

        Raises NotFound for what is not absorbed, PermissionDenied.
        """
        asked = EntityId(entity=absorbed)
        rows = await self._access.write(
            "semantic.entities.split", "entity/split", absorbed=asked.entity, now=self._access.now()
        )
        return MergeReport(**rows[0])

    async def hide(self, entity: str) -> Visibility:
        """Hides an entity: no name leads to it any more; nothing is deleted. Raises NotFound, PermissionDenied."""
        return await self._switch("semantic.entities.hide", "entity/hide", entity, hidden=True)

    async def show(self, entity: str) -> Visibility:
        """Shows a hidden entity again. Raises NotFound, PermissionDenied."""
        return await self._switch("semantic.entities.show", "entity/show", entity, hidden=False)

    async def _switch(self, call: str, file: str, entity: str, *, hidden: bool) -> Visibility:
        asked = EntityId(entity=entity)
        rows = await self._access.audited_write(call, file, named=await entity_meant(self._access, call, asked.entity))
        if not rows:
            raise NotFound(kind="entity", id=asked.entity)
        return Visibility(hidden=hidden, **rows[0])

    async def search(self, text: str, *, type: str | None = None, limit: int = 10) -> Found:
        """The entities that a text names, or means, the best first; hidden ones are not found.

        By name: their node_id is the text, they are called so, nearly so, or their name stands in the text. By meaning
        too, where the connection has an embedder and the workspace vectors; then `type` must be written as it is in the
        graph. Raises InvalidInput, EmbeddingModelMismatch.
        """
        return await self._finder.search(text, type=type, limit=limit)

    async def traverse(
        self,
        entity: str,
        *,
        types: Iterable[str] | str = (),
        direction: Direction = "both",
        depth: int = 1,
        limit: int = limits.PAGE,
        memory: bool = False,
    ) -> Traversal:
        """What can be reached from an entity, named by id, node_id or name, nearest first, itself included.

        Along relationships of the domain of `types` (default: all), out, in or both ways, up to `depth` (1 to 4) steps
        and `limit` (1 to 1,000) nodes; with `memory` also over memories that hold now, from subject to object. Of a
        node with a great many relationships 10,000 are looked at; `truncated` says that there is more. Raises
        InvalidInput, NotFound.
        """
        return await self._traversal.traverse(
            entity, types=types, direction=direction, depth=depth, limit=limit, memory=memory
        )

    async def create(
        self,
        name: str,
        *,
        type: str | None = None,
        node_id: str | None = None,
        description: str | None = None,
        properties: Mapping[str, Any] | None = None,
        shown: Iterable[str] = (),
        connection: str | None = None,
    ) -> EntityDetails:
        """Makes an entity of this workspace's own.

        `type` says what it is, such as person, `node_id` how your systems call it (default: its id), `description` is a
        text about it, `properties` are facts under names of your own: texts, numbers, true or false, or lists of one of
        these; recall searches and shows those whose names are in `shown`, up to 10. `connection` names the source that
        it is known from. One name means one thing: where an entity of this name and type is there, that is refused,
        unless a `node_id` of its own tells the new one apart. For a user (`memory.as_user`, a bound token) one without
        a `node_id` is that user's. Its vector is made by the worker. Raises InvalidInput, PermissionDenied.
        """
        return await self._writing.create(
            name,
            type=type,
            node_id=node_id,
            description=description,
            properties=properties,
            shown=shown,
            connection=connection,
        )

    async def update(
        self,
        entity: str,
        *,
        name: str | None = None,
        type: str | None = None,
        description: str | None = None,
        properties: Mapping[str, Any] | None = None,
        shown: Iterable[str] | None = None,
    ) -> EntityDetails:
        """Changes an entity, named by id, node_id or name. None leaves a value as it is, an empty description goes.

        `properties` are laid over those that are there, and one that is None is taken off; oxgraph's own are not to be
        set so. `shown` names the properties that recall searches and shows from now on, up to 10. By a former name it
        is still found. A node of your own graph keeps what is changed here when it is released; of its own properties
        an agent changes only those that are shown. Raises InvalidInput, NotFound, PermissionDenied.
        """
        return await self._writing.update(
            entity, name=name, type=type, description=description, properties=properties, shown=shown
        )

    async def types(self) -> EntityTypeRows:
        """The types that the workspace has defined, by name."""
        return await self._ontology.types()

    async def define_type(self, name: str, description: str | None = None, parent: str | None = None) -> EntityTypeRow:
        """Adds a type of entities, or changes one; `parent` is a type defined before. None leaves a value as it is.

        Names that differ only in case or blanks are one. Raises InvalidInput, PermissionDenied, and NotFound where
        the parent is not there or is itself below this type.
        """
        return await self._ontology.define_type(name, description, parent)

    async def link(self, a: str, type: str, b: str, connection: str | None = None) -> LinkedEntities:
        """Draws a relationship of the domain from entity `a` to entity `b`, each named by id, node_id or name.

        `type` is the relationship's own name, such as OWNS. Drawn once: again changes nothing. Raises InvalidInput,
        NotFound, PermissionDenied.
        """
        return await self._ontology.link(a, type, b, connection)


def _single_spaced(name: object) -> Any:
    """A name with single blanks; what is no text is left to be refused."""
    return " ".join(name.split()) if isinstance(name, str) else name
