"""The import of other memories: their statements, messages and entities, by the calls that write ours.

Ids come from the names that things have in their source, so that the same source again, in another order, or after an
interruption, writes nothing twice.
"""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from oxgraph.client._sync.memory import Memory
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.client.roles import require_user
from oxgraph.errors import InvalidInput, MemoryDisabled, MemoryReplaced, NotFound
from oxgraph.file_formats.lines import shown
from oxgraph.file_formats.memories import Found, FoundEntity, FoundMemory, FoundMessage, Source, sources_of
from oxgraph.file_formats.memories.found import SHOWN, USER, said_by
from oxgraph.ids import stable_id
from oxgraph.imports.langgraph_postgres import is_postgres, postgres_source
from oxgraph.imports.memory_graphs import HERE, graph_sources, is_graph
from oxgraph.imports.wait_for_server import WAIT_SECONDS, Notify, RetryPolicy
from oxgraph.types import MemoryRow, NewMemory, Remembered, limits
from oxgraph.types.ingest import TEXT, NewMessage
from oxgraph.types.results import Result

BATCH = 200
"""Things that go into one call."""

PAGE = 1_000
"""Memories that are read at once."""

SPACE = re.compile(r"\s+")
KIND = "imported"
"""The kind of the derived ids."""

AT = "@"
"""In the evidence of what an item said: between the item and when it said so."""

TIME = 40
"""Characters of a time there, at most."""


class MemoryImport(Result):
    """The result of an import from other memories.

    `sources` counts the stores by what wrote them (`list`: nothing says what). Of the `memories`, `created` are new,
    `merged` said what was there, `unchanged` were imported before, of which `deleted` have been deleted or erased here
    since and stay away; `rejected` are below the workspace's least confidence; `ended` hold no longer.
    `left_out` counts what has no place here or was deleted there, by its reason; `unreadable` what could not be read
    or does not fit, of which `refusals` names the first.
    """

    sources: dict[str, int]
    memories: int
    created: int
    merged: int
    unchanged: int
    deleted: int
    rejected: int
    ended: int
    by_type: dict[str, int]
    messages: int
    messages_written: int
    entities: int
    entities_created: int
    users: int
    left_out: dict[str, int]
    naive_times: int
    unreadable: int
    refusals: tuple[str, ...]
    seconds: float


@dataclass
class _Held:
    """Memories by their ids, and by the items that their evidence names."""

    by_id: dict[str, MemoryRow] = field(default_factory=dict)
    of_items: dict[str, list[MemoryRow]] = field(default_factory=dict)

    def add(self, row: MemoryRow) -> None:
        """Takes one in."""
        self.by_id[row.id] = row
        for item in {source.rpartition(AT)[0] for source in row.evidence if AT in source}:
            self.of_items.setdefault(item, []).append(row)


