"""A gold set's turns brought into a workspace, and its questions asked of it."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from oxgraph.errors import MemoryDisabled
from oxgraph.evaluation import Ranking, Turn, Unit, ranking
from oxgraph.types.recall import Fusion, Recall

if TYPE_CHECKING:
    from oxgraph.client._async.memory import AsyncMemory

Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Progress that nobody is told of."""


@dataclass
class AsyncAsking:
    """Asks the questions of a gold set; counts how far it is, and what recall left out.

    `k` is how many results a question asks for, `without` and `fusion` are recall's. Questions leave no trace. The
    rankings are those before recall's threshold, so that finding and keeping silent are measured one by one.
    """

    total: int
    k: int
    without: tuple[str, ...] = ()
    fusion: Fusion | None = None
    progress: Progress = silent
    done: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    rankings: dict[str, Ranking] = field(default_factory=dict)

    async def load(self, memory: "AsyncMemory", turns: Iterable[Turn]) -> dict[str, str]:
        """Keeps the turns as raw messages, session by session; the turn of each message.

        A message's id comes from what stands before it in one call, so a session is one. What is there stays.
        """
        sessions: dict[str, list[Turn]] = {}
        for turn in turns:
            sessions.setdefault(turn.session, []).append(turn)
        found: dict[str, str] = {}
        for said in sessions.values():
            report = await memory.episodic.add_messages([turn.message for turn in said])
            if report.reason == "memory_disabled":
                raise MemoryDisabled(workspace=memory.name)
            found |= {id_: turn.id for id_, turn in zip(report.ids, said, strict=True)}
            self._step(len(said))
        return found

    async def ask(self, memory: "AsyncMemory", unit: Unit, turns: dict[str, str]) -> None:
        """Asks a unit's questions, each at its own time, else at the end of what was said."""
        for question in unit.questions:
            given = await self._recall(memory, question.text, question.asked_at or unit.end)
            results = [(one.id, one.kind, one.evidence) for one in given.results]
            notes = given.notes
            self.rankings[question.id] = ranking(
                question.id, results, notes.relevance or 0.0, turns, notes.threshold or 0.0
            )
            self.dropped.update(f"{one.retriever}: {one.reason}" for one in notes.dropped)
            self._step(1)

    async def _recall(self, memory: "AsyncMemory", query: str, at: datetime | None) -> Recall:
        without = (*self.without, "threshold")
        return await memory.recall(
            query, k=self.k, now=at, without=without, fusion=self.fusion, touch=False, answer=False
        )

    def _step(self, count: int) -> None:
        self.done += count
        self.progress(self.done, self.total)
