"""Session files of real agents: counts by a program that shares nothing with the readers, speed, and no word kept."""

import gzip
import json
import re
import uuid
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph.actions import shell_action
from oxgraph.file_formats.sessions import SessionFile
from oxgraph.ids import new_id
from oxgraph.imports.session_mapping import SessionMapper, SessionReport
from oxgraph.local import Server
from oxgraph.replay import evaluate_warnings
from oxgraph.types.evaluation import WarningsEvaluated
from tests.eval.conversations import SHARED
from tests.fixtures.cli import Cli

SESSIONS = SHARED / "sessions"
pytestmark = [pytest.mark.eval, pytest.mark.skipif(not SESSIONS.is_dir(), reason="the measuring data is not here")]

FILES = sorted(SESSIONS.glob("*/**/*.gz")) if SESSIONS.is_dir() else []
BLOCK = re.compile(r"```bash\s*\n(.*?)\n```", re.DOTALL)
RETURNED = re.compile(r"<returncode>(-?\d+)</returncode>")
Count = tuple[int, Counter[str], int]
"""Sessions, calls by tool, and failures that the program marks."""


def opened(file: Path) -> str:
    return gzip.decompress(file.read_bytes()).decode()


def claude(text: str) -> Count:
    sessions, tools, errors = set(), dict[str, str](), 0
    for line in text.splitlines():
        record = json.loads(line)
        if record.get("sessionId"):
            sessions.add(record["sessionId"])
        content = (record.get("message") or {}).get("content")
        for block in content if isinstance(content, list) else []:
            if block["type"] == "tool_use":
                tools[block["id"]] = block["name"]
            errors += block["type"] == "tool_result" and block.get("is_error") is True
    return len(sessions), Counter(tools.values()), errors


def mini(text: str) -> Count:
    messages = json.loads(text)["messages"]
    calls = sum(one["role"] == "assistant" and len(BLOCK.findall(one["content"])) == 1 for one in messages)
    codes = [RETURNED.match(one["content"]) for one in messages if one["role"] == "user"]
    return 1, Counter({"bash": calls}), sum(code is not None and code[1] != "0" for code in codes)


def swe(text: str) -> int:
    run = json.loads(text)
    steps = run.get("trajectory") or [one for one in run["history"] if one["role"] == "assistant"]
    return sum(bool((one.get("action") or "").strip()) for one in steps)


def statebench(text: str) -> Count:
    calls = [call for one in json.loads(text)["conversation"] for call in one.get("tool_calls") or []]
    return 1, Counter(call["name"] for call in calls), sum("error" in call["result"] for call in calls)


COUNTS = {"claude-code": claude, "mini-swe-agent": mini, "statebench": statebench}


def read(file: Path) -> SessionMapper:
    mapper = SessionMapper(new_id(), datetime.now(UTC), SessionReport())
    list(mapper.file(SessionFile(file)))
    return mapper


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SESSIONS)))
def test_each_file_is_counted_as_by_hand(file: Path) -> None:
    found = read(file)
    report, kind = found.report, file.relative_to(SESSIONS).parts[0]
    assert report.unreadable == 0
    if kind == "swe-agent":
        assert (len(found.own_sessions), report.tool_calls, report.errors_reported) == (1, swe(opened(file)), 0)
    else:
        assert (len(found.own_sessions), found.tools, report.errors_reported) == COUNTS[kind](opened(file))


def test_the_folder_comes_in_fast_and_without_its_words(cli: Cli, memory: Any) -> None:
    for name in (f"warm-{uuid.uuid4()}", f"eval-{uuid.uuid4()}"):
        cli("workspace", "create", name)
        found = cli("import", "sessions", str(SESSIONS), "--workspace", name, "--json").json
    again = cli("import", "sessions", str(SESSIONS), "--workspace", name, "--json", "--no-evaluate").json
    assert (again["captured"], again["duplicates"]) == (0, found["captured"])
    id = memory.workspace(name).workspace_id
    records = memory.graph.driver.execute_query("MATCH (n {workspace_id: $w}) RETURN properties(n) AS n", w=id).records
    types = {record["n"].get("action_type") for record in records}
    kept = {text for record in records for text in strings(record["n"]) if len(text) > 12} - types
    words = {word for file in FILES for word in arguments(file)} - types  # names of tools stand in sentences too
    assert sorted(word for word in words if any(word in text for text in kept)) == []
    assert found["rate"] >= 2_000


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings(one)


def arguments(file: Path) -> Iterator[str]:
    """The arguments of calls, and results' lines, of 13 characters and more."""
    text = opened(file)
    for line in text.splitlines() if file.name.endswith(".jsonl.gz") else [text]:
        for given in inputs(json.loads(line)):
            parts = (part.strip(" :") for one in strings(given) for part in one.splitlines())
            yield from (part for part in parts if len(part) > 12)


def inputs(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for one in value:
            yield from inputs(one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if name in {"input", "arguments", "action", "observation", "result", "content"} and one:
                yield one
            if name != "input":
                yield from inputs(one)


Replayed = dict[str, WarningsEvaluated]


@pytest.fixture(scope="module")
def replayed(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replayed]:
    """The runs of mini-SWE-agent with these action types, and with the first word of each command."""
    folder = SESSIONS / "mini-swe-agent"
    plain = tmp_path_factory.mktemp("plain") / "plain.jsonl"
    plain.write_text(
        "".join(json.dumps(one) + "\n" for file in sorted(folder.glob("*.gz")) for one in first_words(file))
    )
    with oxgraph.connect(server.uri, server.auth) as client:
        given = {"types": [str(file) for file in sorted(folder.glob("*.gz"))], "first words": [str(plain)]}
        yield {name: evaluate_warnings(client, f"eval-{new_id()}", files) for name, files in given.items()}


def first_words(file: Path) -> Iterator[dict[str, Any]]:
    messages = json.loads(opened(file))["messages"]
    for place, one in enumerate(messages):
        blocks = BLOCK.findall(one["content"]) if one["role"] == "assistant" else []
        answer = messages[place + 1]["content"] if place + 1 < len(messages) else ""
        code = RETURNED.match(answer)
        failed = (code is not None and code[1] != "0") or (code is None and "timed out" in answer[:3_000])
        if len(blocks) == 1:
            yield {
                "session_id": file.name,
                "action_type": (blocks[0].split() or ["none"])[0][:100],
                "outcome": "failure" if failed else "success",
                "error_code": f"Exit{code[1] if code else ''}" if failed else None,
                "started_at": datetime.fromtimestamp(one["extra"]["response"]["created"], UTC).isoformat(),
                "seq": place,
            }


def test_action_types_foresee_more_than_first_words(replayed: Replayed) -> None:
    types, plain = replayed["types"], replayed["first words"]
    print({name: (one.auc, one.at_precision, one.recall, one.precision) for name, one in replayed.items()})
    assert (types.auc or 0) > (plain.auc or 0)
    assert types.at_precision.recall > plain.at_precision.recall


def test_names_of_commands_are_few(replayed: Replayed) -> None:
    assert shell_action("pytest") in replayed["types"].by_action_type
    assert len(replayed["types"].by_action_type) < 60
