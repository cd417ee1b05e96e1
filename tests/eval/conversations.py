"""The measuring conversations, read from ../shared at run time, as messages for ingest."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oxgraph.file_formats.lines import LineFiles
from oxgraph.file_formats.message_rows import Conversations
from oxgraph.types.ingest import NewMessage

SHARED = Path(__file__).parents[3] / "shared" / "eval"


SETS = {
    "locomo": ("locomo/*.turns.jsonl", "conversation"),
    "beam": ("beam/turns.jsonl.gz", "conversation"),
    "longmemeval": ("longmemeval/*.turns.jsonl.gz", "question_id"),
}
"""The files of each set, and the field that tells whose memory a turn belongs to."""


def users(name: str) -> dict[str, list[NewMessage]]:
    """The messages of a set, in order, by whose memory they belong to."""
    pattern, owner = SETS[name]
    found: dict[str, list[NewMessage]] = {}
    for path in sorted(SHARED.glob(pattern)):
        owners = [f"{path.name}-{json.loads(line.text)[owner]}" for line in LineFiles([str(path)])]
        messages = Conversations(LineFiles([str(path)]))
        for whose, message in zip(owners, messages, strict=True):
            found.setdefault(whose, []).append(message)
    return found


def knowledge_updates() -> Iterator[dict[str, Any]]:
    """Questions with the statements, old to new, that answer them."""
    path = SHARED / "longmemeval" / "knowledge_updates.jsonl"
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)
