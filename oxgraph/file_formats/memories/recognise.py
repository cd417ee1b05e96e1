"""Tells from a file's content which program wrote it, and reads it as a source."""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.json_documents import Elements, Sources
from oxgraph.file_formats.lines import GZIP_MAGIC, NOT_UTF_8, UTF_16, shown, unreadable
from oxgraph.file_formats.memories import chatgpt, cogx, langgraph, letta, mem0, zep
from oxgraph.file_formats.memories.chatgpt import ChatGPT
from oxgraph.file_formats.memories.cogx import Cogx
from oxgraph.file_formats.memories.found import Found, Source
from oxgraph.file_formats.memories.langgraph import LangGraph
from oxgraph.file_formats.memories.letta import Letta
from oxgraph.file_formats.memories.mem0 import Mem0, points_of
from oxgraph.file_formats.memories.sqlite_files import columns, is_sqlite, opened
from oxgraph.file_formats.memories.zep import Zep

LARGEST = 512 * 1024 * 1024
"""Bytes of a JSON document that is read whole."""

PATH = 4_096
"""Characters of a path that are shown."""

UNKNOWN = (
    "is no store or export of mem0, LangGraph, Letta, Zep, cognee or ChatGPT that is known here, and no list of "
    "memories in JSON, each with its `text` (or `memory`, `content`)"
)
MESSAGES = (
    "holds messages, no memories: `oxgraph chat import` stores them, with --ingest it also makes memories of them"
)
ZIP = b"PK"
MARKUP = b"<"
TEXTS = ("", ".txt", ".text", ".md")
"""How the name of a text ends that is read as memories, one a line. Programs, tables and logs are none."""

BEGINNING = 2
"""Lines at the beginning of which one must be JSON where a file is JSON lines."""


DATED = re.compile(rb"\[\d{4}-\d{2}-\d{2}\]")
"""Begins a line of the text that ChatGPT's settings show; JSON never begins so."""


class Unknown(Source):
    """A file that is nothing known, or cannot be read (`error`): it counts as unreadable."""

    def __init__(self, path: Path, error: Exception | None = None) -> None:
        super().__init__(place=shown(str(path), PATH))
        self.error = error or InvalidInput(field=self.place, reason=UNKNOWN)

    def __iter__(self) -> Iterator[Found]:
        """Nothing."""
        self.refuse_file(self.place, self.error)
        return iter(())


def _unknown(path: Path, reason: str) -> Unknown:
    return Unknown(path, InvalidInput(field=shown(str(path), PATH), reason=reason))


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
    archives = sorted(mark.parent for mark in folder.rglob(cogx.MANIFEST) if cogx.is_archive(mark.parent))
    roots.update(archives)
    inside = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and not any(root in path.parents for root in roots)
    ]
    return [*(_archive(root) for root in archives), *(_file(path, ours) for path in inside)]


def _archive(root: Path) -> Source:
    """The files of an archive of cognee's, in one source: its facts name its entities."""
    source = Cogx(place=shown(str(root), PATH))
    for name in (*cogx.FILES, cogx.NODES):
        if not (root / name).is_file():
            continue
        try:
            rows, refused = _rows(root / name)
        except OSError as error:
            source.refuse_file(shown(str(root / name), PATH), error)
            continue
        (source.nodes if name == cogx.NODES else source.records).extend(rows)
        for place, why in refused:
            source.refuse_file(place, why)
    return source


def _file(path: Path, ours: Mem0) -> Source:
    """What a file holds; one that cannot be read is counted, as the others beside it are to be imported."""
    try:
        return _recognised(path, ours)
    except (InvalidInput, OSError, ValueError, RecursionError, sqlite3.Error) as error:
        return Unknown(path, error)


