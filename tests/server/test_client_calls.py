"""A memory by a token and an address: the same calls and the same errors, performed by a real server."""

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import oxgraph
from oxgraph import AsyncMemory, Memory, errors
from oxgraph.client._sync.server_connection import ServerConnection
from oxgraph.ids import new_id
from oxgraph.models import embedder
from tests.fixtures.cli import Cli
from tests.server.conftest import PATIENT, Site, Tokens

GOOD: dict[str, Any] = {"action_type": "get", "session_id": "s", "outcome": "success"}


@pytest.fixture
def agent(site: Site, tokens: Tokens) -> Iterator[Memory]:
    """The memory of an agent's process."""
    with oxgraph.connect(site.url, token=tokens.agent) as memory:
        yield memory


@pytest.fixture
def admin(site: Site, tokens: Tokens) -> Iterator[Memory]:
    """The memory of an admin's process."""
    with oxgraph.connect(site.url, token=tokens.admin) as memory:
        yield memory


def test_an_agent_captures_injects_remembers_and_recalls(agent: Memory, workspace: Memory) -> None:
    assert isinstance(agent, Memory)
    assert (agent.workspace_id, agent.name, agent.role) == (workspace.workspace_id, workspace.name, "agent")
    captured = agent.telemetry.capture(**GOOD, targets=["p-1"])
    assert captured.captured
    assert [row.id for row in workspace.telemetry.timeline()] == [captured.action_id]
    assert agent.telemetry.inject(["p-1"]).block == ""
    remembered = agent.semantic.remember(
        type="fact", subject="Ada", predicate="works_at", object="Acme", content="Ada works at Acme."
    )
    here, there = agent.semantic.get(remembered.id or ""), workspace.semantic.get(remembered.id or "")
    assert here == there.model_copy(update={"freshness": here.freshness})
    recalled = agent.recall("Where does Ada work?")
    assert [one.id for one in recalled.results if one.kind == "memory"] == [remembered.id]
    assert type(recalled) is oxgraph.Recall


async def test_the_asynchronous_client_has_the_same(site: Site, tokens: Tokens) -> None:
    async with await oxgraph.connect_async(site.url, token=tokens.agent) as memory:
        assert isinstance(memory, AsyncMemory)
        assert (await memory.telemetry.capture(**GOOD)).captured
        async with memory.telemetry.record("list", session_id="s") as step:
            step.outcome = "failure"
        assert step.captured and step.captured.captured
        found = await asyncio.gather(*(memory.recall("Ada") for _ in range(20)))
        assert all(not one.results for one in found)
        async with memory.turn("c", "Hello") as turn:
            turn.reply("Hi.")
        assert turn.recorded and len(turn.recorded.message_ids) == 2
        assert [one.text for one in await memory.episodic.history("c")] == ["Hello", "Hi."]


def test_errors_are_those_of_the_call(agent: Memory, admin: Memory, workspace: Memory) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        agent.telemetry.capture(**GOOD | {"outcome": "so so"})
    with pytest.raises(errors.InvalidInput) as direct:
        workspace.telemetry.capture(**GOOD | {"outcome": "so so"})
    assert (str(refused.value), refused.value.values) == (str(direct.value), direct.value.values)
    with pytest.raises(errors.InvalidInput, match="arguments: is not a known field"):
        agent.telemetry.capture(**GOOD | {"arguments": {"a": 1}})
    with pytest.raises(errors.PermissionDenied, match="annotate needs the role operator, the token has agent"):
        agent.telemetry.annotate(new_id(), suppressed=True)
    with pytest.raises(errors.NotFound, match="No memory"):
        agent.semantic.get(new_id())
    with pytest.raises(errors.InvalidInput, match=r"actions\[1\]\.outcome"):
        agent.telemetry.capture_many([GOOD, GOOD | {"outcome": 5}])
    with pytest.raises(errors.PermissionDenied, match="login"):
        admin.semantic.adopt("Person")
    with pytest.raises(TypeError, match=r"Semantic\.get\(\): .*memory_id"):
        agent.semantic.get()  # type: ignore[call-arg]


