"""Tables on terminals of different widths."""

import io
import re
import sys
from datetime import UTC, datetime
from typing import Any

import click
import pytest

from oxgraph.cli.ids import only, shortened
from oxgraph.cli.options import DAY, TIME, Time
from oxgraph.cli.output import EVERYTHING, pace, print_list, print_table
from oxgraph.cli.pass_report import PassBar
from oxgraph.cypher import passes
from oxgraph.errors import InvalidInput
from oxgraph.near import did_you_mean
from oxgraph.passes.plan import NAMES
from oxgraph.types.pass_words import COUNTERS, IDLE, OF_PASS, in_words
from oxgraph.wording import count

ROWS: list[dict[str, Any]] = [
    {
        "pattern_id": "01970000-0000-7000-8000-000000000001",
        "action": "graph_query",
        "note": "Look it up first, always.",
        "n": 5,
    },
    {"pattern_id": "01970000-0000-7000-8000-000000000002", "action": "merge", "note": None, "n": 12_000},
]
COLUMNS = ("pattern_id", "action", "note", "n")


class Terminal(io.StringIO):
    """A standard output that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("width", "lines"), [(200, 3), (82, 4), (60, 8)])
def test_a_narrow_terminal_gets_records(width: int, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    print_table(ROWS, COLUMNS, empty="None.")
    said = re.sub(r"\x1b\[\d*m", "", out.getvalue())
    assert len(said.splitlines()) == lines, said
    assert all(row["pattern_id"] in said for row in ROWS), "no id is folded"
    assert max(map(len, said.splitlines())) <= max(width, 50)


FACTS: list[dict[str, Any]] = [
    {
        "memory_id": f"{start}-1111-4111-8111-11111111111{number}",
        "type": "preference",
        "content": "Ada prefers the night train to any flight of less than four hours.",
        "confidence": 0.75,
        "valid_from": datetime(2026, 3, number, 4, 5, 6, tzinfo=UTC),
        "status": "active",
    }
    for number, start in enumerate(("0a1b2c3d", "0a1b2c3e", "ffffffff"), 1)
]
FACT_COLUMNS = ("memory_id", "type", "content", "confidence", "valid_from", "status")


def listed(width: int, monkeypatch: pytest.MonkeyPatch, *, wide: bool = False) -> str:
    """What a list of facts looks like on a terminal of a width."""
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    context = click.Context(click.Command("list"))
    context.meta[EVERYTHING] = wide
    with context:
        print_list(FACTS, FACT_COLUMNS, empty="None.")
    return re.sub(r"\x1b\[\d*m", "", out.getvalue())


@pytest.mark.parametrize("width", [80, 120])
def test_a_list_has_five_columns_and_short_ids(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    said = listed(width, monkeypatch)
    assert said.split("\n")[0].split() == list(FACT_COLUMNS[:5])
    assert max(map(len, said.splitlines())) <= width
    assert "0a1b2c3d " in said and "0a1b2c3d-" not in said
    assert "2026-03-01 04:05Z" in said


def test_a_wide_list_has_all_columns_and_whole_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    said = listed(160, monkeypatch, wide=True)
    assert said.split("\n")[0].split() == list(FACT_COLUMNS)
    assert FACTS[0]["memory_id"] in said and "2026-03-01 04:05:06Z" in said


def test_a_list_on_a_narrow_terminal_has_a_field_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    said = listed(60, monkeypatch)
    assert len(said.splitlines()) == 3 * 5 + 2
    assert "memory_id   0a1b2c3d\ntype        preference\n" in said


def test_ids_are_as_long_as_they_need_to_be() -> None:
    ids = ["0a1b2c3d-1111-4111-8111-111111111111", "0a1b2c3d-2111-4111-8111-111111111111", "session 7"]
    assert shortened(ids) == {ids[0]: "0a1b2c3d-1", ids[1]: "0a1b2c3d-2"}
    assert shortened(ids[:1]) == {ids[0]: "0a1b2c3d"}
    assert only("0a1b2c3d-2", dict.fromkeys(ids, "memory")) == ids[1]
    assert only("ffff", dict.fromkeys(ids, "memory")) == "ffff"
    with pytest.raises(InvalidInput, match=r"several: 0a1b2c3d-1 \(memory\); 0a1b2c3d-2 \(memory\)"):
        only("0a1b2c3d", dict.fromkeys(ids, "memory"))


@pytest.mark.parametrize(
    ("kind", "given", "found"),
    [
        (TIME, "2025-01-20", "2025-01-20T00:00:00+00:00"),
        (DAY, "2025-01-20", "2025-01-20T23:59:59.999999+00:00"),
        (TIME, "2025-01-20T08:30:00+01:00", "2025-01-20T07:30:00+00:00"),
        (DAY, "2025-01-20T08:30:00Z", "2025-01-20T08:30:00+00:00"),
    ],
)
def test_a_day_is_its_beginning_or_its_end(kind: Time, given: str, found: str) -> None:
    assert kind.convert(given, None, None).isoformat() == found
    with pytest.raises(InvalidInput, match="2025-01-32 is not a time"):
        kind.convert("2025-01-32", None, None)
    with pytest.raises(InvalidInput, match="no time zone"):
        kind.convert("2025-01-20T08:30", None, None)


def test_a_number_has_its_noun() -> None:
    said = [count(number, what) for number, what in ((1, "memory"), (2, "memory"), (1_200, "day"), (0, "key"))]
    assert said == ["1 memory", "2 memories", "1,200 days", "0 keys"]


def test_near_names_are_proposed() -> None:
    names = ["fact", "preference", "event"]
    assert did_you_mean("prefrence", names) == " Did you mean preference?"
    assert did_you_mean("Preference", names) == did_you_mean("zebra", names) == did_you_mean(None, names) == ""


def test_every_counter_of_a_pass_has_words() -> None:
    yielded = {name for file in passes() for name in file.yields if name != "remaining"}
    assert yielded - COUNTERS.keys() == set()
    assert {name for name, _ in OF_PASS} <= set(NAMES.values()) == set(IDLE)


def test_a_pass_says_in_words_what_it_did() -> None:
    said = in_words("sequences", {"sessions": 1, "actions": 1_200, "removed": 0})
    assert said == "1 session with new actions was read, 1,200 actions were put in order"
    assert in_words("sequences", {"sessions": 0}) == "no session has new actions"
    assert in_words("benchmarks", {"benchmarks": 0}) == "no benchmark has changed"


def test_passes_move_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal()
    monkeypatch.setattr(sys, "stderr", out)
    monkeypatch.setenv("TERM", "xterm")
    with PassBar(["sequences", "user_memory"]) as bar:
        bar.nights(2, 9)
        bar("user_memory", {"decayed": 3})
        assert bar.bar is not None
        (task,) = bar.bar.tasks
        assert (task.completed, task.total, task.description) == (1, 2, "user_memory 3")
    quiet = io.StringIO()
    monkeypatch.setattr(sys, "stderr", quiet)
    with PassBar(["sequences"], visible=False) as bar:
        bar("sequences", {"actions": 1})
    assert quiet.getvalue() == ""


def test_a_rate_is_said_where_it_is_one() -> None:
    assert pace(5.5, 2 / 5.5, "node") == "5.5 s"
    assert pace(2.0, 1.2, "node") == "2.0 s, 1 node a second"
    assert pace(2.0, 1500.4, "line") == "2.0 s, 1,500 lines a second"
