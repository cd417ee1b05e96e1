"""The plugin's answer to a recall as callers get it, and its reranking."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from oxgraph.client.recall_request import EntitiesApart, PreparedRecall
from oxgraph.graph import Row
from oxgraph.types.recall import Dropped, EntityMeant, Recall, Recalled, RecallNotes, RecallResults


def recall_of(row: Row, asked: PreparedRecall) -> Recall:
    """The result of a row of oxgraph.recall, with what the client read in the query.

    Entities that were asked for behind the results become those of `asked`.
    """
    notes: dict[str, Any] = json.loads(row["notes"])
    if asked.small_talk() and notes.get("empty_because") in (None, "nothing_relevant"):
        return Recall(results=(), context="", notes=_notes(notes | SMALL_TALK, asked))
    results = RecallResults(row["results"], notes["results"], notes.get("memories", ()))
    if asked.request.entity_budget is not None:
        inside = tuple(notes.get("entity_context_ids", ()))
        asked.entities = EntitiesApart(notes.get("entity_context", ""), inside, notes.get("entities_apart", 0))
    ids = tuple(notes.get("context_ids", ()))
    return Recall(results=results, context=row["context"] or "", context_ids=ids, notes=_notes(notes, asked))


def memories(results: Sequence[Recalled], first: int) -> tuple[str, ...]:
    """The ids of the memories among the first results; of unread ones as the plugin named them."""
    if isinstance(results, RecallResults):
        return results.memories
    return tuple(one.id for one in results[:first] if one.kind == "memory")


SMALL_TALK = {"empty_because": "small_talk", "found": 0, "tokens": 0}
"""What the notes say of a query that asks for nothing."""

NOTES = frozenset(RecallNotes.model_fields)


def _notes(notes: dict[str, Any], asked: PreparedRecall) -> RecallNotes:
    given = {name: value for name, value in notes.items() if name in NOTES}
    return RecallNotes(
        **given
        | {
            "entities": tuple(EntityMeant(**one) for one in given.get("entities", ())),
            "dropped": (*given.get("dropped", ()), *asked.dropped),
            "cut": asked.parsed.cut,
            "window": _window(asked),
            "predicates": asked.parsed.predicates,
            "types": asked.parsed.types,
            "negated": asked.parsed.negated,
            "specific": asked.parsed.specificity,
            "rewrites": tuple(text for text, _ in asked.rewrites),
        }
    )


def _window(asked: PreparedRecall) -> tuple[datetime, datetime] | None:
    found = asked.parsed.window if asked.rule("window") else None
    return asked.request.window or ((found.start, found.end) if found else None)


def _second(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def records(found: Recall) -> list[dict[str, Any]]:
    """The results as an answering model sees them: no scores, and times to the second."""
    return [
        {
            "id": one.id,
            "kind": one.kind,
            "content": one.shown,
            "speaker": one.speaker,
            "said_at": _second(one.said_at or one.ended_at),
            "holds_from": one.valid_from and one.valid_from.date().isoformat(),
            "holds_until": one.valid_to and one.valid_to.date().isoformat(),
            "contradicts": one.contradicts,
        }
        for one in found.results
    ]


def unranked(found: Recall, k: int | None, reason: str) -> Recall:
    """The first `k` (None: all) in their first order, with a note why they were not reranked: deadline, failed."""
    note = Dropped(retriever="reranking", reason=reason)
    notes = found.notes.model_copy(update={"dropped": (*found.notes.dropped, note)})
    return found.model_copy(update={"results": found.results[:k], "notes": notes})


def reranked(found: Recall, scores: list[float], k: int | None) -> Recall:
    """The best `k` (None: all) by the cross-encoder's scores × confidence × freshness; equals keep their order."""
    weighed = [
        (score * one.confidence * min(1.0, _fresh(one)), one) for score, one in zip(scores, found.results, strict=True)
    ]
    weighed.sort(key=lambda pair: -pair[0])
    results = tuple(
        one.model_copy(update={"rank": rank, "score": score, "in_context": False})
        for rank, (score, one) in enumerate(weighed[:k], 1)
    )
    notes = found.notes.model_copy(update={"reranked": True})
    return found.model_copy(update={"results": results, "notes": notes})


def _fresh(one: Recalled) -> float:
    return 1.0 if one.freshness is None else one.freshness


def packing(found: Recall) -> list[dict[str, Any]]:
    """The results as oxgraph.recall_context takes them."""
    left_out = {"ranks", "scores", "why", "neighbours", "evidence"}
    return [one.model_dump(exclude=left_out, exclude_none=True) for one in found.results]


def packed(found: Recall, context: str, tokens: int, ids: list[str]) -> Recall:
    """The results with the context that was made of them."""
    inside = set(ids)
    results = tuple(one.model_copy(update={"in_context": one.id in inside}) for one in found.results)
    notes = found.notes.model_copy(update={"tokens": tokens})
    return found.model_copy(update={"results": results, "context": context, "context_ids": tuple(ids), "notes": notes})
