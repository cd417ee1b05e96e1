"""The values of slots as JSON, and their times. Pure; no graph."""

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from oxgraph.errors import InvalidInput
from oxgraph.graph import Row
from oxgraph.types import limits
from oxgraph.types.plain_json import json_text


def seconds(ttl: float | timedelta | None) -> int | None:
    """A time to live in whole seconds. Raises InvalidInput."""
    given = ttl.total_seconds() if isinstance(ttl, timedelta) else ttl
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int | float) or given != given // 1:
        raise InvalidInput(field="ttl", reason="must be whole seconds")
    return int(given)


def text_of(value: Any) -> str:
    """A value as JSON. Raises InvalidInput for what JSON has no form for, and where it is too long."""
    try:
        return json_text(value, limits.SLOT_VALUE)
    except ValueError as error:
        raise InvalidInput(field="value", reason=str(error)[:200]) from None


def values_of(rows: Iterable[Row]) -> dict[str, Any]:
    """The values of rows of name and value, by name."""
    return {row["name"]: json.loads(row["value"]) for row in rows}
