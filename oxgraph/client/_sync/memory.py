# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The memory of one workspace: recall, turns, settings, and its layers."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, Protocol, Self

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.changes import changes
from oxgraph.client._sync.episodic import Episodic
from oxgraph.client._sync.evaluations import Evaluations
from oxgraph.client._sync.graph_view import GraphView
from oxgraph.client._sync.memories import When
from oxgraph.client._sync.recall import Recaller
from oxgraph.client._sync.semantic import Semantic
from oxgraph.client._sync.telemetry import Telemetry
from oxgraph.client._sync.tokens import Tokens
from oxgraph.client._sync.turn import Turn
from oxgraph.client._sync.user_facts import User
from oxgraph.client._sync.working import Working
from oxgraph.client._sync.workspaces import change_settings, purge
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.client.pass_run_rows import pass_run_row
from oxgraph.client.readable import read_or_none, results, results_or_none
from oxgraph.client.roles import require
from oxgraph.client.transitions import audit_row
from oxgraph.errors import InvalidInput
from oxgraph.graph.loops import Connected
from oxgraph.models import LanguageModel
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import AuditRow, Page, Role, limits
from oxgraph.types.changes import Changes, ChangesRequest
from oxgraph.types.fields import unchecked
from oxgraph.types.growth import Growth, growth_of
from oxgraph.types.ingest import IngestReport, MessagesInput
from oxgraph.types.inputs import GrowthRequest, IdFilter, IdKind, PassRunFilter, UserFilter
from oxgraph.types.overview import PassRunRow
from oxgraph.types.pages import LATEST, PageRequest
from oxgraph.types.recall import DEFAULT_BUDGET, EntityGiven, Fusion, Kind, Recall, RecallRequest, WindowGiven
from oxgraph.types.results import IdRow
from oxgraph.types.semantic import UserRow
from oxgraph.types.turn import Limited, PartName, TurnRequest


class Owner(Protocol):
    """The client behind a memory that has a connection of its own."""

    def close(self) -> None:
        """Closes the connection."""


