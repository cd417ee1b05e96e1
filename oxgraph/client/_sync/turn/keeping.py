# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What is kept of a turn: the exchange and the actions, in one transaction."""

import logging
from datetime import timedelta

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.episodic.writing import Extraction, MessageWriter
from oxgraph.client.ingestion import Spoken
from oxgraph.client.recollection import Asked
from oxgraph.client.turning import Exchange, Gathered, with_vector
from oxgraph.errors import ConversationDeleted
from oxgraph.graph import Row
from oxgraph.types import Action
from oxgraph.types.turn import TurnRecord, TurnRequest

log = logging.getLogger("oxgraph")

CALL = "turn"


class TurnKeeping:
    """Writes what a turn brought. Raises nothing: what could not be written is logged, and told in the record."""

    def __init__(self, access: Access, asked: TurnRequest) -> None:
        self._access = access
        self._asked = asked

    def keep(
        self, exchange: Exchange, gathered: Gathered, patterns: tuple[str, ...], query: Asked | None
    ) -> TurnRecord:
        """Writes both; the messages' vectors a moment later. `query` has the vector that was made already."""
        said = exchange.spoken(gathered.steps, self._access.now())
        actions = gathered.captured(patterns)

        def kept() -> Row:
            return self._write(said, actions, query)

        ended = (self._access.beside.together({"exchange": (self._asked.seconds("exchange"), kept)}))["exchange"]
        if ended.done:
            written = said if ended.value["enabled"] else ()
            reason = "" if ended.value["enabled"] else "memory_disabled"
            ids = tuple(one.id for one in written)
            return TurnRecord(message_ids=ids, actions=ended.value["actions"], reason=reason)
        log.warning("the part exchange of a turn could not be kept: %s", ended.why)
        if isinstance(ended.error, ConversationDeleted):
            return TurnRecord(actions=len(actions), failed=("exchange",))
        return TurnRecord(failed=("exchange", "actions") if actions else ("exchange",))

    def _write(self, said: list[Spoken], actions: list[Action], query: Asked | None) -> Row:
        """What became of it. Vectors are written behind the caller's back: an index of them takes its time."""
        writer = MessageWriter(self._access)
        extraction: Extraction = "pending" if self._asked.learn else "none"
        name = self._asked.conversation_id
        row = writer.append(CALL, name, said, extraction, timedelta(), actions=actions)
        fresh = [one for one in with_vector(said, query) if one.id in row["fresh"]]

        def embedded() -> None:
            writer.embed(fresh, row)

        if fresh and vectors.usable_embedder(self._access.embedder) is not None:
            self._access.beside.aside(embedded)
        return row
