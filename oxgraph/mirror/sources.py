"""From which source the rows of a workspace are, where the mirror has several graphs: one source at a time.

A workspace that moves is in two graphs for a while. Of a page of the change feed the copier leaves out the workspaces
that are elsewhere; when one has come to its graph, it reads all of it and replaces the rows in one transaction. So rows
of two graphs never mix, whatever their clocks say.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from oxgraph.mirror.connection import Row, Rows
from oxgraph.mirror.feed import Page
from oxgraph.mirror.sql import statement

MAIN = "main"
"""The source of a graph that is mirrored alone, and of rows whose source is not entered."""

Locate = Callable[[Sequence[str]], Mapping[str, str]]
"""On which servers workspaces are (by their ids), as the directory says; without those that it does not know."""

Names = Callable[[], Collection[str]]
"""The names of all servers, as the directory says."""


@dataclass
class Placing:
    """What is done with the workspaces of a page: `taken` are read anew as a whole, `left_out` are elsewhere."""

    taken: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


class Placements:
    """The entries of one source, on the copier's connection; the copier's lock must be held.

    Without `locate` the rows of another source are left alone, without `servers` those of a server that was removed.
    """

    def __init__(
        self, connection: Rows, source: str, locate: Locate | None = None, servers: Names | None = None
    ) -> None:
        self._connection = connection
        self.source = source
        self._locate = locate
        self._servers = servers
        self._own: set[str] = set()

    def begin(self) -> None:
        """Forgets what was found under an earlier lock."""
        self._own.clear()

    def of_page(self, page: Page) -> Placing:
        """Decides what is done with each workspace of a page."""
        asked = (page.workspaces - self._own) | page.purged
        found, placing = self._found(asked), Placing()
        ours = {id_ for id_, row in found.items() if row["source"] == self.source}
        places = self._places((asked - ours) | (page.purged & ours))
        for id_ in sorted(asked):
            self._decide(id_, found[id_], places, placing, purged=id_ in page.purged)
        return placing

    def _decide(self, id_: str, row: Row, places: Mapping[str, str], placing: Placing, *, purged: bool) -> None:
        current, there = row["source"], places.get(id_)
        if current == self.source and (not purged or there in (None, self.source)):
            self._own.add(id_)
            if not row["complete"]:
                placing.taken.append(id_)
            return
        if self._locate is None or there is None:
            # A workspace that is not entered is on main, if that has it.
            there = current or self.source
        if there == self.source:
            self._own.add(id_)
            if current is not None:
                placing.taken.append(id_)
            elif self.source != MAIN:
                self.place(id_)
            return
        self._own.discard(id_)
        placing.left_out.append(id_)
        if current is None:
            self.place(id_, there)

    def place(self, workspace_id: str, source: str | None = None, *, complete: bool = True) -> None:
        """Enters the source of a workspace: by default this one, with all of its rows."""
        given = {"workspace_id": workspace_id, "source": source or self.source, "complete": complete}
        self._connection.execute(statement("place"), given)

    def forget(self, workspace_ids: Iterable[str]) -> None:
        """Takes out the entries of those that were deleted and have no rows any more."""
        self._connection.execute(statement("forget_placements"), {"ids": list(workspace_ids)})

    def take_over(self) -> None:
        """Makes the rows of servers that were removed those of main, unless another server has their workspace."""
        if self.source != MAIN or self._servers is None:
            return
        rows = self._connection.execute(statement("placed_on_others"), {"sources": sorted({MAIN, *self._servers()})})
        ids = {row["workspace_id"] for row in rows}
        places = self._places(ids)
        for id_ in ids:
            if places.get(id_, MAIN) == MAIN:
                self.place(id_, complete=False)

    def place_all(self) -> None:
        """Enters the workspaces of this source before its rows are replaced by those in the temporary tables."""
        ids = {row["workspace_id"] for row in self._connection.execute(statement("placed_in"), self._given)}
        places = self._places(ids)
        for id_, row in self._found(ids).items():
            there = places.get(id_) or (self.source if self._locate else row["source"] or self.source)
            if there != self.source and row["source"] in (None, self.source):
                self.place(id_, there, complete=False)
            elif there == self.source and (row["source"] != self.source or not row["complete"]):
                self.place(id_)

    @property
    def _given(self) -> dict[str, str]:
        return {"source": self.source}

    def _found(self, ids: set[str]) -> dict[str, Row]:
        if not ids:
            return {}
        rows = self._connection.execute(statement("placements"), {"ids": sorted(ids)})
        return {row["workspace_id"]: row for row in rows}

    def _places(self, ids: set[str]) -> Mapping[str, str]:
        return self._locate(sorted(ids)) if self._locate is not None and ids else {}
