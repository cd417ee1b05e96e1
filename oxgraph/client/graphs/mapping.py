"""One line of a graph into one node or one edge, as the graph stores it."""

import json
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any

from oxgraph.client.adoption import fitting_name
from oxgraph.client.traces.mapping import Refused, Row, checked_text, parsed
from oxgraph.ids import stable_id
from oxgraph.lines import Line
from oxgraph.types.adoption import EDGE_RESERVED, OURS, RESERVED
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
