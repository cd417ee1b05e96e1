"""Recall measured against gold sets, its runs kept and compared, and its relevance threshold calibrated."""

import builtins
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from oxgraph import __version__
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.episodic import AsyncEpisodic
from oxgraph.client._async.ingest import AsyncIngest
from oxgraph.client._async.live import Plan, live
from oxgraph.client._async.recall import AsyncRecaller
from oxgraph.client._async.workspaces import change_settings
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.errors import InvalidInput, MemoryDisabled, NotFound
from oxgraph.evaluation import (
    Calibrated,
    Gold,
    Ranking,
    Turn,
    Unit,
    calibrated,
    changes,
    differences,
    judged,
    metrics,
    outcome_changes,
    ranking,
    read_gold,
    read_questions,
    together,
)
from oxgraph.file_formats.lines import LineFiles
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.types import limits
from oxgraph.types.evaluation import (
    Calibration,
    CurvePoint,
    Differences,
    Evaluated,
    EvaluationComparison,
    EvaluationRun,
    RankingRow,
)
from oxgraph.types.live import LiveEvaluated
from oxgraph.types.recall import Fusion, Recall, RecallRequest

Kind = Literal["recall", "warnings", "outcomes"]
Metrics = Mapping[str, Any]

CHANGES: dict[Kind, Callable[[Metrics, Metrics], Differences]] = {
    "recall": differences,
    "warnings": changes,
    "outcomes": outcome_changes,
}
"""after − before of each measure, by kind of run."""


@dataclass(frozen=True)
class Measured:
    """What a run has measured: its kind, the name of what it ran on and how much that is, the figures, the settings.

    `model` is the embedder that took part, if any did.
    """

    kind: Kind
    name: str
    questions: int
    turns: int
    metrics: Metrics
    settings: Mapping[str, Any]
    model: str | None = None


class AsyncEvaluationRuns:
    """The runs of one workspace."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def record(self, call: str, run: Measured) -> tuple[EvaluationRun, EvaluationRun | None]:
        """Keeps a run; it, and the last one of its kind on the same set."""
        values: dict[str, Any] = {
            **vars(run),
            "id": new_id(),
            "metrics": json.dumps(run.metrics),
            "settings": json.dumps(run.settings),
            "version": __version__,
        }
        (row,) = await self._access.write(call, "evaluation/record", **values, now=self._access.now())
        found = await self.get(call, [values["id"], *([row["before"]] if row["before"] else [])])
        return found[0], found[1] if len(found) > 1 else None

    async def get(self, call: str, ids: list[str]) -> list[EvaluationRun]:
        """The runs of one or two ids, in their order. Raises NotFound."""
        rows = await self._access.read(call, "evaluation/list", ids=ids, name=None, limit=2)
        found = {row["id"]: run_of(row) for row in rows}
        missing = next((id_ for id_ in ids if id_ not in found), None)
        if missing is not None:
            raise NotFound(kind="evaluation", id=missing)
        return [found[id_] for id_ in ids]

    async def compare(self, call: str, a: str, b: str) -> EvaluationComparison:
        """Two runs by id. Raises NotFound."""
        first, second = await self.get(call, [a, b])
        same = (first.kind, first.name) == (second.kind, second.name)
        return EvaluationComparison(a=first, b=second, same_questions=same, differences=changed(first, second))

    async def list(self, call: str, name: str | None, limit: int) -> list[EvaluationRun]:
        """The newest runs."""
        rows = await self._access.read(call, "evaluation/list", ids=None, name=name, limit=limit)
        return [run_of(row) for row in rows]


def changed(before: EvaluationRun | None, after: EvaluationRun) -> Differences:
    """after − before of each measure; nothing where there is no run before, or one of another kind."""
    if before is None or before.kind != after.kind:
        return {}
    return CHANGES[after.kind](before.metrics, after.metrics)


def run_of(row: Row) -> EvaluationRun:
    """A run from its row."""
    texts = {name: json.loads(row[name]) for name in ("metrics", "settings")}
    return EvaluationRun(**(dict(row) | texts))


Files = str | Path | Iterable[str | Path]


def lines(files: Files) -> LineFiles:
    """The lines of one file or of several."""
    return LineFiles([str(file) for file in ([files] if isinstance(files, str | Path) else files)])


def gold_of(turns: Files, questions: Files) -> Gold:
    """A gold set of turns and questions. Raises InvalidInput, naming file, line and field."""
    return read_gold(lines(turns), lines(questions))


def one_conversation(gold: Gold) -> Gold:
    """A gold set of one conversation. Raises InvalidInput for several."""
    if len(gold.units) > 1:
        reason = f"hold {len(gold.units)} conversations, each of which needs its own workspace: evaluate_recall"
        raise InvalidInput(field="turns", reason=reason)
    return gold


def questions_of(files: Files) -> Gold:
    """A gold set of questions alone. Raises InvalidInput, naming file, line and field."""
    return together([], read_questions(lines(files)))


@dataclass
class AsyncGoldSetRun:
    """Asks the questions of a gold set; counts how far it is, and what recall left out.

    `k` is how many results a question asks for, `without` and `fusion` are recall's. With `extract` memories are
    extracted from the turns, as `ingest` does, and count for the turns that they were made of. Questions leave no
    trace. The rankings are those before recall's threshold, so that finding and keeping silent are measured one by one;
    the contexts are those of recall as it comes.
    """

    total: int
    k: int
    without: tuple[str, ...] = ()
    fusion: Fusion | None = None
    extract: bool = False
    progress: Progress = no_progress
    done: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    rankings: dict[str, Ranking] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    """What each question's context took, whether or not recall would have given it."""

    async def load(self, place: AsyncAccess, turns: Iterable[Turn]) -> dict[str, str]:
        """Keeps the turns as raw messages, session by session; the turn of each message.

        A message's id comes from what stands before it in one call, so a session is one. What is there stays.
        """
        sessions: dict[str, list[Turn]] = {}
        for turn in turns:
            sessions.setdefault(turn.session, []).append(turn)
        found: dict[str, str] = {}
        for of_session in sessions.values():
            report = await AsyncEpisodic(place).add_messages([turn.message for turn in of_session])
            if report.reason == "memory_disabled":
                raise MemoryDisabled(workspace=place.name)
            found |= {id_: turn.id for id_, turn in zip(report.ids, of_session, strict=True)}
            self._step(len(of_session))
        if self.extract:
            await AsyncIngest(place).ingest([turn.message for of_session in sessions.values() for turn in of_session])
        return found

    async def ask(self, place: AsyncAccess, unit: Unit, turns: dict[str, str]) -> None:
        """Asks a unit's questions, each at its own time, else at the end of what was said."""
        for question in unit.questions:
            given = await self._recall(place, question.text, question.asked_at or unit.end)
            results = [(one.id, one.kind, one.evidence) for one in given.results]
            notes = given.notes
            inside = frozenset(given.context_ids)
            self.rankings[question.id] = ranking(
                question.id, results, notes.relevance or 0.0, turns, notes.threshold or 0.0, inside=inside
            )
            self.tokens[question.id] = notes.tokens or 0
            self.dropped.update(f"{one.retriever}: {one.reason}" for one in notes.dropped)
            self._step(1)

    async def _recall(self, place: AsyncAccess, query: str, at: datetime | None) -> Recall:
        without = (*self.without, "threshold")
        request = RecallRequest(query=query, least=self.k, now=at, without=without, fusion=self.fusion)
        return await AsyncRecaller(place).run(request, touch=False, answer=False)

    def _step(self, count: int) -> None:
        self.done += count
        self.progress(self.done, self.total)


