# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""One turn of a conversation: what memory brings before a model is asked, and what is stored afterwards.

`AsyncTurn.prepare` takes these steps in this order:

1. Wait for the exchange of the turn before, where that is stored behind the reply.
2. Embed the message, and read history, instructions, episodes, patterns, entities, memories and slots in one round
   trip. Parts with another time limit are read apart, at the same time; if one fails, each of them is read by itself.
3. Leave the turn's own messages out of the history.
4. Where history, instructions or episodes were read apart, or show more than recall can be told to leave out: leave
   them out of the memories, and pack their text again.
5. Record the access of the memories that are left.
6. Make the parts, of which `prompt` and `messages` are rendered.

`AsyncTurn.finish` then:

7. Writes the user's message, the reply and the actions, in one transaction; without `wait` in the background.
8. Writes the vectors of the new messages, in the background.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from types import TracebackType
from typing import Any, Self

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.messages import Extraction, MessageWriter
from oxgraph.client._sync.recall import Recaller
from oxgraph.client._sync.turn_parts import TurnParts
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import Outcome, Work, detail_of
from oxgraph.client.ingest_messages import Spoken
from oxgraph.client.recall_request import PreparedRecall
from oxgraph.client.turn_exchange import TurnActions, TurnExchange, TurnSettlement, TurnStep, with_vector
from oxgraph.client.turn_prompt import ORDER, left_out, messages, part, prompt, shown_ids, whole_ids
from oxgraph.errors import ConnectionFailed, ConversationDeleted, OxgraphError
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.types import Action, Injection
from oxgraph.types.episodic import Episodes, Message
from oxgraph.types.fields import Outcome as Ending
from oxgraph.types.turn import PartName, TurnPart, TurnRecord, TurnRequest

log = logging.getLogger("oxgraph")

CALL = "turn"


class TurnWriter:
    """Stores the exchange and the actions of a turn. Raises nothing: failures are logged, and stand in the record.

    `on_late` is called with the record of a write that ended after its time, or behind the reply.
    """

    def __init__(self, access: Access, asked: TurnRequest, on_late: Callable[[TurnRecord], None]) -> None:
        self._access = access
        self._asked = asked
        self._on_late = on_late

    def keep(
        self, exchange: TurnExchange, gathered: TurnActions, patterns: tuple[str, ...], query: PreparedRecall | None
    ) -> TurnRecord:
        """Steps 7 and 8. `query` brings the vector of the user's message, which recall made."""
        messages = exchange.spoken(gathered.steps, self._access.now())
        actions, unembedded = gathered.captured(patterns), list[Work]()

        def embed_behind(record: TurnRecord) -> TurnRecord:
            """Step 8. The caller starts it once it has the record, so that it does not wait for it."""
            while unembedded:
                self._access.background.spawn(unembedded.pop())
            return record

        settlement = TurnSettlement(lambda late: self._on_late(embed_behind(late)), expected=not self._asked.wait)

        def kept() -> TurnRecord:
            try:
                row = self._write(messages, actions)
            except Exception as error:
                settlement.ended(_failed(actions, error), str(error))
                raise
            unembedded.extend(self._embedding(messages, row, query))
            record = _record(row, messages)
            settlement.ended(record)
            return record

        if not self._asked.wait:
            self._access.background.spawn_in_order(exchange_key(self._access, self._asked), kept)
            written = settlement.time_is_up()
            return embed_behind(written) if written else TurnRecord(unconfirmed=parts_kept(actions))
        seconds = self._access.at_most(self._asked.seconds("exchange"))
        ended = self._access.background.run_on(seconds, kept)
        self._access.note([ended])
        if ended.done:
            return embed_behind(ended.value)
        if ended.late and ended.seconds > 0:
            written = settlement.time_is_up()
            return embed_behind(written) if written else unconfirmed(actions, ended.seconds)
        log.warning("the part exchange of a turn could not be kept: %s", ended.why)
        return _failed(actions, ended.error)

    def _write(self, messages: list[Spoken], actions: list[Action]) -> Row:
        """Step 7: messages and actions in one transaction."""
        writer = MessageWriter(self._access)
        extraction: Extraction = "pending" if self._asked.learn else "none"
        name = self._asked.conversation_id
        agent_id = self._asked.agent_id
        return writer.append(CALL, name, messages, extraction, timedelta(), actions=actions, agent_id=agent_id)

    def _embedding(self, messages: list[Spoken], row: Row, query: PreparedRecall | None) -> list[Work]:
        """The work of step 8, apart from the exchange since the index of vectors is slow; none without an embedder."""
        fresh = [one for one in with_vector(messages, query) if one.id in row["fresh"]]
        if not fresh or vectors.usable_embedder(self._access.embedder) is None:
            return []
        return [partial(MessageWriter(self._access).embed, fresh, row)]


