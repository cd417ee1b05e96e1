"""Reads the graph's change feed page by page, as lines for COPY."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime

from oxgraph.cypher import statement
from oxgraph.errors import PluginMissing, ServerError
from oxgraph.graph import Graph, Row, version
from oxgraph.ids import SYSTEM_WORKSPACE, is_uuid, stable_id

READ_ROWS = 1_000
"""Rows of one answer of the graph, which keeps a whole answer in memory."""
PAGE_ROWS = 10_000
PAGE_CHARACTERS = 16_000_000
"""A page ends with the answer that reaches either limit. Two pages are in memory: one is read, one is written."""

WITNESSES = 20
"""Changes of a page that are remembered, to know the graph again by."""

LOOKS, LOOK_SECONDS = 5, 0.1
"""How often changes that seem to be lost are looked for, and the pause between two looks."""


@dataclass(frozen=True)
class FeedState:
    """The state of the change feed: no transaction in flight has a number at or below `position`."""

    position: int
    in_flight: int
    waiting_since: datetime | None
    database_id: str


@dataclass(frozen=True)
class Pending:
    """How many changes follow a position, and the rev of the first one (None where there is none)."""

    changes: int
    first_rev: int | None


@dataclass(frozen=True)
class Page:
    """Changes with since < rev <= position, as lines of COPY: rev, workspace_id, id, kind, deleted, document.

    `rows` counts all changes, also of kinds that are not mirrored; `more`: other pages may follow at once. `state` is
    that of the feed before the page was read.
    """

    state: FeedState
    since: int
    position: int
    rows: int
    more: bool
    lines: bytes

    @property
    def workspaces(self) -> set[str]:
        """The workspaces of its lines; of one that was deleted for good itself."""
        return {_of_line(parts) for parts in self._parts()}

    @property
    def purged(self) -> set[str]:
        """The workspaces that were deleted for good."""
        return {parts[2].decode() for parts in self._parts() if parts[3] == b"workspace" and parts[4] == b"t"}

    def _parts(self) -> Iterator[list[bytes]]:
        return (line.split(b"\t", 5) for line in self.lines.split(b"\n") if line)

    def witnesses(self) -> list[Row]:
        """Its last changes: workspace_id, id, rev. Left out are nodes that were written by hand under other ids."""
        found = self.lines.rstrip(b"\n").rsplit(b"\n", WITNESSES)[-WITNESSES:] if self.lines else []
        parts = [line.decode().split("\t", 3) for line in found]
        return [
            {"workspace_id": workspace, "id": id, "rev": int(rev)} for rev, workspace, id, _ in parts if is_uuid(id)
        ]


class Feed:
    """The change feed of a graph, limited to the kinds that are mirrored."""

    def __init__(self, graph: Graph, kinds: Sequence[str]) -> None:
        self.graph = graph
        self.kinds = list(kinds)

    def require_plugin(self) -> None:
        """Raises PluginMissing, PluginVersionMismatch."""
        try:
            self._read("system/plugin_version", client_version=version())
        except ServerError as error:
            if "ProcedureNotFound" in str(error.values.get("neo4j_code")):
                raise PluginMissing(uri=self.graph.uri) from error
            raise

    def state(self) -> FeedState:
        """The current state of the feed."""
        [row] = self._read("mirror/position")
        return FeedState(row["position"], row["in_flight"], row["waiting_since"], row["database_id"])

    def pending(self, since: int) -> Pending:
        """The changes after the position `since`."""
        [row] = self._read("mirror/lag", since=since)
        return Pending(row["changes"], row["first_rev"])

    def lost(self, witnesses: Sequence[Row]) -> int:
        """How many of some changes that were copied (workspace_id, id, rev) the graph lacks.

        Neo4j reads what is committed at each moment: of a node that is deleted during the look neither the node nor its
        tombstone may be seen. So what seems to be lost is looked for again.
        """
        if not witnesses:
            return 0
        rows = [
            {**row, "tombstone_id": stable_id(SYSTEM_WORKSPACE, "tombstone", [row["workspace_id"]])}
            for row in witnesses
        ]
        asked = {"rows": rows, "ids": [row["id"] for row in rows], "least": min(row["rev"] for row in rows)}
        for look in range(LOOKS):
            if look > 0:
                time.sleep(LOOK_SECONDS)
            [found] = self._read("mirror/lost", **asked)
            if not found["lost"]:
                break
        return int(found["lost"])

    def newest(self) -> int:
        """The highest rev of any node; every change committed before the call has at most this one."""
        rows = self._read("mirror/newest")
        return int(rows[0]["rev"]) if rows else 0

    def page(self, since: int) -> Page:
        """The next changes.

        The page ends at the rev of its last change, not at the feed's position: a node with that rev may no longer
        exist, and a restarted graph counts on from the highest rev that a node has.
        """
        state, position, rows, size, more = self.state(), since, 0, 0, True
        lines: list[str] = []
        while more and rows < PAGE_ROWS and size < PAGE_CHARACTERS:
            [row] = self._read("mirror/lines", since=position, limit=READ_ROWS, kinds=self.kinds)
            text = "".join(row["lines"])
            lines.append(text)
            position, more = row["position"], row["rows"] >= READ_ROWS
            rows, size = rows + row["rows"], size + len(text)
        return Page(state, since, position, rows, more, "".join(lines).encode())

    def lines_of(self, workspace_id: str) -> Iterator[bytes]:
        """All that a workspace has now, as lines of COPY, in pages."""
        after: str | None = ""
        while after is not None:
            asked = {"workspace_id": workspace_id, "after": after, "limit": READ_ROWS, "kinds": self.kinds}
            [row] = self._read("mirror/lines_of", **asked)
            if row["lines"]:
                yield "".join(row["lines"]).encode()
            after = row["last"]

    def _read(self, name: str, **params: object) -> list[Row]:
        """One attempt: the copier itself retries while the graph is unavailable."""
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


def _of_line(parts: list[bytes]) -> str:
    """The workspace of a line: rev, workspace_id, id, kind, deleted, document."""
    of_workspace = parts[3] == b"workspace" and parts[4] == b"t"
    return parts[2 if of_workspace else 1].decode()
