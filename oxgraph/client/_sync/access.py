# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Access control: authorizes each call in a workspace, runs its statements, and counts what recall returned."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any, Self

from oxgraph.client._sync.timed_graph import TimedGraph
from oxgraph.client.concurrency import BackgroundTasks, Debounce, Outcome, Work
from oxgraph.client.recall_request import SpeakerCache
from oxgraph.client.roles import require, require_user
from oxgraph.clock import Clock, present
from oxgraph.cypher import statement
from oxgraph.errors import (
    ConnectionFailed,
    InvalidInput,
    OxgraphError,
    Unauthenticated,
    WorkspaceDeleted,
    WorkspaceImporting,
    WorkspaceMoving,
    WorkspaceNotFound,
)
from oxgraph.graph import Graph, Row
from oxgraph.ids import new_id, owned_id
from oxgraph.models import CrossEncoder, Embedder, LanguageModel
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import Role
from oxgraph.types.semantic_inputs import UserId

log = logging.getLogger("oxgraph")

SECONDS = 1.0
"""Seconds for which a batch is gathered."""

BATCH = 256
"""Memories in one batch. A full batch is written at once."""

MAX_WAITING = 100_000
"""Maximum number of queued memories. Accesses beyond it are not counted."""

TYPED = 10
"""Targets of a call whose node type is looked up."""

PROBE_SECONDS = 1.0
"""How long a database that had no answer to a call is asked whether it has one, before another call waits for it."""

TRIES = 3
"""How often a statement is sent that refuses a token or a workspace which are good when they are looked at again."""

SILENT = "it had no answer before, and has none within {seconds} s now"

Reader = tuple[str, str | None]
"""The reader: a workspace's id, and the hash of the token, None for an operator."""


class AccessCounts:
    """The accesses of one connection that are not written yet.

    A memory read several times while a batch is gathered counts once. A batch whose write fails is dropped; the first
    failure in a row is logged as a warning.
    """

    def __init__(self, graph: Graph, graph_of: Callable[[str], Graph] | None = None) -> None:
        self._graph_of = graph_of or (lambda workspace_id: graph)
        self._waiting: dict[Reader, dict[str, datetime]] = {}
        self._later = Debounce(SECONDS, self.flush)
        self._failed = False

    def add(self, workspace_id: str, token_hash: str | None, ids: Sequence[str], now: datetime) -> None:
        """Queues the memories of these ids as read at `now`."""
        if not ids or self._count() >= MAX_WAITING:
            return
        waiting = self._waiting.setdefault((workspace_id, token_hash), {})
        for id in ids:
            waiting[id] = max(now, waiting.get(id, now))
        self._later.set(at_once=self._count() >= BATCH)

    def _count(self) -> int:
        return sum(len(ids) for ids in self._waiting.values())

    def flush(self) -> None:
        """Writes the queued accesses. Raises nothing."""
        waiting, self._waiting = self._waiting, {}
        for (workspace_id, token_hash), read in waiting.items():
            ids = list(read)
            for start in range(0, len(ids), BATCH):
                batch = ids[start : start + BATCH]
                self._send(workspace_id, token_hash, batch, max(read[id] for id in batch))

    def _send(self, workspace_id: str, token_hash: str | None, ids: Sequence[str], now: datetime) -> None:
        try:
            self._graph_of(workspace_id).write(
                statement("semantic/touch"), workspace_id=workspace_id, token_hash=token_hash, ids=ids, now=now
            )
            self._failed = False
        except OxgraphError as error:
            log.log(logging.DEBUG if self._failed else logging.WARNING, "accesses could not be counted: %s", error)
            self._failed = True

    def close(self) -> None:
        """Writes the queued accesses, and stops."""
        self._later.cancel()
        self.flush()


