"""Which runs have a similar intent: how many are looked at, and from which score on one counts."""

from typing import Any

from oxgraph.client.text import query, workspace_term

ALIKE = 50
"""Runs with a similar intent of which the way that worked best is sought."""

MEANS_ALIKE = 0.8
"""Score from which an intent means much the same: a cosine of 0.6."""

SHARES_WORDS = 0.6
"""The share of the best fulltext score from which an intent has much the same words."""

MARGIN = 50
"""More neighbours are asked for than wanted: those of runs that still go on are left out."""


def bounds(limit: int) -> dict[str, Any]:
    """How many runs a search returns, and how many neighbours it looks at."""
    return {"limit": limit, "reach": limit + MARGIN}


def by_words(text: str, workspace_id: str, limit: int) -> dict[str, Any]:
    """The parameters of a search for runs whose intent shares words with `text`; empty where it has no word."""
    words = query(text, workspace_term(workspace_id))
    return {"query": words} | bounds(limit) if words else {}
