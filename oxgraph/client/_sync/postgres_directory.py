# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The directory of servers in a Postgres database of its own, named by OXGRAPH_DIRECTORY_DSN; see `AsyncDirectory`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from oxgraph.client._sync.directory import placement
from oxgraph.client.concurrency import run_in_thread
from oxgraph.cypher import statement
from oxgraph.graph import Graph, Row
from oxgraph.types.servers import Placement

if TYPE_CHECKING:
    from oxgraph.mirror.directory_store import DirectoryStore

T = TypeVar("T")


class PostgresDirectory:
    """A directory in Postgres. `main` is the server that entries name main; another one there is refused."""

    def __init__(self, dsn: str, main: Graph) -> None:
        from oxgraph.mirror.directory_store import DirectoryStore

        self._store = DirectoryStore(dsn)
        self._main = main
        self._joined = False

    def _opened(self) -> "DirectoryStore":
        if not self._joined:
            (row,) = self._main.read(statement("mirror/position"))
            run_in_thread(self._store.join, row["database_id"])
            self._joined = True
        return self._store

    def _run(self, work: "Callable[[DirectoryStore], T]") -> T:
        """Does it with the store of the main server, in a thread."""
        return run_in_thread(work, self._opened())

    def servers(self) -> list[Row]:
        """See `AsyncDirectory.servers`."""
        return self._run(lambda store: store.servers())

    def add_server(self, name: str, address: str, now: datetime) -> None:
        """See `AsyncDirectory.add_server`."""
        self._run(lambda store: store.add_server(name, address, now))

    def drain_server(self, name: str) -> None:
        """See `AsyncDirectory.drain_server`."""
        self._run(lambda store: store.drain_server(name))

    def remove_server(self, name: str) -> None:
        """See `AsyncDirectory.remove_server`."""
        self._run(lambda store: store.remove_server(name))

    def entries(self) -> list[Placement]:
        """See `AsyncDirectory.entries`."""
        return [placement(row) for row in self._run(lambda store: store.entries())]

    def entry(self, workspace_id: str) -> Placement | None:
        """See `AsyncDirectory.entry`."""
        rows = self._run(lambda store: store.entries(workspace_id))
        return placement(rows[0]) if rows else None

    def place(self, workspace_id: str, name: str, server: str, now: datetime) -> Placement:
        """See `AsyncDirectory.place`."""
        return placement(self._run(lambda store: store.place(workspace_id, name, server, now)))

    def remove(self, workspace_id: str) -> None:
        """See `AsyncDirectory.remove`."""
        self._run(lambda store: store.remove(workspace_id))

    def change(
        self, entry: Placement, steps: tuple[str, ...], changes: dict[str, Any], *, fence: str | None = None
    ) -> Placement | None:
        """See `AsyncDirectory.change`."""
        given = {
            "workspace_id": entry.workspace_id,
            "steps": list(steps),
            "of_attempt": entry.attempt or "",
            "of_fence": fence,
        }
        rows = self._run(lambda store: store.change(given, changes))
        return placement(rows[0]) if rows else None

    def adopt_main(self) -> str | None:
        """See `AsyncDirectory.adopt_main`."""
        (row,) = self._main.read(statement("mirror/position"))
        former = run_in_thread(self._store.adopt, row["database_id"])
        self._joined = True
        return former

    @contextmanager
    def moving(self, workspace_id: str) -> Iterator[None]:
        """See `AsyncDirectory.moving`."""
        locked = (self._opened()).locked(f"move {workspace_id}")
        run_in_thread(lambda hold: hold.__enter__(), locked)
        try:
            yield
        finally:
            run_in_thread(lambda hold: hold.__exit__(None, None, None), locked)

    def has_mover(self, workspace_id: str) -> bool:
        """See `AsyncDirectory.has_mover`."""
        return self._run(lambda store: store.is_held(f"move {workspace_id}"))

    def close(self) -> None:
        """See `AsyncDirectory.close`."""
        run_in_thread(lambda store: store.close(), self._store)
