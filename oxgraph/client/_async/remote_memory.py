"""The memory of a process that has a token and an address: the same calls, performed by `oxgraph serve`.

The layers are subclasses of the client's own, made from them: each public method is replaced by one that sends its
arguments. What a class does in the caller's process as well (timing a step, reading files) is written here.
"""

import functools
import inspect
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Self, TypeVar, cast

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.capture import AsyncCapture
from oxgraph.client._async.evaluations import AsyncEvaluations, Files, gold_of, one_conversation, questions_of
from oxgraph.client._async.import_chats import AsyncChatImporter
from oxgraph.client._async.memory import AsyncMemory
from oxgraph.client._async.semantic import AsyncSemantic
from oxgraph.client._async.served import LAYERS, PARTS, USER, AsyncParts, signature_of
from oxgraph.client._async.server_connection import AsyncServerConnection
from oxgraph.client._async.telemetry import AsyncTelemetry
from oxgraph.client._async.turn import AsyncTurn, parts_kept, unconfirmed
from oxgraph.client._async.turn_parts import CALLERS
from oxgraph.client._async.user_facts import AsyncUser
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.client.ingest_messages import Naming
from oxgraph.client.remote_calls import RemoteCall, adapter, arguments_of, served, table
from oxgraph.clock import Clock, utc_now
from oxgraph.errors import InputError, InvalidInput, OxgraphError, PermissionDenied, TimedOut
from oxgraph.graph import AsyncGraph
from oxgraph.models import LanguageModel
from oxgraph.types import Action, CaptureResult, Injection, TurnRecord
from oxgraph.types.episodic import ChatKept
from oxgraph.types.evaluation import Calibration, Evaluated
from oxgraph.types.ingest import IngestReport, NewMessage
from oxgraph.types.inputs import InjectRequest
from oxgraph.types.recall import Fusion
from oxgraph.types.results import Connected
from oxgraph.types.turn import TurnRequest

log = logging.getLogger("oxgraph")

L = TypeVar("L")

SPARE_SECONDS = 3.0
"""How long a turn waits for the server beyond the time limits of its parts, which the server keeps."""

NO_LOGIN = "this needs the database's login, which a process with a token does not have; connect with --uri and a login"


class _NoGraph:
    """In the place of the database: a process with a token has none."""

    def __getattr__(self, name: str) -> NoReturn:
        raise PermissionDenied(NO_LOGIN)


@dataclass(frozen=True, kw_only=True)
class AsyncRemoteAccess(AsyncAccess):
    """The access of a process with a token: whose memory it is, and the connection to the server.

    `seconds` is how long an answer is waited for; None: as long as the server may take for a call.
    """

    server: AsyncServerConnection
    seconds: float | None = None

    @classmethod
    def of(cls, server: AsyncServerConnection, found: Connected, clock: Clock) -> Self:
        """The access that a server has told of."""
        return cls(
            graph=cast("AsyncGraph", _NoGraph()),
            workspace_id=found.workspace_id,
            name=found.name,
            role=found.role,
            token_hash=None,
            clock=clock,
            embedder=None,
            user_id=found.user_id,
            bound=found.bound,
            server=server,
        )

    def within(self, seconds: float) -> Self:
        """The same access with this limit."""
        return replace(self, seconds=seconds)

    async def authorize(self, call: str) -> dict[str, Any]:
        """Whether the token may make a call. Raises what the call would raise."""
        await remote(AsyncParts, PARTS, self).authorize(call)
        return {}

    async def node_type(self, ids: list[str]) -> str | None:
        """The type of the first of these entities that has one."""
        return await remote(AsyncParts, PARTS, self).node_type(ids)

    async def perform(self, call: RemoteCall, signature: inspect.Signature, given: dict[str, Any]) -> Any:
        """Performs a call with its arguments by name."""
        progress = given.pop("progress", None)
        if progress is not None and not callable(progress):
            raise InvalidInput(field="progress", reason="must be a function")
        arguments = arguments_of(call, signature, given)
        result = adapter(signature.return_annotation)
        return await self.server.perform(call, arguments, self.user_id or None, result, progress, seconds=self.seconds)


# Layers


def remote(kind: type[L], path: str, access: AsyncRemoteAccess) -> L:
    """A layer whose calls the server performs."""
    made: Any = object.__new__(remote_class(cast("Any", kind), path))
    made._access = access
    return cast("L", made)


