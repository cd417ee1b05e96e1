"""Reads a list from the client page by page."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from oxgraph.types import Page

T = TypeVar("T")
PAGE_ROWS = 1_000
"""Rows of one page."""


def all_of(pages: "Callable[..., Page[T]]", limit: int) -> list[T]:
    """Up to `limit` rows, page after page."""
    rows: list[T] = []
    cursor: str | None = None
    while len(rows) < limit:
        page = pages(limit=min(PAGE_ROWS, limit - len(rows)), cursor=cursor)
        rows += page.items
        cursor = page.next
        if cursor is None:
            break
    return rows
