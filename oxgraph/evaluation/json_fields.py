"""Typed fields of a line of a gold set; errors name file, line and field."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from oxgraph.file_formats.lines import Line


class Fields:
    """One line as a JSON object. Its methods raise InvalidInput for a missing field or a wrong type."""

    def __init__(self, line: Line) -> None:
        self.line = line
        try:
            found = json.loads(line.text)
        except ValueError:
            raise line.refusal("", "is not JSON") from None
        except RecursionError:
            raise line.refusal("", "is nested too deeply") from None
        if not isinstance(found, dict):
            raise line.refusal("", "is not a JSON object")
        self.values: dict[str, Any] = found

    def __contains__(self, field: str) -> bool:
        return self.values.get(field) is not None

    def text(self, field: str) -> str:
        """A text that is not blank."""
        value = self.values.get(field)
        if value is None:
            raise self.line.refusal(field, "is missing")
        if not isinstance(value, str) or not value.strip():
            raise self.line.refusal(field, "must be a text that is not empty")
        return value

    def optional(self, field: str) -> str | None:
        """A text that is not blank, or None."""
        return self.text(field) if field in self and self.values[field] != "" else None

    def name(self, field: str) -> str:
        """A text or a whole number, as a text."""
        value = self.values.get(field)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return self.text(field)

    def names(self, field: str) -> list[str]:
        """A list of texts or whole numbers, as texts; empty if missing."""
        value = self.values.get(field)
        if value is None:
            return []
        if not isinstance(value, list) or not all(_is_name(item) for item in value):
            raise self.line.refusal(field, "must be a list of texts or whole numbers")
        return [str(item) for item in value]

    def pairs(self, field: str) -> list[Sequence[str]]:
        """A list of pairs of names; empty if missing."""
        value = self.values.get(field)
        if value is None:
            return []
        if not isinstance(value, list) or not all(_is_pair(item) for item in value):
            raise self.line.refusal(field, "must be a list of pairs")
        return [[str(part) for part in item] for item in value]

    def boolean(self, field: str) -> bool | None:
        """True, false, or None if missing."""
        value = self.values.get(field)
        if value is not None and not isinstance(value, bool):
            raise self.line.refusal(field, "must be true or false")
        return value

    def time(self, field: str) -> datetime | None:
        """A time in ISO 8601, UTC if it has no zone; None if missing."""
        value = self.optional(field)
        if value is None:
            return None
        try:
            found = datetime.fromisoformat(value)
            return (found.replace(tzinfo=UTC) if found.tzinfo is None else found).astimezone(UTC)
        except (ValueError, OverflowError):
            raise self.line.refusal(field, f"{value:.40} is not a time in ISO 8601") from None


def _is_name(value: object) -> bool:
    return (isinstance(value, str) and bool(value)) or (isinstance(value, int) and not isinstance(value, bool))


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_name(part) for part in value)
