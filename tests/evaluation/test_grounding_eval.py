"""`oxgraph eval grounding`: how many statements the check keeps, with their evidence and with foreign turns."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oxgraph import errors
from oxgraph.cli.app import cli

THINGS = ("violin", "canoe", "telescope", "greenhouse", "motorbike", "loom", "kiln", "sailboat", "piano", "beehive")
PLACES = ("Bern", "Turin", "Oslo", "Cork", "Lyon", "Porto", "Ghent", "Brno", "Split", "Malmö")


def said(number: int) -> str:
    return f"I bought a {THINGS[number % 10]} in {PLACES[number // 10]} last week."


def written(folder: Path, count: int = 60) -> list[str]:
    """Turns of Ana and Ben in turn, and a statement about each of Ana's."""
    turns, observations = folder / "t.jsonl", folder / "o.jsonl"
    rows: list[dict[str, Any]] = []
    for number in range(count):
        rows.append(
            {
                "conversation": "c",
                "session_datetime": "2026-05-08T13:56:00",
                "dia_id": f"D1:{number}",
                "speaker": ("Ana", "Ben")[number % 2],
                "text": said(number),
            }
        )
    turns.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    about = [
        {
            "conversation": "c",
            "text": f"Ana bought a {THINGS[n % 10]} in {PLACES[n // 10]}.",
            "evidence": [f"D1:{n}"],
        }
        for n in range(0, count, 2)
    ]
    observations.write_text("\n".join(map(json.dumps, about)), encoding="utf-8")
    return ["--turns", str(turns), "--observations", str(observations)]


def run(*words: str) -> Any:
    return CliRunner().invoke(cli, ["eval", "grounding", "--embedder", "none", *words], catch_exceptions=False)


def test_true_pairs_are_kept_and_foreign_ones_refused(tmp_path: Path) -> None:
    found = json.loads(run(*written(tmp_path), "--json").output)
    assert (found["pairs"], found["kept"], found["kept_rate"]) == (30, 30, 1.0)
    assert found["foreign"] == 30
    assert found["foreign_kept"] <= 6  # some share the thing or the town
    assert found["foreign_kept_rate"] == pytest.approx(found["foreign_kept"] / 30, abs=1e-4)


def test_the_same_again_gives_the_same(tmp_path: Path) -> None:
    given = written(tmp_path)
    assert run(*given, "--json").output == run(*given, "--json").output


def test_without_distant_turns_there_are_no_foreign_pairs(tmp_path: Path) -> None:
    found = json.loads(run(*written(tmp_path, 10), "--json").output)
    assert (found["pairs"], found["foreign"], found["foreign_kept_rate"]) == (5, 0, None)


def test_a_person_reads_a_table(tmp_path: Path) -> None:
    assert "with a foreign turn" in run(*written(tmp_path)).output


@pytest.mark.parametrize("broken", ["{}", '{"conversation": "c", "evidence": ["D1:0"]}', "no json", ""])
def test_what_cannot_be_read_is_refused(tmp_path: Path, broken: str) -> None:
    given = written(tmp_path)
    Path(given[3]).write_text(broken, encoding="utf-8")
    result = CliRunner().invoke(cli, ["eval", "grounding", "--embedder", "none", *given])
    assert result.exit_code != 0


def test_a_conversation_needs_no_name_and_evidence_has_to_be_there(tmp_path: Path) -> None:
    turns, observations = tmp_path / "t.jsonl", tmp_path / "o.jsonl"
    turns.write_text(json.dumps({"id": "1", "text": "I moved to Lisbon.", "speaker": "Ann"}))
    files = ["--turns", str(turns), "--observations", str(observations)]
    observations.write_text(json.dumps({"text": "Ann moved to Lisbon.", "evidence": ["1"]}))
    assert json.loads(run(*files, "--json").output)["kept_rate"] == 1.0
    observations.write_text(json.dumps({"conversation": "c", "text": "Ann moved to Lisbon.", "evidence": ["1"]}))
    with pytest.raises(errors.InvalidInput, match="rest on no turn of the files"):
        run(*files)
