# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""A conversation's messages of user and assistant, oldest first, as frameworks need them."""

from collections.abc import Iterable
from functools import partial

from oxgraph.client import Memory
from oxgraph.errors import NotFound
from oxgraph.integrations.message_content import PAGE, ROLES, CallEvent, Event, MessageConverter
from oxgraph.integrations.unanswered import within_turn
from oxgraph.types import limits
from oxgraph.types.episodic import Message


class Conversation:
    """One conversation of a memory."""

    def __init__(self, memory: Memory, conversation_id: str, learn: bool = True) -> None:
        self.memory = memory
        self._within_turn = within_turn(memory)
        self.id = conversation_id
        self._learn = learn
        self._converter = MessageConverter(memory.workspace_id)
        self._is_answered = True
        self.run_ids: tuple[str, ...] = ()
        """The ids of the user's latest messages and of the answers to them; the next message of the user begins anew.
        """

    def latest(self, most: int | None = None, tokens: int | None = None) -> list[Message]:
        """Returns the latest messages of user and assistant as a prompt takes them, oldest first: up to `most`, and up
        to 1,000, within `tokens` (default: the workspace's history_tokens).
        """
        if most is not None and most < 1:
            return []
        found = self._within_turn.episodic.history(self.id, max_messages=PAGE, max_tokens=tokens, for_prompt=True)
        return spoken(found)[-(most or 0) :]

    def all(self) -> list[Message]:
        """Returns all messages of user and assistant, oldest first and whole."""
        return spoken(self._all())

    def _all(self) -> list[Message]:
        found: list[Message] = []
        page: tuple[Message, ...] | None = None
        while page is None or len(page) == PAGE:
            after = found[-1].id if found else None
            page = self._within_turn.episodic.messages(self.id, after=after, limit=PAGE)
            found.extend(page)
        return found

    def add(self, events: Iterable[Event]) -> None:
        """Stores messages, also where its caller is cancelled; does nothing if memory is disabled."""
        messages = self._converter.messages(events)
        if messages:
            memory = self._within_turn
            add = partial(memory.episodic.add_messages, messages, conversation_id=self.id, learn=self._learn)
            added = memory._access.background.finish(add)
            for message, id_ in zip(messages, added.ids, strict=False):  # there are no ids where memory is disabled
                before = () if message["role"] == "user" and self._is_answered else self.run_ids
                self.run_ids = (*before, id_)[-limits.TARGETS :]
                self._is_answered = message["role"] == "assistant"

    def note(self, events: Iterable[CallEvent]) -> None:
        """Notes tool calls, which are stored with the next answer."""
        self._converter.messages(events)

    def show(self, ids: Iterable[str], *, anew: bool = False) -> None:
        """Notes what memory has shown in a run, which is stored with the answers to come; `anew` begins a run."""
        known = () if anew else self._converter.shown_ids
        self._converter.shown_ids = tuple(dict.fromkeys((*known, *ids)))[: limits.SHOWN_IDS]

    def drop_last(self) -> Message | None:
        """Deletes the latest message and returns it; None if there is none."""
        found = self.latest(1)
        if not found:
            return None
        whole = self.memory.episodic.message(found[-1].id)
        self.memory.episodic.delete_message(whole.id)
        return whole

    def clear(self) -> None:
        """Deletes the conversation, if there is one."""
        try:
            self.memory.episodic.delete_conversation(self.id)
        except NotFound:
            return


def spoken(messages: Iterable[Message]) -> list[Message]:
    """The messages of user and assistant."""
    return [message for message in messages if message.role in ROLES]
