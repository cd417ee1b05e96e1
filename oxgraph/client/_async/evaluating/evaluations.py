"""How well recall does in a workspace: gold sets asked, runs compared, the threshold of abstention learned."""

import builtins
from collections.abc import Iterable
from typing import TYPE_CHECKING

from oxgraph.client import gold_files
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.evaluating.asking import AsyncAsking, Progress, silent
from oxgraph.client._async.evaluating.keeping import AsyncRuns
from oxgraph.client._async.evaluating.measuring import learn, measure
from oxgraph.client.gold_files import Files
from oxgraph.errors import InvalidInput
from oxgraph.types import limits
from oxgraph.types.evaluation import Calibration, Evaluated, EvaluationComparison, EvaluationRun
from oxgraph.types.recall import Fusion

if TYPE_CHECKING:
    from oxgraph.client._async.memory import AsyncMemory


class AsyncEvaluations:
    """Measures recall against questions whose answers are known. `docs/evaluating.md` describes the files."""

    def __init__(self, memory: "AsyncMemory", access: AsyncAccess) -> None:
        self._memory = memory
        self._access = access

    async def run(
        self,
        turns: Files,
        questions: Files,
        *,
        k: int = 50,
        without: Iterable[str] = (),
        fusion: Fusion | None = None,
        progress: Progress = silent,
    ) -> Evaluated:
        """Keeps the turns of one conversation as raw messages here, asks its questions, scores, and keeps the run.

        Files are JSON lines, gzipped or not. `k` results are asked for each question; `without` and `fusion` as in
        `recall`. Turns that are there already are not written again. Several conversations need a workspace each:
        `client.evaluate_recall`. Raises InvalidInput (naming file, line and field), MemoryDisabled.
        """
        gold = gold_files.gold(turns, questions)
        if len(gold.units) > 1:
            reason = f"hold {len(gold.units)} conversations, each of which needs its own workspace: evaluate_recall"
            raise InvalidInput(field="turns", reason=reason)
        await self._access.enter("evaluations.run")
        asking = AsyncAsking(gold.turns + len(gold.questions), k, tuple(without), fusion, progress)
        return await measure(self._access, gold, [self._memory], asking)

    async def list(self, name: str | None = None, limit: int = 50) -> builtins.list[EvaluationRun]:
        """The runs kept here, the newest first; with `name` those of one gold set or history. Raises InvalidInput."""
        if not 1 <= limit <= limits.ROWS:
            raise InvalidInput(field="limit", reason=f"must lie between 1 and {limits.ROWS}")
        return await AsyncRuns(self._access).list("evaluations.list", name, limit)

    async def compare(self, a: str, b: str) -> EvaluationComparison:
        """Two runs by id, and b − a of every measure. Raises NotFound."""
        return await AsyncRuns(self._access).compare("evaluations.compare", a, b)

    async def calibrate(
        self, questions: Files, *, lost: float = 0.05, dry_run: bool = False, progress: Progress = silent
    ) -> Calibration:
        """Learns the relevance below which recall had better say nothing, and sets it (`recall_threshold`).

        The questions, some of which nothing here answers, are asked of what is in the workspace. The threshold
        refuses as many of those as it can while it loses at most the share `lost` (0–1) of the others. With
        `dry_run` nothing is set. Raises InvalidInput, also where one kind of question is missing.
        """
        gold = gold_files.questions(questions)
        await self._access.enter("evaluations.calibrate")
        memories = [self._memory] * len(gold.units)
        return await learn(self._access, gold, memories, lost=lost, dry_run=dry_run, progress=progress)
