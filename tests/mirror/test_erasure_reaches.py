"""What is erased or deleted in the graph goes from the rows, and an erasure's receipt says so."""

import asyncio
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

import oxgraph
from oxgraph import Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.mirror import Mirror
from oxgraph.passes import evaluate
from oxgraph.types.mirror import Copied
from tests.erasure.test_erasure import fill, texts
from tests.fixtures.cli import Cli, cli
from tests.fixtures.client_samples import NOON, at
from tests.mirror.rows import counts, rows, text
from tests.models.tiny_embedders import OLD

pytestmark = pytest.mark.deep

__all__ = ["cli"]


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=OLD) as opened:
        yield opened


@pytest.fixture
def space(client: Client) -> Memory:
    return client.create_workspace(f"test {new_id()}")


def test_an_erasure_ends_in_the_rows(graph: Graph, space: Memory, mirror: Mirror) -> None:
    ids = fill(graph, space)
    mirror.run_once()
    assert "zora" in text(mirror.dsn, space.workspace_id)
    receipt = space.semantic.erase_subject("Zora Quill", mirror=mirror)
    scan = receipt.mirror
    assert scan is not None
    assert (receipt.clean, scan.clean, scan.caught_up, scan.findings, scan.error) == (True, True, True, (), None)
    assert scan.scanned["rows"] == sum(counts(mirror.dsn, space.workspace_id).values())
    assert scan.scanned["texts"] > scan.scanned["rows"]
    assert (scan.vacuumed, scan.not_vacuumed) == (True, ())
    left = text(mirror.dsn, space.workspace_id)
    assert "zora" not in left
    assert "quill" not in left
    memories = rows(mirror.dsn, "memory", space.workspace_id)
    assert ids["about"] not in memories
    assert memories[ids["kept"]]["content"] == "Bob likes tea."
    assert any("[erased]" in row["intent_summary"] for row in rows(mirror.dsn, "sequence", space.workspace_id).values())


def test_without_a_mirror_the_receipt_says_so(graph: Graph, space: Memory) -> None:
    fill(graph, space)
    assert space.semantic.erase_subject("Zora Quill").mirror is None


def test_a_row_that_says_more_than_the_graph_is_named(graph: Graph, space: Memory, mirror: Mirror) -> None:
    ids = fill(graph, space)
    mirror.run_once()
    with psycopg.connect(mirror.dsn) as connection:
        connection.execute(
            "UPDATE agent_memory.memories SET category = 'of Zora Quill', rev = rev + 1000000000000 WHERE id = %s",
            (ids["kept"],),
        )
    receipt = space.semantic.erase_subject("Zora Quill", mirror=mirror)
    assert receipt.mirror is not None
    assert [(one.table, one.id, one.column) for one in receipt.mirror.findings] == [
        ("agent_memory.memories", ids["kept"], "category")
    ]
    assert receipt.findings == ()
    assert not receipt.clean
    mirror.rebuild()
    assert "zora" not in text(mirror.dsn, space.workspace_id)


def test_nothing_is_erased_where_the_mirror_is_not_ready(graph: Graph, space: Memory) -> None:
    fill(graph, space)
    with pytest.raises(errors.MirrorFailed):
        space.semantic.erase_subject("Zora Quill", mirror=Mirror("postgresql://nobody@127.0.0.1:1/none", graph))
    assert "zora" in texts(graph, space.workspace_id)


class Leaving(Mirror):
    """A mirror whose Postgres goes away while the graph is being erased."""

    calls = 0

    def run_once(self, *args: Any, **kwargs: Any) -> Copied:
        self.calls += 1
        if self.calls > 1:
            raise errors.MirrorFailed(server=self.server, reason="gone")
        return super().run_once(*args, **kwargs)


def test_a_mirror_that_goes_away_is_in_the_receipt(graph: Graph, space: Memory, mirror: Mirror) -> None:
    fill(graph, space)
    receipt = space.semantic.erase_subject("Zora Quill", mirror=Leaving(mirror.dsn, graph))
    assert "zora" not in texts(graph, space.workspace_id)
    assert receipt.mirror is not None
    assert (receipt.clean, receipt.mirror.caught_up, receipt.findings) == (False, False, ())
    assert "gone" in str(receipt.mirror.error)
    again = space.semantic.erase_subject("Zora Quill", names=["Zora Quill"], mirror=mirror)
    assert again.clean
    assert "zora" not in text(mirror.dsn, space.workspace_id)


def test_without_blocking_too(graph: Graph, space: Memory, mirror: Mirror, server: Server) -> None:
    fill(graph, space)

    async def erase() -> oxgraph.Receipt:
        async with await oxgraph.connect_async(server.uri, server.auth, clock=lambda: NOON) as connected:
            memory = await connected.workspace(space.name)
            return await memory.semantic.erase_subject("Zora Quill", mirror=mirror)

    receipt = asyncio.run(erase())
    assert receipt.clean
    assert receipt.mirror is not None
    assert "zora" not in text(mirror.dsn, space.workspace_id)


