"""A language model says once which known predicate an unknown one means; an operator can change it."""

from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.errors import LanguageModelFailed
from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from tests.fixtures.samples import Clock


class Linguist:
    """A model that knows what predicates mean, and keeps which ones it was asked for."""

    name = "linguist"

    def __init__(self, **meant: str) -> None:
        self.meant = meant
        self.asked: list[str] = []
        self.failing = ""

    def complete(self, system: str, user: str, schema: type[Any], *, timeout: float = 30) -> Any:
        if schema.__name__ != "PredicateAnswer":
            return schema(questions=["What is known here?"])
        if self.failing:
            raise LanguageModelFailed(model=self.name, kind=self.failing, reason="as told")
        name = user.splitlines()[0].removeprefix("Predicate: ")
        self.asked.append(name)
        lines = [line.split(". ", 1) for line in user.splitlines() if ". " in line]
        return schema(number=next((int(n) for n, known in lines if known == self.meant.get(name)), 0))


def state(world: Memory, predicate: str, value: str) -> str:
    made = world.semantic.remember(
        type="fact", subject="Ada", predicate=predicate, object=value, content=f"Ada {predicate} {value}."
    )
    return made.memory_id or ""


def upkeep(graph: Graph, world: Memory, model: Linguist, clock: Clock) -> None:
    run_pass(graph, world.workspace_id, "upkeep", now=clock(), model=model)


def test_what_a_model_says_is_kept_and_counts(graph: Graph, world: Memory, clock: Clock) -> None:
    model = Linguist(earns_her_living_at="works_at")
    old = state(world, "earns her living at", "Acme")
    state(world, "hums", "Bach")
    state(world, "employed_by", "Acme")
    upkeep(graph, world, model, clock)
    assert sorted(model.asked) == ["earns_her_living_at", "hums"]
    rows = {row.name: row for row in world.semantic.predicates.list()}
    assert "earns_her_living_at" in rows["works_at"].synonyms
    assert (rows["works_at"].stateful, rows["works_at"].importance) == (True, 0.8)
    assert (rows["hums"].source, rows["hums"].stateful) == ("model", False)
    clock.pass_days(30)
    state(world, "works_at", "Rivian")
    assert world.semantic.get(old).status == "superseded"
    upkeep(graph, world, model, clock)
    assert len(model.asked) == 2, "asked once"


def test_an_operator_has_the_last_word(graph: Graph, world: Memory, clock: Clock) -> None:
    world.semantic.predicates.define("moors_at", True)
    model = Linguist(moors_at="lives_in", berths_in="lives_in")
    state(world, "moors_at", "Kiel")
    state(world, "berths_in", "Kiel")
    upkeep(graph, world, model, clock)
    assert model.asked == ["berths_in"]
    world.semantic.predicates.define("moors_at", synonyms=["berths_in"])
    rows = {row.name: row for row in world.semantic.predicates.list()}
    assert rows["moors_at"].synonyms == ("berths_in",)
    assert "berths_in" not in rows["lives_in"].synonyms
    upkeep(graph, world, model, clock)
    assert model.asked == ["berths_in"]


@pytest.mark.parametrize(("kind", "asked_again"), [("nonsense", False), ("timeout", True)])
def test_a_model_that_fails(graph: Graph, world: Memory, clock: Clock, kind: str, asked_again: bool) -> None:
    model = Linguist()
    model.failing = kind
    state(world, "hums", "Bach")
    upkeep(graph, world, model, clock)
    model.failing = ""
    upkeep(graph, world, model, clock)
    assert (model.asked == ["hums"]) == asked_again
