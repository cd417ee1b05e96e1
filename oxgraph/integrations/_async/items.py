"""Items of a store, each with a namespace, a key and a value of JSON, kept as memories."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from oxgraph.client import AsyncMemory
from oxgraph.errors import InvalidInput, MemoryReplaced, NotFound
from oxgraph.integrations.store_items import (
    ENTITY_TYPE,
    MARK,
    TYPE,
    Namespace,
    StoredItem,
    Written,
    entity_name,
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

MOST_RANKED = 1_000
"""Items that are ranked by their meaning."""

Rows: TypeAlias = list[MemoryRow]


class AsyncItems:
    """The items of a workspace. `user_of` tells whose the items of a namespace are; None: shared."""

    def __init__(self, memory: AsyncMemory, user_of: Callable[[Namespace], str | None]) -> None:
        self._memory = memory
        self._user_of = user_of

    async def get(self, namespace: Namespace, key: str) -> StoredItem | None:
        """Returns an item; None if there is none."""
        row = await self._newest(namespace, key)
        return item_of(row) if row is not None else None

    async def put(self, namespace: Namespace, key: str, value: Mapping[str, Any]) -> None:
        """Stores an item; the former value of its key is superseded. Raises InvalidInput for one that is too long."""
        old = await self._newest(namespace, key)
        former = item_of(old) if old is not None else None
        if old is not None and former is not None and former.value == value and old.status == "active":
            return
        created, supersedes = (former.created_at, [former.memory_id]) if former is not None else (None, [])
        new = written(namespace, key, value, created)
        if old is not None and old.content == new.content:
            new = written(namespace, key, value, created, number=new_number())
        try:
            if not await self._remember(namespace, key, new, supersedes):
                numbered = written(namespace, key, value, created, number=new_number())
                await self._remember(namespace, key, numbered, supersedes)
        except MemoryReplaced:  # by another put, which this one follows
            await self.put(namespace, key, value)

    async def delete(self, namespace: Namespace, key: str) -> None:
        """Forgets an item, if there is one."""
        row = await self._newest(namespace, key)
        if row is not None:
            await self._of(namespace).semantic.forget(row.id)

    async def under(self, prefix: Namespace) -> list[StoredItem]:
        """Returns the items of all namespaces that begin with a prefix, the last changed first."""
        found = [item_of(row) for row in await self._rows(prefix)]
        fitting = [item for item in found if item.namespace[: len(prefix)] == prefix]
        newest: dict[tuple[Namespace, str], StoredItem] = {}  # two puts at once both stay
        for item in sorted(fitting, key=lambda one: (one.updated_at, one.memory_id), reverse=True):
            newest.setdefault((item.namespace, item.key), item)
        return list(newest.values())

    async def ranked(self, prefix: Namespace, query: str) -> dict[str, float]:
        """Returns the memories that are relevant to a query, the most relevant first, with their scores."""
        found = await self._of(prefix).recall(
            query, k=MOST_RANKED, kinds="memory", types=TYPE, answer=False, all_users=self._sees_all(prefix)
        )
        return {one.id: one.score for one in found.results}

    def _of(self, namespace: Namespace) -> AsyncMemory:
        """The memory of the user whose a namespace is."""
        return self._memory.as_user(self._user_of(namespace))

    def _sees_all(self, prefix: Namespace) -> bool:
        return self._user_of(prefix) is None and self._memory.role != "agent"

    async def _newest(self, namespace: Namespace, key: str) -> MemoryRow | None:
        """The memory of an item; None where the last one was forgotten or there never was one."""
        rows = await self._of(namespace).semantic.list(
            node_id(namespace), predicate(key), type=TYPE, status="any", limit=FEW
        )
        own = [row for row in rows if (item := item_of(row)).key == key and item.namespace == namespace]
        return own[0] if own and own[0].status in PRESENT else None

    async def _remember(self, namespace: Namespace, key: str, new: Written, supersedes: list[str]) -> bool:
        """Whether it was stored, and not taken for a memory that says nearly the same."""
        memory = self._of(namespace)
        fields: dict[str, Any] = {"supersedes": supersedes, "evidence": [new.source], "predicate": predicate(key)}
        fields |= {"category": entity_name(namespace), "subject_id": node_id(namespace)}
        try:
            made = await memory.semantic.remember(type=TYPE, content=new.content, **fields)
        except NotFound:
            await self._make(namespace)
            made = await memory.semantic.remember(type=TYPE, content=new.content, **fields)
        return made.outcome in ("created", "rejected")

    async def _make(self, namespace: Namespace) -> None:
        """Makes the entity of a namespace, unless another process has made it meanwhile."""
        name = entity_name(namespace)
        try:
            await self._memory.semantic.entities.create(name, type=ENTITY_TYPE, node_id=node_id(namespace))
        except InvalidInput:
            await self._memory.semantic.entities.get(node_id(namespace))

    async def _rows(self, prefix: Namespace) -> Rows:
        """The memories of the items under a prefix, and of some that are not."""
        memory = self._of(prefix)
        name = entity_name(prefix) or None
        entities = await self._memory.semantic.entities.list(type=ENTITY_TYPE, name=name, limit=FEW + 1)
        if len(entities) > FEW:
            return await self._pages(memory, None)
        found: Rows = []
        for entity in entities:
            found += await self._pages(memory, entity.id)
        return found

    async def _pages(self, memory: AsyncMemory, subject: str | None) -> Rows:
        found: Rows = []
        for status in PRESENT:
            cursor: str | None = None
            while True:
                page = await memory.semantic.list_page(subject, type=TYPE, status=status, limit=PAGE, cursor=cursor)
                found += [row for row in page.items if row is not None and MARK in "".join(row.evidence)]
                cursor = page.next
                if cursor is None:
                    break
        return found
