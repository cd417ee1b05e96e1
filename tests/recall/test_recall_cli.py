"""`oxgraph recall` does what the method does, for people and programs."""

import json
import uuid
from pathlib import Path

import pytest

from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A workspace, named in the environment, with memories and turns; no vectors."""
    found = f"recall-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    monkeypatch.setenv("OXGRAPH_EMBEDDER", "none")
    for employer, since in (("Acme", "2020-05-01"), ("Rivian", "2024-01-01")):
        said = (f"Ada works at {employer}", "--subject", "Ada", "--predicate", "works_at", "--object", employer)
        cli("remember", *said, "--valid-from", f"{since}T00:00:00Z")
    line = {"text": "I adopted a greyhound called Rex.", "speaker": "Ada", "said_at": "2026-04-01T10:00:00Z"}
    (tmp_path / "turns.jsonl").write_text(json.dumps(line))
    cli("ingest", str(tmp_path / "turns.jsonl"), "--conversation", "pets")
    return found


def test_a_table_json_and_the_context(cli: Cli, name: str) -> None:
    printed = cli("recall", "Where does Ada work?").out
    assert printed.splitlines()[0].split()[:3] == ["rank", "type", "content"]
    assert "Ada works at Rivian" in printed
    assert "Acme" not in printed
    found = cli("recall", "Where does Ada work?", "-k", "1", "--json").json
    assert [row["content"] for row in found["results"]] == ["Ada works at Rivian"]
    assert found["notes"]["predicates"][0] == "works_at"
    assert (
        cli("recall", "Where does Ada work?", "--context").out.strip()
        == cli("recall", "Where does Ada work?", "--json").json["context"]
    )
    assert "Ada: I adopted a greyhound called Rex." in cli("recall", "greyhound", "--kind", "message").out


def test_a_long_text_is_shown_as_in_the_context(cli: Cli, name: str, tmp_path: Path) -> None:
    rain = "It rained on that day, and nothing else happened. " * 400
    (tmp_path / "long.jsonl").write_text(json.dumps({"text": f"{rain} The cello lies in locker 7. {rain}"}))
    cli("ingest", str(tmp_path / "long.jsonl"), "--conversation", "long")
    printed = "".join(cli("recall", "In which locker is the cello?", "--kind", "message").out.split())
    assert "locker7" in printed
    assert len(printed) < 2_000


def test_conditions(cli: Cli, name: str) -> None:
    then = cli("recall", "Where does Ada work?", "--valid", "2022-01-01T00:00:00Z", "--type", "fact", "--json").json
    assert [row["object"] for row in then["results"]] == ["Acme"]
    both = cli("recall", "Where does Ada work?", "--historical", "--kind", "memory", "--json").json
    assert {row["object"] for row in both["results"]} >= {"Acme", "Rivian"}
    assert cli("recall", "greyhound", "--conversation", "elsewhere", "--kind", "message").out.count("\n") == 1
    assert cli("recall", "", ok=False).status == 2
    assert cli("recall", "x", "--without", "nonsense", ok=False).status == 2
    assert cli("recall", "x", "--now", "2026-01-01T00:00", ok=False).status == 2


def test_reasons(cli: Cli, name: str) -> None:
    printed = cli("recall", "Where does Ada work?", "--explain").out
    assert "plan" in printed
    assert "works_at" in printed
    assert "entities    Ada (" in printed
    assert "place 1" in printed


def test_what_searched_by_words_alone_says_why(cli: Cli, name: str) -> None:
    """A missing embedder is reported with --explain alone, another model than the workspace's always."""
    asked = ("recall", "Where does Ada work?")
    assert cli(*asked).err == ""
    assert "(no_vector): there is no embedder; give one with --embedder" in cli(*asked, "--explain").err
    cli("reembed", "a-model-of-old")
    (told,) = cli(*asked, "--embedder", "minilm").err.splitlines()
    assert told.startswith("Left out: meaning, message_meaning, ")
    assert "(other_model): the workspace's vectors come from another model; give that one with --embedder" in told


def test_reading_counts(cli: Cli, name: str) -> None:
    cli("recall", "Where does Ada work?", "--kind", "memory", "--no-touch")
    id = cli("recall", "Where does Ada work?", "-k", "1", "--no-touch", "--json").json["results"][0]["id"]
    listed = {row["id"]: row["access_count"] for row in cli("memories", "list", "--json").json}
    assert listed[id] == 0
    cli("recall", "Where does Ada work?", "-k", "1")
    listed = {row["id"]: row["access_count"] for row in cli("memories", "list", "--json").json}
    assert listed[id] == 1


def test_where_nothing_is(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = f"recall-{uuid.uuid4()}"
    cli("workspace", "create", empty)
    asked = ("recall", "anything", "--workspace", empty, "--embedder", "none")
    assert cli(*asked).out == "Nothing is stored in this workspace yet.\n"
    assert cli(*asked, "--json").json["notes"]["empty_because"] == "nothing_stored"


def test_what_is_not_near_enough_is_counted(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found := f"recall-{uuid.uuid4()}")
    cli("workspace", "create", found)
    for thing in ("a lamp", "a violin", "two books"):
        cli("remember", f"Anna bought {thing}.", "--subject", "Anna", "--type", "fact")
    said = cli("recall", "What did Anna buy?", "--embedder", "none").out
    assert said.startswith(
        "Nothing relevant is known. 3 results came into question, the nearest with a relevance of 0."
    )
    assert said.endswith("and 0.15 is needed (recall_threshold). Try other words.\n")
