# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Items of a store, each with a namespace, a key and a value of JSON, kept as memories."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from oxgraph import clock
from oxgraph.client import Memory
from oxgraph.errors import InvalidInput, MemoryReplaced, NotFound
from oxgraph.ids import new_id
from oxgraph.integrations.store_items import (
    ENTITY_TYPE,
    MARK,
    TYPE,
    Namespace,
    StoredItem,
    Written,
    entity_name,
    first_id,
    item_of,
    new_number,
    node_id,
    predicate,
    written,
)
from oxgraph.types import MemoryRow

PAGE = 1_000
"""Memories in one read."""

FEW = 16
"""Namespaces that are read one by one; of more, all items of the workspace are read."""

PRESENT: tuple[Literal["active", "expired"], ...] = ("active", "expired")
"""States of a memory whose item is there: an item does not vanish because nobody has read it for long."""

LONGEST_PUT = timedelta(minutes=1)
"""How long after its time a put is committed at the latest, with its retries, by a clock that may differ from ours."""

PAGE_OF_NEW = 100
"""Memories in one read of those that were recorded of late."""

MOST_RANKED = 1_000
"""Items that are ranked by their meaning."""

Rows: TypeAlias = list[MemoryRow]


def _present(rows: Rows) -> Rows:
    return [row for row in rows if row.status in PRESENT]


def _of_items(rows: Iterable[MemoryRow | None]) -> Rows:
    return [row for row in rows if row is not None and MARK in "".join(row.evidence)]


def _changed(item: StoredItem) -> tuple[datetime, str]:
    return item.updated_at, item.memory_id


def _under(prefix: Namespace, rows: Rows) -> dict[tuple[Namespace, str], StoredItem]:
    """The items under a prefix by namespace and key, of each the one that was changed last."""
    items = sorted(map(item_of, rows), key=_changed)
    return {(item.namespace, item.key): item for item in items if item.namespace[: len(prefix)] == prefix}


