"""What is stored of a turn: the messages of the exchange, and the actions."""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from types import TracebackType
from typing import Any, Self

from oxgraph.client.batches import items
from oxgraph.client.ingest_messages import Spoken, named_id, spoken
from oxgraph.client.recall_request import PreparedRecall
from oxgraph.client.recording import call_ended
from oxgraph.errors import InvalidInput
from oxgraph.ids import stable_id
from oxgraph.types import Action, Outcome, limits
from oxgraph.types.ingest import STEPS, NewMessage
from oxgraph.types.inputs import ActionInput
from oxgraph.types.turn import TurnRecord, TurnRequest


@dataclass
class TurnExchange:
    """The user's message and the reply; their ids come from the turn's, so that they are written once.

    `user_id` is whose conversation it is; '' where it is shared. `shown_ids` are stored with the reply.
    """

    asked: TurnRequest
    workspace_id: str
    turn_id: str
    said_at: datetime
    user_id: str = ""
    replied: NewMessage | None = None
    shown_ids: tuple[str, ...] = ()

    def reply(self, text: str, metadata: dict[str, Any] | None, now: datetime) -> None:
        """Sets the answer; an empty one is none. Raises InvalidInput."""
        given: dict[str, Any] = {"id": self._id("assistant"), "text": text, "role": "assistant", "said_at": now}
        self.replied = NewMessage(**given, metadata=metadata) if text != "" else None

    def _id(self, role: str) -> str:
        return f"turn:{self.turn_id}:{role}"

    def _user(self) -> NewMessage:
        speaker, text = self.asked.speaker, self.asked.user_message
        return NewMessage(id=self._id("user"), text=text, speaker=speaker, said_at=self.said_at)

    def ids(self) -> tuple[str, ...]:
        """The ids that the messages of this turn have, be they there already or not."""
        return tuple(
            named_id(self.workspace_id, self.asked.conversation_id, self._id(role), self.user_id)
            for role in ("user", "assistant")
        )

    def spoken(self, steps: Callable[[], list[dict[str, Any]]], now: datetime) -> list[Spoken]:
        """The messages as they are written, the reply with the steps that led to it unless it brought its own."""
        if self.replied is None:
            return self._spoken([self._user()], now)
        taken = steps()
        metadata = ({"steps": taken} if taken else {}) | (self.replied.metadata or {})
        reply = self.replied.model_copy(update={"metadata": metadata, "shown_ids": self.shown_ids})
        return self._spoken([self._user(), reply], now)

    def _spoken(self, given: list[NewMessage], now: datetime) -> list[Spoken]:
        return spoken(self.workspace_id, given, self.asked.conversation_id, None, now, user_id=self.user_id)


def with_vector(messages: list[Spoken], query: PreparedRecall | None) -> list[Spoken]:
    """The messages; the first, which is the user's, with the vector that recall made where it is of the same words."""
    if query is None or query.vector is None or query.embedded != messages[0].embedded_text:
        return messages
    return [replace(messages[0], embedding=query.vector), *messages[1:]]


class TurnSettlement:
    """The record of a write that may end after its time; `on_late` is called with it in that case, in any thread.

    Where that is `expected`, only a failure is logged.
    """

    def __init__(self, on_late: Callable[[TurnRecord], None], expected: bool = False) -> None:
        self._on_late = on_late
        self._expected = expected
        self._lock = Lock()
        self._record: TurnRecord | None = None
        self._late = False

    def ended(self, record: TurnRecord, why: str = "") -> None:
        """The write has ended; `why` it failed, where it did."""
        with self._lock:
            self._record = record
            if not self._late:
                return
        if why:
            log.warning("the part exchange of a turn could not be kept: %s", why)
        elif not self._expected:
            log.info("the part exchange of a turn was kept after its time")
        self._on_late(record)

    def time_is_up(self) -> TurnRecord | None:
        """The record, if the write has ended meanwhile."""
        with self._lock:
            self._late = True
            return self._record


log = logging.getLogger("oxgraph")

STEP_FIELDS = ("action_type", "target_node_type", "outcome", "error_code", "latency_ms")


@dataclass
class TurnActions:
    """The actions of a turn, in the order in which they ended. Their ids come from the turn's: they are kept once."""

    asked: TurnRequest
    workspace_id: str
    turn_id: str
    now: Callable[[], datetime]
    actions: list[Action] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def add(self, **given: Any) -> None:
        """Notes an action by the fields of `Action`; session and agent are the turn's. Raises InvalidInput."""
        with self.lock:
            if len(self.actions) == limits.BATCH:
                raise InvalidInput(field="action", reason=f"a turn has at most {limits.BATCH} actions")
            self.actions.append(self.action(**given))

    def take(self, actions: Iterable[ActionInput]) -> None:
        """Takes actions that were noted elsewhere, with their ids; session and agent are the turn's.

        Raises InvalidInput.
        """
        own = {"session_id": self.asked.session, "agent_id": self.asked.agent_id}
        self.actions = [one.model_copy(update=own) for one in items(Action, actions, "actions")]

    def action(self, **given: Any) -> Action:
        """The action that the fields make, begun so long ago as it took. Raises InvalidInput."""
        id_ = stable_id(self.workspace_id, "action", ["turn", self.turn_id, str(len(self.actions))])
        own = {"session_id": self.asked.session, "agent_id": self.asked.agent_id, "id": id_}
        return Action(**own | {name: value for name, value in given.items() if value is not None})

    def step(self, action_type: str, **given: Any) -> "TurnStep":
        """A step that is timed."""
        return TurnStep(self, {"action_type": action_type} | given)

    def captured(self, patterns: Iterable[str]) -> list[Action]:
        """The actions with the patterns that the agent was shown before them."""
        return [one.model_copy(update={"injected_patterns": tuple(patterns)}) for one in self.actions]

    def steps(self) -> list[dict[str, Any]]:
        """The first steps as a message's metadata has them."""
        return [self._step(one) for one in self.actions[:STEPS]]

    def _step(self, action: Action) -> dict[str, Any]:
        row = action.model_dump(include=set(STEP_FIELDS), exclude_none=True)
        return row | ({"started_at": action.started_at.isoformat()} if action.started_at else {})


class TurnStep:
    """One step being timed; for `with` and `async with`. Its exception is a failure, and goes through.

    Inside the block `outcome` and `error_code` can be set, as in `telemetry.record`.
    """

    def __init__(self, gathered: TurnActions, values: dict[str, Any]) -> None:
        self._gathered = gathered
        self._values = values
        self._started_at: datetime | None = None
        self._started = 0.0
        self.outcome: Outcome | None = None
        self.error_code: str | None = None

    def __enter__(self) -> Self:
        """What cannot be captured is refused before the step, not after it."""
        self._gathered.action(**self._values, outcome="success")
        self._started_at = self._gathered.now()
        self._started = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        latency_ms = round((time.perf_counter() - self._started) * 1000, 3)
        timed = {"latency_ms": latency_ms, "started_at": self._started_at}
        try:
            self._gathered.add(**self._values | call_ended(self.outcome, self.error_code, error) | timed)
        except InvalidInput as failure:
            if error is None:
                raise
            log.warning("the action %s could not be kept: %s", self._values["action_type"], failure)

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.__exit__(kind, error, trace)
