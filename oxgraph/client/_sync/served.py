# Generated from its _async twin by tools/generate_sync.py; edit that one.
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

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.connections import Connections
from oxgraph.client._sync.entities import Entities
from oxgraph.client._sync.episodic import Episodic
from oxgraph.client._sync.evaluations import Evaluations, GoldSetRun, learn, measure
from oxgraph.client._sync.graph_view import GraphView
from oxgraph.client._sync.import_chats import ChatImporter
from oxgraph.client._sync.memory import Memory
from oxgraph.client._sync.metrics import Benchmarks, Metrics
from oxgraph.client._sync.ontology import Predicates, Types
from oxgraph.client._sync.remember import Review
from oxgraph.client._sync.semantic import Semantic
from oxgraph.client._sync.telemetry import Telemetry
from oxgraph.client._sync.tokens import Tokens
from oxgraph.client._sync.user_facts import User
from oxgraph.client._sync.working import Working
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
class Parts:
    """The served halves of calls that begin in the caller's process."""

    def __init__(self, memory: Memory, access: Access) -> None:
        self._memory = memory
        self._access = access

    def connection(self) -> Connected:
        """What a connection begins with. Raises Unauthenticated, WorkspaceDeleted."""
        found = self._access
        found.authorize("settings")
        return Connected(
            workspace_id=found.workspace_id,
            name=found.name,
            role=found.role,
            user_id=found.user_id,
            bound=found.bound,
        )

    def authorize(self, call: str) -> None:
        """Whether the caller may make a call, by its name in `roles`. Raises what the call would raise."""
        if not isinstance(call, str) or call not in REQUIRED_ROLES:
            raise InvalidInput(field="call", reason="is not a call of a memory")
        self._access.authorize(call)

    def node_type(self, ids: list[str]) -> str | None:
        """The type of the first of these nodes that has one."""
        return self._access.node_type(list(NodeIds(ids=unchecked(ids)).ids))

    def prepare_turn(self, request: TurnRequest) -> PreparedTurn:
        """The first half of a turn; see `AsyncTurn.prepare`."""
        turn = self._memory._turn_of(_given(TurnRequest, request, "request")).prepare()
        return PreparedTurn(begun_at=turn.begun_at, history=turn.history, parts=turn.parts, injection=turn.injection)

    def finish_turn(
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
        return turn.finish()

    def import_chat(
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
        importer = ChatImporter(self._access)
        return importer.import_numbered(messages, numbers, title=title, speaker=speaker)

    def measure(
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
        self._access.authorize("evaluations.run")
        run = GoldSetRun(gold.turns + len(gold.questions), k, tuple(without), fusion, extract, progress)
        return measure(self._access, gold, [self._access] * len(gold.units), run)

    def learn(
        self, gold: Gold, *, lost: float = 0.05, dry_run: bool = False, progress: Progress = no_progress
    ) -> Calibration:
        """The served half of `evaluations.calibrate`."""
        gold = _given(Gold, gold, "gold")
        self._access.authorize("evaluations.calibrate")
        places = [self._access] * len(gold.units)
        return learn(self._access, gold, places, lost=lost, dry_run=dry_run, progress=progress)


def _given(kind: type[T], value: object, field: str) -> T:
    """A value of a class, which other callers than ours may have left out. Raises InvalidInput."""
    if not isinstance(value, kind):
        raise InvalidInput(field=field, reason=f"must be a {kind.__name__}")
    return value


PARTS, USER = "parts", "user"

LAYERS: dict[str, type] = {
    "": Memory,
    "telemetry": Telemetry,
    "telemetry.metrics": Metrics,
    "telemetry.benchmarks": Benchmarks,
    "semantic": Semantic,
    "semantic.review": Review,
    "semantic.predicates": Predicates,
    "semantic.types": Types,
    "semantic.entities": Entities,
    "semantic.connections": Connections,
    "episodic": Episodic,
    "working": Working,
    "graph": GraphView,
    "tokens": Tokens,
    "evaluations": Evaluations,
    USER: User,
    PARTS: Parts,
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

    def function(self, memory: Memory, access: Access) -> Callable[..., Any]:
        """The bound method of a memory."""
        if self.layer == PARTS:
            return getattr(Parts(memory, access), self.method)  # type: ignore[no-any-return]
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
