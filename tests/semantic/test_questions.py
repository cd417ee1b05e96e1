"""The questions that memories answer: by templates, by a model, and what becomes of them."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

import oxgraph
from oxgraph import Client, Memory
from oxgraph.errors import LanguageModelFailed
from oxgraph.graph import Graph
from oxgraph.ids import new_id, stable_id
from oxgraph.local import Server
from oxgraph.passes import run_pass
from tests.fixtures.client_samples import NOON, query
from tests.models.tiny_embedders import OLD


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON) as opened:
        yield opened


@pytest.fixture
def space(client: Client) -> Memory:
    return client.create_workspace(f"test {new_id()}")


class Scripted:
    """A model that says what the test wants, and keeps what it was asked."""

    name = "scripted"

    def __init__(self, *answers: list[str] | str) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def complete(self, system: str, user: str, schema: type[Any], *, timeout: float = 30) -> Any:
        assert issubclass(schema, BaseModel)
        self.asked.append(user)
        if schema.__name__ == "PredicateAnswer":
            self.asked.pop()
            return schema(number=0)
        answer = self.answers.pop(0)
        if isinstance(answer, str):
            raise LanguageModelFailed(model=self.name, kind=answer, reason="as told")
        return schema(questions=answer)


def ask(graph: Graph, space: Memory, model: Scripted | None = None, **options: Any) -> int:
    run = run_pass(graph, space.workspace_id, "upkeep", now=NOON, model=model, **options)
    return run.counters.get("questions", 0)


def questions(graph: Graph, space: Memory) -> list[dict[str, Any]]:
    rows = [row["properties"] for row in graph.read(query("questions"), workspace_id=space.workspace_id)]
    return sorted(rows, key=lambda row: str(row["text"]))


def lives(space: Memory, who: str = "Anna", where: str = "Berlin") -> str:
    made = space.semantic.remember(
        type="fact", subject=who, predicate="lives_in", object=where, content=f"{who} lives in {where}."
    )
    return str(made.memory_id)


LIVES_IN = ["What city is Anna based in?", "Where does Anna live?", "Where is Anna's home?"]


def test_templates_ask_when_there_is_no_model(graph: Graph, space: Memory) -> None:
    memory_id = lives(space)
    space.semantic.remember(type="fact", subject="Anna", predicate="collects", content="Anna collects stamps.")
    space.semantic.remember(type="fact", content="Nobody in particular lives here.")
    assert ask(graph, space) == 3
    found = questions(graph, space)
    assert [row["text"] for row in found] == LIVES_IN
    assert {(row["memory_id"], row["source"], row["asks"], row["unembedded"]) for row in found} == {
        (memory_id, "rules", memory_id, True)
    }
    assert found[0]["id"] == stable_id(space.workspace_id, "question", [memory_id, LIVES_IN[0]])
    assert found[0]["workspace_term"] == "ws" + space.workspace_id.replace("-", "")
    assert ask(graph, space) == 0
    assert ask(graph, space, embedder=OLD) == 0
    assert all(row["embedding"] == pytest.approx(OLD.embed(row["text"])) for row in questions(graph, space))


def test_a_model_that_comes_later_takes_over(graph: Graph, space: Memory) -> None:
    lives(space)
    collects = space.semantic.remember(
        type="fact", subject="Anna", predicate="collects", content="Anna collects stamps."
    )
    ask(graph, space)
    model = Scripted(*[["Which town?", "Which country?", "Whose town?", "One too many?"]] * 2)
    assert ask(graph, space, model) == 6
    assert sorted(model.asked) == ["Anna collects stamps.", "Anna lives in Berlin."]
    found = questions(graph, space)
    assert {row["source"] for row in found} == {"model"}
    assert len([row for row in found if row["memory_id"] == collects.memory_id]) == 3
    assert ask(graph, space, Scripted()) == 0, "asked once"


def test_a_model_that_does_not_answer_costs_nothing(graph: Graph, space: Memory) -> None:
    lives(space)
    assert ask(graph, space, Scripted("unreachable")) == 0
    assert questions(graph, space) == []
    assert ask(graph, space, Scripted("timeout")) == 0
    assert ask(graph, space, Scripted(["Where is Anna?"])) == 1


def test_where_a_model_answers_nonsense_the_templates_ask(graph: Graph, space: Memory) -> None:
    lives(space)
    assert ask(graph, space, Scripted("nonsense")) == 3
    assert [row["text"] for row in questions(graph, space)] == LIVES_IN
    assert ask(graph, space, Scripted()) == 0, "and it is not asked for ever"


def test_tasks_and_forgotten_memories_get_none(graph: Graph, space: Memory) -> None:
    space.semantic.remember(type="task", subject="Anna", predicate="lives_in", content="Find out where Anna lives.")
    space.semantic.forget(lives(space))
    model = Scripted()
    assert ask(graph, space, model) == 0
    assert model.asked == []


def test_they_go_when_their_memory_is_forgotten(graph: Graph, space: Memory) -> None:
    memory_id = lives(space)
    ask(graph, space)
    space.semantic.forget(memory_id)
    ask(graph, space)
    assert questions(graph, space) == []


def test_they_come_back_when_it_is_revived(graph: Graph, space: Memory) -> None:
    memory_id = lives(space)
    ask(graph, space)
    space.semantic.forget(memory_id)
    ask(graph, space)
    space.semantic.revive(memory_id)
    ask(graph, space)
    assert [row["text"] for row in questions(graph, space)] == LIVES_IN
