"""Compares a database's constraints and indexes with those that the migrations make, and makes again what differs.

The migrations are the one source: their statements are read in order, and the last one that makes an object says what
it is. Objects of other names are left as they are.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from oxgraph.cypher import statement
from oxgraph.errors import CypherFileInvalid, SchemaDuplicates, SchemaIncomplete
from oxgraph.graph import Graph, Row

MADE = re.compile(
    r"CREATE (CONSTRAINT|\w+ INDEX) (\w+) IF NOT EXISTS FOR (\(.*?\)(?:-\[.*?\]-\(\))?)\s+(.*)", re.DOTALL
)
DROPPED = re.compile(r"DROP (?:CONSTRAINT|INDEX) (\w+) IF EXISTS")
LABELS = re.compile(r"\w+:(`[^`]+`|\w+)")
PROPERTIES = re.compile(r"\b[a-z]\.(\w+)")
OPTION = re.compile(r"`([\w.]+)`: (?:'([^']*)'|(\w+))")
QUANTIZED = "vector.quantization.enabled"
SHOWN = 5
DUPLICATES = 10


class SchemaObject(NamedTuple):
    """A constraint or an index as it should be.

    `kind` is UNIQUENESS, RANGE, FULLTEXT or VECTOR; `options` are those that the migration names, in lower case.
    """

    name: str
    kind: str
    entity: str
    label: str
    properties: tuple[str, ...]
    options: dict[str, str]
    statement: str


class Difference(NamedTuple):
    """An object that the database lacks or has otherwise. `found` are the names of the indexes in its place."""

    expected: SchemaObject
    found: tuple[str, ...]

    @property
    def text(self) -> str:
        """What is wrong with it."""
        what = "constraint" if self.expected.kind == "UNIQUENESS" else "index"
        return f"the {what} {self.expected.name} ({'differs' if self.found else 'missing'})"


def expected(statements: Iterable[str]) -> dict[str, SchemaObject]:
    """What is there after these statements of migrations, by name. Raises CypherFileInvalid."""
    objects: dict[str, SchemaObject] = {}
    for text in statements:
        if dropped := DROPPED.search(text):
            objects.pop(dropped[1], None)
        elif " IF NOT EXISTS " in text:
            made = _read(text)
            objects.setdefault(made.name, made)
    return objects


def _read(text: str) -> SchemaObject:
    match = MADE.search(text)
    label = LABELS.search(match[3]) if match else None
    if match is None or label is None:
        raise CypherFileInvalid(file="migrations", reason=f"this makes no constraint or index that can be read: {text}")
    kind = "UNIQUENESS" if match[1] == "CONSTRAINT" else match[1].removesuffix(" INDEX")
    on, _, options = match[4].partition("OPTIONS")
    return SchemaObject(
        name=match[2],
        kind=kind,
        entity="RELATIONSHIP" if "-[" in match[3] else "NODE",
        label=label[1].strip("`"),
        properties=tuple(PROPERTIES.findall(on)),
        options={name: (word or bare).lower() for name, word, bare in OPTION.findall(options)},
        statement=text,
    )


def differences(objects: Iterable[SchemaObject], rows: list[Row]) -> list[Difference]:
    """What differs, by the rows of system/indexes."""
    return [found for one in objects if (found := _difference(one, rows)) is not None]


def _difference(one: SchemaObject, rows: list[Row]) -> Difference | None:
    named = [row for row in rows if row["name"] == one.name]
    if named and _is(one, named[0]):
        return None
    same = [row["name"] for row in rows if row["name"] != one.name and _covers(one, row)]
    return Difference(one, (*(row["name"] for row in named), *same))


def _covers(one: SchemaObject, row: Row) -> bool:
    """Whether an index stands for the same, so that Neo4j makes no second one."""
    kind = "RANGE" if one.kind == "UNIQUENESS" else one.kind
    place = (row["type"], row["entityType"], row["labelsOrTypes"], row["properties"])
    if one.kind == "VECTOR":  # One for a property, whatever it filters by.
        return bool(place[:3] == (kind, one.entity, [one.label]) and row["properties"][:1] == [one.properties[0]])
    return bool(place == (kind, one.entity, [one.label], list(one.properties)))


def _is(one: SchemaObject, row: Row) -> bool:
    options: dict[str, Any] = row["options"].get("indexConfig", {})
    return (
        _covers(one, row)
        and row["properties"] == list(one.properties)
        and (row["owningConstraint"] is not None) == (one.kind == "UNIQUENESS")
        and all(_option(options, name) == value for name, value in one.options.items())
    )


def _option(options: dict[str, Any], name: str) -> str:
    """An option as the migrations write it: Neo4j shows `vector.quantization.enabled: false` as the type NONE."""
    if name == QUANTIZED and options.get("vector.quantization.type") == "NONE":
        return "false"
    return str(options.get(name)).lower()


def require(objects: Iterable[SchemaObject], rows: list[Row]) -> None:
    """Raises SchemaIncomplete, which names what differs, by the rows of system/indexes."""
    found = differences(objects, rows)
    if found:
        more = [f"{len(found) - SHOWN} more"] if len(found) > SHOWN else []
        raise SchemaIncomplete(missing=", ".join([*(one.text for one in found[:SHOWN]), *more]))


def mend(graph: Graph, objects: Iterable[SchemaObject], progress: Callable[[str], None]) -> list[str]:
    """Makes again what differs; the names. Called again, or by two at once, it ends with the same schema.

    Raises SchemaDuplicates where nodes that are equal keep a constraint from being made.
    """
    found = differences(objects, graph.read(statement("system/indexes")))
    for one in found:
        progress(f"making {one.text} again")
        if one.expected.kind == "UNIQUENESS":
            _require_unique(graph, one.expected)
        for name in one.found:
            _drop(graph, name)
        graph.run_all([one.expected.statement])
    return [one.expected.name for one in found]


def _require_unique(graph: Graph, one: SchemaObject) -> None:
    rows = graph.read(
        statement("system/duplicates"), label=one.label, properties=list(one.properties), limit=DUPLICATES
    )
    if rows:
        listed = "; ".join(f"{' '.join(map(str, row['found']))} ({row['times']} times)" for row in rows)
        raise SchemaDuplicates(constraint=one.name, duplicates=listed)


def _drop(graph: Graph, name: str) -> None:
    """An index that a constraint owns goes with the constraint."""
    rows = graph.read(statement("system/indexes"))
    owners = [row["owningConstraint"] for row in rows if row["name"] == name]
    if owners and owners[0] is not None:
        graph.write(statement("system/drop_constraint"), name=owners[0])
    elif owners:
        graph.write(statement("system/drop_index"), name=name)
