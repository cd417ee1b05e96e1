"""`oxgraph proxy -- COMMAND`: messages pass unchanged, and tool calls are captured."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.fixtures.client_samples import counts, pattern, situational_pattern
from tests.server.captures import captured, until_captured
from tests.server.conftest import Site, Tokens
from tests.server.proxy.servers.talk import (
    HELLO,
    LAUNCHED,
    PLAIN,
    THERE,
    Talk,
    asked,
    call,
    proxied,
    transcript,
)

SESSION: list[Any] = [
    HELLO,
    THERE,
    b'{"jsonrpc":"2.0","method":"notifications/odd","params":{"x":NaN}}\r\n',
    asked(1, "tools/list"),
    b"no message at all \xff\xfe\n",
    b"\n",
    asked(2, "ping"),
    asked("2", "no/such"),
    call(3, text="words that nobody may keep \u2028 \U0001f600"),
    call(4, how="rpc"),
    call(5, how="text"),
    call(6, "set_issue", how="wrapped"),
    call(7, how="structured"),
    call(8, "close_issue", how="words"),
    call(9, how="noisy"),
    b'{"jsonrpc":"2.0","id":1,"result":{"role":"assistant"}}\n',
    [call(10), THERE],
    asked(11, "ping"),
    call(12, how="big", size=3_000_000),
    b'{"jsonrpc":"2.0","id":13,"method":"ping"}',
]


@pytest.fixture
def env(server: Server, site: Site, tokens: Tokens, request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment of an agent's configuration: the login of the database, or the address of the server."""
    if getattr(request, "param", "direct") == "server":
        return {"OXGRAPH_SERVER": site.url, "OXGRAPH_TOKEN": tokens.agent}
    user, password = server.auth
    return {
        "OXGRAPH_URI": server.uri,
        "OXGRAPH_USER": user,
        "OXGRAPH_PASSWORD": password,
        "OXGRAPH_TOKEN": tokens.agent,
    }


over_both = pytest.mark.parametrize("env", ["direct", "server"], indirect=True)


def everything(graph: Graph, workspace_id: str) -> str:
    """Every property of every node and relationship of a workspace."""
    text = (
        "MATCH (n:_mem {workspace_id: $w}) OPTIONAL MATCH (n)-[r]->()"
        " RETURN properties(n) AS node, labels(n) AS labels, collect([type(r), properties(r)]) AS edges"
    )
    found = graph.driver.execute_query(text, w=workspace_id).records
    return json.dumps([row.data() for row in found], default=str, ensure_ascii=False)


def failing(env: Mapping[str, str], times: int, *options: str) -> None:
    """Sessions in each of which a tool fails in the same way."""
    for _ in range(times):
        with Talk(proxied(PLAIN, *options), env) as talk:
            talk.greet()
            talk.ask(call(1, how="text"))
            assert talk.leave() == 3


def learned(graph: Graph, workspace: Memory) -> None:
    """The passes, half an hour later."""
    evaluate(graph, workspace.workspace_id, now=datetime.now(UTC) + timedelta(minutes=30), passes=[1, 2])


@over_both
def test_a_session_passes_byte_for_byte_and_its_calls_are_captured(
    env: dict[str, str], workspace: Memory, graph: Graph
) -> None:
    plain = transcript(PLAIN, SESSION)
    heard, status, errors = transcript(proxied(PLAIN), SESSION, env)
    assert heard == plain[0]
    assert (status, errors) == (plain[1], plain[2]) == (3, "odd tracker is up\nodd tracker is done\n")

    rows = captured(workspace)
    assert [(row.action_type, row.outcome, row.error_code) for row in rows] == [
        ("odd-tracker.get_issue", "success", None),
        ("odd-tracker.get_issue", "failure", "JsonRpc-32602"),
        ("odd-tracker.get_issue", "failure", "FileNotFoundError"),
        ("odd-tracker.set_issue", "failure", "ENOENT"),
        ("odd-tracker.get_issue", "failure", "ISSUE_LOCKED"),
        ("odd-tracker.close_issue", "failure", "ToolError"),
        ("odd-tracker.get_issue", "success", None),
        ("odd-tracker.get_issue", "success", None),
        ("odd-tracker.get_issue", "success", None),
    ]
    assert {row.agent_id for row in rows} == {"tester"}
    assert len({row.session_id for row in rows}) == 1
    kept = everything(graph, workspace.workspace_id)
    assert "4711" in kept
    assert [word for word in ("nobody may keep", "alice", "Alice", "tulips", "letter", "xxx") if word in kept] == []
    session = "MATCH (s:_mem:session {workspace_id: $w}) RETURN s.ended_at AS ended"
    (row,) = graph.driver.execute_query(session, w=workspace.workspace_id).records
    assert row["ended"] is not None


