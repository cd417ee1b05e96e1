"""A small run of the experiment against the real Neo4j, and its statistics."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

from oxgraph.local import Server
from tests.eval.experiment.cells import LOST, TYPICAL, Cell, Experiment
from tests.eval.experiment.figures import crossing, newcombe, pairs
from tests.eval.experiment.page import page
from tests.eval.experiment.policy import Advice, Behaviour, Run, Trigrams, fitted
from tests.eval.experiment.recorded import RecordedRun, RecordedTask, drawn, recorded_tasks
from tests.eval.experiment.simulation import Result
from tests.eval.experiment.world import Shop, World

HERE = Path(__file__).parent
SEED = 3


@pytest.fixture(scope="module")
def grams() -> Trigrams:
    return fitted(SEED, 300)


def failure_rate(grams: Trigrams, errors: float, behaviour: Behaviour, warns: str = "") -> float:
    """The failure rate of 150 runs; `warns` is oracle or wrong."""
    failed, tasks = 0, Shop(SEED, errors).tasks(150)
    for task in tasks:
        run = Run(World(task), grams, behaviour, SEED)
        moves, advice, begun = run.play(), None, False
        try:
            while True:
                ask = moves.send(advice if begun else None)
                begun = True
                advice = Advice(ask.tool) if warns == "oracle" and ask.would_fail else None
                advice = Advice("") if warns == "wrong" else advice
        except StopIteration:
            failed += not run.world.reached()
    return failed / len(tasks)


def test_the_world_judges_by_its_final_state_and_right_warnings_help(grams: Trigrams) -> None:
    obedient = Behaviour(obeys=1, misled=1)
    base = failure_rate(grams, 1.0, obedient)
    assert 0.35 < base < 0.6
    assert failure_rate(grams, 0.1, obedient) < 0.2
    assert failure_rate(grams, 1.0, obedient, "oracle") < base - 0.2
    assert failure_rate(grams, 1.0, obedient, "wrong") > 0.95
    assert failure_rate(grams, 1.0, Behaviour(obeys=0, misled=1), "wrong") == base
    assert failure_rate(grams, 1.0, Behaviour(obeys=1, misled=0), "wrong") == base


def test_agents_that_recover_by_themselves_are_harmed_by_warnings_that_come_true(grams: Trigrams) -> None:
    base = failure_rate(grams, 1.0, LOST)
    assert base < 0.2
    assert failure_rate(grams, 1.0, LOST, "oracle") > base + 0.08


def recorded(path: Path) -> Path:
    """Runs of two tasks: reserving fails in a third of the trials; then it is done again, or given up."""
    lines = []
    for n in range(30):
        code = "NotEnoughStockError" if n % 3 == 0 else None
        calls = [
            ("find_item", None),
            ("reserve", code),
            *([("reserve", None)] if code and n % 2 else []),
            ("close", None),
        ]
        for seq, (tool, error) in enumerate(calls):
            line = {"session_id": f"shop/task {n % 2}/{n}", "action_type": tool, "seq": seq, "target_node_type": "Item"}
            line |= {"outcome": "failure" if error else "success", "error_code": error, "ts": "2026-01-01T00:00:00Z"}
            line |= {"task_success": code is None or n % 2 == 1, "arguments": {"tool": tool}, "target_node_id": "lamp"}
            lines.append(json.dumps(line))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def recorded_failures(tasks: list[RecordedTask], warns: bool) -> list[bool]:
    """Whether runs failed; warnings come exactly where the call would fail."""
    found = []
    for task in drawn(tasks, 200, SEED):
        run = RecordedRun(task, Behaviour(obeys=1, misled=0), SEED)
        moves, advice, begun = run.play(), None, False
        with suppress(StopIteration):
            while True:
                ask = moves.send(advice if begun else None)
                begun = True
                advice = Advice(ask.tool) if warns and ask.would_fail else None
        found.append(not run.reached())
    return found


def test_agents_and_a_world_of_recorded_runs(tmp_path: Path) -> None:
    tasks = recorded_tasks([recorded(tmp_path / "runs.jsonl")])
    assert [(len(task.trials), len(task.solved)) for task in tasks] == [(15, 1), (15, 1)]
    assert tasks[0].habits.risky == ("reserve",)
    without, with_ = (sum(recorded_failures(tasks, warns)) for warns in (False, True))
    assert 0 < with_ + 10 < without
    assert recorded_failures(tasks, False) == recorded_failures(tasks, False)


def test_r_d_and_the_threshold_come_from_pairs() -> None:
    def result(failed: bool) -> Result:
        return Result(0, "", failed, 0, 0, 0)

    without = [result(n < 40) for n in range(100)]
    with_ = [result(10 <= n < 40 or n >= 94) for n in range(100)]
    found = pairs(without, with_)
    assert (found["p"], found["r"], found["d"]) == (0.4, 0.25, 0.1)
    assert found["threshold"] == pytest.approx(0.1 / 0.35)
    assert found["effect"] == pytest.approx(0.04)
    assert crossing([(0.1, -0.1), (0.3, 0.0), (0.5, 0.1)]) == pytest.approx(0.3)
    low, high = newcombe(56, 70, 48, 80)
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339), "Newcombe 1998, table II, method 10, example (a)"


@pytest.mark.deep
def test_a_small_experiment_is_repeatable_and_its_arms_stand_in_order(server: Server) -> None:
    said: list[str] = []
    grid = ((0.9,), (0.5,), (1.0,))
    made = Experiment(server.uri, server.auth, 100, 50, SEED, grid, pilots=1, pilot_runs=50, tell=said.append)
    stored = json.loads((HERE / "figures.json").read_text(encoding="utf-8"))
    found = made.run(("main",), stored)
    arms = found["main"]["arms"]
    assert arms["oracle"]["failure_rate"] < arms["oxgraph"]["failure_rate"] < arms["shuffled"]["failure_rate"]
    assert arms["oxgraph"]["warnings"] > 0
    assert arms["shuffled"]["wrong_warnings"] == arms["shuffled"]["warnings"] > 0
    (pilot,) = made._repeated(Cell("pilot", TYPICAL))["pilots"]
    assert (pilot["verdict"], pilot["stopped_after"]) == ("undecided", None)
    text = page(json.loads(json.dumps(found)))
    assert "## Threshold, predicted and observed" in text
    again = Experiment(server.uri, server.auth, 100, 50, SEED, grid, tell=said.append)
    again.grams = made.grams
    assert again._compare(Cell("main", TYPICAL), 100) == found["main"]


@pytest.mark.deep
def test_warnings_that_harm_are_switched_off_though_they_come_true(server: Server) -> None:
    """Fewer calls fail with them, and more runs: the effect on runs decides."""
    said: list[str] = []
    made = Experiment(
        server.uri, server.auth, 100, 50, SEED, ((), (), ()), pilots=1, pilot_runs=1_500, tell=said.append
    )
    made.grams = fitted(SEED, 1_000)
    found = made._repeated(Cell("lost", LOST, harm=True))
    assert found["stated"]["harm"] > 0.05
    for pilot in found["pilots"]:
        assert pilot["verdict"] == "do not warn"
        assert pilot["errors"]["value"] > 0


def test_the_page_is_written_from_the_stored_figures() -> None:
    figures = json.loads((HERE / "figures.json").read_text(encoding="utf-8"))
    assert figures["runs"] >= 1_000
    assert (HERE.parents[2] / "docs" / "experiment.md").read_text(encoding="utf-8") == page(figures)
