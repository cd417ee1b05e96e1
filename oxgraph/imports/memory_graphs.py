"""Memories that graphiti and neo4j-agent-memory keep in a Neo4j, which may be the very one of this connection."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput
from oxgraph.file_formats.memories.found import USER, Found, FoundEntity, FoundMemory, FoundMessage, Source
from oxgraph.file_formats.memories.wording import predicate, spaced
from oxgraph.file_formats.memories.zep import fact, group_of, label_of
from oxgraph.graph import SCHEMES, Graph, Row

HERE = "here"
ADDRESSES = tuple(f"{scheme}://" for scheme in SCHEMES)
GRAPHITI_OWN = frozenset(("uuid", "name", "group_id", "labels", "created_at", "summary", "name_embedding"))
KEYS = frozenset(("name_key", "surface_keys"))
"""What neo4j-agent-memory writes onto every entity of a database that it is connected to, also onto graphiti's."""

VALUE = 200
"""Characters of an attribute, of which more is no fact but a document."""


def is_graph(name: str) -> bool:
    """Whether a source is the address of a Neo4j, or `here`."""
    return name == HERE or name.startswith(ADDRESSES)


def graph_sources(graph: Graph, place: str) -> list[Source]:
    """The memories in a Neo4j. Raises InvalidInput where there is none."""
    (kinds,) = graph.read(statement("other_memory/kinds"))
    found: list[Source] = []
    if kinds["graphiti"]:
        found.append(Graphiti(place=f"graphiti at {place}", graph=graph, is_file=False))
    if kinds["agent_memory"]:
        found.append(AgentMemory(place=f"neo4j-agent-memory at {place}", graph=graph, is_file=False))
    if not found:
        raise InvalidInput(field=place, reason="holds nothing of graphiti or neo4j-agent-memory")
    return found


@dataclass
class _OfGraph(Source):
    """What both have."""

    graph: Graph = field(kw_only=True)

    def rows(self, name: str) -> Iterator[Row]:
        """The rows of a statement, one by one."""
        return self.graph.stream(statement(f"other_memory/{name}"))

    def count_rest(self, name: str) -> None:
        """Counts what is not imported."""
        for row in self.rows(name):
            self.left_out[row["what"]] += row["found"]


@dataclass
class Graphiti(_OfGraph):
    """Episodes as messages, facts with their validity as relations, summaries of entities as memories about them.

    A group is a tenant of graphiti, and becomes the user to whom its memories belong.
    """

    kind: str = "graphiti"
    facts: set[str] = field(default_factory=set)

    def __iter__(self) -> Iterator[Found]:
        """Messages, entities, memories."""
        for row in self.rows("graphiti_episodes"):
            yield from self._episode(row)
        for row in self.rows("graphiti_entities"):
            properties = row["properties"]
            group = group_of(properties.get("group_id"))
            yield FoundEntity(str(properties.get("name") or ""), label_of(row["labels"]), user_id=group)
        for row in self.rows("graphiti_facts"):
            yield self._fact(row)
        for row in self.rows("graphiti_entities"):
            yield from self._about(row)
        self.count_rest("graphiti_rest")

    def _episode(self, row: Row) -> Iterator[FoundMessage]:
        if not isinstance(row["content"], str) or not row["content"].strip():
            self.left_out["episode without content"] += 1
            return
        group = str(row["group_id"] or "")
        yield FoundMessage(
            key=row["uuid"],
            conversation_id=f"graphiti:{group}"[:500],
            role="user",
            text=row["content"],
            said_at=self.time(row["said_at"]),
            id=row["uuid"],
            user_id=group_of(group),
        )

    def _fact(self, row: Row) -> FoundMemory:
        properties = row["properties"]
        self.facts.add(str(properties["fact"]).strip())
        subject = {"name": row["subject"], "labels": row["subject_labels"]}
        object = {"name": row["object"], "labels": row["object_labels"]}
        group = group_of(properties.get("group_id"))
        return fact(self, row["uuid"], properties, subject, object)._replace(user_id=group)

    def _about(self, row: Row) -> Iterator[FoundMemory]:
        properties: Mapping[str, Any] = row["properties"]
        stated = self.time(properties.get("created_at"))
        base = FoundMemory(
            row["uuid"],
            str(properties.get("summary") or ""),
            type="entity",
            subject=properties.get("name"),
            subject_type=label_of(row["labels"]),
            user_id=group_of(properties.get("group_id")),
            stated_at=stated,
            evidence=tuple(row["episodes"]),
        )
        lines = {line.strip() for line in base.content.splitlines() if line.strip()}
        if lines and lines <= self.facts:  # as it is until a model has summed it up
            self.left_out["summary that only repeats facts"] += 1
        elif lines:
            yield base._replace(key=f"{base.key}/{base.content}")
        for name, value in sorted(properties.items()):
            if name in GRAPHITI_OWN | KEYS or value is None:
                continue
            if not isinstance(value, str | int | float) or not str(value).strip():
                self.left_out["attribute of an entity that is no text or number"] += 1
                continue
            content = f"{properties.get('name')}: {name.replace('_', ' ')} {value}"[: VALUE * 2]
            key = f"{base.key}/{name}/{value}"
            yield base._replace(key=key, type="fact", content=content, predicate=predicate(name))


