"""The predicates that every workspace knows: `tables/predicates.tsv`, which the plugin reads too."""

import functools
from typing import TypedDict

from oxgraph import tables


class BuiltInPredicate(TypedDict):
    """A built-in predicate: `stateful` means single-valued, `importance` is 0 to 1, `synonyms` are its other names."""

    name: str
    stateful: bool
    importance: float
    synonyms: tuple[str, ...]


def defaults() -> list[BuiltInPredicate]:
    """The built-in predicates."""
    return [
        {
            "name": row["name"],
            "stateful": row["stateful"] == "true",
            "importance": float(row["importance"]),
            "synonyms": tuple(name for name in row["synonyms"].split("|") if name),
        }
        for row in tables.read("predicates")
    ]


def default_importances() -> dict[str, float]:
    """Importance by name; of a synonym, that of its predicate."""
    return {name: row["importance"] for row in defaults() for name in (row["name"], *row["synonyms"])}


@functools.cache
def question_templates() -> dict[str, tuple[str, ...]]:
    """By name, the questions that a memory with that predicate answers; `{subject}` stands for its subject's name."""
    rows = tables.read("predicates")
    return {row["name"]: tuple(text for text in row["questions"].split("|") if text) for row in rows}
