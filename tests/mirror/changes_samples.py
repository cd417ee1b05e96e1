"""What the tests of the change feed share: a reader that polls, and plain Cypher that writes."""

from pathlib import Path
from typing import Any

from oxgraph import cypher
from oxgraph.cypher import CypherFile, statement
from oxgraph.graph import Graph, Row


def query(name: str) -> CypherFile:
    """A statement of these tests."""
    return cypher.load(Path(__file__).parents[1] / "cypher" / "mirror" / f"{name}.cypher", "query")


class Polling:
    """Reads the feed from where it stands, page by page, and keeps what every node was said to be last.

    `heard` maps (workspace_id, id) to the row; `revs` holds the number of every row, in the order in which they came.
    """

    def __init__(self, graph: Graph, since: int | None = None) -> None:
        self.graph = graph
        self.since = self.position() if since is None else since
        self.heard: dict[tuple[str, str], Row] = {}
        self.revs: list[int] = []

    def position(self) -> int:
        """Where the feed stands."""
        [row] = self.graph.read(statement("mirror/position"))
        return int(row["position"])

    def page(self, limit: int = 1000) -> list[Row]:
        """The next rows."""
        rows = self.graph.read(statement("mirror/changes"), since=self.since, limit=limit)
        for row in rows:
            self.heard[row["workspace_id"], row["id"]] = row
            self.revs.append(row["rev"])
            self.since = row["rev"]
        return rows

    def all(self, limit: int = 1000) -> list[Row]:
        """All rows that there are now."""
        rows: list[Row] = []
        while page := self.page(limit):
            rows += page
        return rows

    def living(self, workspace_id: str) -> dict[str, int]:
        """The number of every node of a workspace that is there, as it was heard."""
        mine = [row for row in self.heard.values() if row["workspace_id"] == workspace_id]
        return {row["id"]: row["rev"] for row in mine if not row["deleted"]}


def in_graph(graph: Graph, workspace_id: str, since: int = 0) -> dict[str, int]:
    """The number of every node of a workspace that is there and was changed after another number."""
    rows = graph.read(query("served"), workspace_id=workspace_id)
    return {row["id"]: row["rev"] for row in rows if row["rev"] > since}


def kinds(rows: list[Row]) -> list[tuple[str, bool]]:
    """Kind and deleted of each row."""
    return [(row["kind"], row["deleted"]) for row in rows]


def write(graph: Graph, name: str, **params: Any) -> list[Row]:
    """Runs a statement of these tests that writes."""
    return graph.write(query(name), **params)