def _recognised(path: Path, ours: Mem0) -> Source:
    if is_sqlite(path):
        return _database(path, ours)
    with path.open("rb") as file:
        start = file.read(4096)
    if start.startswith(ZIP):
        return _conversations(path)
    if start.startswith(GZIP_MAGIC):
        return _unknown(path, "is gzipped; unpack it first")
    if start.startswith(UTF_16):
        return _unknown(path, NOT_UTF_8)
    text = start.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text[:1] in (b"[", b"{") and not DATED.match(text):
        return _document(path, ours)
    return Unknown(path) if text.startswith(MARKUP) else _text(path)


def _database(path: Path, ours: Mem0) -> Source:
    with closing(opened(path)) as db:
        tables = columns(db)
    if {"memory_id", "old_memory", "new_memory", "event"} <= tables.get("history", set()):
        ours.histories.append(path)
        return ours
    if {"prefix", "key", "value"} <= tables.get("store", set()):
        return LangGraph(place=str(path), items=langgraph.of_sqlite(path))
    if {"id", "point"} <= tables.get("points", set()):
        ours.stores.append(path)
        return ours
    return Unknown(path)


def _document(path: Path, ours: Mem0) -> Source:
    if path.stat().st_size > LARGEST:
        return _conversations(path)
    try:
        value = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError):
        return _lines(path, ours)
    return _known(path, value, ours)


def _lines(path: Path, ours: Mem0) -> Source:
    """JSON lines of one format. Lines that are not JSON are counted, but one of the first two must be.

    A document that was cut off is none: some of its lines may be JSON by chance.
    """
    rows, refused = _rows(path)
    if not any(isinstance(one, dict) for one in rows):
        return Unknown(path, refused[0][1] if refused else None)
    source = _known(path, rows, ours)
    if not isinstance(source, Unknown):
        for where, why in refused:
            source.refuse_file(where, why)
    return source


def _rows(path: Path) -> tuple[list[Any], list[tuple[str, InvalidInput]]]:
    """The values of JSON lines, and the lines that are none; only the first two of a file that is no JSON lines."""
    rows: list[Any] = []
    refused: list[tuple[str, InvalidInput]] = []
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            rows.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            reason = "is nested too deeply" if isinstance(error, RecursionError) else f"is not JSON: {error}"
            place = f"{shown(str(path), PATH)}, line {number}"
            refused.append((place, InvalidInput(field=place, reason=reason)))
        if len(rows) + len(refused) == BEGINNING and not any(isinstance(one, dict) for one in rows):
            break
    return rows, refused


def _known(path: Path, value: Any, ours: Mem0) -> Source:
    if letta.is_letta(value):
        return Letta(place=str(path), document=value)
    records = cogx.listed(value)
    if records is not None:
        return Cogx(place=shown(str(path), PATH), records=records)
    rows = mem0.listed(value)
    if rows is not None:
        ours.lists.append((shown(str(path), PATH), rows))
        return ours
    items = langgraph.listed(value)
    if items is not None:
        return LangGraph(place=str(path), items=items)
    if isinstance(value, list) and any(isinstance(one, dict) and "mapping" in one for one in value):
        return ChatGPT(place=str(path), conversations=value)
    return _plain(path, value)


def _plain(path: Path, value: Any) -> Source:
    """A list of facts, or of memories written by no program that is known."""
    if chatgpt.is_chat(value):
        return _unknown(path, MESSAGES)
    graph = zep.listed(value)
    if graph is not None:
        edges, nodes, episodes = graph
        return Zep(place=str(path), edges=edges, nodes=nodes, episodes=episodes)
    memories = chatgpt.listed(value)
    if memories is None:
        return _unknown(path, "is empty") if value == [] else Unknown(path)
    return ChatGPT(place=str(path), memories=memories, shown_as="list")


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
        return Unknown(path)
    if not text.strip():
        return _unknown(path, "is empty")
    if path.suffix.lower() not in TEXTS:
        return _unknown(path, f"{UNKNOWN}; a text with a memory a line has a name that ends in .txt or .md")
    return ChatGPT(place=str(path), memories=[text])
