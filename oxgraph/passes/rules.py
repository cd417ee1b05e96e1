"""The numbers that the passes go by in a workspace."""

import hashlib
import json
import math
from typing import Any

from oxgraph.cypher import statement
from oxgraph.errors import WorkspaceDeleted, WorkspaceNotFound
from oxgraph.graph import Graph, Row
from oxgraph.memory_types import half_lives
from oxgraph.predicates import default_importances
from oxgraph.settings import WorkspaceSettings

PATTERN_RULES = (
    "evidence_window_days",
    "promote_samples",
    "promote_confidence",
    "supersede_shift",
    "decay_after_days",
    "decay_factor",
    "retire_confidence",
)
"""The settings that a pattern's life depends on; where one changes, patterns are folded anew."""

FOLD = 2
"""The version of the rules themselves: where it changes, patterns are folded anew too."""

SECONDS_A_DAY = 86_400
MARGIN_SECONDS = 1.0
"""Candidates are sought a little beyond the floor, lest rounding hides one; freshness itself decides."""


def open_workspace(graph: Graph, workspace: str) -> tuple[str, dict[str, Any]]:
    """Id and numbers of a workspace given by name or id. Raises WorkspaceNotFound, WorkspaceDeleted."""
    row = graph.single(statement("passes/workspace"), workspace=workspace)
    if row is None:
        raise WorkspaceNotFound(workspace=workspace)
    if row["deleted"]:
        raise WorkspaceDeleted(workspace=row["name"])
    return row["workspace_id"], numbers(row)


def numbers(row: Row) -> dict[str, Any]:
    """The workspace's settings (the default for what it lacks) and what follows from them.

    `digest` stands for those that a pattern's life depends on; `half_lives` are the types of memories that can
    expire, `importances` those of the predicates.
    """
    stored = row["settings"]
    known = {name: stored[name] for name in WorkspaceSettings.model_fields if stored.get(name) is not None}
    settings = WorkspaceSettings(**known).model_dump()
    rules = json.dumps({name: settings[name] for name in PATTERN_RULES} | {"fold": FOLD}, sort_keys=True)
    return {
        **settings,
        "digest": hashlib.sha256(rules.encode()).hexdigest()[:16],
        "half_lives": _half_lives(stored | settings, settings["expire_freshness"]),
        "importances": default_importances() | {one["name"]: one["importance"] for one in row["predicates"]},
    }


def _half_lives(values: dict[str, Any], floor: float) -> list[dict[str, Any]]:
    """Each type with its half-life, and after how many seconds without a reader it reaches the floor."""
    if floor <= 0:
        return []
    return [
        {
            "type": name,
            "days": days,
            "seconds_to_floor": days * SECONDS_A_DAY * math.log2(1 / floor) - MARGIN_SECONDS,
        }
        for name, days in sorted(half_lives(values).items())
    ]
