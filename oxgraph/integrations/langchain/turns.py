"""The turns of active runs."""

from threading import Lock
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.config import get_config
from langgraph.runtime import get_runtime

from oxgraph.errors import InvalidInput
from oxgraph.ids import stable_id
from oxgraph.integrations.agent_options import showing
from oxgraph.integrations.conversation import AnyMemory, AnyTurn, user_of
from oxgraph.integrations.tool_actions import calling_user
from oxgraph.newest import Newest
from oxgraph.surrogates import whole

MOST = 256
"""Maximum number of turns in memory; an interrupted one may never continue."""


class Turns:
    """The turn of each run, by its conversation and the user's latest message; outside the agent's state."""

    def __init__(self, memory: AnyMemory, conversation_id: str | None, options: dict[str, Any]) -> None:
        self._memory = memory
        self._conversation_id = conversation_id
        self._options = options
        self._held: Newest[str, AnyTurn] = Newest(MOST)
        self._lock = Lock()

    def begin(self, state: Any) -> AnyTurn | None:
        """Returns the turn of a new run; None if the user's message has no text. Raises InvalidInput."""
        return self._find(state, taken=False)

    def going(self, state: Any) -> AnyTurn | None:
        """Returns the turn of a continued run, also if it was interrupted in another process."""
        return self._find(state, taken=True)

    def end(self, turn: AnyTurn) -> None:
        """Removes a turn."""
        with self._lock:
            self._held.pop(turn.turn_id, None)

    def _find(self, state: Any, taken: bool) -> AnyTurn | None:
        message = asked(state["messages"])
        if message is None or not message.text.strip():
            return None
        name = self._conversation_id or _thread()
        user_id = user_of(self._options, _configurable(), _context()) or calling_user()
        named = [name, message.id, *([user_id] if user_id else [])]
        turn_id = stable_id(self._memory.workspace_id, "langchain", named)
        own = own_history(state["messages"])
        with self._lock:
            turn = self._held.get(turn_id)
            if turn is None:
                given = self._options | {"turn_id": turn_id, "user_id": user_id}
                made = self._memory.turn(name, whole(str(message.text)), **showing(given, len(own)) if own else given)
                turn = made.resume() if taken else made
            self._held[turn_id] = turn
            return turn


def asked(messages: list[Any]) -> HumanMessage | None:
    """Returns the latest text of the user."""
    return next((one for one in reversed(messages) if isinstance(one, HumanMessage)), None)


def own_history(messages: list[Any]) -> list[Any]:
    """What was said before the user's latest message, in a state that has a history already; else nothing."""
    last = asked(messages)
    before = messages[: messages.index(last)] if last is not None else messages
    said = [one for one in before if isinstance(one, HumanMessage | AIMessage) and one.text.strip()]
    return said if any(isinstance(one, AIMessage) for one in before) else []


def _configurable() -> dict[str, Any]:
    return dict(get_config().get("configurable", {}))


def _context() -> Any:
    """The run's context, which its caller chooses; None without any."""
    return get_runtime().context


def _thread() -> str:
    name = _configurable().get("thread_id")
    if not isinstance(name, str):
        raise InvalidInput(field="thread_id", reason="must be given in the run's config, to name the conversation")
    return name
