"""OpenAI Agents SDK: a session backed by a conversation, and hooks that capture tool calls.

Needs the extra [openai-agents].
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, cast
from weakref import WeakKeyDictionary

from oxgraph.errors import ExtraMissing
from oxgraph.file_formats.sessions.records import arguments
from oxgraph.integrations.agent_memory import AnyAgentMemory, agent_memories
from oxgraph.integrations.agent_options import showing
from oxgraph.integrations.conversation import AnyMemory, either, require_turn_options, user_of
from oxgraph.integrations.message_content import CallEvent, Event, MessageEvent, ResultEvent, said_in
from oxgraph.types.episodic import Message
from oxgraph.types.fields import Outcome

try:
    from agents import Agent, RunContextWrapper, TResponseInputItem
    from agents.lifecycle import RunHooksBase
    from agents.memory import SessionSettings
    from agents.memory.session import SessionABC
except ImportError as error:
    raise ExtraMissing(feature="The adapter for the OpenAI Agents SDK", extra="openai-agents") from error

Instructions = Callable[[RunContextWrapper[Any], Agent[Any]], Awaitable[str]]

TRUSTED = "msg_"
"""Prefixes of ids given by the API; other ids are not unique."""

FAILED = re.compile(
    r"An error occurred while running the tool\. Please try again\.|Tool '.*' timed out after \d[\d.e+-]* seconds\.\Z",
    re.DOTALL,
)
"""The SDK's own texts instead of the result of a tool that raised an exception, or was too slow. What a tool itself
says is its result, also where it begins with "Error"."""

OUTCOMES: dict[str, Outcome] = {"completed": "success", "failed": "failure", "incomplete": "failure"}


class OxgraphSession(SessionABC):
    """A session of the Agents SDK on one conversation, by a `Memory` or an `AsyncMemory`.

    `get_items` gives what user and assistant said, all of it or as many as `session_settings` or its limit allow. With
    `learn`, the worker takes in what the user stated. A message with an id of the API's is kept once, any other each
    time that it is added. `clear_session` deletes the conversation, and the memories that nothing else supports.
    `user_id` is the user whose session it is (default: the `user_id` of each run's context, else shared).
    Raises InvalidInput.
    """

    def __init__(
        self,
        memory: AnyMemory,
        session_id: str,
        *,
        session_settings: SessionSettings | None = None,
        learn: bool = True,
        user_id: str | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._memory = memory
        self._user_id = user_id
        self._agents = agent_memories(memory, learn=learn, user_id=user_id)

    def _of(self, wrapper: RunContextWrapper[Any] | None) -> AnyAgentMemory:
        """The memory of the session's user, or of that of the run; the runner gives each method its `wrapper`."""
        return self._agents.of(self.session_id, user_of(wrapper.context) if wrapper is not None else None)

    async def get_items(
        self, limit: int | None = None, *, wrapper: RunContextWrapper[Any] | None = None
    ) -> list[TResponseInputItem]:
        """Returns the items, oldest first; only the latest with a limit, and none where no server answers."""
        most = self.session_settings.limit if limit is None and self.session_settings else limit
        return [_item(message) for message in await either(self._of(wrapper).history, most)]

    async def add_items(
        self, items: list[TResponseInputItem], *, wrapper: RunContextWrapper[Any] | None = None
    ) -> None:
        """Stores the items' texts, and the names of tool calls with the message that follows them."""
        await either(self._of(wrapper).add, list(events(items)))

    async def pop_item(self, *, wrapper: RunContextWrapper[Any] | None = None) -> TResponseInputItem | None:
        """Deletes the latest message and returns it; None if there is none."""
        message = await either(self._of(wrapper).conversation.drop_last)
        return _item(message) if message is not None else None

    async def clear_session(self, *, wrapper: RunContextWrapper[Any] | None = None) -> None:
        """Deletes the conversation."""
        await either(self._of(wrapper).conversation.clear)

    def instructions(self, system: str = "", **options: Any) -> Instructions:
        """Returns a function for an agent's `instructions`: `system`, then the memory context for the user's message.

        Memory is read once a run; the context is not stored, since the session stores the messages. `options` are
        those of `memory.turn`, such as `targets`. The user is the session's, else the `user_id` of the run's context.
        Raises InvalidInput.
        """
        asked: WeakKeyDictionary[RunContextWrapper[Any], str] = WeakKeyDictionary()
        own = {"user_id": self._user_id}
        require_turn_options(options)

        async def instructions(context: RunContextWrapper[Any], agent: Agent[Any]) -> str:
            if context not in asked:
                user_id = user_of(options, own, context.context)
                asked[context] = await self._prompt(context.turn_input, {"system": system} | options, user_id)
            return asked[context]

        return instructions

    async def _prompt(self, items: Iterable[Any], options: dict[str, Any], user_id: str | None) -> str:
        """What memory has to say to the last of the items, of which the model gets all."""
        said = said_in(events(items))
        asked = next((place for place in reversed(range(len(said))) if said[place].role == "user"), None)
        if asked is None:
            return str(options["system"])
        # The runner has stored the user's message by now.
        given = showing(options, asked + 1) | {"user_id": user_id}
        turn = self._memory.turn(self.session_id, said[asked].text, **given)
        await either(turn.prepare)
        return turn.prompt


class OxgraphToolHooks(RunHooksBase[Any, Agent[Any]]):
    """Hooks of a run that capture each call of a local tool as an action, given to `Runner.run` as `hooks`.

    Captured are the tool's name, ids of targets among the arguments and the type of node that these name, the outcome,
    the class of the error and the latency. Other arguments and results are neither stored nor logged. `session_id` is
    the actions' session. A capture that fails is logged, and the run goes on.
    """

    def __init__(self, memory: AnyMemory, session_id: str) -> None:
        self._agents = agent_memories(memory, warnings="off")
        self._session_id = session_id

    def _of(self, agent: Agent[Any]) -> AnyAgentMemory:
        return self._agents.of(self._session_id, agent_id=agent.name or None)

    async def on_tool_start(self, context: RunContextWrapper[Any], agent: Agent[Any], tool: Any) -> None:
        """Measures from here."""
        given = arguments(getattr(context, "tool_arguments", None))
        await either(self._of(agent).before, _key(context, tool), tool.name, given, coding=True)

    async def on_tool_end(self, context: RunContextWrapper[Any], agent: Agent[Any], tool: Any, result: object) -> None:
        """Captures the call."""
        text = result if isinstance(result, str) else ""
        await either(self._of(agent).after, _key(context, tool), text if FAILED.match(text) else None)


def _key(context: RunContextWrapper[Any], tool: Any) -> str:
    """The call, by the id that the model gave it."""
    return str(getattr(context, "tool_call_id", None) or tool.name)


def _item(message: Message) -> TResponseInputItem:
    """Returns a message in the short form without an id, as the API rejects unknown ids."""
    return cast(TResponseInputItem, {"content": message.text, "role": message.role})


def events(items: Iterable[Any]) -> Iterator[Event]:
    """Yields texts, tool calls and outcomes; ignores system and developer messages, reasoning and tool results."""
    for item in items:
        given: Mapping[str, Any] = item if isinstance(item, Mapping) else item.model_dump()
        yield from _events(given)


def _events(item: Mapping[str, Any]) -> Iterator[Event]:
    kind, role = item.get("type", "message"), item.get("role")
    if kind == "message" and role in ("user", "assistant"):
        yield MessageEvent(role, _text(item.get("content")), _own_id(item))
    elif kind.endswith("_call"):
        yield CallEvent(_call_id(item), item.get("name") or kind.removesuffix("_call"), _outcome(item))
    elif kind.endswith("_call_output") and (outcome := _outcome(item)):
        yield ResultEvent(_call_id(item), outcome)


def _text(content: Any) -> str:
    """Returns the text of a message, refusals included, without images and files."""
    if isinstance(content, str):
        return content
    parts = [part.get("text") or part.get("refusal") for part in content or () if isinstance(part, Mapping)]
    return "\n".join(part for part in parts if isinstance(part, str))


def _own_id(item: Mapping[str, Any]) -> str | None:
    own = item.get("id")
    return own if isinstance(own, str) and own.startswith(TRUSTED) else None


def _call_id(item: Mapping[str, Any]) -> str:
    return str(item.get("call_id") or item.get("id"))


def _outcome(item: Mapping[str, Any]) -> Outcome | None:
    """Returns the outcome of a tool call; None for a function call, whose item is complete before the function runs."""
    if item.get("error"):
        return "failure"
    return None if str(item.get("type")).startswith("function_call") else OUTCOMES.get(str(item.get("status")))
