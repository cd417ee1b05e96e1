"""Tables on terminals of different widths."""

import io
import re
import sys
from typing import Any

import pytest

from oxgraph.cli.output import print_table

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
