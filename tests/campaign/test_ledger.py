"""The ledger and its check find what they are for: a write that is lost, doubled, half there, or out of order."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from oxgraph.operations import OPERATIONS
from tests.campaign.checks import LedgerCheck, hangs
from tests.campaign.coverage import NOT_CALLED, called
from tests.campaign.ledger import ABSENT, Book, Call, Ledger, Put, registers
from tests.campaign.plan import FIRST, KINDS, phases
from tests.campaign.report import Report
from tests.campaign.world import SPACES


class Nodes:
    """The nodes of a workspace, as a test gives them."""

    def __init__(self, **given: list[dict[str, Any]]) -> None:
        def by(kind: str, key: str) -> dict[str, list[dict[str, Any]]]:
            found: dict[str, list[dict[str, Any]]] = {}
            for node in given.get(kind, []):
                found.setdefault(node[key], []).append(node)
            return found

        self.actions, self.memories, self.messages = by("action", "id"), by("memory", "id"), by("message", "text")
        self.entities, self.slots = by("entity", "node_id"), by("slot", "key")
        self.hidden = by("hidden", "node_id")
        self.told: Counter[str] = Counter()
        self.successors: dict[str, list[str]] = {}

    def of(self, kind: str, key: str) -> list[dict[str, Any]]:
        kinds = {"action": self.actions, "memory": self.memories, "entity": self.entities}
        return (kinds | {"message": self.messages, "slot": self.slots, "hidden": self.hidden})[kind].get(key, [])


def call(operation: str, *puts: Put, status: str = "done", seconds: float = 0.1) -> Call:
    return Call("lane", operation, "w", list(puts), 20.0, 0.0, status, "", seconds)


def found(nodes: Nodes, *calls: Call) -> dict[str, int]:
    report = Report(1, 1.0)
    LedgerCheck(report, nodes, [*calls]).run()  # type: ignore[arg-type]
    return dict(report.found_kinds)


def action(key: str, outcome: str = "success") -> dict[str, Any]:
    return {"id": key, "session_id": f"{SPACES[0]} s", "outcome": outcome}


def capture(*keys: str, status: str = "done") -> Call:
    puts = [Put("action", key, {"outcome": "success"}) for key in keys]
    return call("telemetry.capture_many", *puts, status=status)


def test_what_is_as_it_was_acknowledged_is_no_finding() -> None:
    assert found(Nodes(action=[action("a"), action("b")]), capture("a", "b")) == {}


def test_an_acknowledged_write_that_is_not_there() -> None:
    assert found(Nodes(), capture("a")) == {"lost": 1}


def test_an_acknowledged_write_with_another_content() -> None:
    assert found(Nodes(action=[action("a", "failure")]), capture("a")) == {"lost": 1}


def test_a_write_that_is_there_twice() -> None:
    assert found(Nodes(action=[action("a"), action("a")]), capture("a")) == {"doubled": 1}


def test_a_write_without_an_answer_may_be_there_or_not() -> None:
    assert found(Nodes(), capture("a", status="unanswered")) == {}
    assert found(Nodes(action=[action("a")]), capture("a", status="unanswered")) == {}


def test_half_a_batch() -> None:
    assert found(Nodes(action=[action("a")]), capture("a", "b", status="unanswered")) == {"partial": 1}


def test_what_nobody_wrote() -> None:
    assert found(Nodes(action=[action("a"), action("x")]), capture("a")) == {"unwritten": 1}


def test_a_refused_write_is_not_there() -> None:
    assert found(Nodes(action=[action("a")]), capture("a", status="refused")) == {"unwritten": 1}


def test_a_slot_holds_the_last_value_or_one_whose_answer_is_missing() -> None:
    writes = [call("working.set", Put("slot", "c/s", {"value": value})) for value in ("one", "two")]
    missing = call("working.set", Put("slot", "c/s", {"value": "three"}), status="unknown")
    for value, wanted in (("one", {"lost": 1}), ("two", {}), ("three", {})):
        assert found(Nodes(slot=[{"key": "c/s", "value": value}]), *writes, missing) == wanted
    assert registers(writes)["w", "slot", "c/s"].allowed == [{"value": "two"}]
    gone = call("working.delete", Put("slot", "c/s", ABSENT))
    assert found(Nodes(slot=[{"key": "c/s", "value": "two"}]), *writes, gone) == {"lost": 1}


def test_messages_out_of_order() -> None:
    puts = [Put("message", f"t {n}", {"id": f"{n}", "conversation_id": "c", "user_id": "", "n": n}) for n in (1, 2)]
    nodes = [{"text": f"t {n}", "conversation_id": "c", "user_id": "", "position": 2 - n} for n in (1, 2)]
    assert found(Nodes(message=nodes), call("episodic.add_messages", *puts)) == {"order": 1}


def test_a_place_that_was_not_superseded() -> None:
    puts = [Put("home", f"ada/{n:04}", {"id": f"m{n}", "content": f"{n}"}) for n in (0, 1)]
    nodes = Nodes(memory=[{"id": f"m{n}", "content": f"{n}", "status": "active"} for n in (0, 1)])
    nodes.successors = {"m0": [], "m1": []}
    calls = [call("memory.remember", put) for put in puts]
    assert found(nodes, *calls) == {"lost": 1}
    nodes.memories["m0"][0]["status"], nodes.successors["m0"] = "superseded", ["m1"]
    assert found(nodes, *calls) == {}


def test_a_call_past_its_limit() -> None:
    report, book = Report(1, 1.0), Book([call("memory.recall", seconds=1_000)])
    hangs(report, book, [])
    assert report.found_kinds["hung"] == 1


def test_a_ledger_outlives_its_writer(tmp_path: Path) -> None:
    ledger, book = Ledger(tmp_path / "one.jsonl", "w"), Book()
    answered = ledger.begin("lane", "working.set", [Put("slot", "k", {"value": "v"})], 20)
    ledger.end(answered, "done", "", 0.5)
    ledger.begin("lane", "memory.recall", [], 20)
    with (tmp_path / "one.jsonl").open("a") as file:
        file.write('{"n": 3, "half')
    book.read(tmp_path)
    book.read(tmp_path)
    assert [one.status for one in book.calls] == ["done", "unanswered"]
    assert book.calls[0].puts == [Put("slot", "k", {"value": "v"})]
    assert [one.operation for one in book.unanswered()] == ["memory.recall"]


def test_the_plan_follows_from_the_seed() -> None:
    def plan(seed: int) -> list[tuple[str, tuple[str, ...]]]:
        return [(phase.fault, phase.kills) for phase, _ in zip(phases(seed), range(1 + 2 * len(KINDS)), strict=False)]

    assert plan(7) == plan(7) != plan(8)
    assert plan(7)[0] == ("kills", FIRST)
    assert {fault for fault, _ in plan(7)[1:]} == {*KINDS}


@pytest.mark.parametrize("kind", ["lost", "foreign", "hung"])
def test_the_last_line_says_whether_all_held(kind: str) -> None:
    report = Report(1, 1.0)
    assert not json.loads(report.line())["held"], "nothing was checked"
    report.checked = 1
    assert json.loads(report.line())["held"]
    report.found(kind, "something")
    figures = json.loads(report.line())
    assert (figures["held"], figures[kind], figures["findings"][0]["phase"]) == (False, 1, 0)


def test_every_operation_is_called_or_has_a_reason() -> None:
    assert called() | NOT_CALLED.keys() == OPERATIONS.keys()
    assert called() & NOT_CALLED.keys() == set()


@pytest.mark.parametrize(("status", "state"), [("done", False), ("unknown", True)])
def test_a_state_that_may_be_as_before_is_no_loss(status: str, state: bool) -> None:
    hide = call("semantic.hide", Put("hidden", "node-1", {"hidden": True}), status=status)
    nodes = Nodes(hidden=[{"node_id": "node-1", "hidden": False}])
    assert (found(nodes, hide) == {}) is state
