"""Several servers as one: which has a workspace, connections to all, and graphs that follow a workspace when it moves.

A call is made where the directory last said that the workspace is. The server there refuses it when that is no longer
so, in the transaction of the call itself; then the directory is asked, and the statement is run where the workspace is
now. While a workspace moves its statements wait.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from oxgraph.client._async.directory import COPYING, FENCED, SWITCHED, AsyncDirectory
from oxgraph.client.server_logins import MAIN, ServerLogin, ServerLogins
from oxgraph.clock import Clock, present, utc_now
from oxgraph.cypher import CypherFile, statement
from oxgraph.errors import (
    ConnectionFailed,
    OxgraphError,
    ServerUnknown,
    ServerUnreachable,
    Unauthenticated,
    WorkspaceImporting,
    WorkspaceMoving,
    WorkspaceNotFound,
)
from oxgraph.graph import AsyncGraph, Row
from oxgraph.types.servers import Placement

RETRY_SECONDS = 1.0
"""How long a statement tries to reach one of the other servers."""

DOWN_SECONDS = 1.0
"""How long a server that did not answer is not asked again, so that its callers take no place from those of others."""

FENCE_SECONDS = 5.0
"""How long a fenced workspace is waited for; then its move is set back, also where its process seems to live."""

LOOK_SECONDS = 0.2
"""How long a fenced workspace is waited for before each look whether the process of its move lives."""

WAIT_SECONDS = 25.0
"""How long a statement waits for a workspace that moves, all in all."""

TRUST_SECONDS = 2.0
"""How long after a server said that it has a workspace a read there is taken as it is; after a move it keeps the
workspace for longer."""

PAUSES = (0.002, 0.005, 0.01, 0.02, 0.03)
"""Seconds between two looks at a workspace that moves; the last one again and again."""

ELSEWHERE = (WorkspaceMoving, WorkspaceImporting, WorkspaceNotFound, Unauthenticated)
"""Errors of a server that does not have the workspace, or no longer."""

SILENT = frozenset({"telemetry/capture"})
"""Statements that raise one of these where others have no row."""

OF_TOKENS = frozenset({"token/workspace_of_token", "token/open_login"})
"""Statements of a whole transaction that have no row where the server does not have the token, and so the workspace."""

ACCESS = "workspace/access"
"""The statement that says in its row, and not by an error, that a workspace is not there."""


@dataclass(frozen=True)
class Route:
    """Where a workspace is."""

    server: str
    epoch: int
    graph: AsyncGraph


@dataclass
class _Waiting:
    """How long one statement has waited for a workspace, and how often it was refused."""

    began: float
    tries: int = 0


class AsyncServers:
    """The servers of a directory. The main one is the connection's own; the others are connected at first use."""

    def __init__(
        self, directory: AsyncDirectory, own: AsyncGraph, logins: ServerLogins, *, clock: Clock = utc_now
    ) -> None:
        self.directory = directory
        self.own = own
        self.clock = clock
        self.logins = logins
        self._graphs: dict[ServerLogin, AsyncGraph] = {}
        self._routes: dict[str, Route] = {}
        self._served: set[str] = set()
        self._down: dict[str, tuple[float, str]] = {}
        self._looking: set[str] = set()
        self._served_at: dict[str, float] = {}

    def names(self) -> list[str]:
        """The main server, and those whose login is known."""
        return [MAIN, *self.logins.all()]

    @property
    def are_several(self) -> bool:
        """Whether there are others than the main one."""
        return bool(self.logins.all())

    def server(self, name: str) -> AsyncGraph:
        """The connection to a server. Raises ServerUnknown."""
        if name == MAIN:
            return self.own
        login = self.logins.all().get(name)
        if login is None:
            raise ServerUnknown(server=name)
        if login not in self._graphs:
            self._graphs[login] = AsyncGraph.at(login.address, login.auth, retry_seconds=RETRY_SECONDS)
        return self._graphs[login]

    def login(self, name: str) -> ServerLogin | None:
        """The login of a server; None for the main one and where there is none."""
        return self.logins.all().get(name)

    async def all(self) -> dict[str, AsyncGraph]:
        """The main server and those of the directory, by name. Raises ServerUnknown for one without a login here."""
        named = [row["name"] for row in await self.directory.servers()] if self.are_several else []
        return {name: self.server(name) for name in (MAIN, *named)}

    async def ask_all(self, file: CypherFile, *, on: str | None = None, **params: Any) -> list[tuple[str, Row]]:
        """The rows of every server of the directory, or of one, each with the server's name.

        Raises ServerUnknown, ServerUnreachable.
        """
        chosen = await self.all() if on is None else {on: self.server(on)}
        found: list[tuple[str, Row]] = []
        for name, graph in chosen.items():
            try:
                found += [(name, row) for row in await graph.read(file, **params)]
            except ConnectionFailed as error:
                raise self.unreachable(name, error) from error
        return found

    async def having(self, name: str) -> tuple[str, AsyncGraph]:
        """The server that has the workspace of a name, as the directory says; the main one where it knows none."""
        entry = await self.named(name) if self.are_several else None
        server = entry.server if entry else MAIN
        return server, self.server(server)

    def graph(self, workspace_id: str) -> AsyncGraph:
        """A graph that runs each statement on the server that has the workspace."""
        return AsyncRoutedGraph(self, workspace_id)

    async def route(self, workspace_id: str, *, anew: bool = False) -> Route:
        """Where a workspace was when the directory was asked last, or is now."""
        if not self.are_several:
            return Route(MAIN, 0, self.own)
        known = None if anew else self._routes.get(workspace_id)
        return known or await self.refresh(workspace_id)

    def is_elsewhere(self, workspace_id: str) -> bool:
        """Whether a workspace was on another server than the main one when the directory was asked last."""
        route = self._routes.get(workspace_id)
        return route is not None and route.server != MAIN

    async def named(self, name: str) -> Placement | None:
        """The entry of the workspace of a name; None where there is none. Names that differ in case alone are one."""
        wanted = " ".join(name.split()).casefold()
        for entry in await self.directory.entries():
            if " ".join(entry.workspace.split()).casefold() == wanted:
                return entry
        return None

    async def refresh(self, workspace_id: str) -> Route:
        """Asks the directory where a workspace is; what is not entered is on the main server."""
        return await self._routed(workspace_id, await self.directory.entry(workspace_id))

    async def _routed(self, workspace_id: str, entry: Placement | None) -> Route:
        name, epoch = (entry.server, entry.epoch) if entry else (MAIN, 0)
        route = Route(name, epoch, self.server(name))
        if entry is not None and entry.step == SWITCHED and entry.attempt not in self._served:
            await self.serve(entry)
        self._routes[workspace_id] = route
        return route

    async def serve(self, entry: Placement) -> None:
        """Lets the new server serve a workspace whose move has been decided. Several may do so at once."""
        given = {"workspace_id": entry.workspace_id, "attempt": entry.attempt, "now": present(self.clock)}
        try:
            await self.server(entry.server).write(statement("move/end"), **given)
        except ConnectionFailed as error:
            raise self.unreachable(entry.server, error) from error
        self._served.add(str(entry.attempt))

    async def settle(self, workspace_id: str, route: Route, waiting: _Waiting) -> bool:
        """Whether a statement that was refused on a route may be run again. Waits while the workspace moves."""
        waiting.tries += 1
        entry = await self.directory.entry(workspace_id)
        now = await self._routed(workspace_id, entry)
        if (now.server, now.epoch) != (route.server, route.epoch):
            return waiting.tries < 20
        if time.monotonic() - waiting.began > WAIT_SECONDS:
            return False
        if entry is not None and entry.step == SWITCHED:
            return waiting.tries < 3  # It is served now, if it was not before.
        if entry is not None and entry.step == FENCED:
            await self._fence_ends(entry, waiting)
            return True
        return await self._release_stale(workspace_id, route)

    async def _fence_ends(self, entry: Placement, waiting: _Waiting) -> None:
        """Waits until a fence ends, and ends it where it takes too long or the process of the move has ended."""
        since = looked = time.monotonic()
        now: Placement | None = entry
        while now is not None and (now.step, now.fence) == (FENCED, entry.fence):
            await asyncio.sleep(PAUSES[min(waiting.tries, len(PAUSES)) - 1])
            waiting.tries += 1
            if time.monotonic() - since > FENCE_SECONDS:
                await self.unfence(entry)
            elif time.monotonic() - looked > LOOK_SECONDS:
                looked = time.monotonic()
                await self._unfence_left(entry)
            now = await self.directory.entry(entry.workspace_id)
        waiting.tries = 0

    async def _unfence_left(self, entry: Placement) -> None:
        """Sets a fenced move back whose process has ended. One caller of this process looks at a time."""
        if entry.workspace_id in self._looking:
            return
        self._looking.add(entry.workspace_id)
        try:
            if not await self.directory.has_mover(entry.workspace_id):
                await self.unfence(entry)
        finally:
            self._looking.discard(entry.workspace_id)

    async def unfence(self, entry: Placement) -> Placement | None:
        """Sets a fenced move back to copying, and lets its source serve again; None where it had gone on meanwhile.

        The directory decides first: a move that was set back cannot switch any more.
        """
        back = await self.directory.change(entry, (FENCED,), {"step": COPYING, "fence": None}, fence=entry.fence)
        if back is not None:
            await self._release(entry.workspace_id, self.server(entry.server), str(entry.fence))
        return back

    def note_served(self, workspace_id: str, when: float) -> None:
        """A server has said that it has a workspace, to a statement that began then."""
        self._served_at[workspace_id] = when

    async def still_serves(self, workspace_id: str, route: Route) -> bool:
        """Whether what was just read on a route is whole: the server has not moved the workspace away long ago."""
        now = time.monotonic()
        if now - self._served_at.get(workspace_id, 0.0) < TRUST_SECONDS or not self.are_several:
            return True
        rows = await route.graph.read(statement("move/mark"), workspace_id=workspace_id)
        if not rows or rows[0]["closed"]:
            return False
        self.note_served(workspace_id, now)
        return True

    async def _release_stale(self, workspace_id: str, route: Route) -> bool:
        """Takes off a mark that no move of the directory has put on; whether the statement may be run again."""
        (row,) = await route.graph.read(statement("move/mark"), workspace_id=workspace_id) or [{"mark": None}]
        if row["mark"] is None:
            return False
        # Read after the mark: a fence is entered before its mark is put on.
        entry = await self.directory.entry(workspace_id)
        if entry is None:
            return False
        if entry.server == route.server and entry.fence != row["mark"]:
            await self._release(workspace_id, route.graph, row["mark"])
        return True

    async def _release(self, workspace_id: str, graph: AsyncGraph, fence: str) -> None:
        await graph.write(statement("move/release"), workspace_id=workspace_id, fence=fence)

    # Servers that do not answer

    def require(self, name: str) -> None:
        """Raises ServerUnreachable for one of the other servers that did not answer a moment ago."""
        since, reason = self._down.get(name, (0.0, ""))
        if name != MAIN and time.monotonic() - since < DOWN_SECONDS:
            raise ServerUnreachable(server=name, reason=reason)

    async def has_left(self, workspace_id: str, route: Route) -> bool:
        """Whether a workspace is by now on another server than that of a route, which does not answer."""
        if route.server == MAIN:
            return False  # Without it no move takes a step.
        with suppress(ConnectionFailed):
            return (await self.refresh(workspace_id)).server != route.server
        return False

    def unreachable(self, name: str, error: OxgraphError) -> OxgraphError:
        """The error for a server that did not answer, which is noted; of the main one its own."""
        if name == MAIN:
            return error
        reason = str(error.values.get("reason", error))
        self._down[name] = time.monotonic(), reason
        return ServerUnreachable(server=name, reason=reason)

    async def places(self, token_hashes: list[str]) -> tuple[dict[str, str], OxgraphError | None]:
        """The workspaces of tokens by their hashes, asked of all servers; with the error of one that did not answer or
        has no login here.

        A workspace that is found on a server and is not entered in the directory yet is entered.
        """
        found: dict[str, str] = {}
        failed: OxgraphError | None = None
        given = {"token_hashes": token_hashes, "now": present(self.clock)}
        for name in self.names():
            try:
                self.require(name)
                rows = await self.server(name).read(statement("token/places"), **given)
            except OxgraphError as error:
                failed = self.unreachable(name, error) if isinstance(error, ConnectionFailed) else error
                if name == MAIN:
                    raise
                continue
            for row in rows:
                if name != MAIN and row["workspace_id"] not in self._routes:
                    await self.directory.place(row["workspace_id"], row["workspace"], name, present(self.clock))
                found.setdefault(row["token_hash"], row["workspace_id"])
        if failed is None and not found.keys() >= set(token_hashes):
            failed = await self._without_login()
        return found, failed

    async def _without_login(self) -> OxgraphError | None:
        """The error for a server of the directory whose login is not known here, so that it was not asked."""
        known = self.names()
        unasked = [row["name"] for row in await self.directory.servers() if row["name"] not in known]
        return ServerUnknown(server=unasked[0]) if unasked else None

    async def close(self) -> None:
        """Closes the connections to the others."""
        for graph in self._graphs.values():
            await graph.close()
        await self.directory.close()


