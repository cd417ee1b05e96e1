"""What the transitions of a pattern say, in sentences."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from oxgraph.client.render_why import day, number, quoted
from oxgraph.graph import Row
from oxgraph.types import Explanation, LinkRow, TransitionRow
from oxgraph.wording import count

Inputs = Mapping[str, Any]

CHANGED = {
    "promoted": "became a pattern",
    "promoted_anew": "became a pattern again",
    "supersedes": "took the place of the version before",
    "superseding": "took the place of the version before",
    "superseded": "was superseded",
    "retired": "was retired",
    "harmful": "was suppressed",
    "annotate": "was edited",
}
"""What each rule did to a version. Rules of older releases, or of none here, are named."""

FIGURES = ("sample_count", "action_count", "total_count", "confidence", "last_seen", "version")
"""The figures of the version that is asked for."""

EMPTY = "nothing"


def pattern_explanation(id: str, found: Row, *, names_authors: bool) -> Explanation:
    """How a pattern came to be as it is; `found` is a row of `pattern/why`. The other versions of its key are links.

    Without `names_authors` an edit has no operator's name, which is the audit's to tell.
    """
    versions = found["versions"]
    asked = next(row for row in versions if row["id"] == id)
    author = {} if names_authors else {"by": "an operator"}
    rows = [row | author if row["by"] else row for row in reversed(found["transitions"])]
    transitions = tuple(map(_transition, rows))
    sentences = (_what(asked), *(row.sentence for row in transitions), *_state(asked))
    return Explanation(
        id=id,
        kind="pattern",
        status=asked["status"],
        text="\n".join(sentences),
        sentences=sentences,
        transitions=transitions,
        evidence=(),
        links=tuple(_link(row, asked) for row in versions if row["id"] != id),
        numbers={name: _plain(asked[name]) for name in FIGURES},
        memory=None,
    )


def _plain(value: float | int | datetime | None) -> float | int | str | None:
    return value.isoformat() if isinstance(value, datetime) else value


def _link(row: Row, asked: Row) -> LinkRow:
    relation = "supersedes" if row["version"] < asked["version"] else "superseded_by"
    return LinkRow(relation=relation, id=row["id"], name=f"version {row['version']}", status=row["status"])


def _what(row: Row) -> str:
    name = ":".join((row["action_type"], row["node_type"] or "", row["error_code"]))
    situation = f", {row['context_text']}" if row["context_text"] else ""
    says = " ".join((row["recommendation"] or "").split())
    return f"The pattern {name}{situation}, version {row['version']}: {says}"


def _transition(row: Row) -> TransitionRow:
    inputs = json.loads(row["inputs"] or "{}")
    kept = {name: row[name] for name in ("rule", "from_status", "to_status", "run_id", "at")}
    return TransitionRow(**kept, inputs=inputs, sentence=_sentence(row, inputs))


def _sentence(row: Row, inputs: Inputs) -> str:
    rule = row["rule"]
    changed = CHANGED.get(rule, rule.replace("_", " "))
    who = f" by {row['by']}" if row["by"] else f" by pass `{row['pass']}`" if row["pass"] else ""
    return f"Version {row['version']} {changed} at {row['at']:%Y-%m-%d %H:%M}Z{who}{_reason(rule, inputs)}."


def _reason(rule: str, inputs: Inputs) -> str:
    if rule == "annotate":
        edits = [f"{name} {_edit(change)}" for name, change in inputs.items()]
        return f": {', '.join(edits)}" if edits else ""
    if rule == "harmful":
        return f": more failed with it than without ({_arms(inputs)})"
    if rule == "retired":
        floor = f", below {number(inputs['retire_confidence'])}" if "retire_confidence" in inputs else ""
        return f": its confidence was {number(inputs.get('confidence'))}{floor}"
    moved = rule == "superseded" and "written_confidence" in inputs
    return _counts(inputs) + (f"; it had been {number(inputs['written_confidence'])}" if moved else "")


def _edit(change: Any) -> str:
    if not isinstance(change, list) or len(change) != 2:  # a value that was given where none was before
        return _value(change)
    before, after = change
    return f"{_value(before)} → {_value(after)}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return quoted(value) if isinstance(value, str) and value else EMPTY


def _arms(inputs: Inputs) -> str:
    """Failures with the pattern and without it: of actions, and of runs where their ends are known."""
    arms = []
    for what, names in (
        ("situations", ("shown_failures", "shown_trials", "withheld_failures", "withheld_trials")),
        ("runs", ("runs_shown_failed", "runs_shown", "runs_withheld_failed", "runs_withheld")),
    ):
        failed, all, failed_without, all_without = (inputs.get(name) or 0 for name in names)
        if all or all_without:
            arms.append(f"{failed} of {all} {what} failed with it, {failed_without} of {all_without} without")
    return "; ".join(arms)


def _counts(inputs: Inputs) -> str:
    if "confidence" not in inputs:
        return ""
    share = f"confidence {number(inputs['confidence'])}"
    if "sample_count" not in inputs:
        return f": {share}"
    of = f" ({inputs['action_count']} of {count(inputs['total_count'], 'action')})" if "total_count" in inputs else ""
    return f": {share}{of} over {count(inputs['sample_count'], 'run')}"


def _state(row: Row) -> list[str]:
    """How it stands now."""
    confidence = number(row["confidence"])
    faded = row["evidence_confidence"] is not None and row["confidence"] < row["evidence_confidence"]
    decay = f", {number(row['evidence_confidence'])} before decay" if faded else ""
    seen = f"; last seen {day(row['last_seen'])}" if row["last_seen"] else ""
    over = count(row["sample_count"], "run")
    sentences = [f"It is {row['status']}, with confidence {confidence}{decay} over {over}{seen}."]
    if row["suppressed"]:
        sentences.append("It is suppressed: no agent is shown it.")
    if row["annotation"]:
        sentences.append(f"An operator's note goes with it: {quoted(row['annotation'])}.")
    return sentences
