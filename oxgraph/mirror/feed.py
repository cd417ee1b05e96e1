"""Reads the graph's changes page by page, as text that COPY takes."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from oxgraph.cypher import statement
from oxgraph.errors import PluginMissing, ServerError
from oxgraph.graph import Graph, Row, version

READ_ROWS = 1_000
"""Rows of one answer of the graph, which holds all of it in memory."""
PAGE_ROWS = 10_000
PAGE_CHARACTERS = 16_000_000
"""A page is closed by the answer that brings it to either; two pages are in memory, one read and one written."""

REV_BITS = 16


@dataclass(frozen=True)
class Standing:
    """Where the graph's feed stands: nothing at or below `position` is in flight any more."""

    position: int
    in_flight: int
    waiting_since: datetime | None
    database_id: str


@dataclass(frozen=True)
class Waiting:
    """How many changes lie behind a position, and the number of the first (None where none does)."""

    changes: int
    first_rev: int | None


@dataclass(frozen=True)
class Page:
    """Changes with since < rev <= position, as lines of COPY: rev, workspace_id, id, kind, deleted, document.

    `rows` counts the changes, those of kinds that are not mirrored too; `more` says that others may follow at once.
    `standing` is the feed's before the page was read.
    """

    standing: Standing
    since: int
    position: int
    rows: int
    more: bool
    lines: bytes


class Feed:
    """The change feed of a graph, of the kinds that are mirrored."""

    def __init__(self, graph: Graph, kinds: Sequence[str]) -> None:
        self.graph = graph
        self.kinds = list(kinds)

    def require_plugin(self) -> None:
        """Raises PluginMissing, PluginVersionMismatch."""
        try:
            self._ask("system/plugin_version", client_version=version())
        except ServerError as error:
            if "ProcedureNotFound" in str(error.values.get("neo4j_code")):
                raise PluginMissing(uri=self.graph.uri) from error
            raise

    def standing(self) -> Standing:
        """Where the feed stands."""
        [row] = self._ask("mirror/position")
        return Standing(row["position"], row["in_flight"], row["waiting_since"], row["database_id"])

    def waiting(self, since: int) -> Waiting:
        """What lies behind a position."""
        [row] = self._ask("mirror/lag", since=since)
        return Waiting(row["changes"], row["first_rev"])

    def newest(self) -> int:
        """The greatest number that a node bears. What was committed before the call has none above it."""
        rows = self._ask("mirror/newest")
        return int(rows[0]["rev"]) if rows else 0

    def page(self, since: int) -> Page:
        """The next changes.

        The page stands at the number of its last change, not at the feed's position: no node may bear that one any
        more, and a graph that is started again begins at the greatest that one bears.
        """
        standing, position, rows, size, more = self.standing(), since, 0, 0, True
        lines: list[str] = []
        while more and rows < PAGE_ROWS and size < PAGE_CHARACTERS:
            [row] = self._ask("mirror/lines", since=position, limit=READ_ROWS, kinds=self.kinds)
            text = "".join(row["lines"])
            lines.append(text)
            position, more = row["position"], row["rows"] >= READ_ROWS
            rows, size = rows + row["rows"], size + len(text)
        return Page(standing, since, position, rows, more, "".join(lines).encode())

    def _ask(self, name: str, **params: object) -> list[Row]:
        """Asks once: whoever copies waits by itself when the graph is away."""
        return list(self.graph.stream(statement(name), **params))

    def pages(self, since: int) -> Iterator[Page]:
        """All changes after a position; while one page is written the next is read."""
        with ThreadPoolExecutor(1, "oxgraph-mirror-feed") as reading:
            page = self.page(since)
            while page.more:
                following = reading.submit(self.page, page.position)
                yield page
                page = following.result()
            yield page


def time_of(rev: int) -> datetime:
    """The instant at which a number was drawn."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=rev >> REV_BITS)
