"""Ingest with a language model over HTTP: what it fails at waits, and nothing is lost."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from oxgraph.imports.message_files import pending_messages
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from tests.extraction.test_ingest import ids_of, rows
from tests.fixtures.chat_server import ChatServer
from tests.fixtures.cli import Cli

TEXT = "I moved to Lisbon in April and I adopted a dog called Rex."
OTHER = "My favourite drink in the morning is green tea."
MEMORY = {
    "turn": "t1",
    "type": "fact",
    "content": "User lives in Lisbon.",
    "subject": "user",
    "predicate": "lives_in",
    "object": "Lisbon",
    "quote": "I moved to Lisbon in April",
}
TEA = {
    "content": "User drinks green tea.",
    "predicate": "drinks",
    "object": None,
    "quote": "favourite drink in the morning is green tea",
}
GOOD: dict[str, Any] = {"memories": [MEMORY]}


def state(workspace: Any, graph: Any, text: str = TEXT) -> tuple[str, str | None, int]:
    row = rows(workspace, ids_of(graph, workspace))[text]
    return row["extraction"], row["extraction_reason"], row["attempts"]


def test_a_good_answer(workspace: Any, graph: Any, chat: ChatServer, model: OpenAICompatibleModel) -> None:
    chat.answer(GOOD)
    report = workspace.semantic.ingest(TEXT, conversation_id="c", model=model)
    assert [one.content for one in report.memories] == ["User lives in Lisbon."]
    assert workspace.semantic.list()[0].source == "model"
    assert state(workspace, graph) == ("done", None, 1)


@pytest.mark.parametrize("kind", ["nonsense", "refused", "unreachable"])
def test_a_failing_model_costs_the_extraction_alone(
    workspace: Any, graph: Any, chat: ChatServer, model: OpenAICompatibleModel, kind: str
) -> None:
    chat.answer("what?")
    chat.status = 500 if kind == "refused" else 200
    if kind == "unreachable":
        model = OpenAICompatibleModel("test", "http://127.0.0.1:9/v1", "key")
    report = workspace.semantic.ingest(TEXT, conversation_id="c", model=model)
    assert (report.written, report.waiting, report.memories) == (1, 1, ())
    assert state(workspace, graph) == ("pending", f"model_{kind}", 1)


def test_behind_a_model_that_does_not_answer_the_rest_waits_untried(
    workspace: Any, graph: Any, chat: ChatServer, model: OpenAICompatibleModel, caplog: pytest.LogCaptureFixture
) -> None:
    chat.status = 500
    talk = [{"text": TEXT}, {"text": OTHER}]
    report = workspace.semantic.ingest(talk, conversation_id="c", model=model)
    assert report.waiting == 2
    assert state(workspace, graph, OTHER) == ("pending", "model_refused", 0)
    assert len(chat.requests) == 1
    (said,) = [one for one in caplog.messages if "the extraction of messages waits" in one]
    assert "HTTP 500" in said


def test_a_turn_that_breaks_its_batch_costs_itself_alone(
    workspace: Any, graph: Any, chat: ChatServer, model: OpenAICompatibleModel
) -> None:
    chat.answer("what?", "what?", "what?", "what?", {"memories": [MEMORY | TEA]})
    report = workspace.semantic.ingest([{"text": TEXT}, {"text": OTHER}], conversation_id="c", model=model)
    assert [one.content for one in report.memories] == ["User drinks green tea."]
    assert state(workspace, graph) == ("pending", "model_nonsense", 1)
    assert state(workspace, graph, OTHER) == ("done", None, 1)
    again = workspace.semantic.ingest([{"text": TEXT}, {"text": OTHER}], conversation_id="c", model=model)
    assert (again.written, again.known) == (0, 1)


def test_what_is_refused_is_named(workspace: Any, chat: ChatServer, model: OpenAICompatibleModel) -> None:
    foreign = MEMORY | {"content": "User enjoys classical music festivals."}
    secret = MEMORY | {"content": "User's PIN is 4821.", "quote": "My PIN is [secret]"}
    chat.answer({"memories": [MEMORY, foreign, secret]})
    report = workspace.semantic.ingest(f"{TEXT} My PIN is 4821.", conversation_id="c", model=model)
    assert report.refused_by_reason == {"ungrounded": 1, "secret": 1}
    assert [(one.stage, one.reason, one.content) for one in report.refused] == [
        ("extract", "ungrounded", foreign["content"]),
        ("extract", "secret", ""),
    ]
    assert {one.message_id for one in report.refused} == {report.memories[0].message_id}
    assert "4821" not in json.dumps(chat.requests)


def test_the_rules_keep_no_secret_either(workspace: Any) -> None:
    report = workspace.semantic.ingest("My email password is hunter2. I live in Berlin with two cats.")
    assert [one.content for one in report.memories] == ["User lives in Berlin."]
    assert all("hunter2" not in one.content for one in workspace.semantic.list())


def test_the_command_line_counts_what_is_refused(workspace: Any, cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps({"text": "My email password is hunter2. I live in Berlin with two cats."}))
    out = cli("ingest", str(file), "--rules", "--workspace", workspace.name, "--embedder", "none").out
    assert "Refused statements, by reason: secret 1." in out
    assert "hunter2" not in out


def test_the_model_is_shown_what_the_memory_uses(
    workspace: Any, chat: ChatServer, model: OpenAICompatibleModel
) -> None:
    workspace.semantic.predicates.define("feeds", stateful=False, importance=0.2)
    workspace.semantic.remember(
        type="fact", subject="Ana", predicate="paints", content="Ana paints lakes.", topic_key="hobby"
    )
    chat.answer({"memories": []})
    workspace.semantic.ingest(TEXT, speaker="Ana", conversation_id="c", model=model)
    asked = json.loads(chat.requests[0]["messages"][-1]["content"])
    assert {"paints", "feeds", "lives_in"} <= set(asked["known_predicates"])
    assert asked["known_topic_keys"] == {"Ana": ["hobby"]}


def test_the_worker_takes_it_up_when_it_is_due(
    workspace: Any, graph: Any, chat: ChatServer, model: OpenAICompatibleModel
) -> None:
    chat.answer("what?")
    workspace.semantic.ingest(TEXT, conversation_id="c", model=model)
    chat.answer(GOOD)
    take_up = pending_messages(graph, model=model)
    now = datetime.now(UTC)
    assert take_up(workspace.workspace_id, now) == 0
    assert take_up(workspace.workspace_id, now + timedelta(minutes=2)) == 1
    assert state(workspace, graph) == ("done", None, 2)
    assert [row.content for row in workspace.semantic.list()] == ["User lives in Lisbon."]
    assert take_up(workspace.workspace_id, now + timedelta(days=2)) == 0


def test_each_failure_doubles_the_pause_and_the_tenth_is_the_last(
    workspace: Any, graph: Any, chat: ChatServer, model: OpenAICompatibleModel
) -> None:
    chat.answer("what?")
    workspace.semantic.ingest(TEXT, conversation_id="c", model=model)
    take_up, now = pending_messages(graph, model=model), datetime.now(UTC) + timedelta(minutes=1)
    for attempt in range(2, 11):
        assert take_up(workspace.workspace_id, now) == 1
        pause = timedelta(minutes=2 ** (attempt - 1))
        assert take_up(workspace.workspace_id, now + pause - timedelta(seconds=1)) == 0
        now += pause
    assert state(workspace, graph) == ("failed", "model_nonsense", 10)
    assert take_up(workspace.workspace_id, now + timedelta(days=9)) == 0


def test_a_call_that_died_half_way_is_taken_up_after_its_lease(workspace: Any, graph: Any) -> None:
    work = workspace.semantic._ingest._working(("user",), None)

    def die(*_: Any) -> Any:
        raise KeyboardInterrupt

    work.attempts = die
    workspace.semantic._ingest._working = lambda roles, model: work
    with pytest.raises(KeyboardInterrupt):
        workspace.semantic.ingest("I live in Berlin with two cats.", conversation_id="c")
    take_up = pending_messages(graph)
    assert take_up(workspace.workspace_id, datetime.now(UTC)) == 0
    assert take_up(workspace.workspace_id, datetime.now(UTC) + timedelta(minutes=11)) == 1
    assert [row.content for row in workspace.semantic.list()] == ["User lives in Berlin."]
