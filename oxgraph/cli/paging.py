"""Lists of the client that come by the page."""

from collections.abc import Callable
from typing import TypeVar

from oxgraph.types import Page

T = TypeVar("T")
MOST = 1_000
"""Rows of one page."""


def all_of(pages: Callable[..., Page[T]], limit: int) -> list[T]:
    """Up to `limit` rows, page after page."""
    rows: list[T] = []
    cursor: str | None = None
    while len(rows) < limit:
        page = pages(limit=min(MOST, limit - len(rows)), cursor=cursor)
        rows += page.items
        cursor = page.next
        if cursor is None:
            break
    return rows