@dataclass(frozen=True)
class Access:
    """The access of one caller to one workspace, for one of its users or for what is shared.

    `user_id` is whose memory is written and read: '' is the shared alone, a user has the shared and its own. With
    `bound` the caller's token is that user's, and no other can be chosen.

    A token's role is fixed and is compared here. That the token is not revoked and the workspace not deleted is
    asked of the database at every call, so that both take effect at once: hot statements ask in the same round
    trip (`call`), the others in one before (`authorize`, about a millisecond).

    `silent` has the workspaces whose database had no answer in time to what a turn, or a call of an agent, asked last.
    """

    graph: Graph
    workspace_id: str
    name: str
    role: Role
    token_hash: str | None
    clock: Clock
    embedder: Embedder | None
    model: LanguageModel | None = None
    cross_encoder: CrossEncoder | None = None
    access_counts: AccessCounts | None = None
    speaker_cache: SpeakerCache = field(default_factory=dict)
    background: BackgroundTasks = field(default_factory=BackgroundTasks)
    silent: set[str] = field(default_factory=set)
    user_id: str = ""
    bound: bool = False

    def as_user(self, user_id: str | None) -> Self:
        """The same access for a user; as it is for None. Raises InvalidInput, and PermissionDenied for a token that is
        bound to another user.
        """
        if user_id is None:
            return self
        asked = UserId(user_id=user_id).user_id
        require_user(self.user_id if self.bound else asked, asked)
        return replace(self, user_id=asked)

    def within(self, seconds: float) -> Self:
        """The same access; each of its statements has `seconds` to be answered.

        Raises ConnectionFailed where one is not; it may still be done later.
        """
        return replace(self, graph=TimedGraph(self.graph, partial(self._answered, seconds)))

    def _answered(self, seconds: float, work: Work) -> Any:
        """The result of a work that asks the database, within `seconds`."""
        self.require_answer()
        ended = (self.background.run_concurrently({"": (seconds, work)}))[""]
        self.note([ended])
        if ended.late:
            raise ConnectionFailed(uri=self.graph.uri, reason=f"no answer within {seconds:g} s")
        if ended.error is not None:
            raise ended.error
        return ended.value

    def at_most(self, seconds: float) -> float:
        """How long a write is waited for, which goes on when its time is up: not long where the database is silent."""
        return min(seconds, PROBE_SECONDS) if self.workspace_id in self.silent else seconds

    def require_answer(self) -> None:
        """Raises ConnectionFailed for a database that had no answer last, and has none within PROBE_SECONDS now."""
        if self.workspace_id not in self.silent:
            return
        self.note((self.background.run_concurrently({"": (PROBE_SECONDS, self._caller)})).values())
        if self.workspace_id in self.silent:
            raise ConnectionFailed(uri=self.graph.uri, reason=SILENT.format(seconds=f"{PROBE_SECONDS:g}"))

    def note(self, ended: Iterable[Outcome]) -> None:
        """Notes whether the database had an answer to any of these works; those without any time do not count."""
        asked = [one for one in ended if not one.late or one.seconds > 0]
        if asked and all(one.late or isinstance(one.error, ConnectionFailed) for one in asked):
            self.silent.add(self.workspace_id)
        elif asked:
            self.silent.discard(self.workspace_id)

    def require_all_users(self, call: str) -> None:
        """Raises PermissionDenied unless the caller may read what any user has, InvalidInput where it names one."""
        require(self.role, call)
        if self.bound:
            require_user(self.user_id, "")
        if self.user_id:
            raise InvalidInput(field="all_users", reason="does not go with a user_id: leave one of the two out")

    @property
    def visible(self) -> list[str] | None:
        """The owners of what lists and look-ups by id show: the user and '' (shared); None for those of all."""
        return ["", self.user_id] if self.user_id else None

    def owners(self, user_id: str | None) -> list[str] | None:
        """The owners of what a list shows that is narrowed to a user; `visible` for None. Raises as `as_user`."""
        return self.visible if user_id is None else [self.as_user(user_id).user_id]

    @property
    def reader(self) -> Reader:
        """By whom what is recalled was read."""
        return self.workspace_id, self.token_hash

    @property
    def speakers(self) -> tuple[str, ...]:
        """The names of those who speak in what is read, as far as earlier calls have told."""
        return self.speaker_cache.get((self.workspace_id, self.user_id), ())

    def hear(self, speakers: tuple[str, ...]) -> None:
        """Keeps the names of those who speak."""
        if speakers:
            self.speaker_cache[self.workspace_id, self.user_id] = speakers

    def owned_id(self, kind: str, *parts: str | None) -> str:
        """The id of what `parts` name for the user."""
        return owned_id(self.workspace_id, kind, list(parts), self.user_id)

    def _scoped(self, params: dict[str, Any]) -> dict[str, Any]:
        """The parameters of a statement, with those that every statement has."""
        return {"workspace_id": self.workspace_id, "user_id": self.user_id, "visible": self.visible} | params

    def now(self) -> datetime:
        """The present time."""
        return present(self.clock)

    def authorize(self, call: str) -> Row:
        """Checks role, token and workspace; gives `by` and `by_id`, the caller's name and token id.

        Raises PermissionDenied, Unauthenticated, WorkspaceNotFound, WorkspaceImporting or WorkspaceDeleted.
        """
        require(self.role, call)
        row = self._caller()
        if not row or not row["valid"]:
            raise Unauthenticated()
        if not row["found"]:
            raise WorkspaceNotFound(workspace=self.name)
        if row["moving"]:
            raise WorkspaceMoving(workspace=self.name)
        if row["importing"]:
            raise WorkspaceImporting(workspace=self.name)
        if row["deleted"]:
            raise WorkspaceDeleted(workspace=self.name)
        return {"by": row["by"], "by_id": row["by_id"]}

    def author(self) -> Row:
        """The caller as transitions name it: `by`, the token's name or operator, and `by_id`, the token's id."""
        row = self._caller()
        return {"by": row["by"] if row else None, "by_id": row["by_id"] if row else None}

    def _caller(self) -> Row | None:
        """What the database says of token and workspace; None for a token that is unknown."""
        given = {"workspace_id": self.workspace_id, "token_hash": self.token_hash, "now": self.now()}
        rows = self.graph.once(statement("workspace/access"), **given)
        return rows[0] if rows else None

    def read(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a reading statement of this workspace; its rows."""
        self.authorize(call)
        return self.graph.read(statement(file), **self._scoped(params))

    def write(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a writing statement of this workspace; its rows."""
        self.authorize(call)
        return self.graph.write(statement(file), **self._scoped(params))

    def audited_write(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a writing statement that records a transition with its author; its rows."""
        who = self.authorize(call)
        left = {"transition_id": new_id(), "now": self.now()}
        return self.graph.write(statement(file), **self._scoped(who | left | params))

    def node_type(self, ids: list[str]) -> str | None:
        """The type of the first of these entities, by id or node_id, that has one; 10 of them are looked up."""
        given = {"workspace_id": self.workspace_id, "ids": ids[:TYPED]}
        rows = self.graph.once(statement("entity/type_of"), **given)
        return str(rows[0]["type"]) if rows else None

    def settings(self, call: str) -> WorkspaceSettings:
        """The workspace's settings."""
        (row,) = self.read(call, "workspace/settings")
        return WorkspaceSettings(
            **{name: row["settings"][name] for name in WorkspaceSettings.model_fields if name in row["settings"]}
        )

    def call(self, call: str, file: str, /, **params: Any) -> Row:
        """Runs a statement that checks token and workspace itself, in one round trip; its first row."""
        return (self.call_rows(call, file, **params))[0]

    def call_silent(self, call: str, file: str, /, **params: Any) -> Row | None:
        """Runs a statement that raises for a bad token or workspace; its row, where it has something to tell."""
        rows = self._once(call, file, params)
        return rows[0] if rows else None

    def call_rows(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Runs a statement that checks token and workspace itself, in one round trip; its rows, at least one."""
        rows = self._once(call, file, params)
        if not rows:
            self.authorize(call)  # Raises what is wrong, unless it no longer is: a workspace that was restored.
            rows = self._once(call, file, params)
        if not rows:
            raise Unauthenticated()
        return rows

    def _once(self, call: str, file: str, params: dict[str, Any]) -> list[Row]:
        """The rows of a statement that checks token and workspace itself."""
        require(self.role, call)
        given = self._scoped(params) | {"token_hash": self.token_hash}
        tries = 0
        while True:
            try:
                return self.graph.once(statement(file), **given)
            except (Unauthenticated, WorkspaceNotFound):
                # Raises what is wrong, unless it no longer is: a workspace that was restored.
                self.authorize(call)
                tries += 1
                if tries == TRIES:
                    raise
