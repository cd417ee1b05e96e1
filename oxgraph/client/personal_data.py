"""The document of `oxgraph user export`: what is held about a person, arranged for a reader."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from oxgraph.errors import InvalidInput
from oxgraph.graph import Row
from oxgraph.whole_files import write_whole

PARTS = {"entity": "entities", "memory": "memories", "slot": "working_set", "token": "tokens"}
FORMAT = 1
OTHERS = "another user"


def personal_data(workspace: str, user_id: str, now: datetime, found: dict[str, Any]) -> dict[str, Any]:
    """The document of what was `found` (`held_about`)."""
    by_kind: dict[str, list[Row]] = {}
    for row in found["rows"]:
        by_kind.setdefault(row["kind"], []).append(_node(row, found["users"]))
    parts = {part: by_kind.get(kind, []) for kind, part in PARTS.items()}
    conversations = [
        one
        | {
            part: [row for row in by_kind.get(kind, []) if row["conversation_id"] == one["conversation_id"]]
            for kind, part in (("message", "messages"), ("episode", "episodes"))
        }
        for one in by_kind.get("conversation", [])
    ]
    mentions = [
        {"id": one["id"], "kind": _kind(one["labels"]), hit["property"]: hit["value"]}
        for one in found["mentions"]
        for hit in one["hits"]
    ]
    about = {"format": FORMAT, "workspace": workspace, "user_id": user_id, "exported_at": now, "names": found["names"]}
    return about | parts | {"conversations": conversations, "mentions": mentions}


def _node(row: Row, users: list[str]) -> Row:
    """A node without what is empty; of memories with messages and history. Who else owns one is not told."""
    data = {key: value for key, value in row["data"].items() if value not in (None, "", [])}
    if data.get("user_id", users[0]) not in users:
        data["user_id"] = OTHERS
    if row["kind"] == "slot":
        data["value"] = json.loads(data["value"])
    if row["kind"] == "memory":
        data["evidence_messages"] = row["evidence"]
    return data | ({"history": row["history"]} if row["history"] else {})


def _kind(labels: list[str]) -> str:
    return next((label for label in ("entity", "memory") if label in labels), labels[-1])


def write_personal_data(out: Path, data: dict[str, Any]) -> None:
    """Writes the document, for its owner alone; nothing is there unless it was written whole. Raises InvalidInput."""
    try:
        write_whole(out, json.dumps(_plain(data), indent=2, ensure_ascii=False) + "\n")
    except OSError as error:
        raise InvalidInput(field="out", reason=f"{out} cannot be written: {error.strerror or error}") from error


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
