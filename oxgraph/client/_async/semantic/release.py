"""Gives the nodes of an existing graph back as they were."""

import time
from dataclasses import dataclass, field

from oxgraph.client import adoption
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.semantic.sources import LOCK, add, enter_graph, record
from oxgraph.client.adoption import Batch, Progress, nothing
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput
from oxgraph.graph import Row
from oxgraph.types.adoption import KEPT, ReleaseReport
from oxgraph.types.adoption_inputs import ReleaseRequest

MOVED = 5_000
"""Relationships moved in one transaction."""


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
    """Releases those of the entities that are adopted, or stand in for a node; how many.

    One with very many relationships first becomes a stand-in, whose relationships follow in batches.
    """
    crowded = await _crowded(access, element_ids)
    aside = {element_id: await _step_aside(access, element_id) for element_id in crowded}
    (written,) = await access.graph.write(
        statement("adoption/release"),
        workspace_id=access.workspace_id,
        element_ids=[aside.get(element_id, element_id) for element_id in element_ids],
        kept=list(KEPT),
    )
    given_back = sum(before != after for before, after in aside.items())
    return {
        **written,
        "released": written["released"] + given_back,
        "stand_ins": written["stand_ins"] - given_back,
    }


async def _crowded(access: AsyncAccess, element_ids: list[str]) -> list[str]:
    rows = await access.graph.read(statement("adoption/crowded"), element_ids=element_ids, limit=adoption.DEGREES)
    return [row["element_id"] for row in rows]


async def _step_aside(access: AsyncAccess, element_id: str) -> str:
    """The stand-in to which the relationships were moved."""
    (row,) = await access.graph.write(
        statement("adoption/step_aside"), workspace_id=access.workspace_id, element_id=element_id, kept=list(KEPT)
    )
    stand_in: str = row["element_id"]
    moved = 1
    while moved:
        (row,) = await access.graph.write(statement("adoption/move"), element_id=stand_in, batch=MOVED)
        moved = row["moved"]
    return stand_in
