"""Messages a row each, as programs keep them: {role, content}, the content a text or a list of parts."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from oxgraph.client.chats.said import kind_of, texts
from oxgraph.client.ingestion.reading import ROLES, TEXT

Row = dict[str, Any]

KINDS = frozenset({"text", "input_text", "output_text"})
CALLS = ("tool_calls", "function_call", "tool_call_id")
ROLE = ("role", "author_role", "type", "sender")
"""Where a role may stand; in the last two only if it is one that is known."""


def readable(row: Mapping[str, Any], left_out: Counter[str]) -> Row | None:
    """The row with its text and role where the reading of rows looks for them; None for what is left out, counted."""
    role = _role(row)
    if role in ("system", "tool"):
        left_out[role] += 1
        return None
    found = {name: row[name] for name in TEXT if name in row}
    content = next((value for value in found.values() if value is not None), None)
    if isinstance(content, list):
        content = texts(content, KINDS)
    if found and (content is None or content == "" or (isinstance(content, str) and not content.strip())):
        left_out["tool" if _calls(row) else "without text"] += 1
        return None
    rest = {name: value for name, value in row.items() if name not in found}
    return rest | ({"text": content} if found else {}) | ({"role": role} if role else {})


def _role(row: Mapping[str, Any]) -> str | None:
    """The role under its own name; None where none is known, which the reading of rows settles."""
    given = (row[name] for name in ROLE if isinstance(row.get(name), str))
    return next((ROLES[value.lower()] for value in given if value.lower() in ROLES), None)


def _calls(row: Mapping[str, Any]) -> bool:
    content = row.get("content")
    parts = content if isinstance(content, list) else []
    return any(row.get(name) for name in CALLS) or any("tool" in kind_of(p) for p in parts if isinstance(p, dict))