@over_both
@pytest.mark.deep
def test_after_five_failing_sessions_an_agent_is_warned(env: dict[str, str], workspace: Memory, graph: Graph) -> None:
    failing(env, 5)
    learned(graph, workspace)
    plain = transcript(PLAIN, SESSION)[0].split(b"\n")
    # An answer that the warnings do not reach within two seconds passes without them; the next session has both.
    for _ in range(5):
        told = transcript(proxied(PLAIN), SESSION, env)[0].split(b"\n")
        assert len(plain) == len(told)
        differing = [(ours, theirs) for ours, theirs in zip(told, plain, strict=True) if ours != theirs]
        if len(differing) == 2:
            break
    assert len(differing) == 2
    (greeting, was), (listing, listed) = ((json.loads(ours), json.loads(theirs)) for ours, theirs in differing)
    pattern = "Pattern: odd-tracker.get_issue:issue:FileNotFoundError"
    instructions = greeting["result"].pop("instructions")
    assert instructions.startswith(was["result"].pop("instructions") + "\n\n[Oxagen memory — 1 relevant pattern]")
    assert pattern in instructions
    assert greeting == was
    descriptions = [tool.pop("description", None) for tool in listing["result"]["tools"]]
    before = [tool.pop("description", None) for tool in listed["result"]["tools"]]
    assert descriptions[0].startswith(before[0] + "\n\n[Oxagen memory")
    assert pattern in descriptions[0]
    assert descriptions[1:] == before[1:] == [None, None]
    assert listing == listed

    shown = (
        "MATCH (:_mem:pattern {workspace_id: $w})-[:`_mem:injected`]->(a:action)"
        " RETURN a.session_id AS session, count(a) AS n, max(a.started_at) AS last ORDER BY last DESC LIMIT 1"
    )
    assert graph.driver.execute_query(shown, w=workspace.workspace_id).records[0]["n"] == 7


@pytest.mark.deep
def test_results_have_warnings_only_with_warn_results(env: dict[str, str], workspace: Memory, graph: Graph) -> None:
    failing(env, 5, "--name", "tracker")
    learned(graph, workspace)
    with Talk(proxied(PLAIN, "--name", "tracker", "--warn", "results"), env) as talk:
        talk.greet()
        answer = talk.ask(call(1))
        other = talk.ask(call(2, "close_issue"))
    assert "tracker.get_issue:issue:FileNotFoundError" in answer["result"]["content"][0]["text"]
    assert [block["type"] for block in answer["result"]["content"]] == ["text", "text"]
    assert len(other["result"]["content"]) == 1


def test_situational_warnings_are_in_results_only(env: dict[str, str], workspace: Memory, graph: Graph) -> None:
    blocks, pair, today = [], ("tracker.get_issue", "issue"), datetime.now(UTC)
    totals = {"day_actions": 60, "day_failures": 20, "day_targeted_failures": 20, "day_sequences": 30}
    counts(graph, workspace.workspace_id, "tally", pair, today, **totals)
    one_failed = {"day_totals": 18, "day_actions": 17, "day_sequences": 9}
    counts(graph, workspace.workspace_id, "pattern_key", (*pair, "AnyError", "run=1"), today, **one_failed)
    with Talk(proxied(PLAIN, "--name", "tracker", "--warn", "results"), env) as talk:
        talk.greet()
        for number in range(1, 3):
            blocks.append(talk.ask(call(number, how="text"))["result"]["content"][0]["text"])
            until_captured(workspace, number)
        listing = talk.ask(asked(9, "tools/list"))
    assert "AnyError" not in blocks[0]
    assert "Pattern: tracker.get_issue:issue:AnyError, after one failed attempt (confidence 0.94)\n" in blocks[1]
    assert "AnyError" not in str(listing)


def test_a_warning_with_a_result_is_named_by_the_next_call(
    env: dict[str, str], workspace: Memory, graph: Graph
) -> None:
    """The call that it comes with was made without it; a call whose answer has no place for it was shown nothing."""
    shown = pattern(graph, workspace.workspace_id, action_type="tracker.get_issue", node_type="issue")
    with Talk(proxied(PLAIN, "--name", "tracker", "--warn", "results"), env) as talk:
        talk.greet()
        for number, how in ((1, "rpc"), (2, "text"), (3, "text")):
            talk.ask(call(number, how=how))
            until_captured(workspace, number)
    assert named(graph, workspace, shown)[1:] == [False, True]