@typed_arguments
class Memory(Connected):
    """The memory of one workspace.

    From a token it has the token's role and its own connection; from a client it is an admin's and shares the
    client's connection. Every call raises Unauthenticated once the token is revoked, WorkspaceDeleted once the
    workspace is deleted, and PermissionDenied where the role does not reach.
    """

    def __init__(self, access: Access, *, owner: Owner | None = None) -> None:
        self._access = access
        self._owner = owner
        self._recall = Recaller(access)
        self.telemetry = Telemetry(access)
        self.semantic = Semantic(access)
        self.episodic = Episodic(access)
        self.working = Working(access)
        self.tokens = Tokens(access)
        self.graph = GraphView(access)

    @property
    def workspace_id(self) -> str:
        """The workspace's id."""
        return self._access.workspace_id

    @property
    def name(self) -> str:
        """The workspace's name."""
        return self._access.name

    @property
    def has_login(self) -> bool:
        """Whether this process is connected to the database itself; not where `oxgraph serve` performs its calls."""
        return True

    @property
    def evaluations(self) -> Evaluations:
        """How well recall does here, measured on questions whose answers are known."""
        return Evaluations(self._access)

    @property
    def role(self) -> Role:
        """What the caller may do: agent, operator, admin."""
        return self._access.role

    def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        kinds: Kind | Iterable[Kind] = (),
        types: str | Iterable[str] = (),
        as_of: When | None = None,
        historical: bool = False,
        budget: int = DEFAULT_BUDGET,
        deadline: float | None = None,
        explain: bool = False,
        conversation_id: str | None = None,
        exclude_conversation_id: str | None = None,
        exclude_ids: str | Iterable[str] = (),
        minimum: float | None = None,
        entities: str | Iterable[EntityGiven] = (),
        window: WindowGiven | None = None,
        now: datetime | None = None,
        without: str | Iterable[str] = (),
        fusion: Fusion | None = None,
        confidence_floor: float | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        all_users: bool = False,
        touch: bool = True,
        answer: bool = True,
    ) -> Recall:
        """What is known about `query`, the best first, and as a text to put before a model.

        The results are those that fill the context of `budget` tokens, or at most `k` of them where it is given;
        `.context_ids` says what stands in it. One round trip once the query is embedded; a second one where the first
        tells of a speaker whom it names. `kinds` (memory, message, episode, entity) and `types` narrow what is found,
        as do `conversation_id`, `exclude_conversation_id` and a `confidence_floor` (default: the workspace's).
        `exclude_ids` (at most 100) leaves out what is shown already, and memories all of whose evidence is. `minimum`
        (0–1) keeps what is at least so similar, by meaning or words, and orders by that. `as_of` shows what held and
        was known then, `historical` also what is superseded or expired. `window` (from, to) prefers a time; without
        it, the query's own words do ("last month", seen from `now`, whose zone is the asker's; default: the
        connection's clock). `deadline` (seconds) bounds the whole call: what would take longer is left out, and
        `notes.dropped` says so. `without` leaves out retrievers and rules. What belongs to the user `user_id` is
        found, and what is shared; without it the shared alone. `agent_id` keeps memories and messages of that agent.
        `all_users` finds what belongs to any user; it needs the role operator.

        With a language model on the connection, a broad query is also searched for in its words, and `.answer` holds
        its answer (not with `answer=False`). What is returned (without `k`, the first ten) counts as read a moment
        later, which revives expired memories; not with `touch=False`. A query beyond 10,000 characters is cut there.
        Raises InvalidInput.
        """
        request = RecallRequest(
            query=query,
            k=k,
            kinds=unchecked(kinds),
            types=unchecked(types),
            as_of=as_of,
            historical=historical,
            budget=budget,
            deadline=deadline,
            explain=explain,
            conversation_id=conversation_id,
            exclude_conversation_id=exclude_conversation_id,
            exclude_ids=unchecked(exclude_ids),
            minimum=minimum,
            entities=unchecked(entities),
            window=unchecked(window),
            now=now,
            without=unchecked(without),
            fusion=fusion,
            confidence_floor=confidence_floor,
            agent_id=agent_id,
            all_users=all_users,
        )
        return Recaller(self._access.as_user(user_id)).run(request, touch=touch, answer=answer)

    def as_user(self, user_id: str | None) -> Self:
        """The same memory for one of its users: calls read what is shared and the user's own, and write the latter.

        As it is for None. A user is named by the id that your systems use. Raises InvalidInput, and PermissionDenied
        for a token that is bound to another user.
        """
        return self if user_id is None else type(self)(self._access.as_user(user_id))

    def flush(self) -> None:
        """Writes the queued access counts of recall now. Raises nothing."""
        if self._access.access_counts is not None:
            self._access.access_counts.flush()

    def user(self, user_id: str) -> User:
        """The facts about one user, named by the id that your systems use. Raises InvalidInput."""
        return User(self._access, user_id)

    def turn(
        self,
        conversation_id: str,
        user_message: str,
        *,
        targets: Iterable[str] = (),
        action_type: str | None = None,
        target_node_type: str | None = None,
        system: str = "",
        session_id: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        speaker: str | None = None,
        slots: Iterable[str] = (),
        without: Iterable[PartName] = (),
        limits: Mapping[Limited, float] | None = None,
        budget: int = DEFAULT_BUDGET,
        k: int | None = None,
        history: int | None = None,
        history_tokens: int | None = None,
        turn_id: str | None = None,
        learn: bool = True,
        wait: bool = True,
        now: datetime | None = None,
    ) -> Turn:
        """A turn of a conversation: what memory brings before the model is called, and the exchange stored after it.

        A context manager (see `AsyncTurn`). Its parts are read in one round trip, those with another time limit apart:
        `history` (maximum number of messages) within `history_tokens` (100 to 1,000,000; both default to the
        workspace's settings): of the first message that does not fit, beginning and end at most; instructions (the
        latest 10 memories of that type, whatever the message is about), episodes, memories (recall of the message, with
        `k` and `budget` as in `recall`), entities (those of the `targets`, then those that the message names or means),
        patterns (past experience with `targets`, `action_type` and `target_node_type`; without any of them the failures
        that cost the workspace most), and the `slots` of these names. `without` leaves out parts by name. `limits` are
        time limits in seconds by name, default 2 each, also
        for `embedding`; 10 for `exchange` and `actions`, the writing at the end. A part that fails or exceeds its
        limit is logged and left out. `system` is put before the prompt. `user_id` is whose conversation it is: the
        turn reads that user's memory and the shared, and its exchange is the user's. `speaker` names the user;
        `session_id` (default: the conversation's id) and `agent_id` go to the actions, the latter also to the messages.
        The exchange is stored at the end, once for a `turn_id`; with `learn` the worker extracts memories from it.
        Without `wait` it is stored behind the reply: `finish` returns at once. `now` is the time and zone of the user,
        as in `recall`. No model is called. Raises InvalidInput, PermissionDenied.
        """
        require(self.role, "turn")
        request = TurnRequest(
            conversation_id=conversation_id,
            user_message=user_message,
            targets=tuple(targets),
            action_type=action_type,
            target_node_type=target_node_type,
            system=system,
            session_id=session_id,
            agent_id=agent_id,
            speaker=speaker,
            slots=tuple(slots),
            without=tuple(without),
            limits=limits or {},
            budget=budget,
            k=k,
            history=history,
            history_tokens=history_tokens,
            turn_id=turn_id,
            learn=learn,
            wait=wait,
            now=now,
        )
        return self.as_user(user_id)._turn_of(request)

    def _turn_of(self, request: TurnRequest) -> Turn:
        return Turn(self._access, request, self._recall)

    def ingest(
        self,
        messages: MessagesInput,
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        roles: Iterable[str] = ("user",),
        model: LanguageModel | None = None,
        progress: Progress = no_progress,
    ) -> IngestReport:
        """Stores messages and remembers what they state; see `semantic.ingest`."""
        return self.semantic.ingest(
            messages,
            conversation_id=conversation_id,
            speaker=speaker,
            user_id=user_id,
            agent_id=agent_id,
            roles=roles,
            model=model,
            progress=progress,
        )

    def enable(self) -> None:
        """Enables memory: capture and injection work again. What happened meanwhile is not captured."""
        self._update("enable", {"memory_enabled": True})

    def disable(self) -> None:
        """Disables memory: nothing is captured or injected. What is stored stays and can be read."""
        self._update("disable", {"memory_enabled": False})

    def settings(self) -> WorkspaceSettings:
        """The workspace's settings."""
        return self._access.settings("settings")

    def update_settings(self, **changes: Any) -> WorkspaceSettings:
        """Changes settings, by the names and limits of WorkspaceSettings; leaves a transition.

        Raises InvalidInput, PermissionDenied.
        """
        if not changes:
            raise InvalidInput(field="settings", reason="nothing to change is given")
        return self._update("update_settings", changes)

    def _update(self, call: str, changes: dict[str, Any]) -> WorkspaceSettings:
        return change_settings(self._access, call, call, changes)

    def audit(self, *, limit: int = limits.PAGE, cursor: str | None = None) -> Page[AuditRow]:
        """Who changed what in this workspace, the latest first, a page of up to `limit` (1 to 1,000) at a time.

        Tokens, settings, memory on and off, metrics, patterns' annotations, definitions, connections, hidden entities,
        deletions; each with the token's name. Raises InvalidInput, PermissionDenied.
        """
        page = PageRequest(limit=limit, cursor=cursor)
        given = {"limit": page.one_more, "after": page.place("audit", [LATEST, ""])}
        rows = self._access.read("audit", "workspace/audit", **given)
        return page.page("audit", [audit_row(row) for row in rows], [row["place"] for row in rows])

    def users(self, query: str | None = None, *, limit: int = limits.PAGE, cursor: str | None = None) -> Page[UserRow]:
        """The users who have memories or conversations of their own, by their ids, a page of up to `limit` at a time.

        `query` is a part of an id, in any case. Raises InvalidInput.
        """
        asked, page = UserFilter(query=query), PageRequest(limit=limit, cursor=cursor)
        (after,) = page.place("users", [""])
        given = {"query": asked.query and asked.query.lower(), "after": after, "limit": page.one_more}
        rows = self._access.read("users", "semantic/users", **given)
        return page.page("users", results_or_none(UserRow, rows), [[row["user_id"]] for row in rows])

    def find_ids(self, prefix: str, *, kinds: IdKind | Iterable[IdKind], limit: int = 10) -> list[IdRow]:
        """The ids that begin with `prefix` (4 or more characters), with kind and name, in their order.

        `kinds` are the kinds of what is named; of session and conversation the ids are those that agents gave.
        `limit` is 1 to 10,000. Raises InvalidInput.
        """
        asked = IdFilter(prefix=prefix, kinds=unchecked(kinds), limit=limit)
        return results(IdRow, self._access.read("find_ids", "system/find_ids", **asked.model_dump()))

    def pass_runs(
        self,
        name: str | None = None,
        *,
        status: Literal["running", "done", "failed"] | None = None,
        with_idle: bool = False,
        limit: int = limits.PAGE,
        cursor: str | None = None,
    ) -> Page[PassRunRow]:
        """Runs of the passes over this workspace, the newest first, a page of up to `limit` at a time.

        `name` is a pass's name, such as patterns. Without `with_idle` only runs that found something to do. Raises
        InvalidInput.
        """
        asked = PassRunFilter(name=name, status=status, with_idle=with_idle)
        page = PageRequest(limit=limit, cursor=cursor)
        given = {"pass": asked.name, "status": asked.status, "with_idle": asked.with_idle, "limit": page.one_more}
        place = {"after": page.place("pass runs", [LATEST, ""])}
        rows = self._access.read("pass_runs", "system/pass_runs", **given, **place)
        return page.page("pass runs", [read_or_none(pass_run_row, row) for row in rows], [row["place"] for row in rows])

    def growth(self, weeks: int = limits.GROWTH_SHOWN) -> Growth:
        """How much this workspace holds, and how it grew in the latest `weeks` (1 to 104), this one included.

        Raises InvalidInput.
        """
        asked = GrowthRequest(weeks=weeks)
        now = self._access.now().astimezone(UTC)
        rows = self._access.read("growth", "workspace/growth", now=now, weeks=asked.weeks)
        return growth_of(rows, now.date() - timedelta(days=now.weekday()), asked.weeks)

    def changes(self, after: str | None = None, limit: int = limits.PAGE) -> Changes:
        """What changed in this workspace after a position of the change feed, in the order of the commits.

        A node is named once, at its last change, so that reading on from `position` misses none. Without `after` there
        are no items, and the present position. `limit` is 1 to 1,000. Raises InvalidInput, PermissionDenied.
        """
        return changes(self._access, ChangesRequest(after=after, limit=limit))

    def delete(self, hard: bool = False) -> None:
        """Deletes this workspace: soft, so that an operator can restore it, or hard, for good. See Client."""
        if hard:
            self._access.authorize("delete")
            purge(self._access.graph, self.workspace_id, self._access.now(), lambda removed: None)
        else:
            self._access.audited_write("delete", "workspace/soft_delete")

    def close(self) -> None:
        """Writes the queued access counts; closes the connection where it is this memory's own."""
        if self._owner is None:
            self.flush()
        else:
            self._owner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
