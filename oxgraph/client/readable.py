"""Rows of the graph as results, without those that hold what no result can.

A node that an earlier version or a person wrote wrongly must not hide the others of its list: `oxgraph doctor` lists
it. Nor must one that another call deletes while the list is read: of that, nothing or only a part is found.
"""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from oxgraph.graph import Row

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

log = logging.getLogger(__name__)


def read_or_none(make: Callable[[Row], T], row: Row | None) -> T | None:
    """The result of a row; None, with a line in the log, where a value is of a wrong type; None for no row."""
    if row is None:
        return None
    try:
        return make(row)
    except (ValueError, TypeError, AttributeError) as error:
        level = logging.WARNING if row.get("id") is not None else logging.DEBUG  # Without an id it was just deleted.
        text = "node %s cannot be read and is left out: %s; see `oxgraph doctor`, unless it was just deleted"
        log.log(level, text, row.get("id"), _fault(error))
        return None


def _fault(error: Exception) -> str:
    """What is wrong, without the value, which may be private."""
    if not isinstance(error, ValidationError):
        return type(error).__name__
    first = error.errors(include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def each(make: Callable[[Row], T], rows: Iterable[Row | None]) -> list[T]:
    """The results of the rows that can be read."""
    return [found for row in rows if (found := read_or_none(make, row)) is not None]


def results(model: type[M], rows: Iterable[Row]) -> list[M]:
    """The results of the rows that can be read, whose fields are those of the model."""
    return each(lambda found: model(**found), rows)


def results_or_none(model: type[M], rows: Iterable[Row]) -> list[M | None]:
    """The result of each row; None for one that cannot be read."""
    return [read_or_none(lambda found: model(**found), row) for row in rows]
