"""The predicates that every workspace knows: oxgraph/predicates.tsv, which the plugin reads too."""

import functools
from importlib import resources
from typing import Any


@functools.cache
def _table() -> tuple[dict[str, Any], ...]:
    text = resources.files("oxgraph").joinpath("predicates.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = (line.split("\t") for line in lines[1:])
    return tuple(
        {"name": name, "stateful": stateful == "true", "importance": float(importance), "questions": questions}
        for name, stateful, importance, questions in rows
    )


def defaults() -> list[dict[str, Any]]:
    """Name, stateful and importance (0 to 1) of each."""
    return [{key: row[key] for key in ("name", "stateful", "importance")} for row in _table()]


def default_importances() -> dict[str, float]:
    """Importance by name."""
    return {row["name"]: row["importance"] for row in _table()}


@functools.cache
def question_templates() -> dict[str, tuple[str, ...]]:
    """By name, the questions that a memory with that predicate answers; `{subject}` stands for its subject's name."""
    return {row["name"]: tuple(text for text in row["questions"].split("|") if text) for row in _table()}
