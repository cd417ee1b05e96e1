"""Agents in the world of a checkout of tau-bench: one in its layout that is written here, and the user's own."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.eval.conversations import SHARED
from tests.eval.experiment.checkout import Domain, canonical, domains, state
from tests.eval.experiment.policy import Advice, Behaviour
from tests.eval.experiment.recorded import drawn
from tests.eval.experiment.tau_world import TauTask, agreement, code_of, tau_tasks

CHECKOUT = os.environ.get("OXGRAPH_TAU_BENCH")
TYPES = """
from pydantic import BaseModel
class Action(BaseModel):
    name: str
    kwargs: dict
class Task(BaseModel):
    user_id: str
    instruction: str
    actions: list[Action]
    outputs: list[str] = []
"""
DATA = """
def load_data():
    return {"orders": {"o1": {"status": "open", "left": 2}, "o2": {"status": "open", "left": 0}}, "users": {}}
"""
TOOLS = """
class Close:
    @staticmethod
    def invoke(data, order, count):
        found = data["orders"].get(order)
        if found is None:
            raise KeyError(order)
        if found["left"] < count:
            return f"Error: order {order} has 2 left, not 3"
        found["left"] -= count
        found["status"] = "closed"
        return "closed"
    @staticmethod
    def get_info():
        return {"type": "function", "function": {"name": "close_order"}}
class Drop:
    @staticmethod
    def invoke(data, order):
        del data["orders"][order]
        return "dropped"
    @staticmethod
    def get_info():
        return {"type": "function", "function": {"name": "drop_order"}}
ALL_TOOLS = [Close, Drop]
"""
TASKS = """
from tau_bench.types import Action, Task
TASKS = [
    Task(user_id="u", instruction="Close order o1, two of it.", actions=[
        Action(name="close_order", kwargs={"order": "o1", "count": 2})]),
    Task(user_id="u", instruction="Drop order o2.", actions=[Action(name="drop_order", kwargs={"order": "o2"})]),
]
"""
FILES = {
    "types.py": TYPES,
    "envs/__init__.py": "raise ImportError('a simulated user needs a language model')",
    "envs/airline/__init__.py": "raise ImportError('a simulated user needs a language model')",
    "envs/airline/data/__init__.py": DATA,
    "envs/airline/tools/__init__.py": TOOLS,
    "envs/airline/tasks_test.py": TASKS,
}


@pytest.fixture
def domain(tmp_path: Path) -> Iterator[Domain]:
    """A small domain in the layout of tau-bench."""
    for name, text in FILES.items():
        path = tmp_path / "tau_bench" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (found,) = domains(tmp_path)
    yield found
    for name in [one for one in sys.modules if one.partition(".")[0] == "tau_bench"]:
        del sys.modules[name]


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Runs of both tasks: half of the trials of the first ask for more than is there, and give up."""
    lines = []
    for n in range(20):
        drops, fails = n % 4 == 3, n % 2 == 0
        calls = [("think", {"thought": "x"}), ("close_order", {"order": "o1", "count": 3 if fails else 2})]
        calls = [("drop_order", {"order": "o2"})] if drops else calls
        for seq, (tool, arguments) in enumerate(calls):
            failed = tool == "close_order" and fails
            intent = "Drop order o2." if drops else "Close order o1, two…"
            line = {"session_id": f"run/task-{int(drops)}/{n}", "action_type": tool, "seq": seq, "intent": intent}
            line |= {"outcome": "failure" if failed else "success", "error_code": "TooFew" if failed else None}
            line |= {"task_success": not fails, "arguments": arguments, "ts": "2026-01-01T00:00:00Z"}
            lines.append(json.dumps(line))
    path = tmp_path / "runs.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def failures(tasks: list[TauTask], warns: bool) -> int:
    """The runs of 100 that failed; warnings come exactly where the call would fail."""
    failed = 0
    for task in drawn(tasks, 100, 1):
        run = task.begin(Behaviour(obeys=1, misled=0), 1)
        moves, advice, begun = run.play(), None, False
        with suppress(StopIteration):
            while True:
                ask = moves.send(advice if begun else None)
                begun = True
                advice = Advice(ask.tool) if warns and ask.would_fail else None
        failed += not run.reached()
    return failed


def test_a_run_changes_its_own_database_and_its_end_decides(domain: Domain) -> None:
    before = canonical(domain.base)
    closed, dropped = (domain.reached(goal) for goal in domain.goals)
    tables = domain.fresh()
    assert state(tables) == frozenset()
    assert domain.call(tables, "close_order", {"order": "o1", "count": 3}) == "Error: order o1 has 2 left, not 3"
    assert domain.call(tables, "close_order", {"order": "o9", "count": 3}) == "Error: 'o9'"
    assert state(tables) == frozenset(), "what was refused, or only read, is no change"
    assert domain.call(tables, "close_order", {"order": "o1", "count": 2}) is None
    assert state(tables) == closed != dropped == frozenset({("orders o2", "")})
    assert canonical(domain.base) == before
    assert code_of("Error: order o1 has 2 left, not 3") == "order has left"


def test_agents_of_recorded_runs_act_in_the_checkout(domain: Domain, recording: Path) -> None:
    tasks = tau_tasks(domain, [recording])
    assert [(task.intent, len(task.trials)) for task in tasks] == [("Close order o1, two…", 15), ("Drop order o2.", 5)]
    assert agreement(domain, [recording]) == {"runs": 20, "runs_agree": 20, "calls": 20, "calls_agree": 20}
    without, with_ = (failures(tasks, warns) for warns in (False, True))
    assert with_ + 10 < without
    assert failures(tasks, False) == without


def test_what_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="give the folder of a checkout"):
        domains(tmp_path)


@pytest.mark.eval
@pytest.mark.skipif(CHECKOUT is None or not SHARED.is_dir(), reason="no checkout of tau-bench, or no recorded runs")
def test_recorded_calls_end_in_the_checkout_as_recorded() -> None:
    recorded = [SHARED / "traces" / "airline-gpt-4o.actions.jsonl.gz"]
    (airline,) = (one for one in domains(Path(CHECKOUT or "")) if one.name == "airline")
    before = canonical(airline.base)
    found = agreement(airline, recorded)
    print(airline.kind, found)
    assert found["runs"] > 150
    assert found["calls_agree"] >= 0.98 * found["calls"]
    assert canonical(airline.base) == before
