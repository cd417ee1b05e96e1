"""Long lists, a page at a time."""

import base64
import binascii
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field, StringConstraints

from oxgraph.errors import InvalidInput
from oxgraph.types import limits
from oxgraph.types.fields import CURSOR_TIME, Input
from oxgraph.types.results import Result

Row = TypeVar("Row")
Place = list[str]
"""Where in a list a row stands: the values that the list is ordered by, as texts."""

LATEST = "9999-12-31T00:00:00Z"
"""Later than whatever is in a list."""

LAST = "g"
"""Comes after every id."""

NUMBER = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20})?([eE]-?[0-9]{1,3})?")
NOT_ONE = "is not one that this list gave"


class Page(Result, Generic[Row]):
    """Rows, and where the next ones begin: hand `next` back as `cursor`; None is the end."""

    items: tuple[Row, ...]
    next: str | None = None


class PageRequest(Input):
    """How much, and from where on. Raises InvalidInput."""

    limit: Annotated[int, Field(ge=1, le=1_000)] = limits.PAGE
    cursor: Annotated[str, StringConstraints(max_length=8_000)] | None = None

    def place(self, list_name: str, first: Place) -> Place:
        """Where the page begins: behind the cursor's place, or at `first`. Raises InvalidInput."""
        return first if self.cursor is None else read_cursor(list_name, self.cursor, first)

    @property
    def one_more(self) -> int:
        """How many rows to read: one more than the page has tells whether another page follows."""
        return self.limit + 1

    def page(self, list_name: str, rows: Sequence[Row | None], places: Sequence[Place | None]) -> Page[Row]:
        """The page of the rows that were read, with their places; it leaves out those that are None.

        A row that is deleted while it is read may have no place; the next page then begins behind the one before it.
        """
        items = tuple(row for row in rows[: self.limit] if row is not None)
        if len(rows) <= self.limit:
            return Page(items=items)
        known = (place for place in reversed(places[: self.limit]) if place is not None and None not in place)
        last = next(known, None)
        return Page(items=items, next=self.cursor if last is None else write_cursor(list_name, last))


def time_text(value: datetime) -> str:
    """A time as it stands in a place."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def write_cursor(list_name: str, place: Place) -> str:
    """A place as a text that says nothing to its reader."""
    text = json.dumps([list_name, *place], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(list_name: str, cursor: str, first: Place) -> Place:
    """The place that a cursor of that list stands for, whose values are like those of `first`. Raises InvalidInput."""
    try:
        found = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (ValueError, RecursionError, binascii.Error):
        raise InvalidInput(field="cursor", reason=NOT_ONE) from None
    if not isinstance(found, list) or not all(isinstance(part, str) for part in found) or found[:1] != [list_name]:
        raise InvalidInput(field="cursor", reason=NOT_ONE)
    place: Place = found[1:]
    if len(place) != len(first) or not all(map(_alike, first, place)):
        raise InvalidInput(field="cursor", reason=NOT_ONE)
    return place


def _alike(example: str, value: str) -> bool:
    """Whether a value is a time where the example is one, and a number where that is one."""
    try:
        if CURSOR_TIME.fullmatch(example):
            return bool(CURSOR_TIME.fullmatch(value) and datetime.fromisoformat(value))
        return not NUMBER.fullmatch(example) or bool(NUMBER.fullmatch(value))
    except ValueError:
        return False


class AuditRow(Result):
    """An administrative change: of tokens, settings, metrics, patterns or definitions, or a deletion.

    `by` is the name of the token that it was made with, and `by_id` that token's id; `operator` and None where it was
    the database's login. `subject` is what it is called, where it is still there, and `user_id` whom a token is bound
    to. `inputs` are what it was made with; of a setting or a
    definition that was there, each value that changed is a list of two, before and after.
    """

    id: str
    at: datetime
    by: str
    by_id: str | None
    rule: str
    subject_kind: str
    subject_id: str
    subject: str | None
    user_id: str | None = None
    from_status: str | None
    to_status: str | None
    inputs: dict[str, Any]