def test_a_token_that_is_none(site: Site) -> None:
    with pytest.raises(errors.Unauthenticated):
        oxgraph.connect(site.url, token="oxg_" + "0" * 64)
    with pytest.raises(errors.Unauthenticated):
        oxgraph.connect(site.url, token="mine")


def test_a_revoked_token_ends_at_once(agent: Memory, workspace: Memory, tokens: Tokens) -> None:
    workspace.tokens.revoke(tokens.ids["agent"])
    with pytest.raises(errors.Unauthenticated):
        agent.telemetry.capture(**GOOD)


@pytest.mark.parametrize("name", ["embedder", "model", "cross_encoder", "clock"])
def test_what_is_the_servers_is_set_there(site: Site, tokens: Tokens, name: str) -> None:
    given: dict[str, Any] = {name: embedder("none")}
    with pytest.raises(errors.InvalidInput, match=f"{name}: is set where the memory is served"):
        oxgraph.connect(site.url, token=tokens.agent, **given)


def test_a_model_of_the_call_is_refused(agent: Memory) -> None:
    model: Any = object()
    with pytest.raises(errors.InvalidInput, match="model: is set where the memory is served"):
        agent.semantic.ingest("I live in Paris.", model=model)


def test_a_long_call_reports_its_progress(admin: Memory) -> None:
    seen: list[tuple[int, int]] = []
    messages = [f"Message \u2028 number {n}" for n in range(450)]
    added = admin.episodic.add_messages(messages, conversation_id="c", progress=lambda *counts: seen.append(counts))
    assert added.written == 450
    assert seen == [(200, 450), (400, 450), (450, 450)]
    assert [one.text for one in admin.episodic.messages("c", limit=1_000)] == messages
    with pytest.raises(errors.NotFound):
        admin.episodic.delete_conversation("another", progress=lambda *counts: None)


def test_a_turn_is_prepared_and_kept(agent: Memory, workspace: Memory) -> None:
    workspace.working.set("c", "plan", {"next": 1})
    with agent.turn("c", "What is next?", targets=["p-1"], slots=["plan"], turn_id="t", agent_id="a") as turn:
        assert '- plan: {"next": 1}' in turn.prompt
        assert turn.messages[-1] == {"role": "user", "content": "What is next?"}
        with turn.record("get", targets=["p-1"]), pytest.raises(KeyError):
            raise KeyError
        with pytest.raises(ValueError, match="no"), turn.record("put"):
            raise ValueError("no")
        turn.reply("One.", metadata={"tokens": 3})
    assert turn.recorded and turn.recorded.actions == 2 and not turn.recorded.failed
    said = workspace.episodic.history("c")
    assert [(one.role, one.text) for one in said] == [("user", "What is next?"), ("assistant", "One.")]
    assert said[1].metadata["tokens"] == 3
    assert [step["action_type"] for step in said[1].metadata["steps"]] == ["get", "put"]
    assert said[0].said_at == turn.begun_at
    done = {row.action_type: row for row in workspace.telemetry.timeline() if row.kind == "action"}
    assert (done["put"].error_code, done["put"].agent_id, done["put"].session_id) == ("ValueError", "a", "c")
    assert turn.finish() == turn.recorded
    assert len(workspace.episodic.history("c")) == 2
    again = agent.turn("c", "What is next?", turn_id="t").begun(turn.begun_at)
    again.reply("Something else.")
    again.finish()
    assert [one.text for one in workspace.episodic.history("c")] == ["What is next?", "One."]