class Items:
    """The items of a workspace. `user_of` tells whose the items of a namespace are; None: shared."""

    def __init__(self, memory: Memory, user_of: Callable[[Namespace], str | None]) -> None:
        self._memory = memory
        self._user_of = user_of

    def get(self, namespace: Namespace, key: str) -> StoredItem | None:
        """Returns an item; None if there is none."""
        present = _present(self._memories(namespace, key))
        return item_of(present[0]) if present else None

    def put(self, namespace: Namespace, key: str, value: Mapping[str, Any]) -> None:
        """Stores an item; the former value of its key is superseded. Raises InvalidInput for one that is too long."""
        last: str | None = None
        stored = False
        while not stored:
            rows = self._memories(namespace, key)
            present, before, last = _present(rows), last, rows[0].id if rows else ""
            if present:
                stored = self._replace(namespace, key, value, present)
            else:  # puts at once have the same id, so that one is stored; of an equal text the number makes another
                again = before == last
                id = new_id() if again else first_id(self._user_of(namespace), namespace, key, last)
                new = written(namespace, key, value, None, number=new_number() if again else None)
                stored = self._remember(namespace, key, new, id=id)

    def delete(self, namespace: Namespace, key: str) -> None:
        """Forgets an item, if there is one."""
        for row in _present(self._memories(namespace, key)):
            self._of(namespace).semantic.forget(row.id)

    def under(self, prefix: Namespace) -> list[StoredItem]:
        """Returns the items of all namespaces that begin with a prefix, the last changed first."""
        since = clock.present(self._memory._access.clock) - LONGEST_PUT
        found = _under(prefix, self._rows(prefix))
        for place in _under(prefix, self._recorded(self._of(prefix), since)).keys() - found.keys():
            item = self.get(*place)  # it was replaced while this was read, or is deleted
            if item is not None:
                found[place] = item
        return sorted(found.values(), key=_changed, reverse=True)

    def ranked(self, prefix: Namespace, query: str) -> dict[str, float]:
        """Returns the memories that are relevant to a query, the most relevant first, with their scores."""
        found = self._of(prefix).recall(
            query, k=MOST_RANKED, kinds="memory", types=TYPE, answer=False, all_users=self._sees_all(prefix)
        )
        return {one.id: one.score for one in found.results}

    def _of(self, namespace: Namespace) -> Memory:
        """The memory of the user whose a namespace is."""
        return self._memory.as_user(self._user_of(namespace))

    def _sees_all(self, prefix: Namespace) -> bool:
        return self._user_of(prefix) is None and self._memory.role != "agent"

    def _memories(self, namespace: Namespace, key: str) -> Rows:
        """The memories of an item, the newest first."""
        last: str | None = None
        while True:
            rows = self._of(namespace).semantic.list(
                node_id(namespace), predicate(key), type=TYPE, status="any", limit=FEW
            )
            own = [row for row in rows if (item := item_of(row)).key == key and item.namespace == namespace]
            if _present(own) or not own or own[0].status != "superseded" or own[0].id == last:
                return own
            last = own[0].id  # it was replaced while this was read

    def _replace(self, namespace: Namespace, key: str, value: Mapping[str, Any], present: Rows) -> bool:
        """Whether the memories of an item were replaced, and not by another put before."""
        old, former = present[0], item_of(present[0])
        if len(present) == 1 and former.value == value and old.status == "active":
            return True
        new = written(namespace, key, value, former.created_at)
        if old.content == new.content:
            new = written(namespace, key, value, former.created_at, number=new_number())
        try:
            return self._remember(namespace, key, new, supersedes=[row.id for row in present])
        except MemoryReplaced:
            return False

    def _remember(self, namespace: Namespace, key: str, new: Written, **fields: Any) -> bool:
        """Whether it was stored, or memory is off; not where it is taken for another memory."""
        memory = self._of(namespace)
        fields |= {"type": TYPE, "content": new.content, "evidence": [new.source], "predicate": predicate(key)}
        fields |= {"category": entity_name(namespace), "subject_id": node_id(namespace)}
        try:
            made = memory.semantic.remember(**fields)
        except NotFound:
            self._make(namespace)
            made = memory.semantic.remember(**fields)
        return made.outcome in ("created", "rejected")

    def _make(self, namespace: Namespace) -> None:
        """Makes the entity of a namespace, unless another process has made it meanwhile."""
        name = entity_name(namespace)
        try:
            self._memory.semantic.entities.create(name, type=ENTITY_TYPE, node_id=node_id(namespace))
        except InvalidInput:
            self._memory.semantic.entities.get(node_id(namespace))

    def _rows(self, prefix: Namespace) -> Rows:
        """The memories of the items under a prefix, and of some that are not."""
        memory = self._of(prefix)
        name = entity_name(prefix) or None
        entities = self._memory.semantic.entities.list(type=ENTITY_TYPE, name=name, limit=FEW + 1)
        if len(entities) > FEW:
            return self._pages(memory, None)
        found: Rows = []
        for entity in entities:
            found += self._pages(memory, entity.id)
        return found

    def _pages(self, memory: Memory, subject: str | None) -> Rows:
        found: Rows = []
        for status in PRESENT:
            cursor: str | None = None
            while True:
                page = memory.semantic.list_page(subject, type=TYPE, status=status, limit=PAGE, cursor=cursor)
                found += _of_items(page.items)
                cursor = page.next
                if cursor is None:
                    break
        return found

    def _recorded(self, memory: Memory, since: datetime) -> Rows:
        """The memories of items that were recorded since a time, whatever has become of them."""
        found: Rows = []
        cursor: str | None = None
        while True:
            page = memory.semantic.list_page(type=TYPE, status="any", limit=PAGE_OF_NEW, cursor=cursor)
            rows = _of_items(page.items)
            found += [row for row in rows if row.recorded_at >= since]
            cursor = page.next
            if cursor is None or any(row is not None and row.recorded_at < since for row in page.items):
                return found
