"""The order that a cross-encoder gives (seed 002, stage 3)."""

from typing import Any

from oxgraph.types.recall import Dropped, Recall, Recalled


def unranked(found: Recall, k: int) -> Recall:
    """The first `k` as they were, where there was no time to read them."""
    note = Dropped(retriever="reranking", reason="deadline")
    notes = found.notes.model_copy(update={"dropped": (*found.notes.dropped, note)})
    return found.model_copy(update={"results": found.results[:k], "notes": notes})


def reranked(found: Recall, scores: list[float], k: int) -> Recall:
    """The best `k` by the cross-encoder's scores × confidence × freshness; equals keep their order."""
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
    return found.model_copy(update={"results": results, "context": context, "notes": notes})