def talk(space: Memory) -> str:
    """A conversation, summed up, and a memory drawn from it alone; the memory's id."""
    said = [{"text": f"It rained on day {n}.", "said_at": at(days=90 - n)} for n in range(4)]
    written = space.episodic.add_messages(said, conversation_id="weather")
    about = space.semantic.remember(
        type="fact", subject="The weather", content="It rains a lot.", evidence=[written.ids[0]]
    )
    space.episodic.summarize_old_turns("weather", retain_last=2, now=NOON)
    return str(about.memory_id)


def test_a_deleted_conversation_takes_its_rows_along(space: Memory, mirror: Mirror) -> None:
    memory_id = talk(space)
    mirror.run_once()
    (episode,) = rows(mirror.dsn, "episode", space.workspace_id).values()
    assert (episode["conversation_id"], episode["turn_count"]) == ("weather", 2)
    assert memory_id in rows(mirror.dsn, "memory", space.workspace_id)
    space.episodic.delete_conversation("weather")
    mirror.run_once()
    assert rows(mirror.dsn, "episode", space.workspace_id) == {}
    assert memory_id not in rows(mirror.dsn, "memory", space.workspace_id)


def test_a_deleted_episode_is_marked(space: Memory, mirror: Mirror) -> None:
    talk(space)
    mirror.run_once()
    (episode_id,) = rows(mirror.dsn, "episode", space.workspace_id)
    space.episodic.delete_episode(episode_id)
    mirror.run_once()
    assert rows(mirror.dsn, "episode", space.workspace_id)[episode_id]["deleted_at"] is not None


def test_a_deleted_metric_takes_its_benchmarks_along(graph: Graph, space: Memory, mirror: Mirror) -> None:
    made = space.telemetry.metrics.create("Mine", success_condition="outcome == 'success'")
    evaluate(graph, space.workspace_id, now=NOON, passes=[3])
    mirror.run_once()
    before = rows(mirror.dsn, "benchmark", space.workspace_id).values()
    assert made.id in {row["metric_id"] for row in before}
    space.telemetry.metrics.delete("Mine")
    mirror.run_once()
    assert made.id not in rows(mirror.dsn, "metric", space.workspace_id)
    after = rows(mirror.dsn, "benchmark", space.workspace_id).values()
    assert len(after) == len(before) - 1
    assert made.id not in {row["metric_id"] for row in after}


def seen(dsn: str) -> int:
    with psycopg.connect(dsn) as connection:
        (row,) = connection.execute("SELECT count(*) FROM agent_memory.memories").fetchall()
        return int(row[0])


def test_the_life_of_a_workspace(graph: Graph, client: Client, space: Memory, mirror: Mirror) -> None:
    fill(graph, space)
    neighbour = client.create_workspace(f"test {new_id()}")
    neighbour.semantic.remember(type="fact", subject="Zora Quill", content="Zora Quill sings.")
    mirror.run_once()
    reader = mirror.reader(space.workspace_id)
    assert seen(reader.dsn) == len(rows(mirror.dsn, "memory", space.workspace_id)) > 0
    client.delete_workspace(space.name)
    mirror.run_once()
    assert seen(reader.dsn) == 0
    assert rows(mirror.dsn, "memory", space.workspace_id), "they are there, and nobody sees them"
    client.restore_workspace(space.name)
    mirror.run_once()
    assert seen(reader.dsn) > 0
    client.delete_workspace(space.name, hard=True)
    mirror.run_once()
    assert set(counts(mirror.dsn, space.workspace_id).values()) == {0}
    assert seen(reader.dsn) == 0
    assert len(rows(mirror.dsn, "memory", neighbour.workspace_id)) == 1
    again = client.create_workspace(space.name)
    again.semantic.remember(type="fact", subject="Bob", content="Bob likes tea.")
    mirror.run_once()
    assert seen(reader.dsn) == 0, "a later workspace of the name is not that of the reader"


def test_the_command(cli: Cli, graph: Graph, client: Client, mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    space = client.create_workspace(f"test {new_id()}")
    monkeypatch.setenv("OXGRAPH_WORKSPACE", space.name)
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", mirror.dsn)
    for name in ("Zora Quill", "Ada Low", "Max Rust"):
        space.semantic.remember(type="fact", subject=name, content=f"{name} sings.")
    receipt = cli("erase", "Zora Quill", "--yes", "--json").json
    assert receipt["clean"]
    assert receipt["mirror"]["clean"]
    assert receipt["mirror"]["scanned"]["rows"] > 0
    assert "rows in" in cli("erase", "Ada Low", "--yes").out
    assert "No mirror was searched." in cli("erase", "Max Rust", "--yes", "--no-mirror").out
    left = text(mirror.dsn, space.workspace_id)
    assert "zora" not in left
    assert "ada low" not in left
    assert "max rust" in left, "until the copier comes by"
    mirror.run_once()
    assert "max rust" not in text(mirror.dsn, space.workspace_id)
