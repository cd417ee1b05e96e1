# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What is kept of a turn: the exchange in one transaction, and beside it the actions in another."""

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.episodic.writing import Extraction, MessageWriter
from oxgraph.client.beside import Work, aside, beside
from oxgraph.client.ingestion import Spoken
from oxgraph.client.recollection import Asked
from oxgraph.client.turning import Exchange, Gathered, with_vector
from oxgraph.types import BatchResult
from oxgraph.types.turn import TurnRecord, TurnRequest

if TYPE_CHECKING:
    from oxgraph.client._sync.memory import Memory

log = logging.getLogger("oxgraph")

CALL = "turn"


class TurnKeeping:
    """Writes what a turn brought. Raises nothing: what could not be written is logged, and told in the record."""

    def __init__(self, memory: "Memory", access: Access, asked: TurnRequest) -> None:
        self._memory = memory
        self._access = access
        self._asked = asked

    def keep(
        self, exchange: Exchange, gathered: Gathered, patterns: tuple[str, ...], query: Asked | None
    ) -> TurnRecord:
        """Both, side by side; the messages' vectors a moment later. `query` has the vector that was made already."""
        said = exchange.spoken(gathered.steps, self._access.now())
        actions = gathered.captured(patterns)

        def exchanged() -> bool:
            return self._write(said, query)

        def captured() -> BatchResult:
            return self._memory.telemetry.capture_many(actions)

        works: dict[str, tuple[float, Work]] = {"exchange": (self._asked.seconds("exchange"), exchanged)}
        if actions:
            works["actions"] = (self._asked.seconds("actions"), captured)
        ended = beside(works)
        failed = tuple(name for name, one in ended.items() if not one.done)
        for name in failed:
            log.warning("the part %s of a turn could not be kept: %s", name, ended[name].why)
        written, batch = ended["exchange"], ended["actions"].value if "actions" in ended else None
        return TurnRecord(
            message_ids=tuple(one.id for one in said) if written.value else (),
            actions=batch.captured + batch.duplicates if batch else 0,
            failed=failed,
            reason="memory_disabled" if written.done and not written.value else "",
        )

    def _write(self, said: list[Spoken], query: Asked | None) -> bool:
        """Whether memory is on. Vectors are written behind the caller's back: an index of them takes its time."""
        writer = MessageWriter(self._access)
        extraction: Extraction = "pending" if self._asked.learn else "none"
        row = writer.append(CALL, self._asked.conversation_id, said, extraction, timedelta())
        fresh = [one for one in with_vector(said, query) if one.id in row["fresh"]]

        def embedded() -> None:
            writer.embed(fresh, row)

        if fresh and vectors.usable_embedder(self._access.embedder) is not None:
            aside(embedded)
        return bool(row["enabled"])
