"""The client of these tests, and a filled workspace with its archive, made once a module."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import oxgraph
from oxgraph import Client, Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from oxgraph.types import ExportReport
from tests.moving.filled import Clock, fill


@dataclass(frozen=True)
class Exported:
    """A workspace and its archive."""

    memory: Memory
    file: Path
    report: ExportReport


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def client(server: Server, clock: Clock) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=clock, embedder=embedder("minilm")) as opened:
        yield opened


@pytest.fixture(scope="module")
def database(server: Server) -> Iterator[Graph]:
    with Graph.open(server.uri, server.auth) as opened:
        yield opened


@pytest.fixture(scope="module")
def exported(client: Client, database: Graph, clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    memory = fill(client, database, clock, f"moving {new_id()}")
    file = tmp_path_factory.mktemp("archive") / "workspace.zip"
    return Exported(memory, file, client.export_workspace(memory.name, file))


@pytest.fixture
def name() -> str:
    return f"copy {new_id()}"
