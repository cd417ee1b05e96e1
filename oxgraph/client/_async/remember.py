"""Remember statements: `AsyncRemember`; resolve contradictions between them: `AsyncReview`.

Each statement goes through these steps, in this order (`AsyncRemember._remember_batch` takes them for a batch):

1. Check the fields (`NewMemory`).
   Whose it is: the access's user, unless it names one; what a user says of `user` is about that user (`owned`).
2. Embed the content, where the connection has an embedder and no vector is given.
3. Call `oxgraph.remember` in one transaction: resolve subject and object to entities, merge with a memory that says the
   same, settle contradictions, store.
4. Let the language model decide what the rules leave undecided (`Judge`), and call again, at most twice. Without a
   model the rules decide.
5. Where the embedder's model is not the workspace's, call again without vectors; the worker makes them later.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from oxgraph.client import vectors
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.memories import AsyncMemories
from oxgraph.client._async.subjects import owned
from oxgraph.client.batches import items, placed
from oxgraph.client.concurrency import run_in_thread_async
from oxgraph.client.memory_rows import memory_rows
from oxgraph.errors import EmbeddingModelMismatch, InvalidInput, LanguageModelFailed, NotFound
from oxgraph.extraction.model_resolution import EntityCandidate, judge_entity, judge_same
from oxgraph.graph import Row
from oxgraph.models import LanguageModel
from oxgraph.types import MemoryRow, NewMemory, Remembered, ReviewRow, StatusChange, limits
from oxgraph.types.semantic_inputs import MemoryId, MemoryInput, RowLimit

log = logging.getLogger(__name__)

Item = dict[str, Any]


class Judge:
    """Decides by a language model whether two memories say the same, and which entity a name means.

    Where the model fails the rules decide: both stay apart. With `last`, the rules decide what is then still open.
    """

    def __init__(self, model: LanguageModel, last: bool) -> None:
        self.model = model
        self.last = last

    def all(self, undecided: Iterable[tuple[Item, Mapping[str, Any]]]) -> list[Item]:
        """Each item with the judgements that its row asks for."""
        return [self._answered(item, row) for item, row in undecided]

    def _answered(self, item: Item, row: Mapping[str, Any]) -> Item:
        try:
            judged = self._entities(item, row) if row["reason"] == "entity" else self._memories(item, row)
        except LanguageModelFailed as error:
            log.warning("the model could not judge, the rules decide: %s", error)
            return {name: value for name, value in item.items() if name != "judge"}
        return {**item, **judged, "judge": not self.last}

    def _memories(self, item: Item, row: Mapping[str, Any]) -> Item:
        same = {one["memory_id"]: judge_same(self.model, item["content"], one["content"]) for one in row["candidates"]}
        return {"judged": item.get("judged", {}) | same}

    def _entities(self, item: Item, row: Mapping[str, Any]) -> Item:
        names: dict[str, list[EntityCandidate]] = {}
        for one in row["candidates"]:
            names.setdefault(one["name"], []).append(EntityCandidate(one["entity_id"], one["entity_name"]))
        meant = {name: judge_entity(self.model, name, found, item["content"]) or "" for name, found in names.items()}
        return {"entity_judged": item.get("entity_judged", {}) | meant}


PLACE = re.compile(r"^items\[(\d+)\]\.?")
"""How the plugin names the place of what it refuses."""

KEPT = ("user_id", "agent_id", "type", "subject_id", "predicate", "topic_key", "category", "policy")
"""Fields that a superseding memory takes over from the old one where they are not given."""


class AsyncRemember:
    """Writes memories."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
        self._memories = AsyncMemories(access)

    async def remember_many(self, memories: Iterable[MemoryInput]) -> list[Remembered]:
        """See `AsyncSemantic.remember_many`."""
        now = self._access.now()
        found = items(NewMemory, memories, "memories", most=None)
        rows = [_row(memory, f"memories[{place}]", now) for place, memory in enumerate(found)]
        if not rows:
            await self._access.authorize("semantic.remember_many")
        remembered: list[Remembered] = []
        for start in range(0, len(rows), limits.STATEMENTS):
            batch = rows[start : start + limits.STATEMENTS]
            remembered += await self._remember_batch("semantic.remember_many", batch, now, f"memories[{start}]")
        return remembered

    async def supersede(self, memory_id: str, *, correction: bool = False, **new: Any) -> Remembered:
        """See `AsyncSemantic.supersede`."""
        old = await self.memory("semantic.supersede", MemoryId(memory_id=memory_id).memory_id)
        return await self.replace("semantic.supersede", old, [old.id], correction, new)

    async def replace(
        self, call: str, old: MemoryRow, ids: list[str], correction: bool, new: Mapping[str, Any]
    ) -> Remembered:
        """Remembers a statement that supersedes the memories of `ids`; its fields are those of `old` unless given."""
        asked = _inherited(old, new) | {"supersedes": ids, "correction": correction}
        return await self.write(call, NewMemory(**asked))

    async def memory(self, call: str, memory_id: str) -> MemoryRow:
        """A memory, without counting as an access. Raises NotFound."""
        found = await self._memories.of_ids(call, [memory_id])
        if not found:
            raise NotFound(kind="memory", id=memory_id)
        return found[0]

    async def write(self, call: str, memory: NewMemory) -> Remembered:
        """Remembers one checked statement on behalf of a call."""
        now = self._access.now()
        return (await self._remember_batch(call, [memory.row(now)], now, ""))[0]

    async def _remember_batch(
        self, call: str, rows: list[dict[str, Any]], now: datetime, place: str
    ) -> list[Remembered]:
        """Steps 2 to 5 for a batch in one transaction; `place` is where it begins among the caller's memories."""
        rows = await owned(self._access, call, rows)
        ours = await self._embed(rows)
        try:
            return await self._call_and_judge(call, rows, now, place)
        except EmbeddingModelMismatch as error:
            if not ours:
                raise
            # Step 5: the contents are stored; the worker, which has the workspace's model, makes the vectors.
            log.warning("memories of workspace %s wait for their vectors: %s", self._access.workspace_id, error)
            vectors.without_vectors(ours)
        return await self._call_and_judge(call, rows, now, place)

    async def _call_and_judge(
        self, call: str, rows: list[dict[str, Any]], now: datetime, place: str
    ) -> list[Remembered]:
        """Steps 3 and 4."""
        asked = [row | {"judge": True} for row in rows] if self._access.model else rows
        found = await self._call(call, asked, now, place)
        for last in (False, True):
            waiting = [number for number, row in enumerate(found) if row["outcome"] == "undecided"]
            if self._access.model is None or not waiting:
                break
            judged = await run_in_thread_async(
                Judge(self._access.model, last).all, [(asked[n], found[n]) for n in waiting]
            )
            for number, item in zip(waiting, judged, strict=True):
                asked[number] = item
            for number, row in zip(waiting, await self._call(call, judged, now, place), strict=True):
                found[number] = row
        return [Remembered(**_known(row)) for row in found]

    async def _call(self, call: str, rows: list[dict[str, Any]], now: datetime, place: str) -> list[Row]:
        try:
            return await self._access.call_rows(call, "semantic/remember", items=rows, now=now)
        except InvalidInput as error:
            raise _replaced(error, place) from None

    async def _embed(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Step 2: embeds the statements without a vector, in a thread; the statements that were embedded."""
        embedder = vectors.usable_embedder(self._access.embedder)
        if self._access.role != "admin":
            vectors.mark_given(rows, embedder)
        waiting = [row for row in rows if vectors.without_vector(row)] if embedder else []
        texts = [row["content"] for row in waiting]
        made: list[list[float]] | None = None
        if embedder and texts:
            work = vectors.or_none(embedder, embedder.embed_many, "memories wait for their vectors")
            made = await run_in_thread_async(work, texts)
        vectors.with_vectors(rows, made or [], vectors.model_name(embedder))
        return waiting


def _row(memory: NewMemory, place: str, now: datetime) -> dict[str, Any]:
    try:
        return memory.row(now)
    except InvalidInput as error:
        raise placed(error, place) from None


def _known(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row without nulls and empty ids, so that the defaults stand for them."""
    return {name: value for name, value in row.items() if value is not None and value != ""}


def _replaced(error: InvalidInput, place: str) -> InvalidInput:
    """The plugin's refusal with the place that the caller knows: among all memories, or none for a single one."""
    match = PLACE.match(str(error.values.get("field", "")))
    if match is None:
        return error
    first = int(place.partition("[")[2].rstrip("]")) if place else 0
    field, reason = str(error.values["field"])[match.end() :], error.values["reason"]
    if place:
        field = f"memories[{first + int(match[1])}]{field and f'.{field}'}"
    return InvalidInput(field=field or "memory", reason=reason)


def _inherited(old: MemoryRow, new: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: getattr(old, name) for name in KEPT if getattr(old, name) is not None}
    if new.get("subject") is not None:
        kept.pop("subject_id", None)
    return kept | {name: value for name, value in new.items() if value is not None}


Rows: TypeAlias = list[ReviewRow]
Ids: TypeAlias = list[str]
Conflicting: TypeAlias = list[MemoryRow]
Changes: TypeAlias = list[StatusChange]


class AsyncReview:
    """The review of one workspace's contradictions."""

    def __init__(self, access: AsyncAccess, remember: AsyncRemember) -> None:
        self._access = access
        self._remember = remember

    async def list(self, limit: int = limits.PAGE) -> Rows:
        """The memories that wait, the oldest first, each with those that contradict it. Raises InvalidInput."""
        asked = RowLimit(limit=limit)
        now = self._access.now()
        waiting = memory_rows(
            await self._access.read("semantic.review.list", "semantic/review_list", limit=asked.limit), now
        )
        others = {row.id: row for row in await self._contradicting(waiting, now)}
        return [
            ReviewRow(memory=row, contradicts=tuple(others[id] for id in row.contradicts if id in others))
            for row in waiting
        ]

    async def resolve(
        self, memory_id: str, keep: str | None = None, *, correction: bool = False, **new: Any
    ) -> Changes | Remembered:
        """Settles a contradiction: `keep` names which of the memories stands, or a new one replaces them all.

        It is between `memory_id` and all that contradict it. What is not kept was wrong, and is believed no longer.
        A new memory is given as to `remember`; where it begins later than they do, and without `correction`, the
        world has changed instead. Raises InvalidInput, NotFound, MemoryReplaced, PermissionDenied.
        """
        if (keep is None) == (not new):
            raise InvalidInput(field="keep", reason="give keep or the fields of a new memory, and not both")
        await self._access.authorize("semantic.review.resolve")
        asked = MemoryId(memory_id=memory_id).memory_id
        memory = await self._remember.memory("semantic.review.resolve", asked)
        sides = [memory.id, *memory.contradicts]
        if keep is not None:
            return await self._keep(MemoryId(memory_id=keep).memory_id, sides)
        return await self._remember.replace("semantic.review.resolve", memory, sides, correction, new)

    async def _keep(self, keep: str, sides: Ids) -> Changes:
        if keep not in sides:
            raise NotFound(kind="side of this contradiction", id=keep)
        others = [id for id in sides if id != keep]
        if not others:
            raise InvalidInput(field="memory_id", reason="is contradicted by no active memory")
        rows = await self._access.call_rows(
            "semantic.review.resolve", "semantic/review", keep=keep, others=others, now=self._access.now()
        )
        return [StatusChange(**row) for row in rows]

    async def _contradicting(self, waiting: Conflicting, now: datetime) -> Conflicting:
        ids = sorted({id for row in waiting for id in row.contradicts})
        return (
            memory_rows(await self._access.read("semantic.review.list", "semantic/memories", ids=ids), now)
            if ids
            else []
        )
