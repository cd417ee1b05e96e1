"""Which files make up a pass."""

from pathlib import Path

import pytest

from oxgraph.cli.passes import run
from oxgraph.errors import InvalidInput
from oxgraph.passes.plan import MAIN, NAMES, number_of, plan

ROOT = Path(__file__).parents[2]


def test_each_number_has_its_main_file() -> None:
    for number, name in MAIN.items():
        steps = plan(number)
        assert steps.name == name
        assert name in [file.name for file in steps.files]


def test_patterns_age_in_the_same_pass() -> None:
    names = [file.name for file in plan(2).files]
    assert names == [
        "ends",
        "history",
        "mark",
        "open",
        "outcomes",
        "patterns",
        "pilot",
        "support",
        "surplus",
        "transfer",
        "tune",
        "ageing",
        "succession",
    ]


def test_every_pass_file_says_what_remains() -> None:
    for number in MAIN:
        for file in plan(number).files:
            assert "remaining" in file.yields, file.name
            assert set(file.params) <= {
                "workspace_id",
                "now",
                "settings",
                "batch",
                "run_id",
                "subject_id",
            }, file.name


@pytest.mark.parametrize(
    ("given", "number"),
    [(2, 2), ("2", 2), ("patterns", 2), ("ageing", 3), ("sequences", 1), ("user_memory", 6), ("upkeep", 7)],
)
def test_number_of(given: str | int, number: int) -> None:
    assert number_of(given) == number


@pytest.mark.parametrize("given", [0, max(NAMES) + 1, "-1", "", "nothing", "__import__('os')"])
def test_unknown_passes_are_refused(given: str | int) -> None:
    with pytest.raises(InvalidInput):
        number_of(given)


@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("cypher/audits/failed_runs.cypher", "'{name}'"),
        ("oxgraph/server/explorer/static/pages/passes.js", "'{name}'"),
        ("docs/operating.md", "| {number} {name} |"),
    ],
)
def test_lists_of_the_passes_name_every_one(file: str, form: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert [name for number, name in NAMES.items() if form.format(number=number, name=name) not in text] == []


def test_the_help_of_the_command_names_every_pass() -> None:
    assert [name for number, name in NAMES.items() if f"{number} {name}" not in (run.help or "")] == []