@dataclass
class AgentMemory(_OfGraph):
    """Messages, entities with descriptions and other names, relationships, facts and preferences."""

    kind: str = "neo4j-agent-memory"

    def __iter__(self) -> Iterator[Found]:
        """Messages, entities, memories."""
        for row in self.rows("agent_memory_messages"):
            yield from self._message(row)
        for row in self.rows("agent_memory_entities"):
            yield self._entity(row["properties"])
        for row in self.rows("agent_memory_relationships"):
            yield self._relationship(row)
        for row in self.rows("agent_memory_facts"):
            yield self._fact(row["properties"])
        for row in self.rows("agent_memory_preferences"):
            yield self._preference(row)
        self.count_rest("agent_memory_rest")

    def _message(self, row: Row) -> Iterator[FoundMessage]:
        if row["role"] not in ("user", "assistant") or not str(row["content"] or "").strip():
            self.left_out["message of a system or tool, or empty"] += 1
            return
        yield FoundMessage(
            key=row["id"],
            conversation_id=str(row["conversation"]),
            role=row["role"],
            text=str(row["content"]),
            said_at=self.time(row["said_at"]),
            id=row["id"],
            title=row["title"],
            user_id=row["user_id"],
        )

    def _entity(self, properties: Mapping[str, Any]) -> FoundEntity:
        name = str(properties.get("name") or "")
        names = [properties.get("canonical_name"), *(properties.get("aliases") or [])]
        aliases = tuple(dict.fromkeys(str(one) for one in names if one and one != name))
        return FoundEntity(name, str(properties.get("type")).lower(), properties.get("description"), aliases)

    def _relationship(self, row: Row) -> FoundMemory:
        properties = row["properties"]
        kind = str(properties.get("type") or properties.get("relation_type") or "related_to")
        content = properties.get("description") or f"{row['subject']} {spaced(kind)} {row['object']}"
        return FoundMemory(
            row["id"],
            content,
            type="relation",
            subject=row["subject"],
            subject_type=str(row["subject_type"]).lower(),
            predicate=predicate(kind),
            object=row["object"],
            object_type=str(row["object_type"]).lower(),
            confidence=_share(properties.get("confidence")),
            valid_from=self.time(properties.get("valid_from")),
            valid_to=self.time(properties.get("valid_until")),
            stated_at=self.time(properties.get("created_at")),
            evidence=tuple(properties.get("source_message_ids") or ()),
        )

    def _fact(self, properties: Mapping[str, Any]) -> FoundMemory:
        kind = str(properties["predicate"])
        return FoundMemory(
            properties["id"],
            f"{properties.get('subject')} {spaced(kind)} {properties.get('object')}",
            subject=properties.get("subject"),
            predicate=predicate(kind),
            object=properties.get("object"),
            confidence=_share(properties.get("confidence")),
            valid_from=self.time(properties.get("valid_from")),
            valid_to=self.time(properties.get("valid_until")),
            stated_at=self.time(properties.get("created_at")),
        )

    def _preference(self, row: Row) -> FoundMemory:
        properties = row["properties"]
        content = str(properties["preference"]) + (f" ({properties['context']})" if properties.get("context") else "")
        user = row["user_id"]
        return FoundMemory(
            properties["id"],
            content,
            type="preference",
            subject=USER if user else None,
            category=properties.get("category"),
            confidence=_share(properties.get("confidence")),
            user_id=user,
            valid_from=self.time(properties.get("valid_from")),
            valid_to=self.time(properties.get("valid_until") or row["replaced_at"]),
            stated_at=self.time(properties.get("created_at")),
            replaces=row["replaced"],
        )


def _share(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None
