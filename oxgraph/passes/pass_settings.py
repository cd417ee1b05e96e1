"""The settings of a workspace as the passes use them."""

import hashlib
import json
import math
from typing import Any

from oxgraph.cypher import statement
from oxgraph.errors import WorkspaceDeleted, WorkspaceNotFound
from oxgraph.graph import Graph, Row
from oxgraph.memory_types import half_lives
from oxgraph.passes.schedule import MINUTES, NIGHT_HOUR
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
"""The settings that patterns depend on; if one changes, patterns are recomputed."""

PATTERNS = 2
"""The number of the pass that counts patterns."""

FOLD = 3
"""The version of the pattern rules; if it changes, patterns are recomputed."""

SECONDS_A_DAY = 86_400
MARGIN_SECONDS = 1.0
"""Tolerance beyond the floor when candidates are read, against rounding; the exact freshness decides."""


def open_workspace(graph: Graph, workspace: str) -> tuple[str, dict[str, Any]]:
    """Reads id and settings of a workspace given by name or id. Raises WorkspaceNotFound, WorkspaceDeleted."""
    row = graph.single(statement("passes/workspace"), workspace=workspace)
    if row is None:
        raise WorkspaceNotFound(workspace=workspace)
    if row["deleted"]:
        raise WorkspaceDeleted(workspace=row["name"])
    return row["workspace_id"], numbers(row)


def numbers(row: Row) -> dict[str, Any]:
    """Returns the workspace's settings, with defaults, and values derived from them.

    `digest` stands for those that a pattern's life depends on; `half_lives` are the types of memories that can
    expire, `importances` those of the predicates; `tick_seconds` and `night_hour` are the schedule's.
    """
    stored = row["settings"]
    known = {name: stored[name] for name in WorkspaceSettings.model_fields if stored.get(name) is not None}
    settings = WorkspaceSettings(**known).model_dump()
    rules = json.dumps({name: settings[name] for name in PATTERN_RULES} | {"fold": FOLD}, sort_keys=True)
    return {
        **settings,
        "digest": hashlib.sha256(rules.encode()).hexdigest()[:16],
        "tick_seconds": MINUTES[PATTERNS] * 60,
        "night_hour": NIGHT_HOUR,
        "half_lives": _half_lives(stored | settings, settings["expire_freshness"]),
        "importances": default_importances() | {one["name"]: one["importance"] for one in row["predicates"]},
    }


def _half_lives(values: dict[str, Any], floor: float) -> list[dict[str, Any]]:
    """Returns each memory type with its half-life and the seconds without an access until it reaches the floor."""
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
