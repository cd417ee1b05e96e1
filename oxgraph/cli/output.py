"""What a command prints: tables for people, JSON for programs. Progress and messages go to the standard error."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import UTC, date, datetime
from enum import Enum
from pathlib import Path
from typing import Any

import click

from oxgraph.cli.ids import shortened
from oxgraph.wording import count

WIDE = 500
"""Columns when the output is no terminal, so that a pipe gets each row as one line."""


FOLDED, GAP = 20, 2
"""The width to which a table's texts are folded at most, and that between two columns."""

SHORT = 5
"""Columns of a list without --wide."""

IDS = frozenset(("id", "memory_id", "pattern_id", "session_id", "conversation_id"))
"""Columns whose UUIDs are shortened: a command takes the beginning of each."""

OWNER = "user_id"
"""The column of lists in which rows belong to users."""

EVERYTHING = "oxgraph.wide"
"""The key of a command's context under which --wide stands."""


def plain(value: Any) -> Any:
    """Converts a value to JSON types. Times are ISO 8601 in UTC with Z, dates ISO 8601."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    found = mapping(value)
    return value if found is None else {str(key): plain(item) for key, item in found.items()}


def mapping(value: Any) -> dict[str, Any] | None:
    """A model's, dataclass's or mapping's fields, with times still as times; None for anything else."""
    if hasattr(value, "model_dump"):
        return dict(value.model_dump())
    if hasattr(value, "as_dict"):
        return dict(value.as_dict())
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return dict(value) if isinstance(value, Mapping) else None


def print_json(value: Any) -> None:
    """Prints one JSON document."""
    click.echo(json.dumps(plain(value), indent=2, ensure_ascii=False))


def cell(value: Any) -> str:
    """A table's cell: seconds are enough for times, three digits for numbers, nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")  # + 0.0: no minus before a zero
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    if isinstance(value, list | tuple | Mapping):
        named = [f"{name}: {cell(item)}" for name, item in value.items()] if isinstance(value, Mapping) else None
        return ", ".join(named or map(cell, value))
    return str(plain(value))


def print_list(rows: Iterable[Any], columns: Sequence[str], *, empty: str) -> None:
    """Prints rows as a table of the first `SHORT` of the columns, with short ids and times to the minute.

    Where rows belong to users, these are one more column. With --wide it has all columns, whole ids and seconds.
    `empty` and narrow terminals as in `print_table`.
    """
    context = click.get_current_context(silent=True)
    found = [mapping(row) or {} for row in rows]
    everything = context is not None and context.meta.get(EVERYTHING)
    first = columns if everything else columns[:SHORT]
    if OWNER not in first and any(row.get(OWNER) for row in found):
        first = (*first, OWNER)
    if everything:
        print_table(found, first, empty=empty)
        return
    short = shortened(str(row.get(name)) for row in found for name in IDS.intersection(first))
    brief = [{name: _brief(row.get(name), short if name in IDS else {}) for name in first} for row in found]
    print_table(brief, first, empty=empty)


def _brief(value: Any, short: Mapping[str, str]) -> Any:
    """A cell's value without what only --wide shows."""
    if isinstance(value, datetime):
        return Minute(value.astimezone(UTC).strftime("%Y-%m-%d %H:%MZ"))
    return short.get(value, value) if isinstance(value, str) else value


class Minute(str):
    """A time to the minute, which is not folded."""


def print_table(rows: Iterable[Any], columns: Sequence[str], *, empty: str) -> None:
    """Prints rows as a table of the named columns, or the sentence `empty` when there are none.

    On a terminal that is too narrow for the table each row is a record instead: lines of name and value.
    """
    found = [mapping(row) or {} for row in rows]
    if not found:
        click.echo(empty)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else WIDE)
    texts = [[cell(row.get(name)) for name in columns] for row in found]
    widths = _widths(found, columns, texts, console.width)
    if widths is None:
        _print_records(columns, texts)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column, width in zip(columns, widths, strict=True):
        numeric = all(isinstance(row.get(column), int | float | None) for row in found)
        table.add_column(column, justify="right" if numeric else "left", overflow="fold", width=width)
    for row_texts in texts:
        table.add_row(*map(Text, row_texts))
    console.print(table)


def _widths(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str], texts: Sequence[Sequence[str]], most: int
) -> list[int] | None:
    """The width of each column in a table of at most `most`; None where it does not fit. `texts` are the rows' cells.

    Texts may be folded, down to `FOLDED`; ids, times and numbers may not.
    """
    from rich.cells import cell_len

    whole = [
        max(len(name), *map(cell_len, column)) for name, column in zip(columns, zip(*texts, strict=True), strict=True)
    ]
    folds = [any(_folds(row.get(name)) for row in rows) for name in columns]
    least = [
        max(len(name), min(width, FOLDED)) if fold else width
        for name, width, fold in zip(columns, whole, folds, strict=True)
    ]
    spare = most - sum(least) - GAP * (len(columns) - 1)
    if spare < 0:
        return None
    widths = []
    for width, lowest in zip(whole, least, strict=True):
        more = min(width - lowest, spare)
        widths.append(lowest + more)
        spare -= more
    return widths


def _folds(value: Any) -> bool:
    """Whether a cell may be folded."""
    return isinstance(value, str) and " " in value and not isinstance(value, Minute)


def _print_records(columns: Sequence[str], texts: Sequence[Sequence[str]]) -> None:
    """Prints each row as lines of name and value, without those that are empty, and a blank line between two."""
    width = max(map(len, columns))
    for place, row_texts in enumerate(texts):
        if place:
            click.echo()
        for column, text in zip(columns, row_texts, strict=True):
            if text:
                click.echo(f"{column.ljust(width)}  {text}")


def print_fields(value: Any) -> None:
    """Prints one thing as lines of name and value, without those that are empty; a map has a line for each key."""
    found = {name: item for name, item in (mapping(value) or {}).items() if item not in (None, "", (), [], {})}
    width = max((len(name) for name in found), default=0)
    for name, item in found.items():
        lines = [f"{key}: {cell(one)}" for key, one in item.items()] if isinstance(item, Mapping) else [cell(item)]
        for place, line in enumerate(lines):
            click.echo(f"{('' if place else name).ljust(width)}  {line}".rstrip())


def say(message: str) -> None:
    """Prints a message that is not the command's result to the standard error."""
    click.echo(message, err=True)


def log_to_stderr() -> None:
    """Sends the log of a command that runs until Ctrl-C to the standard error, in the lines of `oxgraph serve`."""
    from oxgraph.server.observability import configure

    configure("text")


def show(value: Any, as_json: bool, columns: Sequence[str] = (), empty: str = "Nothing found.") -> None:
    """Prints a list as a table (`print_list`), one thing as its fields, or either as JSON."""
    if as_json:
        print_json(value)
    elif isinstance(value, list | tuple):
        print_list(value, columns, empty=empty)
    else:
        print_fields(value)


def done(value: dict[str, Any], text: str, as_json: bool) -> None:
    """Prints the result of a change: a sentence for people, JSON for programs."""
    if as_json:
        print_json(value)
    else:
        click.echo(text)


def pace(seconds: float, rate: float, what: str) -> str:
    """How long something took, and of how many `what` a second, where it was one at least."""
    return f"{seconds:.1f} s, {count(round(rate), what)} a second" if rate >= 1 else f"{seconds:.1f} s"