def named(graph: Graph, workspace: Memory, pattern_id: str) -> list[bool]:
    """Whether each action names a pattern as shown before it."""
    text = (
        "MATCH (a:_mem:action {workspace_id: $w})"
        " RETURN EXISTS { (:pattern {id: $p})-[:`_mem:injected`]->(a) } AS named ORDER BY a.started_at"
    )
    found = graph.driver.execute_query(text, w=workspace.workspace_id, p=pattern_id).records
    return [row["named"] for row in found]


def test_nothing_is_shown_to_a_session_of_the_holdout(env: dict[str, str], workspace: Memory, graph: Graph) -> None:
    """Neither in instructions nor in descriptions; the sessions' names decide who belongs to it."""
    pattern(graph, workspace.workspace_id, action_type="tracker.get_issue", node_type="issue")
    workspace.update_settings(holdout_rate=0.5, holdout_unit="session")
    shown = {}
    for session in map(str, range(8)):
        held = not workspace.telemetry.inject(action_type="tracker.get_issue", session_id=session).patterns
        with Talk(proxied(PLAIN, "--name", "tracker", "--session", session), env) as talk:
            said = str(talk.greet())
            for number in range(4):  # a listing waits two seconds for the patterns
                said += "" if "NotFound (confidence" in said else str(talk.ask(asked(number, "tools/list")))
        shown[session] = (held, "NotFound (confidence" in said)
    assert set(shown.values()) == {(True, False), (False, True)}


def test_the_instructions_name_the_servers_costliest_failures(
    env: dict[str, str], workspace: Memory, graph: Graph
) -> None:
    names = {"action_type": "tracker.get_issue", "node_type": "issue"}
    costliest = situational_pattern(graph, workspace.workspace_id, **names)
    pattern(graph, workspace.workspace_id, "None", sample_count=900, action_type="tracker.close_issue")
    pattern(graph, workspace.workspace_id, sample_count=900, action_type="elsewhere.get")
    with Talk(proxied(PLAIN, "--name", "tracker"), env) as talk:
        for _ in range(30):  # an answer that they do not reach within two seconds is without them
            instructions = talk.greet()["result"]["instructions"]
            if "[Oxagen" in instructions:
                break
        talk.ask(call(1, "close_issue"))
        talk.ask(call(2, "close_issue"))
        until_captured(workspace, 2)
    assert named(graph, workspace, costliest) == [True, False]  # what the agent was shown first
    assert instructions.endswith("""[Oxagen memory — 1 relevant pattern]
Pattern: tracker.get_issue:issue:AnyError, after two failed attempts in a row (confidence 0.80)
Recommendation: 80% of tracker.get_issue actions on issue nodes fail
after two failed attempts in a row (8 of 10; otherwise 17 of 38). What
worked next: list (5 of 7 times).""")


def test_without_neo4j_messages_pass_and_one_line_reports_it(env: dict[str, str]) -> None:
    plain = transcript(PLAIN, SESSION)
    heard, status, errors = transcript(proxied(PLAIN), SESSION, env | {"OXGRAPH_URI": "bolt://127.0.0.1:1"})
    assert (heard, status) == plain[:2]
    assert errors.count("oxgraph proxy: without memory for now, calls pass through: No Neo4j answers") == 1


@over_both
def test_a_revoked_token_is_reported_once(env: dict[str, str], workspace: Memory, tokens: Tokens) -> None:
    workspace.tokens.revoke(tokens.ids["agent"])
    heard, status, errors = transcript(proxied(PLAIN), SESSION, env)
    assert (heard, status) == transcript(PLAIN, SESSION)[:2]
    assert errors.count("without memory for now, calls pass through: The token is unknown, revoked or expired") == 1


def test_memory_off_and_on_is_reported(env: dict[str, str], workspace: Memory) -> None:
    workspace.disable()
    with Talk(proxied(PLAIN), env) as talk:
        talk.greet()
        talk.ask(call(1))
        talk.told("memory is switched off in the workspace")
        workspace.enable()
        talk.ask(call(2))
        talk.told("memory is back")
        talk.leave()
    assert [row.outcome for row in captured(workspace)] == ["success"]


@pytest.mark.deep
def test_a_thousand_calls_in_flight(env: dict[str, str], workspace: Memory) -> None:
    with Talk(proxied(PLAIN), env) as talk:
        talk.greet()
        talk.say(*(call(number, how=None if number % 3 else "text") for number in range(1000)))
        talk.until(999)
        talk.leave()
    rows = workspace.telemetry.timeline(limit=5000)
    outcomes = [row.outcome for row in rows if row.kind == "action"]
    assert (len(outcomes), outcomes.count("failure")) == (1000, 334)


