"""Agents' own session files come in once, in any order and after an interruption, and without their words."""

import gzip
import json
import random
import uuid
from pathlib import Path
from typing import Any

import pytest

from oxgraph.imports.sessions import import_sessions
from tests.fixtures.cli import Cli
from tests.sessions.samples import CANARY, SAMPLES, claude, mini_swe_agent


def _workspace(cli: Cli) -> str:
    found = f"sessions-{uuid.uuid4()}"
    cli("workspace", "create", found)
    return found


@pytest.fixture
def name(cli: Cli) -> str:
    """A fresh workspace."""
    return _workspace(cli)


def imported(cli: Cli, name: str, *paths: Path, options: tuple[str, ...] = ("--no-evaluate",)) -> Any:
    return cli("import", "sessions", *map(str, paths), "--workspace", name, "--json", *options).json


def rows(memory: Any, query: str, name: str) -> list[Any]:
    id = memory.workspace(name).workspace_id
    return [record.values() for record in memory.graph.driver.execute_query(query, w=id).records]


def graph(memory: Any, name: str) -> Any:
    """Everything that the import of one workspace wrote, without the times at which it was written and its ids."""
    nodes = rows(
        memory,
        "MATCH (a:_mem:action {workspace_id: $w}) OPTIONAL MATCH (a)-[r:`_mem:references`]->(n) "
        "WITH a, collect(n.node_id) AS to "
        "RETURN a.session_id, a.seq, a.action_type, a.target_node_type, a.outcome, a.error_code, a.latency_ms, "
        "a.agent_id, toString(a.started_at), to ORDER BY a.session_id, a.seq",
        name,
    )
    sessions = rows(memory, "MATCH (s:_mem:session {workspace_id: $w}) RETURN s.session_id, toString(s.started_at) "
                            "ORDER BY s.session_id", name)  # fmt: skip
    return nodes, sessions


def write(folder: Path) -> list[Path]:
    """A folder with a session of each format, a subagent, and a zipped one."""
    files = []
    for format, (text, *_) in SAMPLES.items():
        files.append(folder / f"{format}.txt")
        files[-1].write_text(text)
    below = folder / "11111111-aaaa" / "subagents"
    below.mkdir(parents=True)
    files.append(below / "agent-b1.jsonl.gz")
    files[-1].write_bytes(gzip.compress(claude(agent="b1", calls=2).encode(), mtime=1_770_000_000))
    return files


@pytest.mark.parametrize("format", SAMPLES)
def test_what_a_file_holds_is_counted(cli: Cli, name: str, tmp_path: Path, format: str) -> None:
    text, sessions, calls, errors = SAMPLES[format]
    file = tmp_path / "anything.bin"
    file.write_bytes(gzip.compress(text.encode()))
    found = imported(cli, name, file)
    assert (found["sessions"], found["tool_calls"], found["errors_reported"]) == (sessions, calls, errors)
    assert (found["captured"], found["unreadable"], sum(found["tools"].values())) == (calls, 0, calls)


def test_twice_and_shuffled_is_the_same_graph(cli: Cli, name: str, tmp_path: Path, memory: Any) -> None:
    files = write(tmp_path)
    first = imported(cli, name, tmp_path)
    written = graph(memory, name)
    assert first["captured"] == first["tool_calls"] == len(written[0]) == 27
    again = imported(cli, name, *files)
    assert (again["captured"], again["duplicates"]) == (0, 27)
    assert graph(memory, name) == written
    other = _workspace(cli)
    random.Random(7).shuffle(files)
    for file in files:  # as if it had been interrupted after each file
        imported(cli, other, file)
    assert graph(memory, other) == written


def test_actions_mean_something_and_are_one_hop_from_their_repository(
    cli: Cli, name: str, tmp_path: Path, memory: Any
) -> None:
    (tmp_path / "a.jsonl").write_text(claude())
    imported(cli, name, tmp_path)
    found = rows(
        memory,
        "MATCH (n:_mem:entity {workspace_id: $w, node_id: 'repository:shop'})<-[:`_mem:references`]-(a:_mem:action) "
        "RETURN a.action_type, a.error_code, n.type ORDER BY a.seq",
        name,
    )
    assert [tuple(one) for one in found] == [
        ("pytest", "TestsFailed", "Repository"),
        ("edit python", "NoMatchForEdit", "Repository"),
        ("read markdown", None, "Repository"),
    ]


