"""Fit names, ids and error codes of other programs to the limits of an action's fields."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from oxgraph.action_codes import SUCCESS, UNNAMED
from oxgraph.types import limits
from oxgraph.types.fields import CONTROL


def name(text: str | None, max_length: int = limits.NAME) -> str | None:
    """The text as one line of at most `max_length` characters; None where nothing is left."""
    return " ".join(CONTROL.sub(" ", text or "").split())[:max_length].strip() or None


def error_code(text: str) -> str:
    """The text as a failure's code; never 'None', which stands for success."""
    code = name(text) or UNNAMED
    return UNNAMED if code == SUCCESS else code


def targets(ids: Iterable[str]) -> tuple[str, ...]:
    """The distinct texts that can be ids of nodes, as many of the first as an action takes."""
    valid = (one for one in dict.fromkeys(ids) if 0 < len(one) <= limits.ID and one.strip() and not CONTROL.search(one))
    return tuple(valid)[: limits.TARGETS]


def shown(ids: Iterable[str]) -> tuple[str, ...]:
    """The distinct ids of patterns that an agent was shown, as many of the last as an action takes."""
    return tuple(dict.fromkeys(ids))[-limits.TARGETS :]


def latency_ms(started_at: datetime | None, ended_at: datetime | None) -> float | None:
    """The time between, in milliseconds; None where one is not known, or no action takes so long."""
    if started_at is None or ended_at is None:
        return None
    spent = (ended_at - started_at).total_seconds() * 1_000
    return round(spent, 3) if 0 <= spent <= limits.LATENCY_MS else None


def action(
    session_id: str, agent_id: str | None, action_type: str, ids: Iterable[str], node_type: str | None
) -> dict[str, Any]:
    """The fields of an action that are known before it is performed."""
    return {
        "session_id": name(session_id, limits.ID) or UNNAMED,
        "agent_id": name(agent_id),
        "action_type": name(action_type) or UNNAMED,
        "targets": targets(ids),
        "target_node_type": name(node_type),
    }
