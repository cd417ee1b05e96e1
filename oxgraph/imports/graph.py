"""Import of nodes and edges from files into a workspace."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.adoption import record
from oxgraph.client._sync.memory import Memory
from oxgraph.client.adoption_plan import fitting_name
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.errors import InvalidInput
from oxgraph.file_formats.lines import STANDARD_INPUT, Line, LineFiles
from oxgraph.file_formats.trace_records import Refused, Row, checked_text, parsed
from oxgraph.ids import stable_id
from oxgraph.imports.wait_for_server import WAIT_SECONDS, Notify, RetryPolicy
from oxgraph.types.adoption import EDGE_RESERVED, OURS, RESERVED, ConnectionName, GraphImportReport
from oxgraph.types.limits import ID, NAME

NODE_FIELDS = frozenset(("id", "type", "name", "properties"))
EDGE_FIELDS = frozenset(("from", "to", "type", "properties"))
PREFIX = "property_"
INTEGERS = range(-(2**63), 2**63)
DESCRIPTION = "description"


@dataclass
class Mapper:
    """Maps the lines of one import; counts what was renamed, dropped, or is no label."""

    workspace_id: str
    connection: str
    renamed: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    unlabelled: Counter[str] = field(default_factory=Counter)
    _seen: set[int] = field(default_factory=set)
    _again: Counter[str] = field(default_factory=Counter)

    def node(self, line: Line) -> Row:
        """A node. Raises InvalidInput naming file, line and field."""
        return self._mapped(line, NODE_FIELDS, self._node)

    def edge(self, line: Line) -> Row:
        """An edge. Raises InvalidInput naming file, line and field."""
        return self._mapped(line, EDGE_FIELDS, self._edge)

    def _mapped(self, line: Line, fields: Set[str], kind: Any) -> Row:
        try:
            record = parsed(line.text)
            row: Row = kind(record)
        except Refused as refused:
            raise line.refusal(refused.field, refused.reason) from None
        except UnicodeEncodeError:
            raise line.refusal("", "holds half of a surrogate pair, which is no character") from None
        self.dropped.update(record.keys() - fields)
        return row

    def _node(self, record: Row) -> Row:
        node_id = _id(record, "id")
        properties = dict(_properties(record))
        described = isinstance(properties.get(DESCRIPTION), str)
        description = properties.pop(DESCRIPTION) if described else None
        kind, given = _type(record), _name(record)
        name = fitting_name(given) or node_id[:NAME]
        if given and name != given:
            properties = {"name": given, **properties}
        return {
            "id": stable_id(self.workspace_id, "entity", [self.connection, node_id]),
            "node_id": node_id,
            "type": kind,
            "labels": self._labels(kind),
            "name": name,
            "description": description,
            "properties": self._stored(properties, RESERVED),
        }

    def _labels(self, kind: str) -> list[str]:
        if kind in OURS:
            self.unlabelled[kind] += 1
            return []
        return [kind]

    def _edge(self, record: Row) -> Row:
        start, end, kind = _id(record, "from"), _id(record, "to"), _type(record)
        properties = _properties(record)
        parts = [self.connection, start, end, kind, json.dumps(properties, sort_keys=True)]
        return {
            "edge_id": self._edge_id(parts),
            "from": start,
            "to": end,
            "from_id": stable_id(self.workspace_id, "entity", [self.connection, start]),
            "to_id": stable_id(self.workspace_id, "entity", [self.connection, end]),
            "type": kind,
            "properties": self._stored(properties, EDGE_RESERVED),
        }

    def _edge_id(self, parts: list[str]) -> str:
        """Equal lines are as many edges: an order may hold the same thing twice."""
        first = stable_id(self.workspace_id, "edge", [*parts, "0"])
        short = int(first[:18].replace("-", ""), 16)
        if short not in self._seen:
            self._seen.add(short)
            return first
        self._again[first] += 1
        return stable_id(self.workspace_id, "edge", [*parts, str(self._again[first])])

    def _stored(self, properties: Row, reserved: Set[str]) -> Row:
        found: Row = {}
        for name, value in properties.items():
            if value is not None:
                found[self._key(name, properties, reserved)] = stored(value)
        return found

    def _key(self, name: str, properties: Row, reserved: Set[str]) -> str:
        key = checked_text(name, "properties", NAME)
        if key not in reserved:
            return key
        self.renamed[key] += 1
        while key in reserved or key in properties:
            key = PREFIX + key
        return key


def stored(value: Any) -> Any:
    """A JSON value as Neo4j can store it: what is nested, mixed or too large for 64 bits as JSON text."""
    if isinstance(value, str):
        return _whole(value)
    if isinstance(value, bool | float) or (isinstance(value, int) and value in INTEGERS):
        return value
    if isinstance(value, list) and _alike(value):
        return [stored(item) for item in value]
    return _whole(json.dumps(value, sort_keys=True, ensure_ascii=False))


def _alike(items: list[Any]) -> bool:
    """Whether a list is of texts, of whole numbers, of other numbers or of truth values only."""
    kinds = {type(item) for item in items}
    return (
        len(kinds) <= 1 and kinds <= {str, int, float, bool} and all(type(i) is not int or i in INTEGERS for i in items)
    )


def _whole(text: str) -> str:
    """The text; a UnicodeEncodeError for half of a surrogate pair."""
    if not text.isascii():
        text.encode()
    return text


def _id(record: Row, name: str) -> str:
    value = record.get(name)
    return checked_text(str(value) if type(value) is int else value, name, ID) if value is not None else _missing(name)


def _type(record: Row) -> str:
    kind = record.get("type")
    if kind is None:
        return _missing("type")
    if str(kind).startswith("_mem"):
        raise Refused("type", "begins with _mem, which is oxgraph's own")
    return checked_text(kind, "type", NAME)


def _missing(name: str) -> str:
    raise Refused(name, "is missing")


def _name(record: Row) -> str | None:
    name = record.get("name")
    if name is not None and type(name) not in (str, int, float):
        raise Refused("name", "must be a string")
    return None if name is None else str(name)


def _properties(record: Row) -> Row:
    properties = record.get("properties")
    if properties is None:
        return {}
    if not isinstance(properties, dict):
        raise Refused("properties", "must be an object")
    return properties


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
    progress: Progress = no_progress
    notify: Notify = lambda message: None
    counts: Counter[str] = field(default_factory=Counter)
    by_type: Counter[str] = field(default_factory=Counter)
    edges_by_type: Counter[str] = field(default_factory=Counter)
    refusals: list[str] = field(default_factory=list)

    def run(self, nodes: LineFiles, edges: LineFiles) -> GraphImportReport:
        """Imports the files.

        Raises InvalidInput (naming file and line), ImportInterrupted and every error of the graph. What was sent
        before an error stays; nothing of the batch that it came up in does.
        """
        started = time.perf_counter()
        self.access.authorize(CALL)
        self.mapper = Mapper(self.access.workspace_id, self.connection)
        self.retry = RetryPolicy(
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

    def _batches(self, files: LineFiles, kind: str, read: Callable[[Line], Row], invalid: str) -> Iterator[Read]:
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
        (row,) = self.retry.call(lambda: self.access.write(CALL, file, connection=self.connection, **values))
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
    progress: Progress = no_progress,
    notify: Notify = lambda message: None,
) -> GraphImportReport:
    """Imports a graph from JSON lines, gzipped or not, into a workspace; the same files again change nothing.

    A node's line has id, type, name and properties, an edge's from, to, type and properties. `connection` is the name
    of this source (default: import: and the file's name). `skip_invalid` leaves out lines that do not fit. Raises
    InvalidInput (naming file and line), ImportInterrupted and what every call raises.
    """
    name = ConnectionName(name=connection or default_connection(nodes)).name
    work = GraphImport(memory._access, name, skip_invalid=skip_invalid, progress=progress, notify=notify)
    return work.run(LineFiles([nodes]), LineFiles([edges] if edges else []))


def default_connection(nodes: str) -> str:
    """The name of a source that was given none: the file's, without its endings."""
    stem = "standard input" if nodes == STANDARD_INPUT else Path(nodes).name.split(".")[0]
    return f"import:{stem or Path(nodes).name}"
