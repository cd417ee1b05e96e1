"""`oxgraph eval`."""

import json
import uuid
from pathlib import Path

import pytest

from tests.evaluation import gold_samples
from tests.fixtures.cli import Cli


@pytest.fixture
def name() -> str:
    return f"eval-{uuid.uuid4()}"


def test_recall_makes_the_workspace_scores_and_compares(cli: Cli, name: str, tmp_path: Path) -> None:
    (turns,), (questions,) = gold_samples.files(tmp_path, "c")
    out = tmp_path / "ranking.jsonl"
    asked = ("eval", "recall", "--workspace", name, "--turns", turns, "--questions", questions, "--out", str(out))
    told = cli(*asked).out
    assert "5 questions scored, 3 left out" in told
    assert "the first run of this gold set here" in told
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [set(row) for row in rows] == [{"id", "ranked", "relevance", "abstained", "context"}] * 8
    assert rows[0]["ranked"][0] == "c/D1:1"
    assert len(rows[0]["ranked"]) > 4
    assert "c/D1:1" in rows[0]["context"]
    assert set(rows[0]["context"]) <= set(rows[0]["ranked"])
    again = cli(*asked).out
    assert "Δ any@10" in again
    assert "The last run" in again
    found = cli(*asked, "--json").json
    assert found["run"]["metrics"]["groups"]["all questions"]["turn"]["any@10"] == 1
    assert found["run"]["model"] == "all-MiniLM-L6-v2"
    assert found["workspaces"] == [name]
    assert "rankings" not in found


def test_several_files_and_conversations(cli: Cli, name: str, tmp_path: Path) -> None:
    turns, questions = gold_samples.files(tmp_path, "c", "d")
    asked = ("eval", "recall", "--workspace", name, "--embedder", "none")
    found = cli(*asked, "--turns", *turns, "--questions", *questions, "--json").json
    assert found["workspaces"] == [f"{name}:c", f"{name}:d"]
    repeated = ("--turns", turns[0], "--turns", turns[1], f"--questions={questions[0]}", questions[1])
    again = cli(*asked, *repeated, "--json").json
    assert again["before"]["id"] == found["run"]["id"]
    told = cli("eval", "calibrate", "--workspace", name, "--questions", *questions, "--embedder", "none").out
    assert "It is set in" in told
    assert "of the 4 questions without an answer" in told


def test_calibrate_list_and_compare(cli: Cli, name: str, tmp_path: Path) -> None:
    (turns,), (questions,) = gold_samples.files(tmp_path, "c")
    files = ("--turns", turns, "--questions", questions)
    ids = [
        cli("eval", "recall", "--workspace", name, *files, "--json", *more).json["run"]["id"]
        for more in ((), ("--without", "message_words", "--k", "3"))
    ]
    assert [run["id"] for run in cli("eval", "list", "--workspace", name, "--json").json] == ids[::-1]
    listed = cli("eval", "list", "--workspace", name).out
    assert "turn any@10" in listed
    compared = cli("eval", "compare", *ids, "--workspace", name).out
    assert "message_words" in compared
    heads, *rows = [line.split() for line in compared.splitlines()[:4]]
    assert heads[-2:] == ["any", "all"]
    assert any(row[2] == "context" and len(row) == 5 for row in rows), "both of its figures"
    assert cli("eval", "compare", *ids, "--workspace", name, "--json").json["same_questions"] is True
    dry = cli("eval", "calibrate", "--workspace", name, "--questions", questions, "--dry-run").out
    assert "It would be set in" in dry
    found = cli("eval", "calibrate", "--workspace", name, "--questions", questions, "--lost", "0.2", "--json").json
    assert found["stored"] is True
    settings = cli("workspace", "settings", name, "--json").json
    assert settings["recall_threshold"] == found["threshold"]


def test_bad_files(cli: Cli, name: str, tmp_path: Path) -> None:
    (turns,), (questions,) = gold_samples.files(tmp_path, "c")
    asked = ("eval", "recall", "--workspace", name)
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"conversation": "c", "dia_id": "D1:1", "text": 7}\n')
    for files, words in (
        (("--turns", str(bad), "--questions", questions), "bad.jsonl, line 1, text: must be a text"),
        (("--turns", str(tmp_path / "none"), "--questions", questions), "none: cannot be read"),
        (("--turns", turns, "--questions", questions, "--out", str(tmp_path / "no" / "r")), "--out: "),
    ):
        failed = cli(*asked, *files, ok=False)
        assert failed.status == 2
        assert words in failed.err
        assert failed.err.count("\n") == 1
    assert cli("eval", "list", "--workspace", name, ok=False).status == 3