@pytest.mark.deep
def test_a_cancelled_call_and_one_without_an_answer(env: dict[str, str], workspace: Memory) -> None:
    with Talk(proxied(PLAIN), env) as talk:
        talk.greet()
        talk.say(call("a", how="forever"), call("b", how="forever"))
        talk.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}})
        talk.ask(call("c"))
        os.kill(talk.process.pid, signal.SIGTERM)
        while talk.hear():
            pass
        assert talk.process.wait(30) == -signal.SIGTERM
        assert "nobody saw how they ended: 1" in talk.errors
    assert [row.error_code for row in captured(workspace)] == ["Cancelled", None]


@pytest.mark.parametrize("words", [PLAIN, LAUNCHED], ids=["plain", "launched"])
def test_what_the_agent_asked_is_answered_after_it_has_closed_its_output(
    words: tuple[str, ...], env: dict[str, str], workspace: Memory
) -> None:
    with Talk(proxied(words), env) as talk:
        talk.greet()
        talk.say(call(1, late=3), call(2, how="text"))
        talk.leave()
        assert b'{"id" :1,"result"' in talk.heard
    assert [row.error_code for row in captured(workspace)] == [None, "FileNotFoundError"]


def test_a_call_that_is_under_way_when_the_agent_leaves_is_no_failure(env: dict[str, str], workspace: Memory) -> None:
    with Talk(proxied(PLAIN), env) as talk:
        talk.greet()
        talk.say(call(1), call(2, how="forever"))
        assert talk.leave() == 3
        assert "oxgraph proxy: calls not captured, since nobody saw how they ended: 1\n" in talk.errors
    assert [row.error_code for row in captured(workspace)] == [None]


def test_the_outcome_counts_where_the_agent_no_longer_reads(env: dict[str, str], workspace: Memory) -> None:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("OXGRAPH_")}
    ours, theirs = os.pipe()
    with subprocess.Popen(proxied(PLAIN), stdin=subprocess.PIPE, stdout=theirs, env=bare | env) as process:
        os.close(theirs)
        os.close(ours)
        messages = [HELLO, THERE, call(1, late=1), call(2, how="text")]
        process.communicate(b"".join(json.dumps(one).encode() + b"\n" for one in messages), 60)
    assert [row.error_code for row in captured(workspace)] == [None, "FileNotFoundError"]


def test_a_server_that_crashes_in_the_middle_of_a_line(env: dict[str, str], workspace: Memory) -> None:
    with Talk(proxied(PLAIN), env) as talk:
        talk.greet()
        talk.say(call("x", how="crash"))
        assert talk.hear() == b'{"jsonrpc":"2.0","id":'
        assert talk.hear() == b""
        assert talk.process.wait(30) == 7
    assert [row.error_code for row in captured(workspace)] == ["ConnectionClosed"]


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel for it")
def test_killing_the_proxy_ends_the_server(env: dict[str, str], workspace: Memory) -> None:
    with Talk(proxied(PLAIN), env) as talk:
        talk.greet()
        talk.ask(call(1))
        child = children(talk.process.pid)
        assert len(child) == 1
        talk.process.kill()
        assert talk.hear() == b"", "nobody holds the pipe any more"
        talk.process.wait(30)


def test_the_exit_status_of_a_killed_server_is_passed_on(env: dict[str, str], workspace: Memory) -> None:
    with Talk(proxied(PLAIN), env) as talk:
        talk.greet()
        talk.say(call("x", how="forever"), asked("y", "ping"))
        talk.until("y")
        os.kill(children(talk.process.pid)[0], signal.SIGKILL)
        assert talk.hear() == b""
        assert talk.process.wait(30) == -signal.SIGKILL
    assert [row.error_code for row in captured(workspace)] == ["ConnectionClosed"]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:  # noqa: PTH123
        return [int(word) for word in file.read().split()]


def test_a_missing_command(env: dict[str, str]) -> None:
    heard, status, errors = transcript(proxied(("no-such-server-anywhere",)), [], env)
    assert (heard, status, errors) == (b"", 127, "oxgraph proxy: no-such-server-anywhere was not found\n")


def test_the_server_does_not_get_the_token(env: dict[str, str]) -> None:
    code = "import os; print(sorted(n for n in os.environ if n.startswith('OXGRAPH_')), flush=True)"
    heard, _, _ = transcript(proxied((sys.executable, "-c", code)), [], env)
    assert heard == b"['OXGRAPH_URI', 'OXGRAPH_USER']\n"
