"""The directory of servers in a Postgres database of its own, named by OXGRAPH_DIRECTORY_DSN; see `AsyncDirectory`."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from oxgraph.client._async.directory import placement
from oxgraph.client.concurrency import run_in_thread_async
from oxgraph.cypher import statement
from oxgraph.graph import AsyncGraph, Row
from oxgraph.types.servers import Placement

if TYPE_CHECKING:
    from oxgraph.mirror.directory_store import DirectoryStore

T = TypeVar("T")


class AsyncPostgresDirectory:
    """A directory in Postgres. `main` is the server that entries name main; another one there is refused."""

    def __init__(self, dsn: str, main: AsyncGraph) -> None:
        from oxgraph.mirror.directory_store import DirectoryStore

        self._store = DirectoryStore(dsn)
        self._main = main
        self._joined = False

    async def _opened(self) -> "DirectoryStore":
        if not self._joined:
            (row,) = await self._main.read(statement("mirror/position"))
            await run_in_thread_async(self._store.join, row["database_id"])
            self._joined = True
        return self._store

    async def _run(self, work: "Callable[[DirectoryStore], T]") -> T:
        """Does it with the store of the main server, in a thread."""
        return await run_in_thread_async(work, await self._opened())

    async def servers(self) -> list[Row]:
        """See `AsyncDirectory.servers`."""
        return await self._run(lambda store: store.servers())

    async def add_server(self, name: str, address: str, now: datetime) -> None:
        """See `AsyncDirectory.add_server`."""
        await self._run(lambda store: store.add_server(name, address, now))

    async def drain_server(self, name: str) -> None:
        """See `AsyncDirectory.drain_server`."""
        await self._run(lambda store: store.drain_server(name))

    async def remove_server(self, name: str) -> None:
        """See `AsyncDirectory.remove_server`."""
        await self._run(lambda store: store.remove_server(name))

    async def entries(self) -> list[Placement]:
        """See `AsyncDirectory.entries`."""
        return [placement(row) for row in await self._run(lambda store: store.entries())]

    async def entry(self, workspace_id: str) -> Placement | None:
        """See `AsyncDirectory.entry`."""
        rows = await self._run(lambda store: store.entries(workspace_id))
        return placement(rows[0]) if rows else None

    async def place(self, workspace_id: str, name: str, server: str, now: datetime) -> Placement:
        """See `AsyncDirectory.place`."""
        return placement(await self._run(lambda store: store.place(workspace_id, name, server, now)))

    async def remove(self, workspace_id: str) -> None:
        """See `AsyncDirectory.remove`."""
        await self._run(lambda store: store.remove(workspace_id))

    async def change(
        self, entry: Placement, steps: tuple[str, ...], changes: dict[str, Any], *, fence: str | None = None
    ) -> Placement | None:
        """See `AsyncDirectory.change`."""
        given = {
            "workspace_id": entry.workspace_id,
            "steps": list(steps),
            "of_attempt": entry.attempt or "",
            "of_fence": fence,
        }
        rows = await self._run(lambda store: store.change(given, changes))
        return placement(rows[0]) if rows else None

    async def adopt_main(self) -> str | None:
        """See `AsyncDirectory.adopt_main`."""
        (row,) = await self._main.read(statement("mirror/position"))
        former = await run_in_thread_async(self._store.adopt, row["database_id"])
        self._joined = True
        return former

    @asynccontextmanager
    async def moving(self, workspace_id: str) -> AsyncIterator[None]:
        """See `AsyncDirectory.moving`."""
        locked = (await self._opened()).locked(f"move {workspace_id}")
        await run_in_thread_async(lambda hold: hold.__enter__(), locked)
        try:
            yield
        finally:
            await run_in_thread_async(lambda hold: hold.__exit__(None, None, None), locked)

    async def has_mover(self, workspace_id: str) -> bool:
        """See `AsyncDirectory.has_mover`."""
        return await self._run(lambda store: store.is_held(f"move {workspace_id}"))

    async def close(self) -> None:
        """See `AsyncDirectory.close`."""
        await run_in_thread_async(lambda store: store.close(), self._store)
