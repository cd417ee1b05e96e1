"""Batches of input: each item is checked, and refused by its place."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeVar

from oxgraph.errors import InvalidInput
from oxgraph.types import Action, limits
from oxgraph.types.fields import Input
from oxgraph.types.inputs import ActionInput, SessionImport, SessionInput

I = TypeVar("I", bound=Input)  # noqa: E741


def items(kind: type[I], given: Iterable[I | dict[str, Any]], field: str, most: int | None = limits.BATCH) -> list[I]:
    """Each item as a `kind`. Raises InvalidInput, whose field is like actions[3].outcome."""
    found: list[I] = []
    for place, item in enumerate(given):
        if place == most:
            raise InvalidInput(field=field, reason=f"has more than {most} entries")
        found.append(_item(kind, item, f"{field}[{place}]"))
    return found


def _item(kind: type[I], item: object, place: str) -> I:
    if isinstance(item, kind):
        return item
    if not isinstance(item, dict) or not all(isinstance(key, str) for key in item):
        raise InvalidInput(field=place, reason=f"must be a {kind.__name__} or a dictionary of its fields")
    try:
        return kind(**item)
    except InvalidInput as error:
        raise placed(error, place) from None


def placed(error: InvalidInput, place: str) -> InvalidInput:
    """The same refusal, at its place in a batch."""
    return InvalidInput(field=f"{place}.{error.values['field']}", reason=error.values["reason"])


def action_rows(actions: Iterable[ActionInput], now: datetime) -> list[dict[str, Any]]:
    """What oxgraph.capture_many takes. Raises InvalidInput."""
    rows = []
    for place, action in enumerate(items(Action, actions, "actions")):
        try:
            rows.append(action.row(now))
        except InvalidInput as error:
            raise placed(error, f"actions[{place}]") from None
    return rows


def session_rows(sessions: Iterable[SessionInput], now: datetime) -> list[dict[str, Any]]:
    """What oxgraph.sessions_many takes. Raises InvalidInput."""
    rows = []
    for place, session in enumerate(items(SessionImport, sessions, "sessions")):
        try:
            rows.append(session.row(now))
        except InvalidInput as error:
            raise placed(error, f"sessions[{place}]") from None
    return rows
