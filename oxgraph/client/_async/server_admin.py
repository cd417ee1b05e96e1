"""What an operator does with the servers: enters them, looks at them, empties them, moves workspaces."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from oxgraph.client._async.move import GRACE_SECONDS, AsyncMove, Step
from oxgraph.client._async.servers import AsyncServers
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.server_logins import MAIN, ServerLogin
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import (
    ConnectionFailed,
    InvalidInput,
    OxgraphError,
    ServerUnknown,
    WorkspaceDeleted,
    WorkspaceNotFound,
)
from oxgraph.graph import AsyncGraph, Row
from oxgraph.types.inputs import NewName
from oxgraph.types.servers import MoveReport, Placement, ServerRow, ServersStatus

NAMED = 10
"""Maximum number of workspaces that a refused removal names."""


def no_step(what: str, count: int) -> None:
    """Ignores the steps of a move."""


async def _database_id(graph: AsyncGraph) -> str:
    (row,) = await graph.read(statement("mirror/position"))
    return str(row["database_id"])


@typed_arguments
@dataclass(frozen=True)
class AsyncServerAdmin:
    """The servers of the directory, for operators."""

    _servers: AsyncServers

    async def add(self, name: str, address: str, user: str, password: str) -> ServersStatus:
        """Enters a server, and the workspaces that it has; again with another address or login it changes them.

        `address` is Bolt's. The login is kept in the home's file `servers.json`, readable by its owner alone. Raises
        InvalidInput, ConnectionFailed, AuthenticationFailed, PluginMissing, PluginVersionMismatch.
        """
        chosen = NewName(name=name).name
        if chosen == MAIN:
            raise InvalidInput(field="name", reason=f"{MAIN} is the server that holds the directory")
        try:
            graph = await AsyncGraph.open(address, (user, password))
        except InvalidInput as error:
            raise InvalidInput(field="address", reason=error.values.get("reason")) from error
        try:
            one = await _database_id(graph)
        finally:
            await graph.close()
        if one == await _database_id(self._servers.own):
            raise InvalidInput(field="address", reason=f"is that of {MAIN}, the server that holds the directory")
        await self._refuse_other(one, "address", but=chosen)
        self._servers.logins.add(chosen, ServerLogin(address, user, password))
        await self._servers.directory.add_server(chosen, address, self._now())
        return await self.status()

    async def adopt_main(self) -> ServersStatus:
        """Makes this connection's database the main server's, where it was replaced and the directory is in Postgres.

        So it is after a restoration into a new Neo4j. Workspaces that the directory has on main and that are not there
        are `missing` then: restore them. Raises InvalidInput for the database of another server, and where the
        directory is in the graph of main.
        """
        own = await _database_id(self._servers.own)
        await self._refuse_other(own, "uri")
        if await self._servers.directory.adopt_main() is None:
            raise InvalidInput(field="uri", reason="holds the directory itself; there is nothing to adopt")
        return await self.status()

    async def _refuse_other(self, database_id: str, field: str, *, but: str = "") -> None:
        """Raises InvalidInput for the database of a server of another name, where that one answers."""
        for name, login in self._servers.logins.all().items():
            with suppress(ConnectionFailed):
                if name != but and await _database_id(self._servers.server(name)) == database_id:
                    raise InvalidInput(field=field, reason=f"is that of {name} ({login.address}), another server")

    def _now(self) -> datetime:
        return present(self._servers.clock)

    async def list(self) -> tuple[ServerRow, ...]:
        """The servers with the number of their workspaces, as the directory has them; the main one first.

        A single server has no directory, and is asked.
        """
        entries = await self._servers.directory.entries()
        counts: dict[str, int] = {}
        for entry in entries:
            counts[entry.server] = counts.get(entry.server, 0) + 1
        rows: list[Row] = [{"name": MAIN, "address": self._servers.own.uri, "draining": False}]
        rows += await self._servers.directory.servers()
        if len(rows) == 1:
            counts = {MAIN: len(await self._workspaces(MAIN))}
        known = self._servers.names()
        return tuple(
            ServerRow(has_login=row["name"] in known, workspaces=counts.get(str(row["name"]), 0), **row) for row in rows
        )

    async def status(self) -> ServersStatus:
        """Asks every server which workspaces it serves, and enters those that are not in the directory.

        `entered` are these; `missing` those that no server serves where the directory says they are (not looked for on
        servers that do not answer); `moves` those under way.
        """
        known = {entry.workspace_id: entry for entry in await self._servers.directory.entries()}
        rows, entered, seen, asked = [], [], set(), set()
        for row in await self.list():
            try:
                found = await self._workspaces(row.name)
            except OxgraphError as error:
                rows.append(row.model_copy(update={"reachable": False, "reason": str(error)}))
                continue
            asked.add(row.name)
            seen |= {(row.name, id_) for id_ in found}
            for id_, name in found.items():
                if id_ not in known:
                    known[id_] = await self._servers.directory.place(id_, name, row.name, self._now())
                    entered.append(name)
            count = sum(entry.server == row.name for entry in known.values())
            rows.append(row.model_copy(update={"reachable": True, "workspaces": count}))
        missing = [
            entry.workspace
            for id_, entry in known.items()
            if entry.step is None and entry.server in asked and (entry.server, id_) not in seen
        ]
        moves = tuple(entry for entry in known.values() if entry.step)
        return ServersStatus(servers=tuple(rows), moves=moves, entered=tuple(entered), missing=tuple(missing))

    async def _workspaces(self, server: str) -> dict[str, str]:
        """The names of the workspaces that a server has, by their ids; not those that are on their way."""
        rows = await self._servers.server(server).read(statement("workspace/list"))
        away = ("purging", "importing", "moving")
        return {row["workspace_id"]: row["name"] for row in rows if not any(row[mark] for mark in away)}

    async def move(
        self, workspace: str, to: str, *, grace_seconds: float = GRACE_SECONDS, step: Step = no_step
    ) -> MoveReport:
        """Moves a workspace to another server while agents read and write it (docs/servers.md).

        When it was interrupted, call it again; with another `to` what had begun is undone. `grace_seconds` is how long
        the former server keeps it after the switch, for calls that have begun there. Raises WorkspaceNotFound,
        ServerUnknown, MoveLost, MoveUnlike, ExportUnsettled, ConnectionFailed and others.
        """
        entry = await self.named(workspace)
        moving = AsyncMove(self._servers, to, now=self._now, step=step, grace_seconds=grace_seconds)
        return await moving.run(entry.workspace_id)

    async def named(self, workspace: str) -> Placement:
        """The entry of a workspace, by its name. Raises WorkspaceNotFound."""
        entry = await self._servers.named(workspace)
        if entry is None:
            await self.status()
            entry = await self._servers.named(workspace)
        if entry is None:
            raise WorkspaceNotFound(workspace=workspace)
        return entry

    async def drain(
        self,
        name: str,
        *,
        grace_seconds: float = GRACE_SECONDS,
        each: Callable[[str, str], None] = lambda workspace, to: None,
    ) -> tuple[MoveReport, ...]:
        """Moves all workspaces of a server to the others, each to the one that has the fewest.

        From now on `drain` of others places nothing there; `add` ends that. Soft-deleted workspaces stay. `each` is
        called with workspace and server before each move. Raises ServerUnknown, InvalidInput without another server,
        and what `move` raises.
        """
        if name == MAIN:
            raise InvalidInput(field="name", reason=f"{MAIN} holds the directory; move single workspaces from it")
        if name not in self._servers.names():
            raise ServerUnknown(server=name)
        await self._servers.directory.drain_server(name)
        status = await self.status()
        counts = {row.name: row.workspaces for row in status.servers if row.reachable and not row.draining}
        if not counts:
            raise InvalidInput(field="name", reason="there is no other server that answers")
        reports = []
        for entry in await self._servers.directory.entries():
            if entry.server == name or (entry.step and entry.target == name):
                to = min(counts, key=lambda one: (counts[one], one))
                each(entry.workspace, to)
                with suppress(WorkspaceDeleted):  # It stays, and can be restored there.
                    reports.append(await self.move(entry.workspace, to, grace_seconds=grace_seconds))
                    counts[to] += 1
        return tuple(reports)

    async def remove(self, name: str) -> bool:
        """Takes a server that has no workspace any more out of the directory, and its login out of this home.

        It may be switched off. Whether it was known: a second call changes nothing. Raises InvalidInput for the main
        server, and while the directory names workspaces there, soft-deleted ones too.
        """
        if name == MAIN:
            raise InvalidInput(field="name", reason=f"{MAIN} holds the directory, and cannot be removed")
        status = await self.status()  # Enters what the server has and the directory does not know.
        left = [entry.workspace for entry in await self._servers.directory.entries() if name in _servers_of(entry)]
        if left:
            more = f" and {len(left) - NAMED:,} more" if len(left) > NAMED else ""
            workspaces = ", ".join(left[:NAMED]) + more
            raise InvalidInput(field="name", reason=_REMAIN.format(server=name, workspaces=workspaces))
        entered = any(row.name == name for row in status.servers)
        await self._servers.directory.remove_server(name)
        return self._servers.logins.remove(name) or entered


_REMAIN = (
    "the directory still has workspaces on {server}: {workspaces}. `oxgraph servers drain {server}` moves them; those "
    "that are soft-deleted stay, so first `oxgraph workspace restore` or `delete --hard` them. Where the server is "
    "lost, enter a new one with `oxgraph servers add {server} ADDRESS`, and `oxgraph restore` a backup"
)


def _servers_of(entry: Placement) -> tuple[str | None, ...]:
    """The server of a workspace, and while it moves the other one."""
    return (entry.server, entry.target if entry.step else None)
