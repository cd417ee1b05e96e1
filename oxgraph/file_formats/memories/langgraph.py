"""LangGraph's stores: items with a namespace, a key and a value, as rows of a table or as a list in JSON.

Whose an item is stands in its namespace, by habit rather than by rule: of ("memories", "ada") or ("ada", "memories")
the part that is no common word is the user, and what follows "agents" the agent. Otherwise it is shared.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from oxgraph.file_formats.memories.found import USER, Found, FoundMemory, Source, mostly, said_by
from oxgraph.file_formats.memories.sqlite_files import opened, rows
from oxgraph.file_formats.memories.wording import predicate, type_of

COMMON = frozenset(
    (
        *("memories", "memory", "profile", "profiles", "users", "user", "store", "facts", "preferences", "semantic"),
        *("episodic", "procedural", "collection", "docs", "documents", "items", "langmem", "instructions"),
    )
)
AGENTS = frozenset(["agent", "agents", "assistant", "assistants"])
TEXTS = ("text", "content", "memory", "data", "fact", "summary", "instructions")
KINDS = {"preference": "preference", "preferences": "preference", "instructions": "instruction"}
ASKED = "SELECT prefix, key, value, created_at, updated_at FROM store ORDER BY prefix, key"
FIELD = 200
"""Characters of a profile's field, of which more is no fact but a document."""


class Item(NamedTuple):
    """An item of a store."""

    namespace: tuple[str, ...]
    key: str
    value: Any
    created_at: Any
    updated_at: Any


@dataclass
class LangGraph(Source):
    """The items of one store."""

    kind: str = "langgraph"
    items: Iterable[Item | None] = field(default_factory=list)

    def __iter__(self) -> Iterator[Found]:
        """A memory for each item with a text, or one for each field of a profile."""
        for item in self.items:
            if item is None:
                self.refuse("an item", "has no namespace, key and value")
                continue
            found = list(self._memories(item))
            if not found:
                self.left_out["item without a text"] += 1
            yield from found

    def _memories(self, item: Item) -> Iterator[FoundMemory]:
        value = item.value
        if isinstance(value, Mapping) and isinstance(value.get("content"), Mapping):
            value = value["content"]  # as LangMem wraps it
        begins = self.time(item.updated_at) or self.time(item.created_at)
        key = "/".join([*item.namespace, item.key])
        if isinstance(value, str):
            yield self._of(item, key, value, begins)
        elif isinstance(value, Mapping):
            name = next((name for name in TEXTS if isinstance(value.get(name), str) and value[name].strip()), None)
            if name is not None:
                kind = KINDS.get(name) or KINDS.get(str(value.get("type") or value.get("kind")).lower())
                yield self._of(item, key, value[name], begins, kind)
            else:
                yield from self._profile(item, key, value, begins)

    def _profile(
        self, item: Item, key: str, value: Mapping[str, Any], begins: datetime | None
    ) -> Iterator[FoundMemory]:
        fields = {name: _field_text(one) for name, one in value.items()}
        if not any(isinstance(one, str) or _texts(one) for one in value.values()):
            return
        for name, text in fields.items():
            if text is None:
                self.left_out["field of an item that is no text, number or list of texts"] += 1
                continue
            content = f"{name.replace('_', ' ')}: {text}"
            yield self._of(item, f"{key}/{name}", content, begins, "fact")._replace(predicate=predicate(name))

    def _of(self, item: Item, key: str, text: str, begins: datetime | None, kind: str | None = None) -> FoundMemory:
        user, agent = owner(item.namespace)
        return FoundMemory(
            said_by(key, text),
            text,
            type=kind or type_of(text),
            subject=USER if user is not None and kind != "instruction" else None,
            category="/".join(item.namespace)[:FIELD] or None,
            user_id=user,
            agent_id=agent,
            stated_at=begins,
            item=key,
        )


def owner(namespace: tuple[str, ...]) -> tuple[str | None, str | None]:
    """User and agent that a namespace names."""
    parts = list(namespace)
    agent = next((parts[n + 1] for n, part in enumerate(parts[:-1]) if part.lower() in AGENTS), None)
    own = [part for part in parts if part.lower() not in COMMON | AGENTS and part != agent]
    return (own[0] if len(own) == 1 and len(parts) > 1 else None), agent


def _texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def _field_text(value: Any) -> str | None:
    if _texts(value):
        value = ", ".join(value)
    return str(value)[:FIELD] if isinstance(value, str | int | float) and str(value).strip() else None


def of_sqlite(path: Path) -> Iterator[Item]:
    """The items of a SqliteStore."""
    with closing(opened(path)) as db:
        for row in rows(db, ASKED):
            yield item_of(dict(row))


def item_of(row: Mapping[str, Any], namespace: tuple[str, ...] | None = None) -> Item:
    """An item from a row of the table, whose namespace is one text, or from its `dict()`."""
    value = row["value"]
    try:
        value = json.loads(value) if isinstance(value, str | bytes) else value
    except ValueError:
        value = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    parts = namespace if namespace is not None else tuple(str(row["prefix"]).split("."))
    return Item(parts, str(row["key"]), value, row.get("created_at"), row.get("updated_at"))


def listed(value: Any) -> list[Item | None] | None:
    """The items of a list of `Item.dict()`, None for an element that is none; None where it is another document."""
    found = value.get("items") if isinstance(value, dict) else value
    if not isinstance(found, list):
        return None
    fits = [
        isinstance(one, dict) and {"namespace", "key", "value"} <= one.keys() and isinstance(one["namespace"], list)
        for one in found
    ]
    if not mostly(fits):
        return None
    return [
        item_of({"prefix": "", **one}, tuple(map(str, one["namespace"]))) if fit else None
        for one, fit in zip(found, fits, strict=True)
    ]
