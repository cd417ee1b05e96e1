"""A conversation's history for `message_history=`."""

from collections.abc import Iterable

from pydantic_ai import messages as ai

from oxgraph.integrations.conversation import AnyMemory, conversation, either
from oxgraph.integrations.pydantic_ai.messages import events, given_back
from oxgraph.integrations.unanswered import NO_HISTORY, NOT_STORED, left_out
from oxgraph.types.episodic import Message


class OxgraphConversation:
    """One conversation's history, by a `Memory` or an `AsyncMemory`: of the user `user_id`, or shared.

    Where no server answers, that is logged: there are no messages, and what is said meanwhile is not kept; `clear`
    raises. Raises InvalidInput.
    """

    def __init__(
        self, memory: AnyMemory, conversation_id: str, *, learn: bool = True, user_id: str | None = None
    ) -> None:
        self._conversation = conversation(memory, conversation_id, learn, user_id)

    async def messages(self, max_messages: int | None = None) -> list[ai.ModelMessage]:
        """Returns the messages, oldest first, for `message_history=`; only the latest with `max_messages`."""
        found: list[Message] = []
        with left_out(NO_HISTORY):
            found = await either(self._conversation.latest, max_messages)
        return given_back(found)

    async def add(self, messages: Iterable[ai.ModelMessage]) -> None:
        """Stores a run's messages, all of them or the new ones; each is stored once."""
        with left_out(NOT_STORED):
            await either(self._conversation.add, list(events(messages)))

    async def clear(self) -> None:
        """Deletes the conversation, and the memories without other evidence."""
        await either(self._conversation.clear)
