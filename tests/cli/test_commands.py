"""The commands are a skin over the client: each does what the method of its name does, for people and programs."""

import json
import re
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from oxgraph.local import Server
from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A fresh workspace, named in the environment."""
    found = f"commands-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    return found


def failing_runs(cli: Cli, count: int) -> None:
    for number in range(count):
        session = cli("session", "start", "--intent", f"charge the card {number}", "--agent", "bot").out.strip()
        action = ("charge", "card:1", "--session", session, "--outcome", "failure", "--error-code", "Declined")
        cli("capture", *action, "--node-type", "Card", "--agent", "bot", "--latency-ms", "2.5")
        cli("session", "end", session, "--outcome", "failure")


def test_a_workspaces_life(cli: Cli) -> None:
    name = f"life-{uuid.uuid4()}"
    made = cli("workspace", "create", name, "promote_samples=2", "--json").json
    assert made["name"] == name
    assert cli("workspace", "create", name.upper(), ok=False).status == 3
    assert cli("workspace", "create", "x" * 300, ok=False).status == 2
    assert cli("workspace", "create", f"{name}2", "no_such=1", ok=False).status == 2
    assert name in cli("workspace", "list").out
    assert cli("workspace", "settings", "--workspace", name, "--json").json["promote_samples"] == 2
    changed = cli("workspace", "settings", "inject_limit=3", "raw_retention=verbatim", "--workspace", name, "--json")
    assert (changed.json["inject_limit"], changed.json["raw_retention"]) == (3, "verbatim")
    assert cli("workspace", "settings", "inject_limit=many", "--workspace", name, ok=False).status == 2
    cli("workspace", "disable", "--workspace", name)
    assert cli("workspace", "settings", "--workspace", name, "--json").json["memory_enabled"] is False
    cli("workspace", "enable", "--workspace", name)
    cli("workspace", "delete", name)
    assert cli("patterns", "list", "--workspace", name, ok=False).status == 3
    cli("workspace", "restore", name)
    assert cli("patterns", "list", "--workspace", name, "--json").json == []
    cli("workspace", "delete", name, "--hard", "--yes")
    assert cli("workspace", "restore", name, ok=False).status == 3


def test_from_capture_to_the_block(cli: Cli, name: str) -> None:
    failing_runs(cli, 5)
    ran = cli("passes", "run", "--json", "--embedder", "none").json
    names = ["sequences", "patterns", "benchmarks", "freshness", "garbage", "user_memory", "upkeep"]
    assert [run["name"] for run in ran] == names
    assert [run["name"] for run in cli("evaluate", "--pass", "2", "--pass", "1", "--json").json] == [
        "sequences",
        "patterns",
    ]
    (row,) = cli("patterns", "list", "--json").json
    assert (row["action_type"], row["node_type"], row["error_code"]) == ("charge", "Card", "Declined")
    assert (row["sample_count"], row["confidence"], row["status"]) == (5, 1.0, "active")
    assert row["last_seen"].endswith("Z")
    asked = ("inject", "card:1", "--node-type", "Card", "--action-type", "charge", "--session", "s")
    block = cli(*asked).out
    assert block.startswith("[Oxagen memory — 1 relevant pattern]\nPattern: charge:Card:Declined (confidence 1.00)")
    assert cli(*asked, "--json").json["block"] + "\n" == block
    cli("patterns", "annotate", row["pattern_id"], "--annotation", "Ask for another card.")
    assert "Operator note: Ask for another card." in cli(*asked).out
    assert cli("patterns", "annotate", row["pattern_id"], "--suppress", "--json").json["suppressed"] is True
    nothing = cli(*asked)
    assert (nothing.out, nothing.err) == ("", "No relevant pattern.\n")
    assert cli("patterns", "annotate", str(uuid.uuid4()), "--suppress", ok=False).status == 3


def test_what_was_captured_is_found(cli: Cli, name: str) -> None:
    failing_runs(cli, 2)
    cli("evaluate", "--embedder", "none")
    rows = cli("timeline", "--json").json
    assert sorted(row["kind"] for row in rows) == ["action"] * 2 + ["sequence"] * 2
    page = cli("timeline", "--limit", "1", "--json").json
    assert cli("timeline", "--before", page[-1]["cursor"], "--json").json == rows[1:]
    assert cli("timeline", "--outcome", "success", "--json").json == []
    assert "Declined" in cli("timeline", "--agent", "bot", "--action-type", "charge").out
    assert len(cli("sequences", "list", "--agent", "bot", "--json").json) == 2
    assert len(cli("search", "--action-type", "charge", "--json").json["sequences"]) == 2
    found = cli("context", "charge a card", "--embedder", "none", "--json").json
    assert {row["found_by"] for row in found} == {"words"}
    assert cli("timeline", "--since", "2025-01-01T00:00", ok=False).status == 2


def test_metrics_and_benchmarks(cli: Cli, name: str) -> None:
    failing_runs(cli, 2)
    cli("evaluate", "--embedder", "none")
    options = ("--condition", "outcome == 'failure'", "--action-type", "charge", "--window-days", "3")
    assert cli("metrics", "preview", *options, "--json").json["value"] == 1.0
    made = cli("metrics", "create", "declined", *options, "--better", "lower", "--json").json
    assert (made["window_days"], made["action_types"], made["better"]) == (3, ["charge"], "lower")
    assert cli("metrics", "update", "declined", "--window-days", "9", "--json").json["window_days"] == 9
    assert cli("metrics", "update", "declined", ok=False).status == 2
    refused = cli("metrics", "create", "bad", "--condition", "__import__('os')", "--json", ok=False)
    assert refused.status == 2
    assert "outcome == 'success'" in json.loads(refused.err)["error"]["message"]
    assert len(cli("metrics", "list", "--json").json) == 4
    trend = cli("benchmark", "get", "Task success rate", "--json").json
    assert [row["value"] for row in trend] == [0.0]
    compared = cli("benchmark", "compare", "Task success rate", "Efficiency delta", "--json").json
    assert compared["difference"] == 1.0
    windows = ("--window", "2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z") * 2
    assert cli("benchmark", "compare", "Task success rate", *windows, "--json").json["difference"] is None
    assert "Task success rate" in cli("benchmark", "compare", "Task success rate", "Efficiency delta").out
    cli("metrics", "delete", "declined")
    assert "switched off" in cli("metrics", "delete", "Efficiency delta").out
    assert len(cli("metrics", "list", "--json").json) == 2
    assert cli("benchmark", "get", "no such", ok=False).status == 3


def test_tokens(cli: Cli, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = cli("token", "create", "bot", "--json").json
    monkeypatch.delenv("OXGRAPH_WORKSPACE")
    monkeypatch.setenv("OXGRAPH_TOKEN", made["secret"])
    cli("capture", "get", "--session", "s", "--outcome", "success")
    assert len(cli("timeline", "--json").json) == 1
    assert cli("patterns", "annotate", str(uuid.uuid4()), "--suppress", ok=False).status == 4
    listed = cli("token", "list", "--workspace", name)
    assert f"{made['id'][:8]} " in listed.out and made["id"] not in listed.out
    assert made["id"] in cli("token", "list", "--workspace", name, "--wide").out
    assert made["secret"] not in listed.out
    rotated = cli("token", "rotate", made["id"][:8], "--overlap", "1d")
    assert re.search(r"valid until \d{4}-\d\d-\d\d \d\d:\d\dZ\.", rotated.err)
    cli("token", "revoke", made["id"][:8])
    missing = cli("token", "revoke", "99", ok=False)
    assert (missing.status, "No token has an id that begins with 99" in missing.err) == (3, True)
    refused = cli("timeline", "--json", ok=False)
    assert refused.status == 4
    assert json.loads(refused.err)["error"]["code"] == "unauthenticated"


def test_what_can_be_no_id_is_not_found(cli: Cli, name: str) -> None:
    for words, kind in (
        (("memories", "get"), "memory"),
        (("patterns", "annotate"), "pattern"),
        (("episodes", "delete"), "episode"),
        (("why",), "entity"),
    ):
        refused = cli(*words, "nowhere", ok=False)
        assert (refused.status, f"No {kind} nowhere in this workspace" in refused.err) == (3, True), words


def test_an_entitys_history_by_its_name(cli: Cli, name: str) -> None:
    cli("entities", "create", "Acme", "--type", "company", "--node-id", "acme-1", "--set", "country=SE")
    assert "(fields type, name, node_id, shown; properties country)" in cli("why", "acme-1").out
    assert cli("why", "Acme").out == cli("why", "acme-1").out


def test_the_end_of_an_unknown_session_says_so(cli: Cli, name: str) -> None:
    assert cli("session", "end", "nowhere").out == "Session nowhere is ended. Nothing was known of it before.\n"
    cli("session", "start", "here")
    assert cli("session", "end", "here").out == "Session here is ended.\n"


def test_memory_that_is_off_captures_nothing_and_says_so(cli: Cli, name: str) -> None:
    cli("workspace", "disable")
    captured = cli("capture", "get", "--session", "s", "--outcome", "success", "--json").json
    assert (captured["captured"], captured["reason"]) == (False, "memory_disabled")
    ended = cli("session", "end", "s", "--json").json
    assert ended == {"session_id": "s", "ended": False, "known": False, "reason": "memory_disabled"}
    assert "Memory is off" in cli("session", "end", "s").out


def test_the_connection_may_be_named_after_the_command(
    cli: Cli, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OXGRAPH_URI", "OXGRAPH_USER", "OXGRAPH_PASSWORD"):
        monkeypatch.delenv(variable)
    named = ("--uri", server.uri, "--user", server.user, "--password", server.password)
    assert isinstance(cli("workspace", "list", *named, "--json").json, list)
    assert isinstance(cli(*named, "workspace", "list", "--json").json, list)
    assert cli("workspace", "list", *named[:4], "--password", "wrong", ok=False).status == 5


def test_evaluate_is_the_former_name_of_passes_run(cli: Cli, name: str) -> None:
    failing_runs(cli, 1)
    before = cli("passes", "status", "--workspace", name, "--json").json
    assert [row["number"] for row in before if row["due"]] == [1, 2, 3, 4, 5]
    assert [run["name"] for run in cli("evaluate", "--pass", "1", "--json").json] == ["sequences"]
    assert [run["name"] for run in cli("passes", "run", "--pass", "3", "--json").json] == ["benchmarks"]
    after = {row["pass"]: row for row in cli("passes", "status", "--json").json}
    assert after["sequences"]["done_as_of"] and not after["benchmarks"]["due"] and after["garbage"]["due"]
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    assert [row["due"] for row in cli("passes", "status", "--now", later, "--json").json[:2]] == [True, True]
    assert "benchmarks" in cli("passes", "status").out


def test_the_beginning_of_an_id_is_enough(cli: Cli, name: str) -> None:
    ids = [f"0a1b2c3d-{number}111-4111-8111-111111111111" for number in (1, 2)]
    for id, city in zip(ids, ("Oslo", "Bergen"), strict=True):
        cli("remember", f"Ada has an office in {city}", "--id", id, "--embedder", "none")
    assert cli("memories", "get", "0a1b2c3d-2", "--json").json["id"] == ids[1]
    refused = cli("memories", "get", "0a1b2", ok=False)
    assert refused.status == 2
    assert "0a1b2c3d-1 (memory Ada has an office in Oslo); 0a1b2c3d-2 (memory" in refused.err
    assert cli("memories", "get", "ffffffff", ok=False).status == 3
    cli("memories", "forget", "0a1b2c3d-1")
    assert [row["id"] for row in cli("memories", "list", "--json").json] == [ids[1]]
    assert "0a1b2c3d-2" not in cli("memories", "list").out, "alone it is shorter"
    failing_runs(cli, 5)
    ran = cli("passes", "run", "--embedder", "none")
    assert "Sequences: 5 sessions with new actions were read, 5 actions were put in order" in ran.out
    assert "User_memory: no fact about a user lost confidence" in ran.out
    (row,) = cli("patterns", "list", "--json").json
    changed = cli("patterns", "annotate", row["pattern_id"][:8], "--suppress", "--json").json
    assert changed["suppressed"] is True
    session = cli("sequences", "list", "--json").json[0]["session_id"]
    assert len(cli("sequences", "list", "--session", session[:8], "--json").json) == 1
    quiet = cli("passes", "run", "--pass", "sequences", "--json")
    assert (quiet.err, [one["name"] for one in quiet.json]) == ("", ["sequences"])


def test_a_name_that_is_nearly_right_is_asked_for(cli: Cli, name: str) -> None:
    refused = cli("patterns", "list", "--workspace", name[:-1], ok=False)
    assert refused.status == 3 and f"Did you mean {name}" in refused.err
    cli("remember", "Ada likes trains", "--type", "preference", "--embedder", "none")
    assert "Did you mean preference?" in cli("memories", "list", "--type", "prefrence").out
    assert "Did you mean preference?" in cli("remember", "B", "--type", "prefrence", ok=False).err
    failing_runs(cli, 5)
    cli("evaluate", "--embedder", "none")
    assert "Did you mean charge?" in cli("patterns", "list", "--action-type", "chrage").out
    assert "Did you mean recall_threshold" in cli("workspace", "settings", name, "recall_treshold=0.3", ok=False).err


def test_lists_say_whose_each_row_is(cli: Cli, name: str) -> None:
    cli("remember", "The shop closes at six", "--embedder", "none")
    assert "user_id" not in cli("memories", "list").out
    for user in ("ada", "ben"):
        cli("remember", f"{user} likes trains", "--user-id", user, "--embedder", "none")
    for wide in ((), ("--wide",)):
        of = {line.split()[-1] for line in cli("memories", "list", *wide).out.splitlines()}
        assert {"user_id", "ada", "ben"} < of
    assert "ben" not in cli("memories", "list", "--user-id", "ada").out
    assert "trains" not in cli("recall", "Who likes trains?", "--embedder", "none").out
    found = cli("recall", "Who likes trains?", "--all-users", "--embedder", "none").out
    assert "ada likes trains" in found and "ben likes trains" in found and "user_id" in found


def test_a_user_of_the_workspace_is_no_login(
    cli: Cli, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = tmp_path / "said.jsonl"
    said.write_text('{"text": "I like trains."}\n')
    cli("ingest", str(said), "--conversation", "c1", "--user-id", "ada", "--embedder", "none")
    assert "If it belongs to a user, give --user-id." in cli("conversations", "show", "c1", ok=False).err
    assert "I like trains." in cli("conversations", "show", "c1", "--user-id", "ada").out
    assert "--user-id" not in cli("conversations", "show", "c1", "--user-id", "ben", ok=False).err
    monkeypatch.delenv("OXGRAPH_PASSWORD")
    refused = cli("memories", "list", "--user", "ada", ok=False)
    assert refused.status == 2 and "A user of the workspace is named by --user-id." in refused.err