def test_users_of_a_workspace(site: Site, workspace: Memory) -> None:
    with oxgraph.connect(site.url, token=workspace.tokens.create("agent", "all").secret) as shared:
        shared.as_user("ana").semantic.remember(type="fact", content="Ana's own.", subject="Ana")
        shared.user("ben").upsert_fact("Likes tea.")
        assert [one.fact for one in shared.user("ben").facts()] == ["Likes tea."]
        assert shared.user("ben").user_id == "ben"
        assert [one.content for one in shared.as_user("ana").semantic.list()] == ["Ana's own."]
        with shared.turn("c", "Hello", user_id="ana") as turn:
            turn.reply("Hi.")
        assert shared.episodic.history("c") == ()
        assert len(workspace.as_user("ana").episodic.history("c")) == 2
    bound = workspace.tokens.create("agent", "ana's", user_id="ana").secret
    with oxgraph.connect(site.url, token=bound) as own:
        assert [one.content for one in own.semantic.list()] == ["Ana's own."]
        for forged in (
            lambda: own.as_user("ben"),
            lambda: own.user("ben"),
            lambda: own.recall("tea", user_id="ben"),
            lambda: own.turn("c", "Hi", user_id="ben"),
        ):
            with pytest.raises(errors.PermissionDenied):
                forged()


def test_files_are_read_by_the_process_that_names_them(admin: Memory, workspace: Memory, tmp_path: Path) -> None:
    rows = [{"text": "Hello"}, {"text": "Hello"}, {"role": "assistant", "content": "Hi."}]
    file = tmp_path / "chat.jsonl.gz"
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    other = tmp_path / "chat.jsonl"
    other.write_text("\n".join(map(json.dumps, rows)))
    first = admin.episodic.import_chats(file, conversation_id="c")
    assert (first.read, first.written, first.known) == (3, 3, 0)
    assert (workspace.episodic.import_chats(other, conversation_id="c").known) == 3
    assert (admin.episodic.import_chats([file, other], conversation_id="c").known) == 6
    other.write_text('{"role": "alien", "content": "?"}')
    with pytest.raises(errors.InvalidInput, match=r"chat\.jsonl"):
        admin.episodic.import_chats(other)


def test_a_gold_set_is_read_here_and_asked_there(admin: Memory, tmp_path: Path) -> None:
    turns, questions = tmp_path / "turns.jsonl", tmp_path / "questions.jsonl"
    turns.write_text(json.dumps({"id": "u/1", "session": "u/s", "text": "Ada works at Acme.", "speaker": "Bo"}))
    asked = {"id": "q", "question": "Where does Ada work?", "evidence": ["u/1"]}
    questions.write_text(json.dumps(asked))
    found = admin.evaluations.run(turns, questions)
    assert [row.ranked for row in found.rankings] == [("u/1",)]
    assert admin.evaluations.list()[0] == found.run


def test_a_call_whose_answer_was_lost_is_made_once(site: Site, workspace: Memory, tokens: Tokens) -> None:
    """Between the client and the server stands one that cuts the connection when the first answer comes."""
    with Cutting(site.url) as between, oxgraph.connect(between.url, token=tokens.admin) as memory:
        between.cut = 1
        assert memory.semantic.entities.create("Acme", type="company").name == "Acme"
        assert between.cut == 0
        between.cut = 1
        assert memory.telemetry.capture(**GOOD).captured
        between.cut = 1
        with pytest.raises(errors.ConnectionFailed):
            memory.tokens.create("agent", "made once")
    assert [row.name for row in workspace.semantic.entities.list()] == ["Acme"]
    assert len(workspace.telemetry.timeline()) == 1
    assert [row.name for row in workspace.tokens.list()].count("made once") == 1


def test_a_server_that_is_away(site: Site, tokens: Tokens) -> None:
    with pytest.raises(errors.ConnectionFailed, match="No `oxgraph serve` answers at http"):
        oxgraph.connect("http://127.0.0.1:9", token=tokens.agent)
    for address in ("http://", "http://127.0.0.1:99999", "http://127.0.0.1:bar", "http://[::1"):
        with pytest.raises(errors.InvalidInput, match="uri: must be http"):
            oxgraph.connect(address, token=tokens.agent)


