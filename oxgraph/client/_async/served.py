"""The calls of a memory as `oxgraph serve` performs them for connections with a token.

`LAYERS` names the classes whose public methods are calls, `ServedCall` is one of them. Calls that begin in the caller's
process and end in the server, such as a turn, have their served half in `AsyncParts`.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from pydantic import TypeAdapter

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.connections import AsyncConnections
from oxgraph.client._async.entities import AsyncEntities
from oxgraph.client._async.episodic import AsyncEpisodic
from oxgraph.client._async.evaluations import AsyncEvaluations, AsyncGoldSetRun, learn, measure
from oxgraph.client._async.graph_view import AsyncGraphView
from oxgraph.client._async.import_chats import AsyncChatImporter
from oxgraph.client._async.memory import AsyncMemory
from oxgraph.client._async.metrics import AsyncBenchmarks, AsyncMetrics
from oxgraph.client._async.ontology import AsyncPredicates, AsyncTypes
from oxgraph.client._async.remember import AsyncReview
from oxgraph.client._async.semantic import AsyncSemantic
from oxgraph.client._async.telemetry import AsyncTelemetry
from oxgraph.client._async.tokens import AsyncTokens
from oxgraph.client._async.user_facts import AsyncUser
from oxgraph.client._async.working import AsyncWorking
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.client.remote_calls import OBJECTS, ON_SERVER, RemoteCall, adapter, served
from oxgraph.client.roles import REQUIRED_ROLES
from oxgraph.errors import InvalidInput
from oxgraph.evaluation.gold import Gold
from oxgraph.types import Action, TurnRecord
from oxgraph.types.episodic import ChatKept
from oxgraph.types.evaluation import Calibration, Evaluated
from oxgraph.types.fields import PLAIN, Id, Input, Many, unchecked, unknown_field
from oxgraph.types.ingest import NewMessage
from oxgraph.types.recall import Fusion
from oxgraph.types.results import Connected
from oxgraph.types.turn import PreparedTurn, TurnEnd, TurnRequest

T = TypeVar("T")


class NodeIds(Input):
    """Ids of nodes. Raises InvalidInput."""

    ids: Many[Id]


@typed_arguments
class AsyncParts:
    """The served halves of calls that begin in the caller's process."""

    def __init__(self, memory: AsyncMemory, access: AsyncAccess) -> None:
        self._memory = memory
        self._access = access

    async def connection(self) -> Connected:
        """What a connection begins with. Raises Unauthenticated, WorkspaceDeleted."""
        found = self._access
        await found.authorize("settings")
        return Connected(
            workspace_id=found.workspace_id,
            name=found.name,
            role=found.role,
            user_id=found.user_id,
            bound=found.bound,
        )

    async def authorize(self, call: str) -> None:
        """Whether the caller may make a call, by its name in `roles`. Raises what the call would raise."""
        if not isinstance(call, str) or call not in REQUIRED_ROLES:
            raise InvalidInput(field="call", reason="is not a call of a memory")
        await self._access.authorize(call)

    async def node_type(self, ids: list[str]) -> str | None:
        """The type of the first of these nodes that has one."""
        return await self._access.node_type(list(NodeIds(ids=unchecked(ids)).ids))

    async def prepare_turn(self, request: TurnRequest) -> PreparedTurn:
        """The first half of a turn; see `AsyncTurn.prepare`."""
        turn = await self._memory._turn_of(_given(TurnRequest, request, "request")).prepare()
        return PreparedTurn(begun_at=turn.begun_at, history=turn.history, parts=turn.parts, injection=turn.injection)

    async def finish_turn(
        self,
        request: TurnRequest,
        *,
        begun_at: datetime | None = None,
        shown: Iterable[str] = (),
        shown_ids: Iterable[str] = (),
        actions: Iterable[Action] = (),
        reply: str = "",
        metadata: dict[str, Any] | None = None,
    ) -> TurnRecord:
        """The second half: stores the exchange and the actions. A repetition changes nothing."""
        end = TurnEnd(begun_at=begun_at, shown=unchecked(shown), shown_ids=unchecked(shown_ids))
        turn = self._memory._turn_of(_given(TurnRequest, request, "request"))
        turn.begun(end.begun_at, end.shown, end.shown_ids)
        turn._gathered.take(actions)
        turn.reply(reply, metadata=metadata)
        return await turn.finish()

    async def import_chat(
        self,
        messages: list[NewMessage],
        numbers: list[int],
        *,
        title: str | None = None,
        speaker: str | None = None,
    ) -> ChatKept:
        """Stores the messages of one chat of a file, each of which names its conversation.

        `numbers` says how often each stands before it in the file.
        """
        importer = AsyncChatImporter(self._access)
        return await importer.import_numbered(messages, numbers, title=title, speaker=speaker)

    async def measure(
        self,
        gold: Gold,
        *,
        k: int = 50,
        without: Iterable[str] = (),
        fusion: Fusion | None = None,
        extract: bool = False,
        progress: Progress = no_progress,
    ) -> Evaluated:
        """The served half of `evaluations.run`: a gold set of one conversation."""
        gold = _given(Gold, gold, "gold")
        await self._access.authorize("evaluations.run")
        run = AsyncGoldSetRun(gold.turns + len(gold.questions), k, tuple(without), fusion, extract, progress)
        return await measure(self._access, gold, [self._access] * len(gold.units), run)

    async def learn(
        self, gold: Gold, *, lost: float = 0.05, dry_run: bool = False, progress: Progress = no_progress
    ) -> Calibration:
        """The served half of `evaluations.calibrate`."""
        gold = _given(Gold, gold, "gold")
        await self._access.authorize("evaluations.calibrate")
        places = [self._access] * len(gold.units)
        return await learn(self._access, gold, places, lost=lost, dry_run=dry_run, progress=progress)


