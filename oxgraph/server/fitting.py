"""Names and ids as foreign programs give them, made to fit the fields of an action."""

from collections.abc import Iterable
from typing import Any

from oxgraph.types import limits
from oxgraph.types.fields import CONTROL

SUCCESS = "None"
UNNAMED = "Error"


def name(text: str | None, most: int = limits.NAME) -> str | None:
    """One line of at most `most` characters; None where nothing is left."""
    return " ".join(CONTROL.sub(" ", text or "").split())[:most].strip() or None


def error_code(text: str) -> str:
    """A failure's code; 'None' stands for success, and so never for one."""
    code = name(text) or UNNAMED
    return UNNAMED if code == SUCCESS else code


def targets(ids: Iterable[str]) -> tuple[str, ...]:
    """Those that can be ids of nodes, each once, the first of them."""
    fit = (one for one in dict.fromkeys(ids) if 0 < len(one) <= limits.ID and one.strip() and not CONTROL.search(one))
    return tuple(fit)[: limits.TARGETS]


def action(
    session_id: str, agent_id: str | None, action_type: str, ids: Iterable[str], node_type: str | None
) -> dict[str, Any]:
    """The fields of an action that are known before it."""
    return {
        "session_id": name(session_id, limits.ID) or UNNAMED,
        "agent_id": name(agent_id),
        "action_type": name(action_type) or UNNAMED,
        "targets": targets(ids),
        "target_node_type": name(node_type),
    }
