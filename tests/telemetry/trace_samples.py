"""Recorded runs of a shop's agent, made up: paying fails after a coupon was put in, whatever is bought."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

FIRST = datetime(2025, 3, 3, 8, tzinfo=UTC)
PLAIN = (("look", "Product", None), ("pay", "Cart", None))
WITH_COUPON = (
    ("look", "Product", None),
    ("coupon", "Cart", None),
    ("pay", "Cart", "CouponExpired"),
    ("pay", "Cart", "CouponExpired"),
    ("drop_coupon", "Cart", None),
    ("pay", "Cart", None),
)
"""What is done in a session: action type, node type, error code. Half of the payments fail, which is no plain rule."""


def session(number: int, done: Iterable[tuple[str, str, str | None]], **more: Any) -> Iterator[dict[str, Any]]:
    """The lines of a session, an hour after the one before it, a step every five seconds."""
    for place, (action_type, node_type, error) in enumerate(done):
        yield {
            "session_id": f"shop/{number}",
            "agent_id": "clerk",
            "action_type": action_type,
            "target_node_type": node_type,
            "target_node_id": f"{node_type.lower()}-{number}",
            "outcome": "failure" if error else "success",
            "error_code": error,
            "error_text": error,
            "seq": place,
            "ts": (FIRST + timedelta(hours=number, seconds=5 * place)).isoformat(),
            "task_success": True,
            **more,
        }


def shop(sessions: int) -> list[dict[str, Any]]:
    """The lines of a history in which every other session has a coupon."""
    done = ((number, WITH_COUPON if number % 2 else PLAIN) for number in range(sessions))
    return [line for number, steps in done for line in session(number, steps)]


def file(path: Path, lines: Iterable[dict[str, Any]]) -> str:
    """A file of lines; its name."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)
