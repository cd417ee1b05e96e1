"""Runs passes over a workspace, one process at a time, and records each run."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from oxgraph.cypher import CypherFile, statement
from oxgraph.errors import EmbeddingModelMismatch, InvalidInput, OxgraphError, ServerError
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.models import Embedder, LanguageModel
from oxgraph.passes.embeddings import embed_waiting
from oxgraph.passes.pass_settings import open_workspace
from oxgraph.passes.plan import MAIN, NAMES, UPKEEP, Pass, number_of, plan
from oxgraph.passes.upkeep import Helpers, Turns, Upkeep

Progress = Callable[[str, dict[str, int]], None]
"""Called after each transaction with the pass's name and the counters so far."""

BATCH = 5_000
"""Rows (actions, sequences, edges) in one transaction: at most about 100 MB of heap."""

SMALLER = 4
"""The part of a batch that is tried next where its transaction needs more memory than Neo4j gives it."""

OUT_OF_MEMORY = "OutOfMemoryError"
"""In the code of the error of such a transaction, of which nothing is kept."""

BENCHMARKS = 3
"""The number of the pass that measures benchmarks."""

log = logging.getLogger(__name__)


@dataclass
class PassRun:
    """One run of one pass, as its pass_run node. `duration_ms` is None while it runs."""

    id: str
    workspace_id: str
    name: str
    version: int
    now: datetime
    status: Literal["running", "done", "failed"] = "running"
    counters: dict[str, int] = field(default_factory=dict)
    duration_ms: int | None = None
    error_code: str | None = None
    neo4j_code: str | None = None


def evaluate(
    graph: Graph,
    workspace: str,
    *,
    passes: Iterable[str | int] | None = None,
    now: datetime,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    turns: Turns | None = None,
    progress: Progress | None = None,
    batch: int = BATCH,
    choose: Callable[[], Iterable[int]] | None = None,
) -> list[PassRun]:
    """Runs passes (all by default, in the order of their numbers) over a workspace, given by name or id.

    `embedder` gives texts their vectors, `model` asks the questions that memories answer (without one, templates
    do), `turns` extracts pending messages; what is missing leaves its part of the upkeep undone.

    Waits while another process runs passes in the workspace; the upkeep, which may wait for models, has a lock of its
    own. `choose` is called after the wait, and only those of the passes that it names run.

    Raises WorkspaceNotFound, WorkspaceDeleted, EmbeddingModelMismatch, InvalidInput for an unknown pass or a `now`
    without a zone, and the graph's errors.
    """
    if now.tzinfo is None:
        raise InvalidInput(field="now", reason="must have a time zone")
    numbers = sorted({number_of(one) for one in passes}) if passes is not None else sorted(NAMES)
    workspace_id = open_workspace(graph, workspace)[0]
    helpers, runs = Helpers(embedder, model, turns), []
    for lock, chosen in (
        ("passes", [n for n in numbers if n in MAIN]),
        ("upkeep", [n for n in numbers if n == UPKEEP]),
    ):
        if chosen:
            with graph.exclusive(workspace_id, lock):
                still = set(chosen) if choose is None else set(choose())
                settings = open_workspace(graph, workspace_id)[1]
                work = _Work(graph, workspace_id, now.astimezone(UTC), settings, batch, helpers, progress or _silent)
                runs += [work.run(number) for number in chosen if number in still]
    return runs


def run_pass(graph: Graph, workspace_id: str, name_or_number: str | int, *, now: datetime, **options: Any) -> PassRun:
    """Runs one pass; the options and errors are those of `evaluate`."""
    return evaluate(graph, workspace_id, passes=[name_or_number], now=now, **options)[0]


def measure_nights(
    graph: Graph, workspace_id: str, nights: Iterable[datetime], *, batch: int = BATCH
) -> Iterator[tuple[datetime, PassRun]]:
    """Measures the benchmarks of past nights, and nothing else of pass 3; yields each night with its run.

    The lock of the passes is held until the last night; the caller passes few nights at a time. Decay is left out: it
    is applied as of the present, and patterns of the present stay as they are. Raises what `evaluate` raises.
    """
    with graph.exclusive(workspace_id, "passes"):
        settings = open_workspace(graph, workspace_id)[1]
        for night in nights:
            work = _Work(graph, workspace_id, night, settings, batch, Helpers(), _silent)
            yield night, work.run(BENCHMARKS, only=MAIN[BENCHMARKS])


