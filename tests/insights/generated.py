"""Sessions of Claude Code whose calls and failures are known, with the count of them by hand."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

MONDAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
SECONDS = 4
"""From one call to the next."""

TOOLS: dict[str, tuple[str, dict[str, str], str | None]] = {
    "pytest": ("Bash", {"command": "cd x && pytest tests/a.py"}, "Exit code 1\n=== 1 failed in 1s ==="),
    "git commit": ("Bash", {"command": "git commit -m secretword"}, "Exit code 128\nfatal: not a git repository"),
    "edit python": (
        "Edit",
        {"file_path": "/w/secretword.py"},
        "<tool_use_error>String to replace not found in file.</tool_use_error>",
    ),
    "read markdown": ("Read", {"file_path": "/w/secretword.md"}, "File does not exist."),
}
"""The tool, its arguments, and its error by the action type."""


@dataclass(frozen=True)
class Call:
    action_type: str
    failed: bool = False


OK, BAD = False, True
TESTING = [Call("pytest", BAD), Call("edit python"), Call("pytest")]
COMMITTING = [Call("git commit", BAD), Call("read markdown"), Call("git commit", BAD)]
EDITING = [Call("edit python", BAD), Call("edit python", BAD), Call("read markdown")]


def session(name: str, week: int, calls: list[Call], folder: str = "shop") -> str:
    """A session file; the session begins on the Monday of that week, at an hour of its own."""
    begun = MONDAY + timedelta(weeks=week, minutes=sum(map(ord, name)) % 600)
    base = {"sessionId": name, "cwd": f"/srv/secretword/{folder}", "isSidechain": False, "version": "2.1"}
    found: list[dict[str, Any]] = []
    for place, call in enumerate(calls):
        tool, arguments, error = TOOLS[call.action_type]
        at = begun + timedelta(seconds=SECONDS * place)
        use = {"type": "tool_use", "id": f"{name}-{place}", "name": tool, "input": arguments}
        result: dict[str, Any] = {"type": "tool_result", "tool_use_id": f"{name}-{place}", "content": "secretword"}
        if call.failed:
            result |= {"content": error, "is_error": True}
        for kind, own, content in (("assistant", at, use), ("user", at + timedelta(seconds=1), result)):
            message = {"role": kind, "content": [content]}
            found.append(
                base | {"type": kind, "uuid": f"{kind}{place}", "timestamp": own.isoformat(), "message": message}
            )
    return "".join(json.dumps(one) + "\n" for one in found)


SESSIONS: dict[str, tuple[int, list[Call], str]] = {
    **{f"t{n}": (n, TESTING * 2, "shop") for n in range(6)},
    **{f"c{n}": (n, COMMITTING + TESTING[1:], "shop") for n in range(3)},
    **{f"e{n}": (n + 2, EDITING + [Call("pytest")] * 5, "bank") for n in range(4)},
    **{f"s{n}": (5, [Call("pytest")] * 30, "bank") for n in range(2)},
}
"""By name: the week, the calls, the folder."""


def write(folder: Path) -> None:
    """Writes them below a folder, as Claude Code does."""
    for name, (week, calls, place) in SESSIONS.items():
        path = folder / f"-srv-{place}" / f"{name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(session(name, week, calls, place))


def calls(action_type: str | None = None, place: str | None = None, failed: bool | None = None) -> int:
    """How many calls there are of a type, in a place, that failed."""
    return sum(
        action_type in (None, call.action_type) and place in (None, folder) and failed in (None, call.failed)
        for _, made, folder in SESSIONS.values()
        for call in made
    )
