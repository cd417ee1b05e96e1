"""One workspace's memory, as its caller may use it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.episodic import AsyncEpisodic
from oxgraph.client._async.evaluations import AsyncEvaluations
from oxgraph.client._async.graph_view import AsyncGraphView
from oxgraph.client._async.recall import AsyncRecalling
from oxgraph.client._async.semantic import AsyncSemantic
from oxgraph.client._async.telemetry import AsyncTelemetry
from oxgraph.client._async.tokens import AsyncTokens
from oxgraph.client._async.turn import AsyncTurn
from oxgraph.client._async.user_facts import AsyncUser
from oxgraph.client._async.working import AsyncWorking
from oxgraph.client._async.workspaces import change_settings, purge
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.client.roles import require
from oxgraph.client.transitions import audit_row
from oxgraph.errors import InvalidInput
from oxgraph.models import LanguageModel
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import AuditRow, Page, Role
from oxgraph.types.ingest import IngestReport, NewMessage
from oxgraph.types.pages import LATEST, PageRequest
from oxgraph.types.turn import Limited, PartName, TurnRequest

if TYPE_CHECKING:
    from oxgraph.client._async.client import AsyncClient

    Owner: TypeAlias = AsyncClient | None


class AsyncMemory(AsyncRecalling):
    """The memory of one workspace.

    From a token it has the token's role and its own connection; from a client it is an admin's and shares the
    client's connection. Every call raises Unauthenticated once the token is revoked, WorkspaceDeleted once the
    workspace is deleted, and PermissionDenied where the role does not reach.
    """

    def __init__(self, access: AsyncAccess, *, owner: "Owner" = None) -> None:
        self._access = access
        self._owner = owner
        self.telemetry = AsyncTelemetry(access)
        self.semantic = AsyncSemantic(access)
        self.episodic = AsyncEpisodic(access)
        self.working = AsyncWorking(access)
        self.tokens = AsyncTokens(access)
        self.graph = AsyncGraphView(access)

    @property
    def workspace_id(self) -> str:
        """The workspace's id."""
        return self._access.workspace_id

    @property
    def name(self) -> str:
        """The workspace's name."""
        return self._access.name

    @property
    def evaluations(self) -> AsyncEvaluations:
        """How well recall does here, measured on questions whose answers are known."""
        return AsyncEvaluations(self, self._access)

    @property
    def role(self) -> Role:
        """What the caller may do: agent, operator, admin."""
        return self._access.role

    def user(self, user_id: str) -> AsyncUser:
        """What is known of one user, named by the id that your systems use. Raises InvalidInput."""
        return AsyncUser(self._access, user_id, self.semantic)

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
        speaker: str | None = None,
        slots: Iterable[str] = (),
        without: Iterable[PartName] = (),
        limits: Mapping[Limited, float] | None = None,
        budget: int = 2_000,
        k: int = 10,
        history: int | None = None,
        turn_id: str | None = None,
        learn: bool = True,
        now: datetime | None = None,
    ) -> AsyncTurn:
        """A turn of a conversation: what every layer has to say before a model is asked, and what came of it kept.

        A context manager (see its class). Its parts are asked side by side: `history` (messages at most; default: the
        workspace's number), episodes (the summaries), memories (recall of the message, `k` and `budget` as there),
        patterns (past experience with `targets`, `action_type`, `target_node_type`), and the `slots` that are named.
        `without` leaves parts out by name; `limits` are seconds by name, default 2 each; `embedding` has one of its
        own, as have `exchange` and `actions`, the writing at the end (default 10). What fails or is late is logged
        and left out. `system` stands before it all. `speaker` names the user, `session_id` (default: the
        conversation's id) and `agent_id` go to the actions. The exchange is kept at the end, once for a `turn_id`,
        and with `learn` the worker extracts memories from it. `now` is the asker's time and zone, as in recall. No
        model is asked. Raises InvalidInput, PermissionDenied.
        """
        require(self.role, "turn")
        given: dict[str, Any] = {name: value for name, value in locals().items() if name != "self"}
        lists = {name: tuple(given[name]) for name in ("targets", "slots", "without")}
        return AsyncTurn(self, self._access, TurnRequest(**given | lists | {"limits": limits or {}}))

    async def ingest(
        self,
        messages: str | NewMessage | dict[str, Any] | Iterable[str | NewMessage | dict[str, Any]],
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        roles: Iterable[str] = ("user",),
        model: LanguageModel | None = None,
        progress: Progress = no_progress,
    ) -> IngestReport:
        """Takes in what was said: keeps the messages, and remembers what they state; see `semantic.ingest`."""
        given: dict[str, Any] = {name: value for name, value in locals().items() if name not in ("self", "messages")}
        return await self.semantic.ingest(messages, **given)

    async def enable(self) -> None:
        """Switches memory on: capture and injection go on from here; nothing is filled in."""
        await self._update("enable", {"memory_enabled": True})

    async def disable(self) -> None:
        """Switches memory off: nothing is captured or injected; what is there stays and can be asked."""
        await self._update("disable", {"memory_enabled": False})

    async def settings(self) -> WorkspaceSettings:
        """The workspace's settings."""
        return await self._access.settings("settings")

    async def update_settings(self, **changes: Any) -> WorkspaceSettings:
        """Changes settings, by the names and limits of WorkspaceSettings; leaves a transition.

        Raises InvalidInput, PermissionDenied.
        """
        if not changes:
            raise InvalidInput(field="settings", reason="nothing to change is given")
        return await self._update("update_settings", changes)

    async def _update(self, call: str, changes: dict[str, Any]) -> WorkspaceSettings:
        return await change_settings(self._access, call, call, changes)

    async def audit(self, *, limit: int = 50, cursor: str | None = None) -> Page[AuditRow]:
        """Who changed what in this workspace's house, the latest first, a page of up to `limit` (1 to 1,000) at a time.

        Tokens, settings, memory on and off, metrics, patterns' annotations, definitions, connections, hidden entities,
        deletions; each with the token's name. Raises InvalidInput, PermissionDenied.
        """
        page = PageRequest(limit=limit, cursor=cursor)
        given = {"limit": page.one_more, "after": page.place("audit", [LATEST, ""])}
        rows = await self._access.read("audit", "workspace/audit", **given)
        return page.page("audit", [audit_row(row) for row in rows], [row["place"] for row in rows])

    async def delete(self, hard: bool = False) -> None:
        """Deletes this workspace: soft, so that an operator can restore it, or hard, for good. See Client."""
        if hard:
            await self._access.authorize("delete")
            await purge(self._access.graph, self.workspace_id, self._access.now(), lambda removed: None)
        else:
            await self._access.audited_write("delete", "workspace/soft_delete")

    async def close(self) -> None:
        """Counts what is still to be counted; closes the connection where it is this memory's own."""
        if self._owner is None:
            await self.flush()
        else:
            await self._owner.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()
