"""Gold sets asked of recall: scores, runs kept and compared, the threshold learned."""

from pathlib import Path
from uuid import uuid4

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.errors import InvalidInput, MemoryDisabled, NotFound, PermissionDenied, WorkspaceNotFound
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.evaluation import gold_samples
from tests.fixtures.client_samples import query


def messages(graph: Graph, workspace_id: str) -> tuple[int, set[str]]:
    rows = graph.read(query("messages"), workspace_id=workspace_id, conversation_id=None)
    return len(rows), {row["properties"]["conversation_id"] for row in rows}


def test_a_conversation_is_loaded_asked_and_scored(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    found = workspace.evaluations.run(*gold_samples.files(tmp_path, "c"))
    assert messages(graph, workspace.workspace_id) == (8, {"c/session_1", "c/session_2"})
    assert found.run.metrics["scored"] == 5
    assert found.run.metrics["left_out"] == 3
    assert found.run.questions == len(found.rankings) == 8
    turn = found.run.metrics["groups"]["all questions"]["turn"]
    assert turn["any@5"] >= 0.8
    assert turn["questions"] == 5
    assert found.rankings[0].id == "c/q0"
    assert found.rankings[0].ranked[0] == "c/D1:1"
    assert found.rankings[0].relevance > found.rankings[6].relevance
    assert found.before is None
    assert found.run.settings["recall_fusion"] == "sum"
    assert (found.run.model, found.run.turns, found.run.kind) == (None, 8, "recall")


def test_with_extract_the_memories_of_the_turns_are_asked_too(workspace: Memory, tmp_path: Path) -> None:
    files = gold_samples.files(tmp_path, "c")
    assert workspace.evaluations.run(*files).run.settings["extract"] is False
    assert workspace.semantic.list() == []
    found = workspace.evaluations.run(*files, extract=True)
    made = workspace.semantic.list()
    assert made, "the rules find what the two have done"
    assert found.run.settings["extract"] is True
    turns = {f"c/D{session}:{number}" for session in (1, 2) for number in (1, 2, 3, 4)}
    assert {id for row in found.rankings for id in (*row.ranked, *row.context)} <= turns
    assert found.run.metrics["groups"]["all questions"]["context"]["all"] >= 0.8
    assert workspace.evaluations.run(*files, extract=True).run.metrics == found.run.metrics
    assert {row.id for row in workspace.semantic.list()} == {row.id for row in made}


def test_a_second_run_writes_no_turn_and_is_compared(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    files = gold_samples.files(tmp_path, "c")
    first = workspace.evaluations.run(*files)
    second = workspace.evaluations.run(*files, without=["message_words"])
    assert messages(graph, workspace.workspace_id)[0] == 8
    assert second.before is not None
    assert second.before.id == first.run.id
    assert second.differences["all questions"]["turn"]["any@1"] < 0
    assert [run.id for run in workspace.evaluations.list()] == [second.run.id, first.run.id]
    assert workspace.evaluations.list(first.run.name, 1) == [second.run]
    assert workspace.evaluations.list("another") == []
    compared = workspace.evaluations.compare(second.run.id, first.run.id)
    assert compared.same_questions
    assert compared.differences["all questions"]["turn"]["any@1"] > 0
    with pytest.raises(NotFound, match="No evaluation nonsense"):
        workspace.evaluations.compare(first.run.id, "nonsense")
    with pytest.raises(InvalidInput, match="limit"):
        workspace.evaluations.list(limit=0)


def test_the_same_text_said_twice_is_two_turns(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "t").write_text(
        '{"id": "a", "text": "The parrot sings.", "session": "s"}\n{"id": "b", "text": "The parrot sings."}\n'
        '{"id": "c", "text": "The parrot sings.", "session": "s"}\n'
    )
    (tmp_path / "q").write_text('{"id": "q", "question": "Who sings?", "evidence": ["a", "b", "c"]}\n')
    found = workspace.evaluations.run(tmp_path / "t", tmp_path / "q")
    assert messages(graph, workspace.workspace_id) == (3, {"s", "1"})
    assert len(found.rankings[0].ranked) == 1  # recall gives no text twice


def test_each_conversation_has_its_own_workspace(memory: oxgraph.Client, graph: Graph, tmp_path: Path) -> None:
    name = f"several {uuid4()}"
    files = gold_samples.files(tmp_path, "c", "d")
    steps: list[tuple[int, int]] = []
    found = memory.evaluate_recall(name, *files, progress=lambda done, total: steps.append((done, total)))
    assert found.workspaces == (f"{name}:c", f"{name}:d")
    assert steps[-1] == (32, 32)
    for conversation in ("c", "d"):
        own = memory.workspace(f"{name}:{conversation}")
        assert messages(graph, own.workspace_id)[0] == 8
        assert own.evaluations.list() == []
    assert {turn[0] for row in found.rankings for turn in row.ranked if row.id.startswith("c/")} == {"c"}
    assert memory.workspace(name).evaluations.list() == [found.run]
    again = memory.evaluate_recall(name, *files)
    assert again.before == found.run
    assert set(again.differences["all questions"]["turn"].values()) == {0}


def test_one_workspace_takes_one_conversation(workspace: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="2 conversations"):
        workspace.evaluations.run(*gold_samples.files(tmp_path, "c", "d"))


def test_memory_switched_off(workspace: Memory, tmp_path: Path) -> None:
    workspace.disable()
    with pytest.raises(MemoryDisabled):
        workspace.evaluations.run(*gold_samples.files(tmp_path, "c"))


def transitions(graph: Graph, workspace_id: str) -> list[str]:
    rows = graph.read(query("transitions_of"), workspace_id=workspace_id, id=workspace_id)
    return [row["properties"]["inputs"] for row in rows if row["properties"]["rule"] == "update_settings"]


def test_a_threshold_is_learned(workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    turns, questions = gold_samples.files(tmp_path, "c")
    workspace.evaluations.run(turns, questions)
    tried = workspace.evaluations.calibrate(questions, lost=0.1, dry_run=True)
    assert not tried.stored
    assert workspace.settings().recall_threshold == tried.before == 0.15
    assert transitions(graph, workspace.workspace_id) == []
    found = workspace.evaluations.calibrate(questions, lost=0.1)
    assert (found.answerable, found.unanswerable, found.stored) == (5, 2, True)
    assert found.area == 1
    assert (found.lost, found.refused) == (0, 1)
    assert workspace.settings().recall_threshold == found.threshold == tried.threshold
    assert len(transitions(graph, workspace.workspace_id)) == 1
    assert workspace.recall(gold_samples.ASKED[5][0]).results == ()
    assert workspace.recall(gold_samples.ASKED[0][0]).results
    again = workspace.evaluations.calibrate(questions, lost=0.1)
    assert (again.threshold, again.before) == (found.threshold, found.threshold)
    told = workspace.evaluations.run(turns, questions)
    assert [row.abstained for row in told.rankings][:7] == [False] * 5 + [True] * 2
    assert told.rankings[0].ranked[0] == "c/D1:1"


def test_a_threshold_for_several_workspaces(memory: oxgraph.Client, tmp_path: Path) -> None:
    name = f"several {uuid4()}"
    turns, questions = gold_samples.files(tmp_path, "c", "d")
    with pytest.raises(WorkspaceNotFound):
        memory.calibrate_recall(name, questions)
    memory.evaluate_recall(name, turns, questions)
    found = memory.calibrate_recall(name, questions)
    for place in (name, f"{name}:c", f"{name}:d"):
        assert memory.workspace(place).settings().recall_threshold == found.threshold
    assert memory.calibrate_recall(name, questions[:1], dry_run=True).workspaces == (f"{name}:c",)


@pytest.mark.parametrize("lost", [-0.1, 1, 2])
def test_the_share_lost_is_checked(workspace: Memory, tmp_path: Path, lost: float) -> None:
    with pytest.raises(InvalidInput, match="lost"):
        workspace.evaluations.calibrate(gold_samples.files(tmp_path, "c")[1], lost=lost)


def test_both_kinds_of_questions_are_needed(workspace: Memory, tmp_path: Path) -> None:
    (tmp_path / "q").write_text('{"id": "q", "question": "Who sings?", "evidence": ["a"]}\n')
    with pytest.raises(InvalidInput, match="without an answer"):
        workspace.evaluations.calibrate(tmp_path / "q")


def test_an_agent_may_not(workspace: Memory, server: Server, tmp_path: Path) -> None:
    secret = workspace.tokens.create("agent", "a").secret
    turns, questions = gold_samples.files(tmp_path, "c")
    with oxgraph.connect(server.uri, server.auth, token=secret) as agent:
        for call in (
            lambda: agent.evaluations.run(turns, questions),
            lambda: agent.evaluations.calibrate(questions),
            agent.evaluations.list,
            lambda: agent.evaluations.compare("a", "b"),
        ):
            with pytest.raises(PermissionDenied):
                call()


def test_an_operators_token_measures_its_own_workspace(workspace: Memory, server: Server, tmp_path: Path) -> None:
    secret = workspace.tokens.create("operator", "o").secret
    turns, questions = gold_samples.files(tmp_path, "c")
    with oxgraph.connect(server.uri, server.auth, token=secret) as operator:
        assert operator.evaluations.run(turns, questions).workspaces == (workspace.name,)
        assert operator.evaluations.calibrate(questions).stored
