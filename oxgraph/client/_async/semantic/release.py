"""Gives the nodes of an existing graph back as they were."""

import time
from dataclasses import dataclass, field

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.semantic.sources import LOCK, add, enter_graph, record
from oxgraph.client.adoption import Batch, Progress, nothing
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput
from oxgraph.graph import Row
from oxgraph.types.adoption import KEPT, ReleaseReport
from oxgraph.types.adoption_inputs import ReleaseRequest


@dataclass
class AsyncRelease:
    """One release."""

    access: AsyncAccess
    request: ReleaseRequest
    progress: Progress = nothing
    counts: dict[str, int] = field(default_factory=dict)

    async def run(self) -> ReleaseReport:
        """Releases what is adopted. What was written before an error stays; the same call again goes on."""
        started = time.perf_counter()
        if not (self.request.label or self.request.connection):
            raise InvalidInput(field="label", reason="give a label or a connection")
        await enter_graph(self.access, "semantic.release")
        async with self.access.graph.exclusive(self.access.workspace_id, LOCK):
            await self._release()
            if any(self.counts.values()):
                await record(self.access, self._name(), "released", self.counts)
        return ReleaseReport(**self.counts, seconds=round(time.perf_counter() - started, 3))

    def _name(self) -> str:
        return self.request.connection or f"adopt:{self.request.label}"

    async def _release(self) -> None:
        batch, done, total = Batch(), 0, 0
        async for row in self.access.graph.stream(statement(self._file()), **self._asked()):
            total = row["total"]
            if full := batch.add(row):
                await self._write(full)
                done += len(full)
                self.progress(done, total)
        await self._write(batch.take())
        self.progress(total, total)

    def _file(self) -> str:
        return "adoption/released_by_label" if self.request.label else "adoption/released_by_connection"

    def _asked(self) -> Row:
        asked = self.request.model_dump() if self.request.label else {"connection": self.request.connection}
        return {"workspace_id": self.access.workspace_id, **asked}

    async def _write(self, element_ids: list[str]) -> None:
        add(self.counts, await release(self.access, element_ids))


async def release(access: AsyncAccess, element_ids: list[str]) -> Row:
    """Releases those of the entities that are adopted, or stand in for a node; how many."""
    (written,) = await access.graph.write(
        statement("adoption/release"),
        workspace_id=access.workspace_id,
        element_ids=element_ids,
        kept=list(KEPT),
    )
    return written
