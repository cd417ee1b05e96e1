"""A chat message history, for example for `RunnableWithMessageHistory`."""

from collections.abc import Sequence

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import BaseMessage

from oxgraph.integrations.conversation import AnyMemory, conversation, either, plain
from oxgraph.integrations.langchain.messages import events, given_back
from oxgraph.integrations.unanswered import NO_HISTORY, NOT_STORED, left_out
from oxgraph.types.episodic import Message


class OxgraphChatMessageHistory(BaseChatMessageHistory):
    """The history of one conversation of a workspace.

    `messages` are the `max_messages` latest of user and assistant (default: all that fits), oldest first. A `Memory`
    serves `invoke` and `ainvoke`, an `AsyncMemory` the latter alone: its `messages` raises InvalidInput. With `learn`,
    the worker takes in what the user stated. A message that has an id is kept once, one without each time it is added.
    `clear` deletes the conversation, and the memories that nothing else supports. `user_id` is whose conversation it is
    (default: shared). Where no server answers, that is logged: there are no messages, and what is said meanwhile is not
    kept; `clear` raises. Raises InvalidInput.
    """

    def __init__(
        self,
        memory: AnyMemory,
        conversation_id: str,
        *,
        max_messages: int | None = None,
        learn: bool = True,
        user_id: str | None = None,
    ) -> None:
        self._conversation = conversation(memory, conversation_id, learn, user_id)
        self._most = max_messages

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]  # the base allows a property, in words
        """Returns the messages, oldest first."""
        found: list[Message] = []
        with left_out(NO_HISTORY):
            found = plain(self._conversation).latest(self._most)
        return list(given_back(found))

    async def aget_messages(self) -> list[BaseMessage]:
        """Returns the messages, oldest first."""
        found: list[Message] = []
        with left_out(NO_HISTORY):
            found = await either(self._conversation.latest, self._most)
        return list(given_back(found))

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Stores messages."""
        with left_out(NOT_STORED):
            plain(self._conversation).add(events(messages))

    async def aadd_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Stores messages."""
        with left_out(NOT_STORED):
            await either(self._conversation.add, events(messages))

    def clear(self) -> None:
        """Deletes the conversation."""
        plain(self._conversation).clear()

    async def aclear(self) -> None:
        """Deletes the conversation."""
        await either(self._conversation.clear)