BEST = 10
"""Results that a question asks for where only the best one's relevance counts."""


async def measure(target: AsyncAccess, gold: Gold, places: list[AsyncAccess], gold_run: AsyncGoldSetRun) -> Evaluated:
    """Asks each unit in its memory, in step, and keeps the run in the workspace `target`."""
    started = time.perf_counter()
    for unit, place in zip(gold.units, places, strict=True):
        await gold_run.ask(place, unit, await gold_run.load(place, unit.turns))
    found = metrics(gold, gold_run.rankings) | {"dropped": dict(gold_run.dropped)}
    run, before = await AsyncEvaluationRuns(target).record(
        "evaluations.run", await _measured(target, gold, found, gold_run)
    )
    return Evaluated(
        run=run,
        rankings=tuple(RankingRow(**ranking.row()) for ranking in gold_run.rankings.values()),
        before=before,
        differences=changed(before, run),
        workspaces=tuple(place.name for place in places),
        seconds=round(time.perf_counter() - started, 3),
    )


async def _measured(target: AsyncAccess, gold: Gold, metrics: dict[str, Any], gold_run: AsyncGoldSetRun) -> Measured:
    settings, embedder = await _settings(target, gold_run), target.embedder
    model = embedder.name if embedder is not None and embedder.dimension else None
    return Measured("recall", gold.digest, len(gold.questions), gold.turns, metrics, settings, model)


async def _settings(target: AsyncAccess, gold_run: AsyncGoldSetRun) -> dict[str, Any]:
    """The settings that the figures depend on: the run's own, and the workspace's for recall."""
    found = (await target.settings("evaluations.run")).model_dump()
    recall = {name: value for name, value in found.items() if name.startswith("recall_")}
    own = {"k": gold_run.k, "without": list(gold_run.without), "fusion": gold_run.fusion, "extract": gold_run.extract}
    return own | recall


