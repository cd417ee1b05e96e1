"""What the server's tests see of captured actions."""

import time

from oxgraph.client import Memory
from oxgraph.types import TimelineRow


def captured(workspace: Memory) -> list[TimelineRow]:
    """The actions, the oldest first."""
    rows = workspace.telemetry.timeline(limit=1000)
    return [row for row in reversed(rows) if row.kind == "action"]


def until_captured(workspace: Memory, count: int, seconds: float = 20) -> None:
    """Waits for captures, which come beside the calls."""
    end = time.monotonic() + seconds
    while len(captured(workspace)) < count:
        assert time.monotonic() < end
        time.sleep(0.05)
