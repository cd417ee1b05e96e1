"""The cells of the experiment: main comparison, sweep, drift, poison, and pilots that may switch warnings off."""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import oxgraph
from oxgraph import Client, Memory
from oxgraph.errors import WorkspaceNotFound
from oxgraph.evaluation.power import SEQUENTIAL, runs_needed
from oxgraph.graph import Auth
from tests.eval.experiment.checkout import Domain, domains
from tests.eval.experiment.figures import ARMS, arm_figures, crossing, pairs
from tests.eval.experiment.policy import Behaviour, Trigrams, fitted
from tests.eval.experiment.recorded import RecordedTask, drawn, recorded_tasks
from tests.eval.experiment.simulation import Arm, Clock, Result, Simulation
from tests.eval.experiment.tau_world import TauTask, agreement, tau_tasks
from tests.eval.experiment.world import Shop, Task, stream

PARTS = ("main", "sweep", "drift", "poison", "pilots", "recorded", "tau_bench")
EAGER = {"promote_confidence": 0.05, "inject_confidence": 0.05}
"""Settings of an operator who wants to be warned of rare failures too; by default from 0.6 on."""
LEARNS_FIRST = 50
"""Runs from which a memory learns before a cell of the sweep is measured."""
TYPICAL = Behaviour(obeys=0.7, misled=0.3)
LOST = Behaviour(obeys=0.8, misled=0.3, recovers=0.9, strays=0.5)
"""Agents that mostly recover from a failed call by themselves, and that a warning distracts from their task."""
STATED_FROM = 300
"""Runs by which the harm is measured that a pilot has to find; their tasks have a seed of their own."""
STATED_SEED = 1_000
Figures = dict[str, Any]
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Cell:
    """A comparison: behaviour of agents, factor of the shop's errors, the workspace's settings, liars of ten agents."""

    name: str
    behaviour: Behaviour
    errors: float = 1.0
    settings: Mapping[str, Any] = field(default_factory=dict)
    liars: int = 0
    learns_first: int = 0
    """Runs of the arms with a memory that are not counted."""
    nameless: bool = False
    harm: bool = False
    """Whether its pilots are repeated twice as often, and the runs stated after which they must have stopped."""