@dataclass
class _Import:
    """One import into one workspace."""

    memory: Memory
    user_id: str | None
    shared: bool
    progress: Progress
    notify: Notify
    wait_seconds: float
    counts: Counter[str] = field(default_factory=Counter)
    by_type: Counter[str] = field(default_factory=Counter)
    users: set[str] = field(default_factory=set)
    refusals: list[str] = field(default_factory=list)
    messages: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    holding: dict[str | None, "_Held"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        uri = self.memory._access.graph.uri if self.memory.has_login else "oxgraph serve"
        self.retry = RetryPolicy(uri, "memories", lambda: self.counts["created"], self.notify, self.wait_seconds)

    def run(self, source: Source) -> None:
        """Imports one source."""
        self.messages.clear()
        self.kept.clear()
        self.holding.clear()
        now = self.memory.telemetry.now()
        batch: list[Found] = []
        after_deleted = False
        for found in self._held(source):
            waits = isinstance(found, FoundMemory) and (found.replaces is not None or after_deleted)
            after_deleted = isinstance(found, FoundMemory) and found.deleted
            # Equal messages without an id get different ids from their order within one call.
            full = len(batch) >= BATCH and not (isinstance(found, FoundMessage) and found.id is None)
            if batch and (full or type(found) is not type(batch[0]) or waits):
                self._write(source, batch, now)
                batch = []
            batch.append(found)
        self._write(source, batch, now)

    def _held(self, source: Source) -> Iterator[Found]:
        """What a source holds, as far as it can be read; of a server every error ends the import."""
        if not source.is_file:
            yield from source
            return
        try:
            yield from source
        except Exception as error:  # a file of another program may be broken in any way
            source.refuse_file(source.place, error)

    def _known(self, source: Source, found: FoundMemory) -> Iterator[FoundMemory]:
        """What is written of it: of a memory that was deleted in its source what holds here, of whichever user."""
        if not found.deleted:
            yield found
            return
        for user in (None, *sorted(self.users)):
            id = self._id(source, found._replace(user_id=user), found.key)
            row = self._holding(self._owner(user)).by_id.get(id)
            if row is not None:
                about = USER if row.subject == user else row.subject
                yield found._replace(user_id=user, type=row.type, subject=about, category=row.category)

    def _write(self, source: Source, batch: list[Found], now: datetime) -> None:
        if not batch:
            return
        if isinstance(batch[0], FoundMessage):
            self._messages(source, [one for one in batch if isinstance(one, FoundMessage)], now)
        elif isinstance(batch[0], FoundEntity):
            self._entities(source, [one for one in batch if isinstance(one, FoundEntity)])
        else:
            self._memories(source, [one for one in batch if isinstance(one, FoundMemory)], now)
        self.progress(sum(self.counts[name] for name in ("memories", "messages", "entities")), 0)

    def _named(self, user_id: str | None) -> str | None:
        """The user whom a source or the caller names."""
        return None if self.shared else user_id or self.user_id

    def _owner(self, user_id: str | None) -> str | None:
        owner = self._named(user_id) or self.memory._access.user_id or None
        if owner is not None:
            self.users.add(owner)
        return owner

    def _messages(self, source: Source, found: list[FoundMessage], now: datetime) -> None:
        """Stores messages, each conversation of a user by a call of its own."""
        talks: dict[tuple[str, str | None, str | None, str | None], list[tuple[FoundMessage, NewMessage]]] = {}
        for one in found:
            try:
                said_at = min(one.said_at, now) if one.said_at else None
                message = NewMessage(
                    role=one.role,  # type: ignore[arg-type]
                    text=one.text[:TEXT],
                    said_at=said_at,
                    id=one.id,
                    speaker=_line(one.speaker),
                )
            except InvalidInput as error:
                self._refuse(source, "a message", error)
                continue
            talk = (one.conversation_id, self._owner(one.user_id), one.agent_id, one.title)
            talks.setdefault(talk, []).append((one, message))
        for (conversation, user, agent, title), messages in talks.items():
            try:
                added = self.retry.call(
                    lambda messages=messages, conversation=conversation, user=user, agent=agent, title=title: (  # type: ignore[misc]
                        self.memory.episodic.add_messages(
                            [message for _, message in messages],
                            conversation_id=conversation,
                            user_id=user,
                            agent_id=agent,
                            title=title,
                        )
                    )
                )
            except InvalidInput as error:
                self._refuse(source, f"messages of the conversation {conversation}", error, len(messages))
                continue
            if added.reason == "memory_disabled":
                raise MemoryDisabled(workspace=self.memory.name)
            self.counts["messages"] += len(messages)
            self.counts["messages_written"] += added.written
            self.messages.update((one.key, id) for (one, _), id in zip(messages, added.ids, strict=True))

    def _entities(self, source: Source, found: list[FoundEntity]) -> None:
        """Resolves names to entities, and describes those that have no description yet.

        Not those of one user, which others are not to find: memories that name them make them, for that user.
        """
        entities = self.memory.semantic.entities
        of_all = [one for one in found if self.shared or one.user_id is None]
        source.left_out["entity of one user, made with the memories that name it"] += len(found) - len(of_all)
        fitting = [one._replace(name=_line(one.name) or "") for one in of_all]
        fitting = [one for one in fitting if any(character.isalnum() for character in one.name)]
        self.counts["unreadable"] += len(of_all) - len(fitting)
        try:
            erased = self._erased(fitting)
            source.left_out["entity that was erased here"] += len(erased)
            fitting = [one for one in fitting if one not in erased]
            if not fitting:
                return
            resolved = self.retry.call(lambda: entities.resolve(_names(fitting)))
        except InvalidInput as error:
            if len(fitting) == 1:
                self._refuse(source, fitting[0].name, error)
                return
            for one in fitting:
                self._entities(source, [one])
            return
        for one, row in zip(fitting, resolved, strict=True):
            self.counts["entities"] += 1
            self.counts["entities_created"] += row.created
            try:
                if one.description and not entities.get(row.entity_id).properties.get("description"):
                    entities.update(row.entity_id, description=one.description[: limits.INTENT])
                for alias in one.aliases:
                    entities.alias(row.entity_id, alias)
            except (InvalidInput, NotFound) as error:
                self._refuse(source, one.name, error)

    def _erased(self, found: list[FoundEntity]) -> set[FoundEntity]:
        """Those that were here and have been erased."""
        semantic = self.memory.semantic
        resolved = self.retry.call(lambda: semantic.entities.resolve(_names(found), create=False)) if found else []
        return {
            one
            for one, row in zip(found, resolved, strict=True)
            if row.stage == "new" and self._was_erased(row.entity_id)
        }

    def _was_erased(self, entity_id: str) -> bool:
        try:
            return self.retry.call(lambda: self.memory.semantic.why(entity_id)).status == "deleted"
        except NotFound:
            return False

    def _memories(self, source: Source, found: list[FoundMemory], now: datetime) -> None:
        """Remembers statements together; where the server refuses one of them, each by itself."""
        made: list[tuple[FoundMemory, NewMemory]] = []
        for one in (known for held in found for known in self._known(source, held)):
            try:
                made.append((one, self._memory(source, one, now)))
            except UnicodeEncodeError:
                reason = "is no valid Unicode text: it has half of a surrogate pair"
                self._refuse(source, one.content, InvalidInput(field="content", reason=reason))
            except InvalidInput as error:
                self._refuse(source, one.content, error)
        if not made:
            return
        try:
            self._remember(made)
        except (InvalidInput, MemoryReplaced):
            for one, memory in made:
                try:
                    self._remember_one(one, memory)
                except InvalidInput as error:
                    self._refuse(source, one.content, error)

    def _remember_one(self, one: FoundMemory, memory: NewMemory) -> None:
        try:
            self._remember([(one, memory)])
        except MemoryReplaced:  # Here something else has taken the place of what it said before; the rules decide.
            self._remember([(one, memory.model_copy(update={"supersedes": ()}))])

    def _remember(self, made: list[tuple[FoundMemory, NewMemory]]) -> None:
        rows: list[Remembered] = self.retry.call(
            lambda: self.memory.semantic.remember_many([memory for _, memory in made])
        )
        ended = {
            number: self._ended(one, memory)
            for number, ((one, memory), row) in enumerate(zip(made, rows, strict=True))
            if memory.valid_to is not None and row.outcome == "unchanged" and self._holds(row.memory_id)
        }
        if ended:
            said = self.retry.call(lambda: self.memory.semantic.remember_many(list(ended.values())))
            rows = [dict(zip(ended, said, strict=True)).get(number, row) for number, row in enumerate(rows)]
        for (one, _), row in zip(made, rows, strict=True):
            if row.reason == "memory_disabled":
                raise MemoryDisabled(workspace=self.memory.name)
            self.counts["memories"] += 1
            self.counts[row.outcome] += 1
            self.counts["deleted"] += row.reason == "deleted"
            self.counts["ended"] += one.valid_to is not None
            self.by_type[one.type] += 1
            if row.memory_id is not None:
                self.kept[one.key] = row.memory_id

    def _holds(self, memory_id: str | None) -> bool:
        """Whether a memory that was imported before is still thought to hold without an end."""
        if memory_id is None:
            return False
        try:
            found = self.retry.call(lambda: self.memory.semantic.get(memory_id))
        except NotFound:
            return False
        return found.valid_to is None and found.status in ("active", "expired")

    def _ended(self, one: FoundMemory, memory: NewMemory) -> NewMemory:
        """A statement that has ended in its source since it was imported, to be said once more with its end."""
        named: list[str | None] = [str(memory.id), str(one.valid_to)]
        again = stable_id(self.memory.workspace_id, KIND, named)
        return memory.model_copy(update={"id": again, "supersedes": ()})  # what it superseded, it has superseded

    def _memory(self, source: Source, one: FoundMemory, now: datetime) -> NewMemory:
        """The statement as ours. Raises InvalidInput for what does not fit."""
        owner = self._owner(one.user_id)
        stated = min(one.stated_at, now) if one.stated_at else None
        id = self._id(source, one, one.key)
        replaced = self.kept.get(one.replaces) if one.replaces else None
        if replaced is None and one.item and stated:
            replaced = self._former(source, one, one.item, stated)
            if replaced is not None and self._was_superseded(id):
                id = self._again(id, stated)  # the item says once more what it had said before
        begins = one.valid_from
        if begins and one.valid_to and begins >= one.valid_to:
            begins = None  # of its beginning nothing is known; it held until its end
        given: dict[str, Any] = {
            "type": one.type,
            "content": one.content[: limits.CONTENT],
            "subject": self._party(one.subject, owner, one.user_id or self.user_id),
            "subject_type": _line(one.subject_type),
            "predicate": _line(one.predicate),
            "object": self._party(one.object, owner, one.user_id or self.user_id),
            "object_type": _line(one.object_type),
            "category": _line(one.category),
            "confidence": one.confidence,
            "user_id": owner,
            "agent_id": _line(one.agent_id),
            "valid_from": begins,
            "valid_to": one.valid_to,
            "stated_at": stated,
            "evidence": [*(self.messages[key] for key in one.evidence if key in self.messages), *_sayings(source, one)],
            "supersedes": [replaced] if replaced else [],
            "id": id,
        }
        return NewMemory(**{name: value for name, value in given.items() if value is not None})

    def _id(self, source: Source, one: FoundMemory, key: str) -> str:
        return stable_id(self.memory.workspace_id, KIND, [source.kind, self._named(one.user_id) or "", key])

    def _again(self, id: str, at: datetime) -> str:
        """The id of a statement that was superseded, and is made once more."""
        return stable_id(self.memory.workspace_id, KIND, [id, str(at)])

    def _former(self, source: Source, one: FoundMemory, item: str, stated: datetime) -> str | None:
        """The memory, of those that hold, of what an item had said when it was imported before; None for no other."""
        held, category = self._holding(self._owner(one.user_id)), _line(one.category)
        there = held.by_id.get(self._id(source, one, one.key))
        if there is not None and there.category == category:
            return None
        for row in held.of_items.get(_item(source, item), ()):
            if row.category == category and row.content != one.content and row.valid_from < stated:
                id = self._id(source, one, said_by(item, row.content))
                if row.id in (id, self._again(id, row.valid_from)):
                    return row.id
        return None

    def _holding(self, owner: str | None) -> "_Held":
        """The memories of a user, or the shared ones, that held at a source's beginning."""
        if owner not in self.holding:
            held = self.holding.setdefault(owner, _Held())
            cursor: str | None = None
            while True:
                page = self.retry.call(
                    partial(self.memory.semantic.list_page, user_id=owner, limit=PAGE, cursor=cursor)
                )
                for row in page.items:
                    if (row.user_id or None) == owner:
                        held.add(row)
                cursor = page.next
                if cursor is None:
                    break
        return self.holding[owner]

    def _was_superseded(self, id: str) -> bool:
        try:
            return bool(self.retry.call(lambda: self.memory.semantic.get(id)).status == "superseded")
        except NotFound:
            return False

    def _party(self, name: str | None, owner: str | None, named: str | None) -> str | None:
        """A subject or object; `user` of a memory that belongs to nobody is the user by the name that is known."""
        if name == USER and owner is None:
            name = named
        return _line(name)

    def _refuse(self, source: Source, what: str, error: Exception, number: int = 1) -> None:
        self.counts["unreadable"] += number
        if len(self.refusals) < SHOWN:
            self.refusals.append(f"{source.place}, {shown(what)}: {error}")


def _names(found: list[FoundEntity]) -> list[dict[str, str | None]]:
    """What `resolve` takes."""
    return [{"name": one.name, "type": one.type} for one in found]


def _item(source: Source, item: str) -> str:
    """An item by its name and that of its source, as evidence begins."""
    return (_line(f"{source.kind}:{item}", limits.ID) or "")[: limits.ID - TIME]


def _sayings(source: Source, one: FoundMemory) -> tuple[str, ...]:
    """The evidence of what an item says, by which what it says later finds this."""
    said = f"{one.stated_at:%Y-%m-%dT%H:%M:%S.%fZ}" if one.stated_at else ""
    return (f"{_item(source, one.item)}{AT}{said}",) if one.item else ()


def _line(text: str | None, most: int = limits.NAME) -> str | None:
    """A name in one line, as names must be; None where nothing is left."""
    found = SPACE.sub(" ", text).strip()[:most] if text else ""
    return found or None


def import_memories(
    memory: Memory,
    sources: Iterable[str],
    *,
    user_id: str | None = None,
    shared: bool = False,
    source_login: tuple[str, str] | None = None,
    progress: Progress = no_progress,
    notify: Notify = lambda message: None,
    wait_seconds: float = WAIT_SECONDS,
) -> MemoryImport:
    """Imports what other memories hold: files, folders, and stores by their address. The same again changes nothing.

    A source is a file or folder of mem0, LangGraph, Letta, cognee or ChatGPT; `bolt://…` or `neo4j://…`, a Neo4j where
    graphiti or neo4j-agent-memory wrote, or `here`, the Neo4j of this connection; `postgresql://…`, LangGraph's
    Postgres. `source_login` is user and password of those Neo4j servers. A memory belongs to the user whom its source
    names, else to `user_id` (default: the user of `memory`, where it is that of one; else nobody, it is shared); with
    `shared` to nobody. `progress` is called with what was imported so far and 0, `notify` with a line of text while
    the server is waited for, up to `wait_seconds`.

    Raises InvalidInput for what is not there and for a single file that cannot be read, PermissionDenied for `shared`
    with the memory of one user, MemoryDisabled, ConnectionFailed, ImportInterrupted, and what every call raises; what
    was written before stays.
    """
    started = time.perf_counter()
    names = list(sources)
    if shared:
        require_user(memory._access.user_id, "")
    work = _Import(memory, user_id, shared, progress, notify, wait_seconds)
    found: list[Source] = []
    with ExitStack() as connections:
        for source in _sources(memory, names, source_login, connections):
            found.append(source)
            work.run(source)
    counts = work.counts
    _refuse_if_unreadable(names, found, counts)
    numbers = ("created", "merged", "unchanged", "deleted", "rejected", "ended", "memories")
    kinds = Counter(source.shown_as or source.kind or "unknown" for source in found)
    left_out: Counter[str] = sum((source.left_out for source in found), Counter())
    refusals = [*work.refusals, *(text for source in found for text in source.refusals)]
    return MemoryImport(
        sources=dict(kinds.most_common()),
        **{name: counts[name] for name in numbers},
        by_type=dict(work.by_type.most_common()),
        messages=counts["messages"],
        messages_written=counts["messages_written"],
        entities=counts["entities"],
        entities_created=counts["entities_created"],
        users=len(work.users),
        left_out=dict((+left_out).most_common()),
        naive_times=sum(source.naive_times for source in found),
        unreadable=counts["unreadable"] + sum(source.unreadable for source in found),
        refusals=tuple(refusals[:SHOWN]),
        seconds=round(time.perf_counter() - started, 3),
    )


def _refuse_if_unreadable(names: list[str], found: list[Source], counts: Counter[str]) -> None:
    """Raises InvalidInput where a single file was given and nothing in it could be read."""
    if len(names) != 1 or len(found) != 1 or is_graph(names[0]) or is_postgres(names[0]):
        return
    source, path = found[0], Path(names[0]).expanduser()
    taken = sum(counts[name] for name in ("memories", "messages", "entities", "unreadable"))
    if source.unreadable and not taken and not +source.left_out and path.is_file():
        raise InvalidInput(field=str(path), reason=source.refusals[0].removeprefix(str(path)).lstrip(",: "))


def _sources(
    memory: Memory, names: list[str], login: tuple[str, str] | None, connections: ExitStack
) -> Iterator[Source]:
    yield from sources_of(name for name in names if not (is_graph(name) or is_postgres(name)))
    for name in dict.fromkeys(names):
        if is_graph(name):
            if name == HERE and not memory.has_login:
                reason = "is read with the database's login; give --workspace instead of --token"
                raise InvalidInput(field=HERE, reason=reason)
            graph = memory._access.graph if name == HERE else _opened(name, login, connections)
            yield from graph_sources(graph, name)
        elif is_postgres(name):
            yield postgres_source(name)


def _opened(uri: str, login: tuple[str, str] | None, connections: ExitStack) -> Any:
    from oxgraph.graph import Graph

    graph = Graph.open(uri, login, check=False)
    connections.callback(graph.close)
    return graph