def _silent(name: str, counters: dict[str, int]) -> None:
    """Ignores the progress."""


@dataclass
class _Work:
    """The common arguments of the passes of one call."""

    graph: Graph
    workspace_id: str
    now: datetime
    settings: dict[str, Any]
    batch: int
    helpers: Helpers
    progress: Progress

    def run(self, number: int, only: str | None = None) -> PassRun:
        """Runs a pass, or one file of it, and records its result."""
        steps = plan(number)
        if only is not None:
            steps = steps._replace(files=[file for file in steps.files if file.name == only])
        run = PassRun(new_id(), self.workspace_id, steps.name, steps.version, self.now)
        began = time.monotonic()
        self._start(run, steps)
        try:
            self._steps(run, steps)
        except BaseException as error:
            run.status = "failed"
            run.error_code = error.code if isinstance(error, OxgraphError) else type(error).__name__
            if isinstance(error, ServerError) and "neo4j_code" in error.values:
                run.neo4j_code = str(error.values["neo4j_code"])
            with suppress(OxgraphError):
                self._finish(run, began)
            raise
        run.status = "done"
        self._finish(run, began)
        if run.counters.get("drifting"):
            log.warning("workspace %s: warnings do not come true as they used to; fewer are shown", self.workspace_id)
        return run

    def _steps(self, run: PassRun, steps: Pass) -> None:
        for file in steps.files:
            self._repeat(run, file)
        if steps.name == MAIN[1] and self.helpers.vectors is not None:
            self._embed_sequences(run, self.helpers.vectors)
        if steps.name == NAMES[UPKEEP]:
            for name, count in Upkeep(self.graph, self.workspace_id, self.helpers, self.now).tend(run.id):
                self._count(run, {name: count})

    def _embed_sequences(self, run: PassRun, embedder: Embedder) -> None:
        """Patterns need no vectors: where the embedder is not the workspace's, the sequences wait for theirs."""
        try:
            for written in embed_waiting(self.graph, self.workspace_id, embedder, ["sequence"]):
                self._count(run, {"embedded": written})
        except EmbeddingModelMismatch as error:
            log.warning("the sequences of workspace %s wait for their vectors: %s", self.workspace_id, error)

    def _repeat(self, run: PassRun, file: CypherFile) -> None:
        """Runs transactions until nothing remains, smaller ones from where one needs more memory than there is."""
        given = {
            "workspace_id": self.workspace_id,
            "now": self.now,
            "settings": self.settings,
            "run_id": run.id,
            "subject_id": None,
        }
        batch, remaining = self.batch, 1
        while remaining:
            try:
                row = self.graph.write(file, **given, batch=batch)[0]
            except ServerError as error:
                if batch == 1 or OUT_OF_MEMORY not in str(error.values.get("neo4j_code")):
                    raise
                batch = max(batch // SMALLER, 1)
                log.warning(
                    "pass %s goes on in batches of %s rows, as Neo4j's memory is too small: %s", run.name, batch, error
                )
                continue
            remaining = row.pop("remaining")
            self._count(run, row)

    def _count(self, run: PassRun, counters: dict[str, int]) -> None:
        for name, number in counters.items():
            run.counters[name] = run.counters.get(name, 0) + number
        self.progress(run.name, run.counters)

    def _start(self, run: PassRun, steps: Pass) -> None:
        self.graph.write(
            statement("passes/start_run"),
            workspace_id=self.workspace_id,
            run_id=run.id,
            **{"pass": run.name},
            version=run.version,
            files=[f"{file.name}.v{file.version}" for file in steps.files],
            now=self.now,
            started_at=datetime.now(UTC),
        )

    def _finish(self, run: PassRun, began: float) -> None:
        run.duration_ms = round((time.monotonic() - began) * 1000)
        self.graph.write(
            statement("passes/finish_run"),
            workspace_id=self.workspace_id,
            run_id=run.id,
            status=run.status,
            error_code=run.error_code,
            neo4j_code=run.neo4j_code,
            finished_at=datetime.now(UTC),
            duration_ms=run.duration_ms,
            counters=run.counters,
        )
