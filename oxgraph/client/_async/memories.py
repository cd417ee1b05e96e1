"""What is remembered, read back by either clock."""

from datetime import datetime
from typing import Any, Literal, TypeAlias

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.memory_rows import memory_row, memory_rows
from oxgraph.client.render_why import explanation, others
from oxgraph.errors import NotFound
from oxgraph.graph import Row
from oxgraph.types import AsOf, Explanation, MemoryRow, StatusChange, limits
from oxgraph.types.pages import LATEST, Page, PageRequest
from oxgraph.types.semantic_inputs import ForgetRequest, HistoryOf, MemoryFilter, MemoryId, NodeId, as_of

When: TypeAlias = AsOf | tuple[datetime | None, datetime | None]
Status = Literal["active", "superseded", "expired", "forgotten", "any"]
Ids: TypeAlias = list[str]
Found: TypeAlias = list[Row]
Rows: TypeAlias = list[MemoryRow]
MemoryPage: TypeAlias = Page[MemoryRow]

MEMORIES = "memories"
FIRST = [LATEST, ""]
PAGING = ("self", "as_of", "limit", "cursor")


class AsyncReading:
    """The reading half of semantic memory."""

    _access: AsyncAccess

    async def get(self, memory_id: str, as_of: When | None = None) -> MemoryRow:
        """A memory by its id, whatever its status.

        Counts as an access; an expired memory that is fresh enough by it is active again. With `as_of` only if it
        was known then and held then. Raises InvalidInput, NotFound.
        """
        asked = MemoryId(memory_id=memory_id).memory_id
        now = self._access.now()
        row = await self._access.call("semantic.get", "semantic/get", id=asked, **_clocks(as_of, now), now=now)
        if row["memory"] is None:
            await self._access.authorize("semantic.get")
            raise NotFound(kind="memory", id=asked)
        return memory_row(row["memory"], now)

    async def list(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        *,
        type: str | None = None,
        status: Status | None = None,
        as_of: When | None = None,
        limit: int = 100,
    ) -> Rows:
        """Memories, the last recorded first: those that hold now, or of a status (`any`: of each), or `as_of`.

        `subject` and `object` are a name, an id or a node_id; a name that several bear means all of them. Not an
        access. Raises InvalidInput.
        """
        given: dict[str, Any] = {name: value for name, value in locals().items() if name not in ("self", "as_of")}
        now = self._access.now()
        clocks = _clocks(as_of, now) | {"after": FIRST}
        return memory_rows(await self._listed("semantic.list", MemoryFilter(**given), clocks, now), now)

    async def list_page(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        *,
        type: str | None = None,
        status: Status | None = None,
        as_of: When | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> MemoryPage:
        """What `list` gives, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        given: dict[str, Any] = {name: value for name, value in locals().items() if name not in PAGING}
        page, now = PageRequest(limit=limit, cursor=cursor), self._access.now()
        clocks = _clocks(as_of, now) | {"after": page.place(MEMORIES, FIRST)}
        asked = MemoryFilter(**given, limit=page.one_more)
        found = await self._listed("semantic.list_page", asked, clocks, now)
        return page.page(MEMORIES, memory_rows(found, now), [row["place"] for row in found])

    async def _listed(self, call: str, asked: MemoryFilter, clocks: dict[str, Any], now: datetime) -> Found:
        """By the index that leads there: of subjects, of objects, or of times."""
        subjects, objects = await self._named(call, asked.subject), await self._named(call, asked.object)
        if subjects == [] or objects == []:
            return []
        rest = asked.model_dump(exclude={"subject", "object"}) | clocks
        if subjects is not None:
            rest |= {"subject_ids": subjects, "object_ids": objects}
            return await self._access.read(call, "semantic/list_of_subjects", **rest, now=now)
        if objects is not None:
            rest |= {"object_ids": objects}
            return await self._access.read(call, "semantic/list_of_objects", **rest, now=now)
        return await self._access.read(call, "semantic/list", **rest, now=now)

    async def history(
        self,
        memory_id: str | None = None,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        as_of: When | None = None,
    ) -> Rows:
        """How a matter went, in the order of the world: `valid_from` first, whatever the status.

        Of a memory: all that it replaced or was replaced by, and what contradicts it; or all that was ever known of
        a subject, by one predicate or by all. `as_of` narrows it to what was known then, to what held then, or to
        both. Not an access. Raises InvalidInput, NotFound for a memory that is not there.
        """
        asked = HistoryOf(memory_id=memory_id, subject=subject, predicate=predicate)
        now = self._access.now()
        clocks = _narrowing(as_of) | {"limit": limits.ROWS}
        if asked.memory_id is not None:
            return await self._history_of(asked.memory_id, clocks, now)
        params = {"subject_ids": await self._named("semantic.history", asked.subject), "predicate": asked.predicate}
        rows = await self._access.read("semantic.history", "semantic/history_of_subjects", **params, **clocks)
        return memory_rows(rows, now)

    async def _history_of(self, memory_id: str, clocks: dict[str, Any], now: datetime) -> Rows:
        rows = await self._access.read("semantic.history", "semantic/history", id=memory_id, **clocks)
        if not rows and not await self._memories("semantic.history", [memory_id]):
            raise NotFound(kind="memory", id=memory_id)
        return memory_rows(rows, now)

    async def _memories(self, call: str, ids: Ids) -> Rows:
        """Memories by their ids, without counting as an access."""
        return memory_rows(await self._access.read(call, "semantic/memories", ids=ids), self._access.now())

    async def _named(self, call: str, name: str | None) -> Ids | None:
        """The ids of the entities that a name means; None where no name is asked for."""
        if name is None:
            return None
        return [row["id"] for row in await self._access.read(call, "semantic/named", name=name)]


def _clocks(value: When | None, now: datetime) -> dict[str, datetime | None]:
    """Both clocks, of which a missing one shows the present; neither where as_of is not asked for."""
    found = as_of(value)
    return (
        {"valid": None, "known": None} if found is None else {"valid": found.valid or now, "known": found.known or now}
    )


def _narrowing(value: When | None) -> dict[str, datetime | None]:
    """The clocks that are given."""
    found = as_of(value)
    return {"valid": found.valid if found else None, "known": found.known if found else None}


class AsyncChanging:
    """Forgetting and reviving."""

    _access: AsyncAccess

    async def forget(self, memory_id: str, restore: bool = False) -> StatusChange:
        """Takes a memory out of every answer; it is kept, explained by `why`, and brought back by `revive`.

        With `restore`, what it alone had superseded holds again. Raises InvalidInput, NotFound.
        """
        asked = ForgetRequest(memory_id=memory_id, restore=restore)
        return await self._change("semantic.forget", "semantic/forget", asked.memory_id, restore=asked.restore)

    async def revive(self, memory_id: str) -> StatusChange:
        """Makes an expired or forgotten memory active again. Raises InvalidInput, NotFound."""
        return await self._change("semantic.revive", "semantic/revive", MemoryId(memory_id=memory_id).memory_id)

    async def _change(self, call: str, file: str, memory_id: str, **params: Any) -> StatusChange:
        row = await self._access.call(call, file, ids=[memory_id], **params, now=self._access.now())
        if row["outcome"] == "not_found":
            raise NotFound(kind="memory", id=memory_id)
        return StatusChange(**row)


MOST = 1_000
"""Transitions, links and messages that are told of one node: the last ones."""


class AsyncExplaining(AsyncReading):
    """Explanations of memories and entities."""

    async def why(self, id: str) -> Explanation:
        """How a memory or an entity came to be as it is, whatever its status, also when it is deleted.

        Every change with its rule, what it went by, and a sentence; its evidence, its links, and the numbers of
        today. Not an access. Raises InvalidInput, NotFound.
        """
        asked = NodeId(id=id).id
        rows = await self._access.read("semantic.why", "semantic/why", id=asked, limit=MOST)
        if not rows:
            raise NotFound(kind="memory or entity", id=asked)
        named = others(rows[0])
        words = await self._access.read("semantic.why", "semantic/words", ids=named) if named else []
        return explanation(asked, rows[0], words, rows[0]["settings"], self._access.now())