def _given(kind: type[T], value: object, field: str) -> T:
    """A value of a class, which other callers than ours may have left out. Raises InvalidInput."""
    if not isinstance(value, kind):
        raise InvalidInput(field=field, reason=f"must be a {kind.__name__}")
    return value


PARTS, USER = "parts", "user"

LAYERS: dict[str, type] = {
    "": AsyncMemory,
    "telemetry": AsyncTelemetry,
    "telemetry.metrics": AsyncMetrics,
    "telemetry.benchmarks": AsyncBenchmarks,
    "semantic": AsyncSemantic,
    "semantic.review": AsyncReview,
    "semantic.predicates": AsyncPredicates,
    "semantic.types": AsyncTypes,
    "semantic.entities": AsyncEntities,
    "semantic.connections": AsyncConnections,
    "episodic": AsyncEpisodic,
    "working": AsyncWorking,
    "graph": AsyncGraphView,
    "tokens": AsyncTokens,
    "evaluations": AsyncEvaluations,
    USER: AsyncUser,
    PARTS: AsyncParts,
}
"""The classes whose public methods are calls, by the path of attributes that leads to them."""


PROGRESS = "progress"
TAKE_A_NAME = ("semantic.reembed",)
"""Calls whose `model` is a name."""


@dataclass(frozen=True)
class ServedCall:
    """A call that the server performs."""

    row: RemoteCall
    layer: str
    method: str
    signature: inspect.Signature
    adapter: TypeAdapter[Any]

    def function(self, memory: AsyncMemory, access: AsyncAccess) -> Callable[..., Any]:
        """The bound method of a memory."""
        if self.layer == PARTS:
            return getattr(AsyncParts(memory, access), self.method)  # type: ignore[no-any-return]
        if self.layer == USER:
            return getattr(memory.user(access.user_id), self.method)  # type: ignore[no-any-return]
        found: Any = memory
        for name in self.layer.split(".") if self.layer else ():
            found = getattr(found, name)
        return getattr(found, self.method)  # type: ignore[no-any-return]

    def checked(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments, if the method takes them. Raises InvalidInput."""
        for name in arguments:
            if name in (PROGRESS, *OBJECTS) and self.row.name not in TAKE_A_NAME:
                raise InvalidInput(field=name, reason=ON_SERVER)
            if name in OBJECTS and not isinstance(arguments[name], str):
                raise InvalidInput(field=name, reason="must be the name of a model")
            if name not in self.signature.parameters and not self._takes_more:
                raise unknown_field(name, self.signature.parameters)
        try:
            self.signature.bind(**arguments)
        except TypeError:
            needed = (one.name for one in self.signature.parameters.values() if one.default is one.empty)
            missing = next((name for name in needed if name not in arguments), self.row.name)
            raise InvalidInput(field=missing, reason=PLAIN["missing"]) from None
        return dict(arguments)

    @functools.cached_property
    def _takes_more(self) -> bool:
        return any(one.kind is inspect.Parameter.VAR_KEYWORD for one in self.signature.parameters.values())


@functools.cache
def served_calls() -> dict[str, ServedCall]:
    """Every call that the server performs, by name."""
    return {name: _served(row) for name, row in served().items()}


def _served(row: RemoteCall) -> ServedCall:
    layer, _, method = row.name.rpartition(".")
    signature = signature_of(getattr(LAYERS[layer], method))
    return ServedCall(row, layer, method, signature, adapter(signature.return_annotation))


def signature_of(method: Callable[..., Any]) -> inspect.Signature:
    """A method's signature without `self`."""
    found = inspect.signature(method)
    return found.replace(parameters=list(found.parameters.values())[1:])
