"""The servers of a campaign, Neo4j and Postgres, in a home on a disk of their own, and the proxies before them."""

import random
import socket
import tempfile
from pathlib import Path

import oxgraph
from oxgraph import local
from oxgraph.client import Client
from oxgraph.graph import Graph
from oxgraph.local import Home, Server
from oxgraph.local import postgres as local_postgres
from tests.campaign import processes
from tests.campaign.faults import HOST, Disk, Proxy
from tests.campaign.report import Report


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server((HOST, 0)) as listener:
        return int(listener.getsockname()[1])


class Servers:
    """A home, its servers, and how to reach them past the proxies."""

    server: Server

    def __init__(self, seed: int, report: Report) -> None:
        self.seed = seed
        self.report = report
        self.chance = random.Random(f"{seed}/world")
        self.folder = Path(tempfile.mkdtemp(prefix="oxgraph-campaign-"))
        self.ledgers = self.folder / "ledgers"
        self.ledgers.mkdir()
        (self.folder / "home").mkdir()
        self.disk = Disk(self.folder / "home")
        self.home = Home(self.folder / "home")
        self.heap = "512m"
        self.bolt, self.http = Proxy(f"{seed}/bolt"), Proxy(f"{seed}/http")

    def up(self) -> None:
        """Starts the servers of the home that do not run."""
        self.server = local.up(self.home, heap=self.heap, mirror=True)
        self.bolt.targets = [int(self.server.uri.rsplit(":", 1)[1])]

    def client(self) -> Client:
        """An operator's client, past the proxy."""
        return oxgraph.connect(self.server.uri, self.server.auth)

    def graph(self) -> Graph:
        """A connection past the proxy, which gives up early."""
        return Graph.at(self.server.uri, self.server.auth, retry_seconds=10)

    @property
    def dsn(self) -> str:
        """The superuser's way to Postgres."""
        return local_postgres.running(self.home).dsn

    def kill_server(self, name: str) -> None:
        """Kills Neo4j or Postgres."""
        pid = self.server.pid if name == "neo4j" else local_postgres.running(self.home).pid
        processes.kill_server(pid)
        self.report.kills[name] += 1
