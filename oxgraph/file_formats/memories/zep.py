"""Zep: the edges, nodes and episodes of its graphs, as its client's objects are in JSON; graphiti's are the same.

An edge is a fact between two entities with its validity, a node an entity with its summary, an episode what was said.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from oxgraph.file_formats.chat_exports import name_of
from oxgraph.file_formats.memories.found import Found, FoundMemory, FoundMessage, Source
from oxgraph.file_formats.memories.wording import predicate, type_of

LISTS = ("edges", "facts", "nodes", "entities", "items")
DEFAULT_GROUPS = frozenset(("", "_"))
LABELS = frozenset(("Entity", "_mem", "entity"))
"""The labels that say nothing about a node's type."""

Row = Mapping[str, Any]


@dataclass
class Zep(Source):
    """The edges, nodes and episodes of one file."""

    kind: str = "zep"
    edges: list[Row] = field(default_factory=list)
    nodes: list[Row] = field(default_factory=list)
    episodes: list[Row] = field(default_factory=list)

    def __iter__(self) -> Iterator[Found]:
        """Episodes as messages, facts, the earlier ones first, then what is known about the entities."""
        for episode in self.episodes:
            yield from self._episode(episode)
        names = {key_of(node): node for node in self.nodes}
        for edge in sorted(self.edges, key=lambda one: str(one.get("valid_at") or one.get("created_at") or "")):
            source, target = _end(edge, "source", names), _end(edge, "target", names)
            yield fact(self, key_of(edge), edge, source, target)._replace(user_id=_owner(edge))
        for node in self.nodes:
            summary = str(node.get("summary") or "").strip()
            if not summary:
                self.left_out["entity without summary"] += 1
                continue
            yield FoundMemory(
                f"{key_of(node)}/{summary}",
                summary,
                type="entity",
                subject=str(node["name"]),
                subject_type=label_of(node.get("labels")),
                user_id=_owner(node),
                stated_at=self.time(node.get("created_at")),
            )

    def _episode(self, row: Row) -> Iterator[FoundMessage]:
        text = row.get("content") or row.get("episode_body")
        # In rows of before version 4 of Zep's client `role_type` is the role, and `role` the speaker's name.
        role = row.get("role_type") or row.get("role") or "user"
        speaker = row.get("role") if row.get("role_type") else row.get("role_name")
        if not isinstance(text, str) or not text.strip() or role not in ("user", "assistant"):
            self.left_out["message of a system or tool, or empty"] += 1
            return
        conversation = name_of(row.get("thread_uuid")) or name_of(row.get("group_id")) or name_of(row.get("user_uuid"))
        yield FoundMessage(
            key=key_of(row),
            conversation_id=f"zep:{conversation or ''}",
            role=role,
            text=text,
            said_at=self.time(row.get("valid_at") or row.get("reference_time") or row.get("created_at")),
            id=key_of(row),
            speaker=name_of(speaker),
            user_id=_owner(row),
        )


def fact(source: Source, key: str, properties: Row, subject: Row, object: Row) -> FoundMemory:
    """An edge, of no user yet: a relation between two entities, each its `name` and `labels`; without these a fact."""
    text = str(properties["fact"])
    named = bool(subject.get("name") and object.get("name"))
    return FoundMemory(
        key,
        text,
        type="relation" if named else type_of(text),
        subject=subject["name"] if named else None,
        subject_type=label_of(subject.get("labels")) if named else None,
        predicate=predicate(str(properties.get("name") or "")) if named else None,
        object=object["name"] if named else None,
        object_type=label_of(object.get("labels")) if named else None,
        valid_from=source.time(properties.get("valid_at")),
        valid_to=source.time(properties.get("invalid_at") or properties.get("expired_at")),
        stated_at=source.time(properties.get("reference_time") or properties.get("created_at")),
        evidence=tuple(properties.get("episodes") or properties.get("episode_uuids") or ()),
    )


def group_of(group: Any) -> str | None:
    """The user whom a group of graphiti stands for; its default group is nobody's."""
    return None if group is None or group in DEFAULT_GROUPS else str(group)


def label_of(labels: Any) -> str | None:
    """The type that an entity's labels name."""
    names = labels if isinstance(labels, list) else []
    return next((label for label in sorted(names) if label not in LABELS), None)


def key_of(row: Row) -> str:
    """What an edge or a node is called in its source."""
    return str(row.get("uuid") or row.get("uuid_"))


def _owner(row: Row) -> str | None:
    return name_of(row.get("user_id")) or name_of(row.get("user_uuid")) or group_of(row.get("group_id"))


def _end(edge: Row, side: str, nodes: Mapping[str, Row]) -> Row:
    known = nodes.get(str(edge.get(f"{side}_node_uuid")), {})
    name = edge.get(f"{side}_node_name") or known.get("name")
    return {"name": name, "labels": edge.get(f"{side}_node_labels") or known.get("labels")}


def listed(value: Any) -> tuple[list[Row], list[Row], list[Row]] | None:
    """The edges, nodes and episodes of a document; None where it is another one."""
    lists = [value.get(name) for name in LISTS] if isinstance(value, dict) else [value]
    rows = [row for one in lists if isinstance(one, list) for row in one]
    named = _named(rows)
    edges = [row for row in named if isinstance(row.get("fact"), str) and row["fact"].strip()]
    nodes = [row for row in named if "fact" not in row and "summary" in row and row.get("name")]
    episodes = _named(value.get("episodes")) if isinstance(value, dict) else []
    is_page = not rows and any(isinstance(row.get("content"), str) for row in episodes)  # of episodes alone
    if 2 * (len(edges) + len(nodes)) <= len(rows) and not is_page:
        return None
    return edges, nodes, episodes


def _named(rows: Any) -> list[Row]:
    found = rows if isinstance(rows, list) else []
    return [row for row in found if isinstance(row, dict) and (row.get("uuid") or row.get("uuid_"))]