@functools.cache
def remote_class(kind: Any, path: str) -> Any:
    """A subclass with a method in the place of each call. Its other public methods are those of the class."""
    calls = {}
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        call = served().get(f"{path}.{name}".lstrip("."))
        if call is not None:
            calls[name] = _sending(call, method)
        elif not name.startswith("_") and f"{path}.{name}".lstrip(".") not in table():
            calls[name] = _refusing(name)
    return type(f"Remote{kind.__name__}", (kind,), calls | {"__doc__": kind.__doc__})


def _sending(call: RemoteCall, method: Callable[..., Any]) -> Callable[..., Any]:
    signature = signature_of(method)

    @functools.wraps(method)
    async def sent(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{method.__qualname__}(): {error}") from None
        return await self._access.perform(call, signature, given.arguments)

    return sent


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refused(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
        raise PermissionDenied(f"{name}: {NO_LOGIN}")

    return refused


class AsyncRemoteCapture(AsyncCapture):
    """What a recorder uses: captures and injects by calls of the server."""

    def __init__(self, access: AsyncRemoteAccess, telemetry: AsyncTelemetry) -> None:
        super().__init__(access)
        self._telemetry = telemetry

    async def capture(self, action: Action) -> CaptureResult:
        """See `AsyncTelemetry.capture`."""
        return await self._telemetry.capture(**{name: getattr(action, name) for name in type(action).model_fields})

    async def inject(self, asked: InjectRequest) -> Injection:
        """See `AsyncTelemetry.inject`."""
        return await self._telemetry.inject(**{name: getattr(asked, name) for name in type(asked).model_fields})


class AsyncRemoteChatImporter(AsyncChatImporter):
    """Reads the files here, and sends one chat after the other."""

    def __init__(self, access: AsyncRemoteAccess, semantic: AsyncSemantic) -> None:
        super().__init__(access)
        self._parts = remote(AsyncParts, PARTS, access)
        self._semantic = semantic

    async def _written(
        self, messages: Iterable[NewMessage], naming: Naming, title: str | None, speaker: str | None
    ) -> ChatKept:
        named_messages, numbers = [], []
        for message in messages:
            named, number = naming.numbered(message)
            named_messages.append(message.model_copy(update={"conversation_id": named.conversation_id}))
            numbers.append(number)
        return await self._parts.import_chat(named_messages, numbers, title=title, speaker=speaker)

    async def _extracted(
        self,
        messages: Iterable[NewMessage],
        conversation_id: str | None,
        speaker: str | None,
        model: LanguageModel | None,
    ) -> IngestReport:
        return await self._semantic.ingest(
            list(messages), conversation_id=conversation_id, speaker=speaker, model=model
        )


@typed_arguments
class AsyncRemoteEvaluations(remote_class(AsyncEvaluations, "evaluations")):  # type: ignore[misc]
    """Reads the files here, and sends the gold set."""

    def __init__(self, access: AsyncRemoteAccess) -> None:
        super().__init__(access)
        self._parts = remote(AsyncParts, PARTS, access)

    async def run(
        self,
        turns: Files,
        questions: Files,
        *,
        k: int = 50,
        without: Iterable[str] = (),
        fusion: Fusion | None = None,
        extract: bool = False,
        progress: Progress = no_progress,
    ) -> Evaluated:
        """See `AsyncEvaluations.run`."""
        gold = one_conversation(gold_of(turns, questions))
        return await self._parts.measure(
            gold, k=k, without=tuple(without), fusion=fusion, extract=extract, progress=progress
        )

    async def calibrate(
        self, questions: Files, *, lost: float = 0.05, dry_run: bool = False, progress: Progress = no_progress
    ) -> Calibration:
        """See `AsyncEvaluations.calibrate`."""
        return await self._parts.learn(questions_of(questions), lost=lost, dry_run=dry_run, progress=progress)


# Turns


class AsyncRemoteTurn(AsyncTurn):
    """A turn whose two halves the server performs. Steps are timed, and prompts made, here.

    A server that does not answer holds the agent up for little longer than the parts may take.
    """

    _access: AsyncRemoteAccess

    async def prepare(self) -> Self:
        """See `AsyncTurn.prepare`. Where the server cannot be reached, every part is left out."""
        request = self._request()
        try:
            found = await self._parts(request.preparing_seconds).prepare_turn(request)
        except (*CALLERS, InputError):
            raise
        except OxgraphError as error:
            return self._without_parts(error)
        self._exchange.said_at = found.begun_at
        self.history, self.parts, self.injection = found.history, found.parts, found.injection
        for name, one in self.parts.items():
            if one.reason in ("timeout", "failed"):
                log.warning("the part %s of a turn is left out by the server: %s", name, one.detail)
        return self

    def _parts(self, seconds: float) -> AsyncParts:
        return remote(AsyncParts, PARTS, replace(self._access, seconds=seconds + SPARE_SECONDS))

    def _request(self) -> TurnRequest:
        return self._asked.model_copy(update={"turn_id": self.turn_id})

    async def finish(self) -> TurnRecord:
        """See `AsyncTurn.finish`."""
        record: TurnRecord = await self._access.background.finish(self._finish)
        return record

    async def _finish(self) -> TurnRecord:
        reply = self._exchange.replied
        actions = list(self._gathered.actions)
        try:
            self.recorded = await self._parts(self._asked.seconds("exchange")).finish_turn(
                self._request(),
                begun_at=self._exchange.said_at,
                shown=[*self.injection.ids, *self._shown],
                shown_ids=self.shown_ids,
                actions=actions,
                reply=reply.text if reply else "",
                metadata=dict(reply.metadata) if reply and reply.metadata else None,
            )
            if self.recorded.failed:
                lost = ", ".join(self.recorded.failed)
                log.warning("the server could not keep of a turn: %s; its log says why", lost)
        except InputError:
            raise
        except TimedOut as error:
            self.recorded = unconfirmed(actions, float(str(error.values["seconds"])))
        except OxgraphError as error:
            log.warning("the part exchange of a turn could not be kept: %s", error)
            self.recorded = TurnRecord(failed=parts_kept(actions))
        return self.recorded


# The memory


@typed_arguments
class AsyncRemoteMemory(remote_class(AsyncMemory, "")):  # type: ignore[misc]
    """The memory of a token's workspace, over `oxgraph serve`. Every call is that of `AsyncMemory`."""

    def __init__(self, access: AsyncRemoteAccess, *, owner: Any = None) -> None:
        self._access = access
        self._owner = owner
        for path, kind in LAYERS.items():
            if path and path not in (USER, PARTS, "evaluations"):
                self._set(path.split("."), remote(kind, path, access))
        self.telemetry._capture = AsyncRemoteCapture(access, self.telemetry)
        self.episodic._importer = AsyncRemoteChatImporter(access, self.semantic)

    def _set(self, path: list[str], layer: Any) -> None:
        place: Any = self
        for name in path[:-1]:
            place = getattr(place, name)
        setattr(place, path[-1], layer)

    @property
    def has_login(self) -> bool:
        """See `AsyncMemory.has_login`."""
        return False

    @property
    def evaluations(self) -> AsyncEvaluations:
        """See `AsyncMemory.evaluations`."""
        return AsyncRemoteEvaluations(self._access)

    def user(self, user_id: str) -> AsyncUser:
        """See `AsyncMemory.user`."""
        access = self._access.as_user(user_id)
        found = remote(AsyncUser, USER, access)
        vars(found)["_user_id"] = access.user_id
        return found

    def _turn_of(self, request: TurnRequest) -> AsyncTurn:
        return AsyncRemoteTurn(self._access, request, cast("Any", None))

    async def close(self) -> None:
        """Closes the connection, where it is this memory's own, behind the writes that are under way."""
        await self._access.background.close()
        if self._owner is not None:
            await self._owner.close()


async def connect_to_server(server: AsyncServerConnection, clock: Clock = utc_now) -> AsyncMemory:
    """The memory of the workspace of a connection's token. Raises Unauthenticated, ConnectionFailed and others."""
    try:
        signature = signature_of(AsyncParts.connection)
        call = served()[f"{PARTS}.connection"]
        found: Connected = await server.perform(call, {}, None, adapter(signature.return_annotation))
        return cast("AsyncMemory", AsyncRemoteMemory(AsyncRemoteAccess.of(server, found, clock), owner=server))
    except BaseException:
        await server.close()
        raise
