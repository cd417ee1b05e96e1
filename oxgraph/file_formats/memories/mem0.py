"""mem0: its local Qdrant store, its history in SQLite, and what `get_all` returns as JSON.

A store's points are pickles. They are read by a reader that makes nothing but plain values, so that a file from
elsewhere runs no code, and needs no package of Qdrant's.
"""

import io
import pickle
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.memories.found import USER, Found, FoundMemory, FoundMessage, Source, mostly, said_by
from oxgraph.file_formats.memories.sqlite_files import opened, rows
from oxgraph.file_formats.memories.wording import type_of

POINTS = "storage.sqlite"
ENTITIES = "_entities"
"""Ends the name of the collection in which mem0 keeps which memories share an entity."""

Row = Mapping[str, Any]


class Version(NamedTuple):
    """A step of a memory's life."""

    event: str
    old: str | None
    new: str | None
    at: datetime | None


@dataclass
class Mem0(Source):
    """The files of one mem0, each of which may be missing."""

    kind: str = "mem0"
    stores: list[Path] = field(default_factory=list)
    histories: list[Path] = field(default_factory=list)
    lists: list[tuple[str, list[Any]]] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def __iter__(self) -> Iterator[Found]:
        """Messages, then what was deleted, since it may have been said again, then memories with their versions."""
        versions: dict[str, list[Version]] = {}
        for path in self.histories:
            try:
                with closing(opened(path)) as db:
                    yield from self._messages(db)
                    self._read(db, versions)
            except InvalidInput as error:
                self.refuse_file(str(path), error)
        for key in [key for key, steps in versions.items() if steps[-1].event == "DELETE"]:
            yield from self._deleted(key, versions.pop(key))
        for row in self._stored_rows():
            yield from self._memory(row, versions.pop(str(row.get("id")), []))
        self.left_out["history of a memory that no store here holds"] += len(versions)

    def _deleted(self, key: str, versions: list[Version]) -> Iterator[FoundMemory]:
        self.left_out["deleted memory"] += 1
        self.seen.add(key)
        at = versions[-1].at
        for text in {one.old for one in versions if one.old} if at else ():
            yield FoundMemory(said_by(key, text), text, valid_to=at, deleted=True)

    def _stored_rows(self) -> Iterator[Row]:
        for path in self.stores:
            try:
                yield from self._points(path)
            except InvalidInput as error:
                self.refuse_file(str(path), error)
        for place, elements in self.lists:
            for number, one in enumerate(elements, 1):
                if isinstance(one, dict):
                    yield one
                else:
                    element = f"{place}, element {number}"
                    self.refuse_file(element, InvalidInput(field=element, reason="is no JSON object"))

    def _points(self, path: Path) -> Iterator[Row]:
        with closing(opened(path)) as db:
            for row in rows(db, "SELECT id, point FROM points"):
                try:
                    point = PlainUnpickler(io.BytesIO(row["point"])).load().state
                    yield {**point["payload"], "id": point["id"]}
                except Exception as error:  # a pickle may break in any way
                    self.refuse("a point", f"{type(error).__name__}: {error}")

    def _memory(self, row: Row, versions: list[Version]) -> Iterator[FoundMemory]:
        text = row.get("data") or row.get("memory") or row.get("text")
        key = str(row.get("id") or "")
        if not isinstance(text, str) or not text.strip() or not key:
            self.left_out["memory without text or id"] += 1
            return
        if key in self.seen:
            self.left_out["memory that another file holds too"] += 1
            return
        self.seen.add(key)
        created = self.time(row.get("created_at"))
        changes = [one for one in versions if one.event == "UPDATE" and one.old and one.at]
        changes.sort(key=lambda one: one.at)  # type: ignore[arg-type,return-value]
        began, replaces = created, None
        for change in changes:
            if change.old and began and change.at and began < change.at:
                former = self._of(row, change.old, began, change.at, replaces)
                yield former
                began, replaces = change.at, former.key
        if not changes and row.get("updated_at"):
            began = self.time(row["updated_at"]) or began
        ends = self.time(row.get("expiration_date"))
        if ends is not None and began is not None and ends <= began:
            self.left_out["memory that had expired when it was written"] += 1
            return
        yield self._of(row, text, began, ends, replaces)._replace(item=key)

    def _of(
        self, row: Row, text: str, begins: datetime | None, ends: datetime | None, replaces: str | None
    ) -> FoundMemory:
        user = _text(row.get("user_id"))
        own = user is not None and row.get("attributed_to", "user") == "user"
        metadata = row.get("metadata") if isinstance(row.get("metadata"), dict) else {}
        categories = row.get("categories") or metadata.get("categories") or row.get("category")  # type: ignore[union-attr]
        return FoundMemory(
            said_by(str(row["id"]), text),
            text,
            type=type_of(text),
            subject=USER if own else None,
            category=_text(categories[0] if isinstance(categories, list) and categories else categories),
            user_id=user,
            agent_id=_text(row.get("agent_id")),
            valid_to=ends,
            stated_at=begins,
            replaces=replaces,
        )

    def _messages(self, db: sqlite3.Connection) -> Iterator[FoundMessage]:
        for row in rows(db, "SELECT id, session_scope, role, content, name, created_at FROM messages ORDER BY rowid"):
            if not row["content"] or row["role"] not in ("user", "assistant"):
                self.left_out["message of a system or tool, or empty"] += 1
                continue
            scope = dict(part.partition("=")[::2] for part in str(row["session_scope"]).split("&"))
            yield FoundMessage(
                key=row["id"],
                conversation_id=f"mem0:{row['session_scope']}",
                role=row["role"],
                text=str(row["content"]),
                said_at=self.time(row["created_at"]),
                id=row["id"],
                speaker=row["name"],
                user_id=scope.get("user_id"),
                agent_id=scope.get("agent_id"),
            )

    def _read(self, db: sqlite3.Connection, versions: dict[str, list[Version]]) -> None:
        asked = (
            "SELECT memory_id, old_memory, new_memory, event, created_at, updated_at, is_deleted FROM history "
            "ORDER BY rowid"
        )
        for row in rows(db, asked):
            at = self.time(row["updated_at"] or row["created_at"])
            event = "DELETE" if row["is_deleted"] else str(row["event"])
            one = Version(event, row["old_memory"], row["new_memory"], at)
            versions.setdefault(str(row["memory_id"]), []).append(one)


def listed(value: Any) -> list[Any] | None:
    """The memories in a JSON document of `get_all` or `search`; None where it is another document."""
    found = value.get("results", value.get("memories")) if isinstance(value, dict) else value
    if not isinstance(found, list):
        return None
    if isinstance(value, dict) and not found:
        return found  # of a user without memories
    return found if mostly([isinstance(one, dict) and "memory" in one and "id" in one for one in found]) else None


def _text(value: Any) -> str | None:
    return str(value) if isinstance(value, str | int) and str(value).strip() else None


class Plain:
    """Whatever a pickle makes of a class: its state."""

    def __init__(self, *given: Any) -> None:
        self.state: Any = given

    def __setstate__(self, state: Any) -> None:
        self.state = state.get("__dict__", state) if isinstance(state, dict) else state


class PlainUnpickler(pickle.Unpickler):
    """Reads a pickle without any class of it: every one becomes a `Plain`, and no code of it runs."""

    def find_class(self, module: str, name: str) -> Any:
        """What stands for a class."""
        return Plain


def points_of(folder: Path) -> Iterable[Path]:
    """The collections of a local Qdrant store that hold memories."""
    return (path for path in sorted(folder.glob(f"collection/*/{POINTS}")) if not path.parent.name.endswith(ENTITIES))
