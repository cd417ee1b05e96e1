"""The weight of each retriever by kind of query: `tables/recall_plans.tsv`, which the plugin reads too."""

import functools
import re
from collections.abc import Mapping
from types import MappingProxyType

from oxgraph import tables

GENERAL = "general"
"""The default plan."""

LISTING = "listing"
"""The plan of a query for a time or a type without a topic."""

_LIST = re.compile(
    r"(?i)\b(?:how many|how often|list|which of|(?:what|which|name|list|give me) (?:are )?all)\b"
    r"|\ball (?:the |of the )?\w+s\b"
)
_TEMPORAL = re.compile(r"(?i)\b(?:when|how long|since when|until when|what (?:date|day|month|year|time))\b")
_ABOUT = re.compile(
    r"(?i)^\W*(?:who (?:is|was|are)|tell me (?:more )?about|describe|what do (?:i|we|you) know (?:about|of)"
    r"|what (?:is|was) known (?:about|of))\b"
)


@functools.cache
def plans() -> Mapping[str, Mapping[str, float]]:
    """Returns the weight of each retriever, by kind of query."""
    return MappingProxyType(
        {
            row["kind"]: MappingProxyType({key: float(weight) for key, weight in row.items() if key != "kind"})
            for row in tables.read("recall_plans")
        }
    )


def kind_of(text: str, has_window: bool, has_entity: bool) -> str:
    """Returns the plan of a query: the first row of the table whose rule matches."""
    if _LIST.search(text):
        return "list"
    if has_window or _TEMPORAL.search(text):
        return "temporal"
    if has_entity and _ABOUT.search(text):
        return "entity"
    return GENERAL
