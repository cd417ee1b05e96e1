"""The predicates that every workspace knows: `tables/predicates.tsv`, which the plugin reads too."""

import functools
from typing import TypedDict

from oxgraph import tables


class BuiltInPredicate(TypedDict):
    """A built-in predicate: `stateful` means single-valued, `importance` is 0 to 1."""

    name: str
    stateful: bool
    importance: float


def defaults() -> list[BuiltInPredicate]:
    """The built-in predicates."""
    return [
        {"name": row["name"], "stateful": row["stateful"] == "true", "importance": float(row["importance"])}
        for row in tables.read("predicates")
    ]


def default_importances() -> dict[str, float]:
    """Importance by name."""
    return {row["name"]: row["importance"] for row in defaults()}


@functools.cache
def question_templates() -> dict[str, tuple[str, ...]]:
    """By name, the questions that a memory with that predicate answers; `{subject}` stands for its subject's name."""
    rows = tables.read("predicates")
    return {row["name"]: tuple(text for text in row["questions"].split("|") if text) for row in rows}
