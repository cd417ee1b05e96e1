# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Memories read by valid time and recorded time, explained, forgotten and revived."""

from datetime import datetime
from typing import Any, TypeAlias

from oxgraph.client._sync.access import Access
from oxgraph.client.memory_rows import memories_or_none, memory_of, memory_rows
from oxgraph.client.render_pattern_why import pattern_explanation
from oxgraph.client.render_why import explanation, others
from oxgraph.errors import NotFound
from oxgraph.graph import Row
from oxgraph.types import AsOf, Explanation, MemoryRow, StatusChange, limits
from oxgraph.types.pages import LATEST, Page, PageRequest
from oxgraph.types.semantic_inputs import ForgetRequest, HistoryOf, MemoryFilter, MemoryId, NodeId, as_of

When: TypeAlias = AsOf | tuple[datetime | None, datetime | None]
Ids: TypeAlias = list[str]
Found: TypeAlias = list[Row]
MemoryRows: TypeAlias = list[MemoryRow]
MemoryPage: TypeAlias = Page[MemoryRow]

MEMORIES = "memories"
FIRST = [LATEST, ""]


class Memories:
    """Reads memories."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def get(self, memory_id: str, as_of: When | None = None) -> MemoryRow:
        """See `AsyncSemantic.get`."""
        asked = MemoryId(memory_id=memory_id).memory_id
        now = self._access.now()
        rows = self._access.read("semantic.get", "semantic/get", id=asked, **both_times(as_of, now))
        if not rows:
            raise NotFound(kind="memory", id=asked)
        return memory_of(rows[0]["memory"], now)

    def list(self, asked: MemoryFilter, as_of: When | None = None) -> MemoryRows:
        """See `AsyncSemantic.list`."""
        now = self._access.now()
        clocks = both_times(as_of, now) | {"after": FIRST}
        return memory_rows(self._listed("semantic.list", asked, clocks, now), now)

    def list_page(self, asked: MemoryFilter, page: PageRequest, as_of: When | None = None) -> MemoryPage:
        """See `AsyncSemantic.list_page`; `asked` has the limit of one more than the page."""
        now = self._access.now()
        clocks = both_times(as_of, now) | {"after": page.place(MEMORIES, FIRST)}
        found = self._listed("semantic.list_page", asked, clocks, now)
        return page.page(MEMORIES, memories_or_none(found, now), [row["place"] for row in found])

    def _listed(self, call: str, asked: MemoryFilter, clocks: dict[str, Any], now: datetime) -> Found:
        """The rows of a filter, read by the index of subjects, of objects or of times."""
        subjects, objects = self._named(call, asked.subject), self._named(call, asked.object)
        if subjects == [] or objects == []:
            return []
        rest = asked.model_dump(exclude={"subject", "object", "user_id"}) | clocks
        rest |= {"visible": self._access.owners(asked.user_id)}
        if subjects is not None:
            rest |= {"subject_ids": subjects, "object_ids": objects}
            return self._access.read(call, "semantic/list_of_subjects", **rest, now=now)
        if objects is not None:
            rest |= {"object_ids": objects}
            return self._access.read(call, "semantic/list_of_objects", **rest, now=now)
        return self._access.read(call, "semantic/list", **rest, now=now)

    def history(self, asked: HistoryOf, as_of: When | None = None) -> MemoryRows:
        """See `AsyncSemantic.history`."""
        now = self._access.now()
        clocks = _narrowing(as_of) | {"limit": limits.ROWS}
        if asked.memory_id is not None:
            return self._history_of(asked.memory_id, clocks, now)
        params = {"subject_ids": self._named("semantic.history", asked.subject), "predicate": asked.predicate}
        rows = self._access.read("semantic.history", "semantic/history_of_subjects", **params, **clocks)
        return memory_rows(rows, now)

    def _history_of(self, memory_id: str, clocks: dict[str, Any], now: datetime) -> MemoryRows:
        rows = self._access.read("semantic.history", "semantic/history", id=memory_id, **clocks)
        if not rows and not self.of_ids("semantic.history", [memory_id]):
            raise NotFound(kind="memory", id=memory_id)
        return memory_rows(rows, now)

    def of_ids(self, call: str, ids: Ids) -> MemoryRows:
        """Memories by their ids, without recording an access."""
        return memory_rows(self._access.read(call, "semantic/memories", ids=ids), self._access.now())

    def _named(self, call: str, name: str | None) -> Ids | None:
        """The ids of the entities with a name; None if no name is given."""
        if name is None:
            return None
        return [row["id"] for row in self._access.read(call, "semantic/named", name=name)]


def both_times(value: When | None, now: datetime) -> dict[str, datetime | None]:
    """Valid time and recorded time, a missing one being now; both None where `as_of` is not given."""
    found = as_of(value)
    return (
        {"valid": None, "known": None} if found is None else {"valid": found.valid or now, "known": found.known or now}
    )


def _narrowing(value: When | None) -> dict[str, datetime | None]:
    """Valid time and recorded time as given."""
    found = as_of(value)
    return {"valid": found.valid if found else None, "known": found.known if found else None}


class StatusChanges:
    """Forgets and revives memories."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def forget(self, memory_id: str, restore: bool = False) -> StatusChange:
        """See `AsyncSemantic.forget`."""
        asked = ForgetRequest(memory_id=memory_id, restore=restore)
        return self.change("semantic.forget", "semantic/forget", asked.memory_id, restore=asked.restore)

    def revive(self, memory_id: str) -> StatusChange:
        """See `AsyncSemantic.revive`."""
        return self.change("semantic.revive", "semantic/revive", MemoryId(memory_id=memory_id).memory_id)

    def change(self, call: str, file: str, memory_id: str, **params: Any) -> StatusChange:
        memories = Memories(self._access)
        if self._access.visible is not None and not memories.of_ids(call, [memory_id]):
            raise NotFound(kind="memory", id=memory_id)
        row = self._access.call(call, file, ids=[memory_id], **params, now=self._access.now())
        if row["outcome"] == "not_found":
            raise NotFound(kind="memory", id=memory_id)
        return StatusChange(**row)


MAX_EXPLAINED = 1_000
"""Maximum number of transitions, links and messages in an explanation: the latest."""


class Why:
    """Explanations of memories, entities and patterns."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def why(self, id: str) -> Explanation:
        """See `AsyncSemantic.why`."""
        asked = NodeId(id=id).id
        rows = self._access.read("semantic.why", "semantic/why", id=asked, limit=MAX_EXPLAINED)
        if not rows:
            return self._of_pattern(asked)
        named = others(rows[0])
        words = self._access.read("semantic.why", "semantic/words", ids=named) if named else []
        return explanation(asked, rows[0], words, rows[0]["settings"], self._access.now())

    def _of_pattern(self, id: str) -> Explanation:
        rows = self._access.read("semantic.why", "pattern/why", id=id, limit=MAX_EXPLAINED)
        if not rows:
            raise NotFound(kind="memory, entity or pattern", id=id)
        return pattern_explanation(id, rows[0], names_authors=self._access.role != "agent")
