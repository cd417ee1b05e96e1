"""The import of a graph: its nodes, then its edges, in batches of one transaction each.

An entity's id comes from the connection and the node's id, an edge's from what its line says, so that a batch sent
twice, a run killed half-way and started again, or the same files on another day write nothing twice.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.memory import Memory
from oxgraph.client._sync.semantic.sources import record
from oxgraph.client.adoption import Progress, nothing
from oxgraph.client.graphs.mapping import Mapper
from oxgraph.client.patience import WAIT_SECONDS, Notify, Patience
from oxgraph.client.traces.mapping import Row
from oxgraph.errors import InvalidInput
from oxgraph.lines import STANDARD_INPUT, Line, TraceFiles
from oxgraph.types.adoption import OURS, RESERVED, GraphImportReport
from oxgraph.types.adoption_inputs import ConnectionName

BATCH = 2_000
SHOWN = 5
CALL = "semantic.import_graph"
MISSING = "no entity of this workspace has this id"

Read = list[tuple[Line, Row]]


@dataclass
class GraphImport:
    """One import into one workspace.

    `skip_invalid` leaves out lines that do not fit, and edges that lead nowhere, and counts them, instead of ending
    with InvalidInput. A lost connection is waited for up to `wait_seconds`; then ImportInterrupted is raised.
    """

    access: Access
    connection: str
    skip_invalid: bool = False
    batch_size: int = BATCH
    wait_seconds: float = WAIT_SECONDS
    progress: Progress = nothing
    notify: Notify = lambda message: None
    counts: Counter[str] = field(default_factory=Counter)
    by_type: Counter[str] = field(default_factory=Counter)
    edges_by_type: Counter[str] = field(default_factory=Counter)
    refusals: list[str] = field(default_factory=list)

    def run(self, nodes: TraceFiles, edges: TraceFiles) -> GraphImportReport:
        """Imports the files.

        Raises InvalidInput (naming file and line), ImportInterrupted and every error of the graph. What was sent
        before an error stays; nothing of the batch that it came up in does.
        """
        started = time.perf_counter()
        self.access.enter(CALL)
        self.mapper = Mapper(self.access.workspace_id, self.connection)
        self.patience = Patience(
            self.access.graph.uri, "nodes and edges", self._written, self.notify, self.wait_seconds
        )
        total = nodes.total + edges.total if nodes.total and edges.total else 0
        for batch in self._batches(nodes, "nodes", self.mapper.node, "invalid"):
            self._write_nodes(batch)
            self.progress(nodes.done, total)
        for batch in self._batches(edges, "edges", self.mapper.edge, "edges_invalid"):
            self._write_edges(batch)
            self.progress(nodes.done + edges.done, total)
        return self._finish(time.perf_counter() - started)

    def _batches(self, files: TraceFiles, kind: str, read: Callable[[Line], Row], invalid: str) -> Iterator[Read]:
        batch: Read = []
        for line in files:
            self.counts[kind] += 1
            try:
                batch.append((line, read(line)))
            except InvalidInput as error:
                self._skip(error, invalid)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch:
            yield batch

    def _skip(self, error: InvalidInput, counter: str) -> None:
        if not self.skip_invalid:
            raise error
        self.counts[counter] += 1
        if len(self.refusals) < SHOWN:
            self.refusals.append(str(error))

    def _write_nodes(self, batch: Read) -> None:
        rows = [row for _, row in batch]
        written = self._write(
            "graph_import/nodes", rows=rows, reserved=sorted(RESERVED), ours=list(OURS), now=self.access.now()
        )
        self.counts.update(written)
        self.by_type.update(row["type"] for row in rows)

    def _write_edges(self, batch: Read) -> None:
        rows = [{**row, "place": place} for place, (_, row) in enumerate(batch)]
        written = self._write("graph_import/edges", rows=rows, skip_dangling=self.skip_invalid)
        for place, end in written["dangling"]:
            line, row = batch[place]
            self._skip(line.refusal(end, f"{MISSING}: {row[end]}"), "dangling")
        lost = {place for place, _ in written["dangling"]}
        self.edges_by_type.update(row["type"] for row in rows if row["place"] not in lost)
        self.counts["edges_created"] += written["created"]
        self.counts["edges_unchanged"] += len(rows) - len(lost) - written["created"]

    def _write(self, file: str, **values: object) -> Row:
        (row,) = self.patience.call(lambda: self.access.write(CALL, file, connection=self.connection, **values))
        return row

    def _written(self) -> int:
        return sum(self.counts[name] for name in ("created", "updated", "edges_created"))

    def _finish(self, seconds: float) -> GraphImportReport:
        if self._written():
            record(self.access, self.connection, "imported", dict(self.counts))
        return GraphImportReport(
            connection=self.connection,
            **self.counts,
            by_type=_ordered(self.by_type),
            edges_by_type=_ordered(self.edges_by_type),
            renamed=_ordered(self.mapper.renamed),
            unlabelled=_ordered(self.mapper.unlabelled),
            dropped_fields=_ordered(self.mapper.dropped),
            refusals=tuple(self.refusals),
            seconds=round(seconds, 3),
            rate=round((self.counts["nodes"] + self.counts["edges"]) / seconds, 1),
        )


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def import_graph(
    memory: Memory,
    nodes: str,
    edges: str | None = None,
    *,
    connection: str | None = None,
    skip_invalid: bool = False,
    progress: Progress = nothing,
    notify: Notify = lambda message: None,
) -> GraphImportReport:
    """Imports a graph from JSON lines, gzipped or not, into a workspace; the same files again change nothing.

    A node's line has id, type, name and properties, an edge's from, to, type and properties. `connection` is the name
    of this source (default: import: and the file's name). `skip_invalid` leaves out lines that do not fit. Raises
    InvalidInput (naming file and line), ImportInterrupted and what every call raises.
    """
    name = ConnectionName(name=connection or default_connection(nodes)).name
    work = GraphImport(memory._access, name, skip_invalid=skip_invalid, progress=progress, notify=notify)
    return work.run(TraceFiles([nodes]), TraceFiles([edges] if edges else []))


def default_connection(nodes: str) -> str:
    """The name of a source that was given none: the file's, without its endings."""
    stem = "standard input" if nodes == STANDARD_INPUT else Path(nodes).name.split(".")[0]
    return f"import:{stem or Path(nodes).name}"
