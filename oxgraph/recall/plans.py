"""The plan table: for each kind of query the weight of each retriever (`plans.tsv`, which the plugin reads too)."""

import functools
import re
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType

GENERAL = "general"
"""The plan of a query that is of no other kind."""

LISTING = "listing"
"""The plan of a query for what belongs to a time or is of a type, whatever it is about."""

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
    """Weight by retriever, by kind of query."""
    text = resources.files("oxgraph.recall").joinpath("plans.tsv").read_text(encoding="utf-8")
    head, *rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return MappingProxyType(
        {kind: MappingProxyType(dict(zip(head[1:], map(float, weights), strict=True))) for kind, *weights in rows}
    )


def kind_of(text: str, has_window: bool, has_entity: bool) -> str:
    """The row of the plan table for a query: the first rule that fits."""
    if _LIST.search(text):
        return "list"
    if has_window or _TEMPORAL.search(text):
        return "temporal"
    if has_entity and _ABOUT.search(text):
        return "entity"
    return GENERAL