class AsyncRoutedGraph(AsyncGraph):
    """The graph of one workspace, on whatever server it is; see `AsyncGraph`."""

    def __init__(self, servers: AsyncServers, workspace_id: str) -> None:
        own = servers.own
        super().__init__(own.driver, own.uri, own.database, own.retry_seconds)
        self._servers = servers
        self._workspace_id = workspace_id

    def require_open(self) -> None:
        """See `AsyncGraph.require_open`: its connection is that of the servers."""
        self._servers.own.require_open()

    async def read(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.read`."""
        return await self._run("read", file, params)

    async def write(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.write`."""
        return await self._run("write", file, params)

    async def once(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.once`."""
        return await self._run("once", file, params)

    async def _run(self, how: str, file: CypherFile, params: dict[str, Any]) -> list[Row]:
        waiting: _Waiting | None = None
        while True:
            route = await self._servers.route(self._workspace_id)
            began = time.monotonic()
            try:
                self._servers.require(route.server)
                rows: list[Row] = await getattr(route.graph, how)(file, **params)
                whole = how != "read" or await self._is_whole(file, route)
            except ELSEWHERE:
                if not self._servers.are_several:
                    raise
                waiting = waiting or _Waiting(time.monotonic())
                if await self._servers.settle(self._workspace_id, route, waiting):
                    continue
                raise
            except ServerUnreachable:
                if await self._servers.has_left(self._workspace_id, route):
                    continue
                raise
            except ConnectionFailed as error:
                if await self._servers.has_left(self._workspace_id, route):
                    continue
                raise self._servers.unreachable(route.server, error) from error
            if whole and not _may_be_elsewhere(how, file, rows):
                if file.name == ACCESS:
                    self._servers.note_served(self._workspace_id, began)
                return rows
            if not self._servers.are_several:
                return rows
            waiting = waiting or _Waiting(time.monotonic())
            if not await self._servers.settle(self._workspace_id, route, waiting):
                return rows

    async def _is_whole(self, file: CypherFile, route: Route) -> bool:
        """Whether a read was of a server that has the workspace; the statement of access says so itself."""
        return file.name == ACCESS or await self._servers.still_serves(self._workspace_id, route)

    async def stream(self, file: CypherFile, **params: Any) -> AsyncIterator[Row]:
        """See `AsyncGraph.stream`; where the workspace is when it begins."""
        route = await self._servers.route(self._workspace_id, anew=True)
        async for row in route.graph.stream(file, **params):
            yield row

    @asynccontextmanager
    async def exclusive(self, workspace_id: str, name: str) -> AsyncIterator[None]:
        """See `AsyncGraph.exclusive`; on the server that has the workspace once the lock is held.

        A move holds the lock of the passes, so who waits for that one may hold it when the workspace is elsewhere.
        """
        while True:
            route = await self._servers.route(self._workspace_id, anew=True)
            async with route.graph.exclusive(workspace_id, name):
                if self._servers.are_several:
                    now = await self._servers.refresh(self._workspace_id)
                    if (now.server, now.epoch) != (route.server, route.epoch):
                        continue
                yield
                return

    async def close(self) -> None:
        """Leaves the connections open, which are those of all."""


def _may_be_elsewhere(how: str, file: CypherFile, rows: list[Row]) -> bool:
    """Whether an answer is what a server says of a workspace that it does not have."""
    if file.name == ACCESS:
        row = rows[0] if rows else {}
        return not row.get("found") or not row["valid"] or row["moving"] or row["deleted"] or row["importing"]
    return not rows and (file.name in OF_TOKENS or (how == "once" and file.name not in SILENT))
