"""Entities: whom and what memories are about."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.semantic.entity_search import AsyncEntityFinding
from oxgraph.client._async.semantic.entity_writing import AsyncEntityWriting
from oxgraph.client._async.semantic.traversing import AsyncTraversing
from oxgraph.client.naming import MOST_AT_ONCE, batches, named
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.types.entities import (
    AliasGiven,
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
from oxgraph.types.pages import Page, PageRequest

Names: TypeAlias = Iterable[str | Mapping[str, Any] | NamedEntity]
Rows: TypeAlias = list[EntityRow]
EntityPage: TypeAlias = Page[EntityRow]
Resolved: TypeAlias = list[ResolvedEntity]


class AsyncEntities(AsyncEntityWriting, AsyncEntityFinding, AsyncTraversing):
    """The entities of one workspace. One is named by its id, its node_id or, where only it is called so, its name."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(
        self,
        *,
        type: str | None = None,
        connection: str | None = None,
        name: str | None = None,
        hidden: bool = False,
        limit: int = 100,
    ) -> Rows:
        """Entities by name: of a type, of a connection, with a name that begins with `name`; or the hidden ones."""
        asked = EntityFilter(type=type, connection=connection, name=name, hidden=hidden, limit=limit)
        rows = await self._access.read("semantic.entities.list", "entity/list", **asked.model_dump())
        return [EntityRow(**row) for row in rows]

    async def list_page(
        self,
        *,
        type: str | None = None,
        connection: str | None = None,
        name: str | None = None,
        hidden: bool = False,
        limit: int = 50,
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
        return page.page(listed, [EntityRow(**rows[row["id"]]) for row in there], [row["place"] for row in there])

    async def get(self, entity: str) -> EntityDetails:
        """An entity; by id or node_id also a hidden or absorbed one. Raises InvalidInput, NotFound."""
        asked = EntityId(entity=entity)
        rows = await self._access.read("semantic.entities.get", "entity/get", named=asked.entity)
        if not rows:
            meant = await self._meant("semantic.entities.get", asked.entity)
            rows = await self._access.read("semantic.entities.get", "entity/get", named=meant)
        if not rows:
            raise NotFound(kind="entity", id=asked.entity)
        return EntityDetails(**rows[0])

    async def resolve(
        self, names: Names, *, create: bool = True, progress: Callable[[int, int], None] | None = None
    ) -> Resolved:
        """What each name means, in order: by its key, by similarity, else a new entity.

        A name is a text, or a NamedEntity or a dictionary of its fields: with a type or attributes, bearers of one
        name are told apart. Names find each other as if they came one after another. Without `create` nothing is
        kept, and at most 100,000 names can be asked for. Raises InvalidInput, NotFound for an unknown id.
        """
        items = [named(name, place) for place, name in enumerate(names)]
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
            entity_id=await self._meant("semantic.entities.alias", asked.entity),
            alias=asked.alias,
            now=self._access.now(),
        )
        return AliasGiven(**rows[0])

    async def merge(self, keep: str, absorb: str) -> MergeReport:
        """Makes two entities one: names, memories and references of `absorb` move to `keep`.

        The absorbed node stays, hidden, and leads to the other; `split` undoes it. One transaction, so what hangs on
        the absorbed entity must fit into the server's memory: 100,000 edges take about 100 MB. Raises InvalidInput,
        NotFound, PermissionDenied.
        """
        asked = MergeRequest(keep=keep, absorb=absorb)
        rows = await self._access.write(
            "semantic.entities.merge",
            "entity/merge",
            keep=await self._meant("semantic.entities.merge", asked.keep),
            absorb=await self._meant("semantic.entities.merge", asked.absorb),
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
        rows = await self._access.signed(call, file, named=await self._meant(call, asked.entity))
        if not rows:
            raise NotFound(kind="entity", id=asked.entity)
        return Visibility(hidden=hidden, **rows[0])