def exchange_key(access: Access, asked: TurnRequest) -> tuple[str, str, str]:
    """The conversation whose exchanges are stored in their order."""
    return access.workspace_id, access.user_id, asked.conversation_id


def _record(row: Row, messages: list[Spoken]) -> TurnRecord:
    written = messages if row["enabled"] else ()
    reason = "" if row["enabled"] else "memory_disabled"
    return TurnRecord(message_ids=tuple(one.id for one in written), actions=row["actions"], reason=reason)


def _failed(actions: list[Action], error: Exception | None) -> TurnRecord:
    if isinstance(error, ConversationDeleted):
        return TurnRecord(actions=len(actions), failed=("exchange",))
    return TurnRecord(failed=parts_kept(actions))


def unconfirmed(actions: list[Action], seconds: float) -> TurnRecord:
    """The record of a turn whose writing had no answer in its time."""
    log.warning("the part exchange of a turn was not confirmed within %g s; it may have been kept", seconds)
    return TurnRecord(unconfirmed=parts_kept(actions))


def parts_kept(actions: list[Action]) -> tuple[str, ...]:
    """The parts of a turn that are stored at its end, by name."""
    return ("exchange", "actions") if actions else ("exchange",)


def _had(ended: dict[PartName, Outcome], name: PartName, nothing: Any) -> Any:
    """The value of a part, or `nothing` where it has none."""
    return ended[name].value if name in ended and ended[name].done else nothing


