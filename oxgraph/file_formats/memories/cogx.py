"""COGX, the exchange format of cognee: a folder with a manifest, and JSON lines for each kind of record.

An entity has its description, a fact two ends by id or by name, an episode its turns; a memory is one statement, a
block several lines. Documents and other nodes of cognee's graph are no statements.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from oxgraph.file_formats.chat_exports import name_of
from oxgraph.file_formats.memories.found import (
    USER,
    Found,
    FoundEntity,
    FoundMemory,
    FoundMessage,
    Source,
    mostly,
    said_by,
)
from oxgraph.file_formats.memories.wording import predicate, spaced, type_of

MANIFEST = "manifest.json"
KINDS = frozenset(("document", "episode", "entity", "fact", "memory", "memory_block"))
FILES = ("entities.jsonl", "episodes.jsonl", "facts.jsonl", "memories.jsonl", "memory_blocks.jsonl", "documents.jsonl")
NODES = "nodes.jsonl"
"""Nodes of cognee's graph that are none of these kinds."""

Row = Mapping[str, Any]


@dataclass
class Cogx(Source):
    """The records of one archive, or of one of its files. `nodes` are the other nodes of its graph."""

    kind: str = "cogx"
    records: list[Row] = field(default_factory=list)
    nodes: list[Row] = field(default_factory=list)

    def __iter__(self) -> Iterator[Found]:
        """What was said, entities, then statements, of facts the earlier ones first."""
        by_kind: dict[str, list[Row]] = {kind: [] for kind in KINDS}
        for row in self.records:
            if isinstance(row, dict) and row.get("kind") in KINDS and name_of(row.get("external_id")):
                by_kind[row["kind"]].append(row)
            else:
                self.refuse("a record", f"has no external_id, or a kind that is none of {', '.join(sorted(KINDS))}")
        said = {_id(row): list(self._turns(row)) for row in by_kind["episode"]}
        for turns in said.values():
            yield from turns
        entities = {_id(row): row for row in by_kind["entity"] if name_of(row.get("name"))}
        for row in entities.values():
            yield from self._entity(row)
        others = {_id(row) for row in by_kind["document"]} | {str(row.get("id")) for row in self.nodes}
        keys = {key: [one.key for one in turns] for key, turns in said.items()}
        for row in sorted(by_kind["fact"], key=lambda one: str(one.get("valid_at") or one.get("created_at") or "")):
            yield from self._fact(row, entities, others, keys)
        for row in by_kind["memory"]:
            key = _key(row)
            category = next(iter(row.get("categories") or ()), None)
            yield from self._statement(row, str(row.get("content") or ""), category, item=key)
        for row in by_kind["memory_block"]:
            for line in str(row.get("value") or "").splitlines():
                yield from self._statement(row, line.strip().lstrip("-*• "), row.get("label"))
        self.left_out["document"] += len(by_kind["document"])
        self.left_out["node that is no entity"] += len(self.nodes)

    def _turns(self, row: Row) -> Iterator[FoundMessage]:
        for number, turn in enumerate(row.get("turns") or []):
            text = str(turn.get("content") or "") if isinstance(turn, dict) else ""
            if not text.strip() or turn.get("role") not in ("user", "assistant"):
                self.left_out["message of a system or tool, or empty"] += 1
                continue
            yield FoundMessage(
                key=f"{_key(row)}/{number}",
                conversation_id=f"cogx:{name_of(_scope(row).get('session_id')) or _id(row)}"[:500],
                role=turn["role"],
                text=text,
                said_at=self.time(turn.get("occurred_at") or row.get("created_at")),
                id=f"{_key(row)}/{number}",
                title=name_of(row.get("title")),
                user_id=_user(row),
                agent_id=_agent(row),
            )

    def _entity(self, row: Row) -> Iterator[Found]:
        name, kind = str(row["name"]), name_of(row.get("entity_type"))
        aliases = tuple(str(one) for one in row.get("aliases") or ())
        yield FoundEntity(name, kind, aliases=aliases, user_id=_user(row))
        text = str(row.get("description") or "").strip()
        if text:
            yield FoundMemory(
                said_by(_key(row), text),
                text,
                type="entity",
                subject=name,
                subject_type=kind,
                user_id=_user(row),
                agent_id=_agent(row),
                stated_at=self.time(row.get("created_at")),
                item=_key(row),
            )

    def _fact(
        self, row: Row, entities: Mapping[str, Row], others: set[str], said: Mapping[str, list[str]]
    ) -> Iterator[FoundMemory]:
        refs = [str(row.get(f"{side}_ref") or "") for side in ("subject", "object")]
        subject, object = (entities.get(ref) or {"name": _named(ref)} for ref in refs)
        kind, text = str(row.get("predicate") or ""), str(row.get("fact_text") or "").strip()
        related = bool(subject["name"] and object["name"])
        if others & set(refs) or not (text or related):
            self.left_out["edge of a document or another node"] += 1
            return
        confidence = row.get("confidence")
        yield FoundMemory(
            _key(row),
            text or f"{subject['name']} {spaced(kind)} {object['name']}",
            type="relation" if related else type_of(text),
            subject=str(subject["name"]) if related else None,
            subject_type=name_of(subject.get("entity_type")) if related else None,
            predicate=predicate(kind) if related else None,
            object=str(object["name"]) if related else None,
            object_type=name_of(object.get("entity_type")) if related else None,
            confidence=float(confidence) if isinstance(confidence, int | float) and 0 <= confidence <= 1 else None,
            valid_from=self.time(row.get("valid_at")),
            valid_to=self.time(row.get("invalid_at")),
            stated_at=self.time(row.get("created_at")),
            evidence=tuple(key for one in row.get("provenance") or () for key in said.get(str(one), ())),
            user_id=_user(row),
            agent_id=_agent(row),
        )

    def _statement(self, row: Row, text: str, category: Any, item: str | None = None) -> Iterator[FoundMemory]:
        """A memory, or a line of a block."""
        if not any(character.isalnum() for character in text):
            self.left_out["memory without text"] += 1
            return
        yield FoundMemory(
            said_by(_key(row), text),
            text,
            type=type_of(text),
            subject=USER if _user(row) else None,
            category=(name_of(category) or "")[:200] or None,
            stated_at=self.time(row.get("updated_at") or row.get("created_at")),
            item=item,
            user_id=_user(row),
            agent_id=_agent(row),
        )


def listed(value: Any) -> list[Row] | None:
    """The records of a file of an archive; None where it is another file."""
    found = value if isinstance(value, list) else [value]
    fits = [isinstance(one, dict) and one.get("kind") in KINDS and "external_id" in one for one in found]
    return found if mostly(fits) else None


def is_archive(folder: Path) -> bool:
    """Whether a folder is an archive: whether its manifest says so."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and "cogx_version" in manifest


def _id(row: Row) -> str:
    return str(row["external_id"])


def _key(row: Row) -> str:
    """What a record is called: ids are those of the program that it was exported from."""
    return f"{name_of(row.get('external_system')) or 'unknown'}/{_id(row)}"


def _scope(row: Row) -> Row:
    scope = row.get("scope")
    return scope if isinstance(scope, dict) else {}


def _user(row: Row) -> str | None:
    return name_of(_scope(row).get("user_id"))


def _agent(row: Row) -> str | None:
    agent = name_of(_scope(row).get("agent_id"))
    return agent[:200] if agent else None


def _named(ref: str) -> str | None:
    """A plain name; an id of what is not here is none."""
    try:
        UUID(ref)
    except ValueError:
        return ref.strip() or None
    return None
