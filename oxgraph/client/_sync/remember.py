# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""A language model's word on what the rules leave undecided."""

import logging
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Never

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.memories import Reading
from oxgraph.client.batches import items, placed
from oxgraph.client.concurrency import run_in_thread
from oxgraph.errors import EmbeddingModelMismatch, InvalidInput, LanguageModelFailed, NotFound
from oxgraph.extraction.judging import EntityCandidate, judge_entity, judge_same
from oxgraph.graph import Row
from oxgraph.models import LanguageModel
from oxgraph.types import MemoryRow, NewMemory, Remembered, limits
from oxgraph.types.semantic_inputs import MemoryId, Vector

log = logging.getLogger(__name__)

Item = dict[str, Any]


class Judge:
    """Answers what `oxgraph.remember` asks. A model that fails leaves it to the rules, which keep both apart.

    With `last`, what is still open after this answer is left to the rules too.
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


HERE = ("self", "unknown")
"""What is no field of a memory. An unknown field gets as far as the check, so that it is refused like any other."""

PLACE = re.compile(r"^items\[(\d+)\]\.?")
"""How the plugin names the place of what it refuses."""

KEPT = ("type", "subject_id", "predicate", "topic_key", "category", "policy")
"""What a memory that replaces another takes over from it where nothing else is said."""


class Remembering(Reading):
    """The writing half of semantic memory."""

    _access: Access

    def remember(
        self,
        *,
        type: str,
        content: str,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        subject_id: str | None = None,
        object_id: str | None = None,
        subject_type: str | None = None,
        object_type: str | None = None,
        topic_key: str | None = None,
        keywords: Iterable[str] = (),
        category: str | None = None,
        confidence: float | None = None,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        stated_at: datetime | None = None,
        evidence: Iterable[str] = (),
        session_id: str | None = None,
        embedding: Vector | None = None,
        embedding_model: str | None = None,
        id: str | None = None,
        **unknown: Never,
    ) -> Remembered:
        """Remembers one statement: resolves whom it is about, merges it with what says the same, settles conflicts.

        One transaction; durable when this returns. The fields are those of `NewMemory`. Where memory is off nothing
        is written and `reason` says so. An embedder of another model than the workspace's leaves the vector to the
        worker. Raises InvalidInput, NotFound, and EmbeddingModelMismatch for a vector that is given.
        """
        given = {name: value for name, value in locals().items() if name not in HERE and value is not None}
        return self._remember("semantic.remember", NewMemory(**given, **unknown))

    def remember_many(self, memories: Iterable[NewMemory | dict[str, Any]]) -> list[Remembered]:
        """Remembers statements one after the other, in transactions of 1,000, each all or nothing; a row for each.

        All of them are checked first. Raises InvalidInput, which names the memory by its place, NotFound, and
        EmbeddingModelMismatch for a vector that is given.
        """
        now = self._access.now()
        found = items(NewMemory, memories, "memories", most=None)
        rows = [_row(memory, f"memories[{place}]", now) for place, memory in enumerate(found)]
        if not rows:
            self._access.authorize("semantic.remember_many")
        remembered: list[Remembered] = []
        for start in range(0, len(rows), limits.STATEMENTS):
            batch = rows[start : start + limits.STATEMENTS]
            remembered += self._write("semantic.remember_many", batch, now, f"memories[{start}]")
        return remembered

    def supersede(self, memory_id: str, *, correction: bool = False, **new: Any) -> Remembered:
        """Remembers what replaces a memory, whatever the rules would say; fields as for `remember`.

        Type, subject, predicate, topic key, category and policy are those of the old one where not given. Begins
        the new one later, the world has changed: the old one ends there. Otherwise, or with `correction`, the old
        one was wrong, and is believed no longer from now on. Raises InvalidInput, NotFound.
        """
        old = self._memory("semantic.supersede", MemoryId(memory_id=memory_id).memory_id)
        return self._supersede("semantic.supersede", old, [old.id], correction, new)

    def _supersede(
        self, call: str, old: MemoryRow, ids: list[str], correction: bool, new: Mapping[str, Any]
    ) -> Remembered:
        """What replaces all of `ids`, like `old` where `new` does not say otherwise."""
        asked = _inherited(old, new) | {"supersedes": ids, "correction": correction}
        return self._remember(call, NewMemory(**asked))

    def _memory(self, call: str, memory_id: str) -> MemoryRow:
        """A memory, without counting as an access. Raises NotFound."""
        found = self._memories(call, [memory_id])
        if not found:
            raise NotFound(kind="memory", id=memory_id)
        return found[0]

    def _remember(self, call: str, memory: NewMemory) -> Remembered:
        now = self._access.now()
        return (self._write(call, [memory.row(now)], now, ""))[0]

    def _write(self, call: str, rows: list[dict[str, Any]], now: datetime, place: str) -> list[Remembered]:
        ours = self._embed(rows)
        try:
            return self._judged(call, rows, now, place)
        except EmbeddingModelMismatch as error:
            if not ours:
                raise
            # The words are kept; the worker with the workspace's model gives them their vectors.
            log.warning("memories of workspace %s wait for their vectors: %s", self._access.workspace_id, error)
            vectors.without_vectors(ours)
        return self._judged(call, rows, now, place)

    def _judged(self, call: str, rows: list[dict[str, Any]], now: datetime, place: str) -> list[Remembered]:
        asked = [row | {"judge": True} for row in rows] if self._access.model else rows
        found = self._sent(call, asked, now, place)
        for last in (False, True):
            waiting = [number for number, row in enumerate(found) if row["outcome"] == "undecided"]
            if self._access.model is None or not waiting:
                break
            judged = run_in_thread(Judge(self._access.model, last).all, [(asked[n], found[n]) for n in waiting])
            for number, item in zip(waiting, judged, strict=True):
                asked[number] = item
            for number, row in zip(waiting, self._sent(call, judged, now, place), strict=True):
                found[number] = row
        return [Remembered(**_known(row)) for row in found]

    def _sent(self, call: str, rows: list[dict[str, Any]], now: datetime, place: str) -> list[Row]:
        try:
            return self._access.call_rows(call, "semantic/remember", items=rows, now=now)
        except InvalidInput as error:
            raise _replaced(error, place) from None

    def _embed(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Gives each statement that has no vector one, off the event loop, where the connection has an embedder.

        Those that got one here.
        """
        embedder = vectors.usable_embedder(self._access.embedder)
        waiting = [row for row in rows if vectors.without_vector(row)] if embedder else []
        texts = [row["content"] for row in waiting]
        made: list[list[float]] = []
        if embedder and len(texts) == 1:
            made = [run_in_thread(embedder.embed, texts[0])]
        elif embedder and texts:
            made = run_in_thread(embedder.embed_many, texts)
        vectors.with_vectors(rows, made, vectors.model_name(embedder))
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
    text = str(error)
    match = PLACE.match(text)
    if match is None:
        return error
    first = int(place.partition("[")[2].rstrip("]")) if place else 0
    rest = text[match.end() :]
    return InvalidInput(f"memories[{first + int(match[1])}].{rest}" if place else rest)


def _inherited(old: MemoryRow, new: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: getattr(old, name) for name in KEPT if getattr(old, name) is not None}
    if new.get("subject") is not None:
        kept.pop("subject_id", None)
    return kept | {name: value for name, value in new.items() if value is not None}
