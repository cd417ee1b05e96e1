"""Stores and exports of other memories, recognised by their content.

A source gives what it holds as memories, messages and entities (`found`); it knows no server.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.json_documents import Elements, Sources
from oxgraph.file_formats.lines import unreadable
from oxgraph.file_formats.memories import chatgpt, langgraph, letta, mem0
from oxgraph.file_formats.memories.chatgpt import ChatGPT
from oxgraph.file_formats.memories.found import Found, FoundEntity, FoundMemory, FoundMessage, Source
from oxgraph.file_formats.memories.langgraph import LangGraph
from oxgraph.file_formats.memories.letta import Letta
from oxgraph.file_formats.memories.mem0 import Mem0, points_of
from oxgraph.file_formats.memories.tables import columns, is_sqlite, opened

__all__ = ["Found", "FoundEntity", "FoundMemory", "FoundMessage", "Source", "sources_of"]

LARGEST = 512 * 1024 * 1024
"""Bytes of a JSON document that is read whole."""

UNKNOWN = "is no store or export of mem0, LangGraph, Letta or ChatGPT that is known here"
ZIP = b"PK"


class Unknown(Source):
    """A file that is nothing known: it counts as unreadable."""

    def __iter__(self) -> Iterator[Found]:
        """Nothing."""
        self.unreadable += 1
        self.refusals.append(f"{self.place}: {UNKNOWN}")
        return iter(())


def sources_of(paths: Iterable[str]) -> list[Source]:
    """What stands under some paths; the files of one mem0 are one source. Raises InvalidInput for what is not there."""
    ours = Mem0(place="mem0")
    found: list[Source] = []
    for name in dict.fromkeys(paths):
        try:
            path = Path(name).expanduser()
            if path.is_dir():
                found += _folder(path, ours)
            elif path.is_file():
                found.append(_file(path, ours))
            else:
                raise InvalidInput(field=name, reason="is no file and no folder")
        except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: `~NAME` of nobody
            raise unreadable(name, error) from error
    return [
        *([ours] if ours.stores or ours.histories or ours.lists else []),
        *(one for one in found if one is not ours),
    ]


def _folder(folder: Path, ours: Mem0) -> list[Source]:
    """The files in a folder and below it; a local Qdrant store counts as one."""
    roots = {mark.parent for mark in folder.rglob("meta.json") if (mark.parent / "collection").is_dir()}
    for root in sorted(roots):
        ours.stores += points_of(root)
    inside = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and not any(root in path.parents for root in roots)
    ]
    return [_file(path, ours) for path in inside]


def _file(path: Path, ours: Mem0) -> Source:
    if is_sqlite(path):
        return _tables(path, ours)
    with path.open("rb") as file:
        start = file.read(4096)
    if start.startswith(ZIP):
        return _conversations(path)
    if start.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"[", b"{"):
        return _document(path, ours)
    return _text(path)


def _tables(path: Path, ours: Mem0) -> Source:
    with closing(opened(path)) as db:
        tables = columns(db)
    if {"memory_id", "old_memory", "new_memory", "event"} <= tables.get("history", set()):
        ours.histories.append(path)
        return ours
    if {"prefix", "key", "value"} <= tables.get("store", set()):
        return LangGraph(place=str(path), items=langgraph.of_table(path))
    if {"id", "point"} <= tables.get("points", set()):
        ours.stores.append(path)
        return ours
    return Unknown(place=str(path))


def _document(path: Path, ours: Mem0) -> Source:
    if path.stat().st_size > LARGEST:
        return _conversations(path)
    try:
        value = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError):
        return _lines(path, ours)
    return _known(path, value, ours)


def _lines(path: Path, ours: Mem0) -> Source:
    """JSON lines of one format."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
        if line.strip():
            try:
                rows.append(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise InvalidInput(field=f"{path}, line {number}", reason=f"is not JSON: {error}") from None
    return _known(path, rows, ours)


def _known(path: Path, value: Any, ours: Mem0) -> Source:
    if letta.is_letta(value):
        return Letta(place=str(path), document=value)
    rows = mem0.listed(value)
    if rows is not None:
        ours.lists.append(rows)
        return ours
    items = langgraph.listed(value)
    if items is not None:
        return LangGraph(place=str(path), items=items)
    if isinstance(value, list) and any(isinstance(one, dict) and "mapping" in one for one in value):
        return ChatGPT(place=str(path), conversations=[one for one in value if isinstance(one, dict)])
    memories = chatgpt.listed(value)
    return ChatGPT(place=str(path), memories=memories) if memories is not None else Unknown(place=str(path))


def _conversations(path: Path) -> Source:
    """A zip of ChatGPT's, or its conversations.json of any size, read one conversation at a time."""

    def each() -> Iterator[dict[str, Any]]:
        for source, read in Sources([str(path)]):
            for element in Elements(source, read):
                yield element.value

    return ChatGPT(place=str(path), conversations=each())


def _text(path: Path) -> Source:
    """A text, a memory a line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return Unknown(place=str(path))
    return ChatGPT(place=str(path), memories=[text]) if text.strip() else Unknown(place=str(path))
