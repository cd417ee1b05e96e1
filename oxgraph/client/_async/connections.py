"""Connections: the sources that a workspace's entities came from, listed and deleted."""

import time
from dataclasses import dataclass, field
from typing import TypeAlias

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.adoption import LOCK, add, authorize_graph, record, release
from oxgraph.client.adoption_plan import NODES, Batch
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.client.readable import results
from oxgraph.cypher import statement
from oxgraph.errors import NotFound
from oxgraph.types.adoption import RESERVED, ConnectionName, ConnectionRemoval
from oxgraph.types.semantic import ConnectionRow

Rows: TypeAlias = list[ConnectionRow]


@typed_arguments
class AsyncConnections:
    """Which sources there are, and how the slice of the graph that came with one is removed."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(self) -> Rows:
        """Every source, by name: its entities and edges, the first and the last entity."""
        rows = await self._access.read("semantic.connections.list", "connection/list")
        return results(ConnectionRow, rows)

    async def delete(self, name: str, *, progress: Progress = no_progress) -> ConnectionRemoval:
        """Removes what came with a connection: its edges and entities; adopted nodes are given back as they were.

        What agents learned stays: an entity on which memories, references, further names or relationships of
        another source hang loses its type's label and its properties, not its id. In batches; after an interruption the
        same call goes on. Raises NotFound, PermissionDenied (a token may not release what was adopted).
        """
        return await AsyncConnectionDeletion(self._access, ConnectionName(name=name).name, progress).run()


@dataclass
class AsyncConnectionDeletion:
    """One deletion of a connection."""

    access: AsyncAccess
    name: str
    progress: Progress = no_progress
    counts: dict[str, int] = field(default_factory=dict)

    async def run(self) -> ConnectionRemoval:
        """Deletes it, the edges first."""
        started = time.perf_counter()
        await authorize_graph(self.access, "semantic.connections.delete")
        async with self.access.graph.exclusive(self.access.workspace_id, LOCK):
            await self._delete_edges()
            await self._delete_entities()
            if not any(self.counts.values()):
                raise NotFound(kind="connection", id=self.name)
            await record(self.access, self.name, "deleted_connection", self.counts)
        return ConnectionRemoval(name=self.name, **self.counts, seconds=round(time.perf_counter() - started, 3))

    async def _delete_edges(self) -> None:
        batch: list[str] = []
        async for row in self.access.graph.stream(
            statement("connection/edges"), workspace_id=self.access.workspace_id, connection=self.name
        ):
            batch.append(row["element_id"])
            if len(batch) == NODES:
                await self._write_edges(batch)
                batch = []
        await self._write_edges(batch)

    async def _write_edges(self, element_ids: list[str]) -> None:
        (written,) = await self.access.graph.write(
            statement("connection/delete_edges"), element_ids=element_ids, connection=self.name
        )
        add(self.counts, written)

    async def _delete_entities(self) -> None:
        batch, done, total = Batch(), 0, 0
        async for row in self.access.graph.stream(
            statement("adoption/released_by_connection"),
            workspace_id=self.access.workspace_id,
            connection=self.name,
        ):
            total = row["total"]
            if full := batch.add(row):
                await self._write_entities(full)
                done += len(full)
                self.progress(done, total)
        await self._write_entities(batch.take())
        self.progress(total, total)

    async def _write_entities(self, element_ids: list[str]) -> None:
        given_back = await release(self.access, element_ids)
        (deleted,) = await self.access.graph.write(
            statement("connection/delete_entities"),
            workspace_id=self.access.workspace_id,
            element_ids=element_ids,
            connection=self.name,
            reserved=sorted(RESERVED),
        )
        add(self.counts, deleted)
        add(self.counts, {"released": given_back["released"] + given_back["stand_ins"], "kept": given_back["kept"]})