@dataclass
class Experiment:
    """All cells against one server.

    `runs` is the number of runs of each arm in the main comparison, `sweep_runs` in each cell of the sweep, `grid` the
    values of q, of b and of the factor of the shop's errors; `pilots` are repeated with `pilot_runs` runs at most.
    """

    uri: str
    auth: Auth
    runs: int
    sweep_runs: int
    seed: int
    grid: tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
    pilots: int = 2
    pilot_runs: int = 1_500
    recordings: tuple[Path, ...] = ()
    """Files of recorded runs; for each of them a comparison with agents and a world made from it."""
    checkout: Path | None = None
    """A checkout of tau-bench; for each of its domains a comparison with agents of the recordings in its world."""
    tell: Tell = print
    grams: Trigrams = field(init=False)

    def run(self, parts: Iterable[str] = PARTS, known: Figures | None = None) -> Figures:
        """Runs these parts; the figures, with those that are known already of the others."""
        began = time.monotonic()
        self.grams = fitted(self.seed)
        sizes: Figures = {"runs": self.runs, "sweep_runs": self.sweep_runs, "pilots_each": self.pilots}
        sizes |= {"pilot_runs": self.pilot_runs, "seed": self.seed, "options": self._options()}
        found: Figures = (known or {}) | sizes | {"version": oxgraph.__version__}
        left_out = set() if self.recordings else {"recorded", "tau_bench"}
        left_out |= set() if self.checkout else {"tau_bench"}
        for part in parts:
            if part not in left_out:
                found[part] = getattr(self, f"_{part}")()
        found["thresholds"] = thresholds(found["sweep"])
        found["seconds"] = round(time.monotonic() - began) + (known or {}).get("seconds", 0)
        return found

    def _options(self) -> str:
        """What else stood on the command line, without folders."""
        named = "".join(f" --recorded {path.name}" for path in self.recordings)
        return named + (" --tau-bench FOLDER" if self.checkout else "")

    def _main(self) -> Figures:
        return self._compare(Cell("main", TYPICAL), self.runs)

    def _poison(self) -> Figures:
        return self._compare(Cell("poison", TYPICAL, liars=1), self.runs)

    @contextmanager
    def _arm(self, name: str, cell: Cell) -> Iterator[Arm]:
        """An arm of a cell, with a workspace of its own, if it remembers anything."""
        if name in {"nothing", "oracle"}:
            yield Arm(name)
            return
        clock = Clock()
        with oxgraph.connect(self.uri, self.auth, clock=clock) as client:
            memory = self._workspace(client, f"{name}, {cell.name}", cell.settings)
            try:
                yield Arm(name, memory, clock, client, cell.liars, cell.nameless)
            finally:
                memory.delete(hard=True)

    def _workspace(self, client: Client, name: str, settings: Mapping[str, Any]) -> Memory:
        """A new workspace. Its name decides the holdout, so it depends on seed, arm and cell alone."""
        name = f"experiment {self.seed} {name}"
        with suppress(WorkspaceNotFound):
            client.delete_workspace(name, hard=True)  # Left by a run that was killed.
        return client.create_workspace(name, **settings)

    def _play(
        self,
        arm: Arm,
        tasks: Sequence[Task | RecordedTask],
        behaviour: Callable[[int], Behaviour],
        mended: Callable[[int], bool] = lambda place: False,
        until: Callable[[], bool] | None = None,
    ) -> list[Result]:
        return Simulation(self.grams, arm, self.seed, behaviour, mended).play(tasks, until)

    def _recorded(self) -> list[Figures]:
        """The four arms with agents and a world made from recorded runs."""
        found = []
        for path in self.recordings:
            known = recorded_tasks([path])
            name = path.name.partition(".")[0]
            figures = self._compare(Cell(name, TYPICAL), self.runs, drawn(known, self.runs * len(ARMS), self.seed))
            found.append({"name": name, "tasks": len(known)} | figures)
        return found

    def _tau_bench(self) -> list[Figures]:
        """The four arms with agents of recorded runs in the domains of a checkout that the recordings are of."""
        assert self.checkout is not None
        return [
            self._of_domain(domain, path, tasks)
            for domain in domains(self.checkout)
            for path in self.recordings
            if (tasks := tau_tasks(domain, [path]))
        ]

    def _of_domain(self, domain: Domain, path: Path, tasks: list[TauTask]) -> Figures:
        name = f"{domain.name} of {domain.kind}, {path.name.partition('.')[0]}"
        figures = self._compare(Cell(name, TYPICAL), self.runs, drawn(tasks, self.runs * len(ARMS), self.seed))
        return {"name": name, "tasks": len(tasks), "agreement": agreement(domain, [path])} | figures

    def _compare(self, cell: Cell, runs: int, given: Sequence[RecordedTask] | None = None) -> Figures:
        """The four arms on tasks drawn at random for each, and the same tasks without warnings for r and d."""
        behaviour, errors = cell.behaviour, cell.errors
        tasks: list[Any] = list(given or Shop(self.seed, errors).tasks(runs * len(ARMS) + cell.learns_first))
        stream(self.seed, cell.name).shuffle(tasks)
        results: dict[str, list[Result]] = {}
        paired: list[Result] = []
        for n, arm_name in enumerate(ARMS):
            own = tasks[n * runs : (n + 1) * runs]
            with self._arm(arm_name, cell) as arm:
                if arm.memory is not None:
                    self._play(arm, tasks[len(ARMS) * runs :], lambda place: behaviour)
                results[arm_name] = self._play(arm, own, lambda place: behaviour)
            if arm_name == "oxgraph":
                paired = self._play(Arm("nothing"), own, lambda place: behaviour)
        found: Figures = {
            "q": behaviour.obeys,
            "b": behaviour.misled,
            "errors": errors,
            "arms": {arm_name: arm_figures(results[arm_name], results["nothing"]) for arm_name in ARMS},
            "paired": pairs(paired, results["oxgraph"]),
            "thirds": thirds(results["oxgraph"], paired),
        }
        self.tell(f"{cell.name}: " + ", ".join(f"{k} {v['failure_rate']:.3f}" for k, v in found["arms"].items()))
        return found

    def _sweep(self) -> list[Figures]:
        return list(self._swept())

    def _swept(self) -> Iterator[Figures]:
        for q in self.grid[0]:
            for b in self.grid[1]:
                for errors in self.grid[2]:
                    name = f"q {q}, b {b}, errors {errors}"
                    yield self._compare(
                        Cell(name, Behaviour(q, b), errors, EAGER, learns_first=LEARNS_FIRST), self.sweep_runs
                    )

    def _drift(self) -> list[Figures]:
        """Halfway a tool is mended, or agents learn to be careful by themselves; windows of runs after it."""
        half = max(self.sweep_runs, self.runs // 2)
        careful = Behaviour(TYPICAL.obeys, TYPICAL.misled, careful=True)
        found: list[Figures] = []
        for name in ("a tool is mended", "agents change"):
            tasks = Shop(self.seed, 1.0).tasks(2 * half)

            def behaviour(place: int, name: str = name) -> Behaviour:
                return careful if name == "agents change" and place >= half else TYPICAL

            def mended(place: int, name: str = name) -> bool:
                return name == "a tool is mended" and place >= half

            with self._arm("oxgraph", Cell(name, TYPICAL)) as arm:
                with_ = self._play(arm, tasks, behaviour, mended)
            without = self._play(Arm("nothing"), tasks, behaviour, mended)
            measured = windows(without, with_, max(25, half // 5))
            found.append({"name": name, "change_at": half, "windows": measured})
            self.tell(f"drift, {name}: " + ", ".join(f"{one['effect']:+.3f}" for one in measured))
        return found

    def _pilots(self) -> list[Figures]:
        """Pilots with a holdout of half of the sessions, where warnings may be switched off."""
        harmful = Behaviour(0.9, 0.9)
        cells = [
            Cell("warnings help (q 0.7, b 0.3, all errors)", TYPICAL),
            Cell("warnings do nothing (q 0)", Behaviour(0.0, 0.0)),
            Cell("few warnings (q 0.6, b 0.4, errors × 0.15, warned from 5%)", Behaviour(0.6, 0.4), 0.15, EAGER),
            Cell("warnings mislead, few errors (q 0.9, b 0.9, errors × 0.3, warned from 5%)", harmful, 0.3, EAGER),
            Cell("warnings mislead (q 0.9, b 0.9, errors × 0.6, warned from 5%)", harmful, 0.6, EAGER, harm=True),
            Cell("the same, each run by a new agent", harmful, 0.6, EAGER, nameless=True, harm=True),
            Cell("warnings are right and the runs are lost (q 0.8, b 0.3, all errors)", LOST, harm=True),
        ]
        return [self._repeated(cell) for cell in cells]

    def _repeated(self, cell: Cell) -> Figures:
        stated = self._stated(cell) if cell.harm else {}
        found = [self._pilot(cell, n) for n in range(self.pilots * (2 if cell.harm else 1))]
        self.tell(f"pilot, {cell.name}: {stated.get('runs')}, {[one['stopped_after'] for one in found]}")
        return {"name": cell.name, "stated": stated, "pilots": found}

    def _stated(self, cell: Cell) -> Figures:
        """The runs in which nine of ten pilots find the harm that runs of other tasks had without a pilot."""
        tasks = Shop(self.seed + STATED_SEED, cell.errors).tasks(STATED_FROM)
        with self._arm("oxgraph", replace(cell, name=f"{cell.name} stated")) as arm:
            with_ = self._play(arm, tasks, lambda place: cell.behaviour)
        found = pairs(self._play(Arm("nothing"), tasks, lambda place: cell.behaviour), with_)
        harm = -found["effect"]
        needed = runs_needed(found["p"], -harm, power=0.9) if harm > 0 else None
        return {"p": found["p"], "harm": harm, "runs": needed and math.ceil(needed * SEQUENTIAL)}

    def _pilot(self, cell: Cell, number: int) -> Figures:
        behaviour = cell.behaviour
        tasks = Shop(self.seed + number, cell.errors).tasks(self.pilot_runs)
        with self._arm("oxgraph", replace(cell, name=f"{cell.name} {number}")) as arm:
            assert arm.memory is not None
            memory = arm.memory
            memory.evaluations.live(pilot=self.pilot_runs, stop=True)
            arm.clock.at += BATCH_GAP
            played = self._play(
                arm, tasks, lambda place: behaviour, until=lambda: not memory.settings().injection_enabled
            )
            live = memory.evaluations.live()
        without = self._play(Arm("nothing"), tasks[: len(played)], lambda place: behaviour)
        return {
            "runs": len(played),
            "stopped_after": len(played) if not live.injection_enabled else None,
            "verdict": live.verdict,
            "p": live.p,
            "true_p": sum(one.failed for one in without) / len(without),
            "effect": live.task_effect.model_dump(),
            "errors": live.error_effect.model_dump(),
            "r": live.r.model_dump(),
            "d": live.d.model_dump(),
            "threshold": live.threshold,
            "windows": windows(without, played, min(PILOT_WINDOW, len(played))),
        }


BATCH_GAP = timedelta(minutes=1)
PILOT_WINDOW = 250


def thirds(results: list[Result], paired: list[Result]) -> list[Figures]:
    """Failure rates without and with warnings, by thirds of the runs: what is learned on the way."""
    size = max(1, len(results) // 3)
    return windows(paired, results, size)[:3]


def windows(without: list[Result], with_: list[Result], size: int) -> list[Figures]:
    """Failure rates of the same tasks without and with warnings, by windows of so many runs."""
    found = []
    for start in range(0, len(with_) - size + 1, size):
        a, b = without[start : start + size], with_[start : start + size]
        warned, wrong = sum(one.warned for one in b), sum(one.wrong for one in b)
        failed = [sum(one.failed for one in side) / size for side in (a, b)]
        found.append(
            {
                "from": start,
                "to": start + size,
                "without": failed[0],
                "with": failed[1],
                "effect": failed[0] - failed[1],
                "warnings": warned,
                "wrong": wrong,
            }
        )
    return found


def thresholds(sweep: list[Figures]) -> list[Figures]:
    """For each q and b: d / (r + d) from all pairs, and the p at which the effect between the arms crosses 0."""
    found = []
    for q, b in dict.fromkeys((cell["q"], cell["b"]) for cell in sweep):
        cells = [cell for cell in sweep if (cell["q"], cell["b"]) == (q, b)]
        counts = [sum(values) for values in zip(*(cell["paired"]["counts"] for cell in cells), strict=True)]
        r, d = counts[0] / max(1, counts[1]), counts[2] / max(1, counts[3])
        points = [(cell["arms"]["nothing"]["failure_rate"], cell["arms"]["oxgraph"]["effect"]) for cell in cells]
        paired = [(cell["paired"]["p"], cell["paired"]["effect"]) for cell in cells]
        predicted = d / (r + d) if r + d > 0 else None
        found.append(
            {"q": q, "b": b, "r": r, "d": d, "predicted": predicted, "points": points, "paired_points": paired}
            | {"observed": crossing(points), "observed_paired": crossing(paired)}
        )
    return found
