# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Takes the nodes of an existing graph into a workspace's memory, in place."""

import time
from dataclasses import dataclass, field
from typing import Any

from oxgraph.client import adoption as limits
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.semantic.sources import LOCK, add, enter_graph, record
from oxgraph.client.adoption import COMPARED, EXAMPLES, Batch, Planner, Progress, Target, nothing
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput, JoinedElsewhere
from oxgraph.types.adoption import KEPT, OURS, AdoptionReport
from oxgraph.types.adoption_inputs import AdoptionRequest

SAMPLE = 1_000
LISTED = 40


@dataclass
class Adoption:
    """One adoption."""

    access: Access
    request: AdoptionRequest
    progress: Progress = nothing
    counts: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)

    def run(self) -> AdoptionReport:
        """Adopts what is not memory yet. What was written before an error stays; the same call again goes on."""
        started = time.perf_counter()
        enter_graph(self.access, "semantic.adopt")
        with self.access.graph.exclusive(self.access.workspace_id, LOCK):
            survey = self._survey()
            self._adopt(survey["nodes"] - survey["already"] - survey["elsewhere"])
            if self.counts.get("adopted") or self.counts.get("stand_ins"):
                record(self.access, self.target.connection, "adopted", self.counts)
        return self._report(survey, time.perf_counter() - started)

    @property
    def target(self) -> Target:
        """Where to."""
        request = self.request
        return Target(self.access.workspace_id, request.label, request.type or request.label, request.connection_name)

    def _survey(self) -> dict[str, Any]:
        """How much there is. Raises InvalidInput for what is not there, JoinedElsewhere for what cannot be."""
        (survey,) = self.access.graph.read(
            statement("adoption/survey"),
            workspace_id=self.access.workspace_id,
            label=self.request.label,
            properties=self.request.properties,
        )
        if not survey["nodes"]:
            raise self._unknown_label()
        if survey["missing"]:
            raise self._unknown_property(survey["missing"][0])
        self._refuse_neighbours()
        return survey

    def _unknown_label(self) -> InvalidInput:
        (row,) = self.access.graph.read(statement("adoption/labels"), kinds=list(OURS))
        return InvalidInput(field="label", reason=f"no node is a {self.request.label}; {_listed(row['labels'])}")

    def _unknown_property(self, name: str) -> InvalidInput:
        (row,) = self.access.graph.read(statement("adoption/properties"), label=self.request.label, sample=SAMPLE)
        field = next(key for key, value in self.request.model_dump().items() if value == name and key != "label")
        return InvalidInput(
            field=field, reason=f"no {self.request.label} has the property {name}; {_listed(row['properties'])}"
        )

    def _refuse_neighbours(self) -> None:
        row = self.access.graph.single(
            statement("adoption/foreign"), workspace_id=self.access.workspace_id, label=self.request.label
        )
        if row:
            raise JoinedElsewhere(label=self.request.label, **row)

    def _adopt(self, total: int) -> None:
        batch, done = Batch(), 0
        for row in self.access.graph.stream(statement("adoption/candidates"), label=self.request.label):
            if full := batch.add(row):
                self._write(full)
                done += len(full)
                self.progress(done, total)
        self._write(batch.take())
        self.progress(total, total)

    def _write(self, element_ids: list[str]) -> None:
        planner = self._plan(element_ids)
        add(self.counts, planner.counts)
        self.examples += planner.examples[: EXAMPLES - len(self.examples)]
        if not planner.rows:
            return
        (written,) = self.access.graph.write(
            statement("adoption/write"),
            workspace_id=self.access.workspace_id,
            rows=planner.rows,
            connection=self.target.connection,
            type=self.target.type,
            description_property=self.request.text,
            now=self.access.now(),
        )
        add(self.counts, written)
        add(self.taken, planner.blocked)

    def _plan(self, element_ids: list[str]) -> Planner:
        found = self.access.graph.read(
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
        planner = self._planner(found)
        for row in found:
            planner.add(row)
        return planner

    def _planner(self, found: list[dict[str, Any]]) -> Planner:
        node_ids = [name for row in found if row["value"] for name in self.target.node_ids(row["value"])]
        ids = [self.target.entity_id(node_id) for node_id in node_ids]
        ids += [own for row in found if (own := dict(row["own"]).get("id"))]
        (row,) = self.access.graph.read(
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
        return "there are none"
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return "there are: " + ", ".join(names[:LISTED]) + more