def test_a_server_that_comes_back(run_server: Any, tokens: Tokens) -> None:
    """Its address may have changed; a turn meanwhile goes on without memory."""
    first = Site(run_server.uri, run_server.auth, PATIENT)
    address = [first.url]
    from oxgraph.client._sync.remote_memory import connect_to_server

    connection = ServerConnection(tokens.agent, lambda nothing: address[0], retry_seconds=0.5)
    with connect_to_server(connection) as memory:
        assert memory.telemetry.capture(**GOOD).captured
        first.close()
        with memory.turn("c", "Hello", without=["slots"]) as turn:
            turn.reply("Hi.")
        assert {one.reason for one in turn.parts.values()} == {"failed", "left_out"}
        assert turn.recorded and turn.recorded.failed == ("exchange",)
        with pytest.raises(errors.ConnectionFailed):
            memory.telemetry.capture(**GOOD)
        second = Site(run_server.uri, run_server.auth, PATIENT)
        try:
            address[0] = second.url
            assert memory.telemetry.capture(**GOOD).captured
        finally:
            second.close()


def test_over_a_unix_socket(run_server: Any, tokens: Tokens, tmp_path: Path) -> None:
    from dataclasses import replace

    site = Site(run_server.uri, run_server.auth, replace(PATIENT, socket=str(tmp_path / "s")))
    try:
        assert site.url == f"unix://{tmp_path / 's'}"
        with oxgraph.connect(site.url, token=tokens.agent) as memory:
            assert memory.telemetry.capture(**GOOD).captured
    finally:
        site.close()


def test_one_memory_in_many_threads(agent: Memory, workspace: Memory) -> None:
    threads = [threading.Thread(target=agent.telemetry.capture, kwargs=GOOD) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(workspace.telemetry.timeline()) == 20


def test_the_command_line_by_a_token(site: Site, tokens: Tokens, workspace: Memory, cli: Cli, tmp_path: Path) -> None:
    by = ("--token", tokens.operator, "--uri", site.url)
    cli("remember", "Ada works at Acme.", "--subject", "Ada", *by)
    assert "Acme" in cli("recall", "Where does Ada work?", *by).out
    file = tmp_path / "traces.jsonl"
    rows = [{"session_id": "s", "action_type": "get", "outcome": "success", "started_at": "2026-01-01T00:00:00Z"}] * 2
    file.write_text("\n".join(json.dumps(row | {"seq": place, "args": "x"}) for place, row in enumerate(rows)))
    found = cli("import", "traces", str(file), "--json", *by).json
    assert (found["captured"], found["evaluated"], found["dropped_fields"]) == (2, None, {"args": 2})
    assert cli("import", "traces", str(file), "--json", *by).json["duplicates"] == 2
    assert len(workspace.telemetry.timeline()) == 2
    refused = cli("import", "graph", str(file), *by, ok=False)
    assert (refused.status, "the database's login" in refused.err) == (4, True)
    refused = cli("workspace", "list", "--uri", site.url, ok=False)
    assert "that is the address of `oxgraph serve`" in refused.err


class Cutting:
    """A proxy on loopback that closes the connection in place of the next `cut` answers."""

    def __init__(self, target: str) -> None:
        import http.server

        outer = self
        self.cut = 0
        upstream = httpx.Client(base_url=target, timeout=30)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {k: v for k, v in self.headers.items() if k.lower() not in ("host", "content-length")}
                found = upstream.post(self.path, content=body, headers=headers)
                if outer.cut:
                    outer.cut -= 1
                    self.close_connection = True
                    return
                self.send_response(found.status_code)
                self.send_header("Content-Length", str(len(found.content)))
                self.send_header("Content-Type", found.headers["content-type"])
                self.end_headers()
                self.wfile.write(found.content)

            def log_message(self, *args: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "Cutting":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()
