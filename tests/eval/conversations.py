"""The measuring conversations, read from ../shared at run time, as messages for ingest."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oxgraph.client.ingestion.reading import Conversations
from oxgraph.client.traces.reading import TraceFiles
from oxgraph.types.ingest import NewMessage

SHARED = Path(__file__).parents[3] / "shared" / "eval"


def files(name: str) -> list[Path]:
    """The files of a set."""
    pattern = {"locomo": "locomo/*.turns.jsonl", "beam": "beam/turns.jsonl.gz"}[name]
    return sorted(SHARED.glob(pattern))


def messages(name: str) -> list[NewMessage]:
    """All messages of a set, in order."""
    return list(Conversations(TraceFiles([str(path) for path in files(name)])))


def by_conversation(found: list[NewMessage]) -> dict[str, list[NewMessage]]:
    """The messages of each conversation."""
    result: dict[str, list[NewMessage]] = {}
    for message in found:
        result.setdefault(message.conversation_id or "", []).append(message)
    return result


def knowledge_updates() -> Iterator[dict[str, Any]]:
    """Questions with the statements, old to new, that answer them."""
    path = SHARED / "longmemeval" / "knowledge_updates.jsonl"
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)