@typed_arguments
class Turn:
    """A turn of a conversation; made by `memory.turn`.

    A context manager; without `with`, call `prepare` before and `finish` after. In between, `prompt` is the system
    text, `messages` what a chat completion takes, `history` what was said before, `parts` each part by its name,
    `supports` the ids that each part rests on, `left_out` what could not be had and why. `reply` sets the answer,
    `record` times a step, `action` notes one. `recorded` tells afterwards what was kept.
    """

    def __init__(self, access: Access, asked: TurnRequest, recall: Recaller) -> None:
        self._access = access
        self._recall = recall
        self._asked = asked
        self.turn_id = asked.turn_id or new_id()
        self._exchange = TurnExchange(asked, access.workspace_id, self.turn_id, access.now(), access.user_id)
        self._gathered = TurnActions(asked, access.workspace_id, self.turn_id, access.now)
        self._query: PreparedRecall | None = None
        self.history: tuple[Message, ...] = ()
        self.parts: dict[PartName, TurnPart] = {}
        self.injection = Injection()
        self.recorded: TurnRecord | None = None
        self._settled: TurnRecord | None = None
        self._shown: tuple[str, ...] = ()
        self._shown_ids: tuple[str, ...] = ()

    @property
    def begun_at(self) -> datetime:
        """The time of the user's message."""
        return self._exchange.said_at

    def prepare(self) -> Self:
        """Reads every layer in one round trip; a part that fails or is late is left out.

        Raises Unauthenticated, PermissionDenied, WorkspaceNotFound, WorkspaceDeleted; InvalidInput once the connection
        is closed, in a forked process, and in another event loop.
        """
        self._access.graph.require_open()
        self._exchange.said_at = self._access.now()
        key = exchange_key(self._access, self._asked)
        self._access.background.settled(key, self._asked.seconds("history"))
        parts = TurnParts(self._access, self._asked, self._recall)
        try:
            self._access.require_answer()
        except ConnectionFailed as error:
            return self._without_parts(error)
        ended = parts.ask()
        self._access.note(ended.values())
        own = self._exchange.ids()
        self.history = tuple(one for one in _had(ended, "history", ()) if one.id not in own)
        self.injection, self._query = _had(ended, "patterns", Injection()), parts.query
        instructions = [one["id"] for one in _had(ended, "instructions", [])]
        shown_ids = frozenset(whole_ids(self.history)).union(_had(ended, "episodes", Episodes()).ids, instructions)
        memories = parts.unrepeated(ended, shown_ids)
        if memories is not None:
            ended["memories"] = memories
        if self._query is not None and memories is not None and memories.done:
            self._recall.record_access(memories.value, self._query)
        self._recall.record_read(instructions, self._exchange.said_at)
        self.parts = {name: self._part(name, ended.get(name)) for name in ORDER}
        return self

    def _without_parts(self, error: OxgraphError) -> Self:
        """The turn, which goes on without any part."""
        log.warning("all parts of a turn are left out: %s", error)
        self._exchange.said_at = self._access.now()
        self.parts = {name: self._missing(name, error) for name in ORDER}
        return self

    def _missing(self, name: PartName, error: OxgraphError) -> TurnPart:
        wanted = name not in self._asked.without
        return TurnPart(name=name, reason="failed" if wanted else "left_out", detail=detail_of(error) if wanted else "")

    def _part(self, name: PartName, ended: Outcome | None) -> TurnPart:
        if ended is not None:
            return part(name, ended)
        return TurnPart(name=name, reason="left_out" if name in self._asked.without else "empty")

    @property
    def prompt(self) -> str:
        """The system text, then the parts that have a text, but for the history; '' without any."""
        return prompt(self._asked.system, self.parts)

    @property
    def messages(self) -> list[dict[str, str]]:
        """The prompt as the system's message, the history, and the user's message: `{"role", "content"}` each."""
        return messages(self.prompt, self.history, self._asked.user_message, self._asked.speaker)

    @property
    def supports(self) -> dict[str, tuple[str, ...]]:
        """The ids that each part rests on."""
        return {name: one.ids for name, one in self.parts.items()}

    @property
    def shown_ids(self) -> tuple[str, ...]:
        """The ids of what memory shows in the prompt, apart from history and slots; they are stored with the reply."""
        return shown_ids(self.parts) or self._shown_ids

    @property
    def left_out(self) -> dict[str, str]:
        """Why parts that could have said something do not: timeout, failed, disabled or left_out, and details."""
        return left_out(self.parts)

    def reply(self, text: str, *, metadata: dict[str, Any] | None = None) -> None:
        """Sets the answer, which is kept at the end; the last one counts, and an empty one is none.

        `metadata` is kept with it, as in `NewMessage`; its `steps` are the turn's actions unless given. Raises
        InvalidInput.
        """
        self._exchange.reply(text, metadata, self._access.now())

    def record(
        self,
        action_type: str,
        *,
        targets: Iterable[str] = (),
        target_node_type: str | None = None,
        seq: int | None = None,
    ) -> TurnStep:
        """Times a step: a context manager, with `with` and `async with`. Its exception is a failure, and goes through.

        The action is captured when the turn ends, with the patterns that the turn showed. Raises InvalidInput.
        """
        return self._gathered.step(action_type, targets=tuple(targets), target_node_type=target_node_type, seq=seq)

    def action(
        self,
        action_type: str,
        outcome: Ending,
        *,
        targets: Iterable[str] = (),
        target_node_type: str | None = None,
        error_code: str | None = None,
        latency_ms: float | None = None,
        started_at: datetime | None = None,
        seq: int | None = None,
    ) -> None:
        """Notes an action that was done, by the fields of `Action`. Raises InvalidInput."""
        self._gathered.add(
            action_type=action_type,
            outcome=outcome,
            targets=tuple(targets),
            target_node_type=target_node_type,
            error_code=error_code,
            latency_ms=latency_ms,
            started_at=started_at,
            seq=seq,
        )

    def resume(self) -> Self:
        """For a turn that goes on after a pause, made anew with its `turn_id`: the exchange is the one that was begun,
        the actions that follow are kept beside those before. Returns the turn.
        """
        self._gathered.turn_id = f"{self.turn_id}:{new_id()}"
        return self

    def begun(self, at: datetime | None = None, shown: Iterable[str] = (), shown_ids: Iterable[str] = ()) -> Self:
        """For a turn that was prepared elsewhere, made anew here with its `turn_id` to be finished.

        `at` is its `begun_at` (default: now), `shown` the ids of the patterns that it showed, `shown_ids` its own.
        Finished a second time in this way, it changes nothing. Returns the turn.
        """
        self._exchange.said_at, self._shown = at or self._exchange.said_at, tuple(shown)
        self._shown_ids = tuple(shown_ids)
        return self

    def finish(self) -> TurnRecord:
        """Keeps the exchange and the actions; a second time only what came since. Raises nothing.

        Without `wait` the writing goes on behind the reply: `recorded` says how it ended, `unconfirmed` until then what
        is under way, and the next turn of the conversation on this connection begins with it.
        Without a reply the user's message alone is kept. What could not be kept is logged, and stands in `failed`; what
        was not confirmed in its time stands in `unconfirmed`. That write goes on in the background: when it ends,
        `recorded` says how, and calling `finish` again is safe, as nothing is kept twice.
        """
        writer = TurnWriter(self._access, self._asked, self._settle)
        shown = (*self.injection.ids, *self._shown)
        self._settled, self._exchange.shown_ids = None, self.shown_ids
        record = writer.keep(self._exchange, self._gathered, shown, self._query)
        self.recorded = record
        self.recorded = self._settled or self.recorded
        return self.recorded

    def _settle(self, record: TurnRecord) -> None:
        """Takes the record of a write that ended after its time."""
        self._settled = self.recorded = record

    def __enter__(self) -> Self:
        try:
            return self.prepare()
        except (OxgraphError, GeneratorExit):
            raise
        except BaseException:  # cancelled, or by a signal: the block, whose end keeps the turn, is not come to
            self.finish()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.finish()
