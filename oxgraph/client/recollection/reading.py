"""The plugin's answer as its caller gets it."""

from datetime import datetime
from typing import Any

from oxgraph.client.recollection.asking import Asked
from oxgraph.graph import Row
from oxgraph.types.recall import EntityMeant, Recall, Recalled, RecallNotes
from oxgraph.types.semantic_fields import FAR


def recall_of(row: Row, asked: Asked) -> Recall:
    """A row of oxgraph.recall, with what this side knows of the query."""
    return Recall(
        results=tuple(_result(one) for one in row["results"]), context=row["context"] or "", notes=_notes(row, asked)
    )


def _result(found: Row) -> Recalled:
    """What is null or open in the graph is not there."""
    values = {name: value for name, value in found.items() if value is not None and name in Recalled.model_fields}
    if values.get("valid_to") and values["valid_to"] >= FAR:
        del values["valid_to"]
    for name in ("subject", "predicate", "object"):
        values[name] = values.get(name) or None
    return Recalled(**values)


def _notes(row: Row, asked: Asked) -> RecallNotes:
    given: dict[str, Any] = {
        name: value for name, value in row["notes"].items() if value is not None and name in RecallNotes.model_fields
    }
    return RecallNotes(
        **given
        | {
            "entities": tuple(EntityMeant(**one) for one in given.get("entities", ())),
            "dropped": (*given.get("dropped", ()), *asked.dropped),
            "cut": asked.query.cut,
            "window": _window(asked),
            "predicates": asked.query.predicates,
            "types": asked.query.types,
            "negated": asked.query.negated,
            "specific": asked.query.specificity,
            "rewrites": tuple(text for text, _ in asked.rewrites),
        }
    )


def _window(asked: Asked) -> tuple[datetime, datetime] | None:
    found = asked.query.window if asked.rule("window") else None
    return asked.request.window or ((found.start, found.end) if found else None)


def _second(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def records(found: Recall) -> list[dict[str, Any]]:
    """The results as an answering model sees them: no scores, and times to the second."""
    return [
        {
            "id": one.id,
            "kind": one.kind,
            "content": one.content,
            "speaker": one.speaker,
            "said_at": _second(one.said_at or one.ended_at),
            "holds_from": one.valid_from and one.valid_from.date().isoformat(),
            "holds_until": one.valid_to and one.valid_to.date().isoformat(),
            "contradicts": one.contradicts,
        }
        for one in found.results
    ]