def test_subagents_are_sessions_of_their_own(cli: Cli, name: str, tmp_path: Path, memory: Any) -> None:
    (tmp_path / "a.jsonl").write_text(claude())
    (tmp_path / "b.jsonl").write_text(claude(agent="b1", calls=2))
    found = imported(cli, name, tmp_path)
    assert (found["sessions"], found["subagents"], found["tool_calls"]) == (1, 1, 5)
    assert {one[0] for one in graph(memory, name)[1]} == {"11111111-aaaa", "11111111-aaaa/b1"}


@pytest.mark.parametrize("write_sample", [lambda n: claude(calls=n), lambda n: mini_swe_agent(actions=n)])
def test_a_session_that_has_grown_adds_what_is_new(
    cli: Cli, name: str, tmp_path: Path, memory: Any, write_sample: Any
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(write_sample(2))
    assert imported(cli, name, file)["captured"] == 2
    before = graph(memory, name)[0]
    file.write_text(write_sample(5))
    found = imported(cli, name, file)
    assert (found["captured"], found["duplicates"], found["sessions"]) == (3, 2, 1)
    assert graph(memory, name)[0][:2] == before


def test_a_call_without_a_result_comes_when_it_has_one(cli: Cli, name: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("".join(claude().splitlines(keepends=True)[:-1]))
    found = imported(cli, name, file)
    assert (found["tool_calls"], found["captured"], found["unanswered"]) == (3, 2, 1)
    file.write_text(claude())
    assert imported(cli, name, file)["captured"] == 1


def test_no_word_is_kept(cli: Cli, name: str, tmp_path: Path, memory: Any) -> None:
    write(tmp_path)
    imported(cli, name, tmp_path, options=())
    nodes = rows(memory, "MATCH (n {workspace_id: $w}) RETURN labels(n), properties(n)", name)
    edges = rows(memory, "MATCH ({workspace_id: $w})-[r]->() RETURN type(r), properties(r)", name)
    assert len(nodes) > 50
    assert len(edges) > 20
    assert [one for one in [*nodes, *edges] if CANARY in str(one).lower()] == []


def test_messages_come_in_where_that_is_asked_for(cli: Cli, name: str, tmp_path: Path, memory: Any) -> None:
    (tmp_path / "a.jsonl").write_text(claude())
    assert imported(cli, name, tmp_path)["messages"] == 0
    found = imported(cli, name, tmp_path, options=("--with-messages", "--no-evaluate"))
    assert (found["messages"], found["captured"]) == (4, 0)
    assert imported(cli, name, tmp_path, options=("--with-messages", "--no-evaluate"))["messages"] == 0
    said = rows(memory, "MATCH (m:_mem:message {workspace_id: $w}) RETURN m.conversation_id, m.text", name)
    assert {tuple(one) for one in said} == {("session:11111111-aaaa", CANARY)}


def test_what_is_said_again_much_later_in_a_session_is_another_message(cli: Cli, name: str, tmp_path: Path) -> None:
    lines = [
        {"type": "user", "sessionId": session, "uuid": f"{session}{place}", "cwd": "/x", "version": "2.1"}
        | {"timestamp": f"2026-03-01T{place // 60:02d}:{place % 60:02d}:00Z"}
        | {"message": {"role": "user", "content": "yes" if place % 600 == 10 else f"message {place}"}}
        for session in ("a", "b")
        for place in range(620)
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    for new in (1240, 0):
        found = imported(cli, name, tmp_path, options=("--with-messages", "--no-evaluate"))
        assert found["messages"] == new


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (claude("x" * 700), (4, "conversation_id")),
        (claude("a\0b"), (4, "control characters")),
        (claude("22222222-bbbb").replace("2026-02-01T10:00:00", "1999-02-01T10:00:00"), (1, "before 2000")),
        (claude("22222222-bbbb").replace("2026-02-01T10:00:00", "2126-02-01T10:00:00"), (1, "said_at")),
    ],
)
def test_messages_that_do_not_fit_are_named_and_the_rest_comes_in(
    cli: Cli, name: str, tmp_path: Path, text: str, named: tuple[int, str]
) -> None:
    number, reason = named
    (tmp_path / "a.jsonl").write_text(claude())
    (tmp_path / "b.jsonl").write_text(text)
    (tmp_path / "c.jsonl").write_text(claude("33333333-cccc"))
    found = imported(cli, name, tmp_path, options=("--with-messages", "--no-evaluate"))
    assert (found["messages"], found["messages_left_out"], found["captured"]) == (12 - number, number, 9)
    (refusal,) = found["refusals"]
    assert f"b.jsonl, {number} message" in refusal
    assert reason in refusal
    shown = cli("import", "sessions", str(tmp_path), "--workspace", name, "--with-messages", "--no-evaluate").out
    assert f"{number} message" in shown
    assert refusal in shown


def test_half_of_an_emoji_ends_nothing(cli: Cli, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(claude("cut \ud83d"))
    found = imported(cli, name, tmp_path, options=("--with-messages", "--no-evaluate"))
    assert (found["captured"], found["messages"], found["unreadable"]) == (3, 4, 0)


@pytest.mark.parametrize("text", ["just words", "{", '{"some": "object"}', "\xff\xfe"])
def test_a_single_file_that_cannot_be_read_is_an_error(cli: Cli, name: str, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.jsonl").write_text(text, "latin-1")
    done = cli("import", "sessions", str(tmp_path / "a.jsonl"), "--workspace", name, ok=False)
    assert done.status == 2
    assert str(tmp_path / "a.jsonl") in done.err


def test_of_a_file_in_utf_16_nothing_comes_in_by_halves(cli: Cli, name: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(claude(), "utf-16")
    for kind in ("sessions", "traces"):
        done = cli("import", kind, str(file), "--workspace", name, ok=False)
        assert (done.status, done.err) == (2, f"Error: {file}: is not text in UTF-8; save it as UTF-8\n")


def test_what_cannot_be_read_is_counted_and_named(cli: Cli, name: str, tmp_path: Path) -> None:
    good, bad, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "notes.txt"
    good.write_text(claude())
    bad.write_text("{\n" + claude("22222222-bbbb") + '{"type": "user", "cut": "off')
    other.write_text("just words")
    found = imported(cli, name, tmp_path)
    assert (found["files"], found["sessions"], found["captured"], found["unreadable"]) == (3, 2, 6, 3)
    assert [one.removeprefix(f"{tmp_path}/") for one in found["refusals"]] == [
        "b.jsonl, line 1: is not JSON",
        "b.jsonl, line 10: is not JSON",
        "notes.txt: is not JSON",
    ]


def test_bombs_are_refused_and_the_rest_comes_in(cli: Cli, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(claude())
    (tmp_path / "bomb.json.gz").write_bytes(gzip.compress(b" " * 200_000_000))
    (tmp_path / "deep.json").write_text("[" * 100_000 + "]" * 100_000)
    (tmp_path / "cut.gz").write_bytes(gzip.compress(claude("33333333-cccc").encode())[:-20])
    found = imported(cli, name, tmp_path)
    assert found["sessions"] == 2  # of a file that was cut off, what can be read
    assert found["unreadable"] == 3
    assert CANARY not in json.dumps(found)


def test_a_path_that_is_not_there_is_refused(cli: Cli, name: str, tmp_path: Path) -> None:
    done = cli("import", "sessions", str(tmp_path / "none"), "--workspace", name, ok=False)
    assert done.status == 2
    assert "is no file and no folder" in done.err


def test_an_agents_token_imports_into_its_workspace(cli: Cli, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(claude())
    secret = cli("token", "create", "bot", "--workspace", name, "--json").json["secret"]
    assert cli("import", "sessions", str(tmp_path), "--token", secret, "--json").json["captured"] == 3


def test_an_interrupted_import_goes_on(cli: Cli, name: str, tmp_path: Path, memory: Any, over: Any) -> None:
    write(tmp_path)
    whole = _workspace(cli)
    imported(cli, whole, tmp_path)

    class Killed(Exception):
        """Ends the import after its second batch."""

    def stop(done: int, total: int) -> None:
        if len(graph(memory, name)[0]) >= 8:
            raise Killed

    with over(memory.workspace(name)) as space:
        with pytest.raises(Killed):
            import_sessions(space, [str(tmp_path)], batch_size=4, progress=stop)
        assert 8 <= len(graph(memory, name)[0]) < 27
        report = import_sessions(space, [str(tmp_path)])
    assert report.captured + report.duplicates == 27
    assert graph(memory, name) == graph(memory, whole)
