"""Adoption of the nodes of an existing graph into a workspace, in place, and their release."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from oxgraph.client import adoption_plan, transitions
from oxgraph.client import adoption_plan as limits
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.adoption_plan import COMPARED, EXAMPLES, Batch, Planner, Target
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput, LinkedToOtherWorkspace, PermissionDenied
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.types.adoption import KEPT, OURS, AdoptionReport, AdoptionRequest, ReleaseReport, ReleaseRequest
from oxgraph.types.fields import unchecked

LOCK = "connections"
"""The lock under which connections change: one adoption, release, import or deletion at a time in a workspace."""


def add(counts: dict[str, int], more: Mapping[str, int]) -> None:
    """Adds counts to counts."""
    for name, count in more.items():
        counts[name] = counts.get(name, 0) + count


async def authorize_graph(access: AsyncAccess, call: str) -> None:
    """Nodes that are in no workspace belong to the database: raises PermissionDenied for a token."""
    if access.token_hash is not None:
        raise PermissionDenied(call=call, needed="operator with the database's login", role=access.role)
    await access.authorize(call)


async def record(access: AsyncAccess, connection: str, rule: str, counts: dict[str, int]) -> None:
    """Leaves a transition with what was done to a connection."""
    await access.graph.write(
        statement("adoption/record"),
        workspace_id=access.workspace_id,
        connection=connection,
        rule=rule,
        inputs=transitions.given(counts),
        transition_id=new_id(),
        **await access.author(),
        now=access.now(),
    )


MOVED = 5_000
"""Relationships moved in one transaction."""


@dataclass
class AsyncRelease:
    """One release."""

    access: AsyncAccess
    request: ReleaseRequest
    progress: Progress = no_progress
    counts: dict[str, int] = field(default_factory=dict)

    async def run(self) -> ReleaseReport:
        """Releases what is adopted. What was written before an error stays; the same call again goes on."""
        started = time.perf_counter()
        if not (self.request.label or self.request.connection):
            raise InvalidInput(field="label", reason="give a label or a connection")
        await authorize_graph(self.access, "semantic.release")
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
    stand_ins = {element_id: await _step_aside(access, element_id) for element_id in crowded}
    (written,) = await access.graph.write(
        statement("adoption/release"),
        workspace_id=access.workspace_id,
        element_ids=[stand_ins.get(element_id, element_id) for element_id in element_ids],
        kept=list(KEPT),
    )
    given_back = sum(before != after for before, after in stand_ins.items())
    return {
        **written,
        "released": written["released"] + given_back,
        "stand_ins": written["stand_ins"] - given_back,
    }


async def _crowded(access: AsyncAccess, element_ids: list[str]) -> list[str]:
    rows = await access.graph.read(statement("adoption/crowded"), element_ids=element_ids, limit=adoption_plan.DEGREES)
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


SAMPLE = 1_000
LISTED = 40

NO_NODES = (
    "the database at {uri} has no nodes but oxgraph's own. Load yours into it first, or copy a graph from "
    "another database with `oxgraph import graph`"
)


@dataclass
class AsyncAdoption:
    """One adoption."""

    access: AsyncAccess
    request: AdoptionRequest
    progress: Progress = no_progress
    counts: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)

    async def run(self) -> AdoptionReport:
        """Adopts what is not memory yet. What was written before an error stays; the same call again goes on."""
        started = time.perf_counter()
        await authorize_graph(self.access, "semantic.adopt")
        async with self.access.graph.exclusive(self.access.workspace_id, LOCK):
            survey = await self._survey()
            await self._adopt(survey["nodes"] - survey["already"] - survey["elsewhere"])
            if self.counts.get("adopted") or self.counts.get("stand_ins"):
                await record(self.access, self.target.connection, "adopted", self.counts)
        return self._report(survey, time.perf_counter() - started)

    @property
    def target(self) -> Target:
        """Where to."""
        request = self.request
        return Target(self.access.workspace_id, request.label, request.type or request.label, request.connection_name)

    async def _survey(self) -> dict[str, Any]:
        """How much there is. Raises InvalidInput for what is not there, LinkedToOtherWorkspace for what cannot be."""
        (survey,) = await self.access.graph.read(
            statement("adoption/survey"),
            workspace_id=self.access.workspace_id,
            label=self.request.label,
            properties=self.request.properties,
        )
        if not survey["nodes"]:
            raise await self._unknown_label()
        if survey["missing"]:
            raise await self._unknown_property(survey["missing"][0])
        await self._refuse_neighbours()
        return survey

    async def _unknown_label(self) -> InvalidInput:
        (row,) = await self.access.graph.read(statement("adoption/labels"), kinds=list(OURS))
        there = _listed(row["labels"]) if row["labels"] else NO_NODES.format(uri=self.access.graph.uri)
        return InvalidInput(field="label", reason=f"no node is a {self.request.label}; {there}")

    async def _unknown_property(self, name: str) -> InvalidInput:
        asked = {"label": self.request.label, "sample": SAMPLE, "kept": list(KEPT)}
        (row,) = await self.access.graph.read(statement("adoption/properties"), **asked)
        given = self.request.model_dump(exclude={"label", "shown"}).items()
        field = next((key for key, value in given if value == name), "properties")
        return InvalidInput(
            field=field, reason=f"no {self.request.label} has the property {name}; {_listed(row['properties'])}"
        )

    async def _refuse_neighbours(self) -> None:
        row = await self.access.graph.single(
            statement("adoption/foreign"), workspace_id=self.access.workspace_id, label=self.request.label
        )
        if row:
            raise LinkedToOtherWorkspace(label=self.request.label, **row)

    async def _adopt(self, total: int) -> None:
        batch, done = Batch(), 0
        async for row in self.access.graph.stream(statement("adoption/candidates"), label=self.request.label):
            if full := batch.add(row):
                await self._write(full)
                done += len(full)
                self.progress(done, total)
        await self._write(batch.take())
        self.progress(total, total)

    async def _write(self, element_ids: list[str]) -> None:
        planner = await self._plan(element_ids)
        add(self.counts, planner.counts)
        self.examples += planner.examples[: EXAMPLES - len(self.examples)]
        if not planner.rows:
            return
        (written,) = await self.access.graph.write(
            statement("adoption/write"),
            workspace_id=self.access.workspace_id,
            rows=planner.rows,
            connection=self.target.connection,
            type=self.target.type,
            description_property=self.request.text,
            shown=list(self.request.shown),
            now=self.access.now(),
        )
        add(self.counts, written)
        add(self.taken, planner.blocked)

    async def _plan(self, element_ids: list[str]) -> Planner:
        found = await self.access.graph.read(
            statement("adoption/examine"),
            workspace_id=self.access.workspace_id,
            element_ids=element_ids,
            id_property=self.request.id,
            name_property=self.request.name,
            description_property=self.request.text,
            compared=list(COMPARED),
            kept=list(KEPT),
            kinds=list(OURS),
        )
        planner = await self._planner(found)
        for row in found:
            planner.add(row)
        return planner

    async def _planner(self, found: list[dict[str, Any]]) -> Planner:
        node_ids = [name for row in found if row["value"] for name in self.target.node_ids(row["value"])]
        ids = [self.target.entity_id(node_id) for node_id in node_ids]
        ids += [own for row in found if (own := dict(row["own"]).get("id"))]
        (row,) = await self.access.graph.read(
            statement("adoption/holders"),
            workspace_id=self.access.workspace_id,
            label=self.request.label,
            node_ids=node_ids,
            ids=ids,
            limit=limits.DEGREES,
        )
        return Planner(self.target, {holder["node_id"]: holder for holder in row["holders"]}, set(row["taken"]))

    def _report(self, survey: dict[str, Any], seconds: float) -> AdoptionReport:
        return AdoptionReport(
            label=self.request.label,
            connection=self.target.connection,
            **{name: survey[name] for name in ("nodes", "already", "elsewhere")},
            **self.counts,
            taken=dict(sorted(self.taken.items(), key=lambda entry: (-entry[1], entry[0]))),
            examples=tuple(self.examples),
            seconds=round(seconds, 3),
            rate=round((survey["nodes"] - survey["already"]) / seconds, 1),
        )


def _listed(names: list[str]) -> str:
    if not names:
        return "it has none"
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return "there are: " + ", ".join(names[:LISTED]) + more


class AsyncAdoptions:
    """Takes nodes of an existing graph into memory and gives them back; a part of AsyncSemantic."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def adopt(
        self,
        label: str,
        *,
        id: str | None = None,
        name: str | None = None,
        text: str | None = None,
        properties: Iterable[str] = (),
        type: str | None = None,
        connection: str | None = None,
        progress: Progress = no_progress,
    ) -> AdoptionReport:
        """See `AsyncSemantic.adopt`."""
        request = AdoptionRequest(
            label=label, id=id, name=name, text=text, type=type, connection=connection, shown=unchecked(properties)
        )
        return await AsyncAdoption(self._access, request, progress).run()

    async def release(
        self, label: str | None = None, *, connection: str | None = None, progress: Progress = no_progress
    ) -> ReleaseReport:
        """See `AsyncSemantic.release`."""
        return await AsyncRelease(self._access, ReleaseRequest(label=label, connection=connection), progress).run()
