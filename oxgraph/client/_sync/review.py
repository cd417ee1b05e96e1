# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Review of contradictions that wait for a decision of a person."""

from datetime import datetime
from typing import Any, TypeAlias

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.remember import Remember
from oxgraph.client.memory_rows import memory_rows
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.types import MemoryRow, Remembered, ReviewRow, StatusChange
from oxgraph.types.semantic_inputs import MemoryId, RowLimit

Rows: TypeAlias = list[ReviewRow]
Ids: TypeAlias = list[str]
Memories: TypeAlias = list[MemoryRow]
Changes: TypeAlias = list[StatusChange]


class Review:
    """The review of one workspace's contradictions."""

    def __init__(self, access: Access, remember: Remember) -> None:
        self._access = access
        self._remember = remember

    def list(self, limit: int = 100) -> Rows:
        """The memories that wait, the oldest first, each with those that contradict it. Raises InvalidInput."""
        asked = RowLimit(limit=limit)
        now = self._access.now()
        waiting = memory_rows(self._access.read("semantic.review.list", "semantic/review_list", limit=asked.limit), now)
        others = {row.id: row for row in self._contradicting(waiting, now)}
        return [
            ReviewRow(memory=row, contradicts=tuple(others[id] for id in row.contradicts if id in others))
            for row in waiting
        ]

    def resolve(
        self, memory_id: str, keep: str | None = None, *, correction: bool = False, **new: Any
    ) -> Changes | Remembered:
        """Settles a contradiction: `keep` names which of the memories stands, or a new one replaces them all.

        It is between `memory_id` and all that contradict it. What is not kept was wrong, and is believed no longer.
        A new memory is given as to `remember`; where it begins later than they do, and without `correction`, the
        world has changed instead. Raises InvalidInput, NotFound, PermissionDenied.
        """
        if (keep is None) == (not new):
            raise InvalidInput(field="keep", reason="give keep or the fields of a new memory, and not both")
        self._access.authorize("semantic.review.resolve")
        asked = MemoryId(memory_id=memory_id).memory_id
        memory = self._remember.memory("semantic.review.resolve", asked)
        sides = [memory.id, *memory.contradicts]
        if keep is not None:
            return self._keep(MemoryId(memory_id=keep).memory_id, sides)
        return self._remember.replace("semantic.review.resolve", memory, sides, correction, new)

    def _keep(self, keep: str, sides: Ids) -> Changes:
        if keep not in sides:
            raise NotFound(kind="side of this contradiction", id=keep)
        others = [id for id in sides if id != keep]
        if not others:
            raise InvalidInput(field="memory_id", reason="is contradicted by no active memory")
        rows = self._access.call_rows(
            "semantic.review.resolve", "semantic/review", keep=keep, others=others, now=self._access.now()
        )
        return [StatusChange(**row) for row in rows]

    def _contradicting(self, waiting: Memories, now: datetime) -> Memories:
        ids = sorted({id for row in waiting for id in row.contradicts})
        return memory_rows(self._access.read("semantic.review.list", "semantic/memories", ids=ids), now) if ids else []
