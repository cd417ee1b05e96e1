"""The mirrors of the servers: one Postgres, a source for each server of the directory."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from oxgraph.cli.connection import login
from oxgraph.client.server_logins import MAIN

if TYPE_CHECKING:
    from oxgraph.client._sync.servers import Servers
    from oxgraph.mirror import Mirror

MANY = 20
"""Workspaces from which on all entries of the directory are read at once."""


def mirror_of(dsn: str | None, servers: "Servers", name: str) -> "Mirror":
    """The mirror of a server, by its name. Raises ServerUnknown, MirrorUnknown."""
    from oxgraph.mirror import Mirror

    def locate(ids: Sequence[str]) -> Mapping[str, str]:
        found = [servers.directory.entry(id_) for id_ in ids] if len(ids) <= MANY else servers.directory.entries()
        return {entry.workspace_id: entry.server for entry in found if entry is not None}

    def names() -> set[str]:
        return {*servers.names(), *(row["name"] for row in servers.directory.servers())}

    return Mirror(dsn, servers.server(name), source=name, locate=locate, servers=names)


def mirror_with(dsn: str | None, servers: "Servers", workspace_id: str) -> "Mirror":
    """The mirror of the server that has a workspace."""
    return mirror_of(dsn, servers, servers.route(workspace_id).server)


@contextmanager
def all_servers() -> Iterator["Servers"]:
    """The servers, to which it connects when needed."""
    from oxgraph import environment
    from oxgraph.client._sync.client import routing_of
    from oxgraph.clock import utc_now
    from oxgraph.graph import Graph

    uri, auth = environment.connection(*login())
    graph = Graph.at(uri, auth)
    servers = routing_of(graph, utc_now)
    try:
        yield servers
    finally:
        servers.close()
        graph.close()


@contextmanager
def mirrors(dsn: str | None, on: str | None = None) -> Iterator[list["Mirror"]]:
    """The mirrors of all servers, the main one first, or of the one named `on`. Raises ServerUnknown, MirrorUnknown."""
    with all_servers() as servers:
        yield [mirror_of(dsn, servers, name) for name in ([on] if on else _names(servers))]


def _names(servers: "Servers") -> list[str]:
    """The servers of the directory; while that cannot be asked, those whose login is known."""
    from oxgraph.errors import ConnectionFailed

    try:
        return [MAIN, *(str(row["name"]) for row in servers.directory.servers())] if servers.are_several else [MAIN]
    except ConnectionFailed:
        return servers.names()
