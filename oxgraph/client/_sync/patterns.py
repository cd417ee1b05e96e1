# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Patterns: what recurs."""

from typing import Literal

from oxgraph.client._sync.access import Access
from oxgraph.types import PatternRow, limits
from oxgraph.types.inputs import PatternFilter


class Patterns:
    """Reading and annotating patterns."""

    _access: Access

    def patterns(
        self,
        all: bool = False,
        *,
        action_type: str | None = None,
        node_type: str | None = None,
        error_code: str | None = None,
        sort: Literal["confidence", "sample_count", "last_seen"] = "confidence",
        limit: int | None = None,
    ) -> list[PatternRow]:
        """The active patterns, suppressed ones too; with `all`, a row for every key, promoted or not."""
        asked = PatternFilter(
            action_type=action_type, node_type=node_type, error_code=error_code, sort=sort, limit=limit
        ).model_dump() | {"limit": limit or limits.ALL}
        rows = self._access.read("patterns", "pattern/keys" if all else "pattern/active", **asked)
        return [PatternRow(**row) for row in rows]