async def learn(
    target: AsyncAccess,
    gold: Gold,
    places: list[AsyncAccess],
    *,
    lost: float,
    dry_run: bool,
    progress: Progress,
) -> Calibration:
    """Finds one threshold over all memories; sets it in each of them and in the workspace `target`."""
    if not 0 <= lost < 1:
        raise InvalidInput(field="lost", reason="must be a share: at least 0, less than 1")
    gold_run = AsyncGoldSetRun(len(gold.questions), BEST, progress=progress)
    for unit, place in zip(gold.units, places, strict=True):
        await gold_run.ask(place, unit, {})
    found = calibrated(judged(gold.questions, gold_run.rankings), lost)
    before = (await target.settings("evaluations.calibrate")).recall_threshold
    changed_places = {place.workspace_id: place for place in [target, *places]}
    if not dry_run:
        for access in changed_places.values():
            changes = {"recall_threshold": found.point.threshold}
            await change_settings(access, "evaluations.calibrate", "update_settings", changes)
    return _calibration(found, before, not dry_run, dict.fromkeys(place.name for place in places))


def _calibration(found: Calibrated, before: float, stored: bool, workspaces: Iterable[str]) -> Calibration:
    return Calibration(
        **vars(found.point),
        before=before,
        stored=stored,
        area=found.area,
        answerable=found.answerable,
        unanswerable=found.unanswerable,
        workspaces=tuple(workspaces),
        curve=tuple(CurvePoint(**vars(point)) for point in found.curve),
    )


@typed_arguments
class AsyncEvaluations:
    """Measures recall against questions whose answers are known. `docs/evaluating.md` describes the files."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def run(
        self,
        turns: Files,
        questions: Files,
        *,
        k: int = 50,
        without: Iterable[str] = (),
        fusion: Fusion | None = None,
        extract: bool = False,
        progress: Progress = no_progress,
    ) -> Evaluated:
        """Keeps the turns of one conversation as raw messages here, asks its questions, scores, and keeps the run.

        Files are JSON lines, gzipped or not. `k` results are asked for each question; `without` and `fusion` as in
        `recall`. Turns that are there already are not written again. With `extract` memories are extracted from the
        turns, as by `semantic.ingest` (with the connection's language model, else by rules), and a memory that is found
        counts for the turns that it was made of. Several conversations need a workspace each: `client.evaluate_recall`.
        Raises InvalidInput (naming file, line and field), MemoryDisabled, and ExtraMissing for `extract` without the
        extra [ingest].
        """
        gold = one_conversation(gold_of(turns, questions))
        await self._access.authorize("evaluations.run")
        gold_run = AsyncGoldSetRun(gold.turns + len(gold.questions), k, tuple(without), fusion, extract, progress)
        return await measure(self._access, gold, [self._access], gold_run)

    async def list(self, name: str | None = None, limit: int = limits.PAGE) -> builtins.list[EvaluationRun]:
        """The runs kept here, the newest first; with `name` those of one gold set or history. Raises InvalidInput."""
        if not 1 <= limit <= limits.ROWS:
            raise InvalidInput(field="limit", reason=f"must lie between 1 and {limits.ROWS}")
        return await AsyncEvaluationRuns(self._access).list("evaluations.list", name, limit)

    async def compare(self, a: str, b: str) -> EvaluationComparison:
        """Two runs by id, and b − a of every measure. Raises NotFound."""
        return await AsyncEvaluationRuns(self._access).compare("evaluations.compare", a, b)

    async def live(
        self,
        pilot: int | None = None,
        *,
        effect: float = 0.1,
        base_rate: float | None = None,
        power: float = 0.8,
        holdout_rate: float = 0.5,
        stop: bool | None = None,
    ) -> LiveEvaluated:
        """Measures what warnings do to the runs of agents here, against sessions that are shown none.

        With `pilot`, the planned number of runs, such sessions are drawn from now on: the share `holdout_rate` (0–0.9).
        A pilot that runs already goes on as it is. `effect`, `base_rate` (measured where it is not given) and `power`
        (each 0–1) are for the plan of how many runs are needed. `stop` sets `stop_harmful_injection`. Runs are
        sessions with an outcome, in the order in which they ended. Raises InvalidInput, PermissionDenied.
        """
        return await live(self._access, Plan(pilot, effect, base_rate, power, holdout_rate), stop)

    async def calibrate(
        self, questions: Files, *, lost: float = 0.05, dry_run: bool = False, progress: Progress = no_progress
    ) -> Calibration:
        """Learns the relevance below which recall had better say nothing, and sets it (`recall_threshold`).

        The questions, some of which nothing here answers, are asked of what is in the workspace. The threshold
        refuses as many of those as it can while it loses at most the share `lost` (0–1) of the others. With
        `dry_run` nothing is set. Raises InvalidInput, also where one kind of question is missing.
        """
        gold = questions_of(questions)
        await self._access.authorize("evaluations.calibrate")
        return await learn(
            self._access, gold, [self._access] * len(gold.units), lost=lost, dry_run=dry_run, progress=progress
        )
