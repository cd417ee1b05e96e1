"""How an item of a store (a namespace, a key, a value of JSON) is written as a memory, and read from one.

A value with one text is that text, so that recall finds it and shows it as it is; any other value is its JSON. The
memory's evidence names the item: its namespace, its key, when it was made, and the name of the text.
"""

import json
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeAlias

from oxgraph.errors import InvalidInput
from oxgraph.ids import new_id, stable_id
from oxgraph.types import MemoryRow, limits

Namespace: TypeAlias = tuple[str, ...]

TYPE = "fact"
"""The type of the memories."""

ENTITY_TYPE = "store namespace"
"""The type of the entity of a namespace, which the memories of its items are about."""

MARK = "store-item:"
"""How the evidence that names an item begins."""

PREDICATE = "stored_item_"
"""How the predicates of items begin; each key has its own, as two values of one predicate may be one memory."""


class StoredItem(NamedTuple):
    """An item as it is stored now."""

    namespace: Namespace
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    memory_id: str


class Written(NamedTuple):
    """An item as a memory: its content, and the evidence that names it."""

    content: str
    source: str


def entity_name(namespace: Namespace) -> str:
    """The name of the entity of a namespace: its labels, with dots between."""
    return ".".join(namespace)


def node_id(namespace: Namespace) -> str:
    """The node_id of the entity of a namespace."""
    return f"{MARK}{entity_name(namespace)}"


def predicate(key: str) -> str:
    """The predicate of the item with a key."""
    return PREDICATE + stable_id("", MARK, [key]).replace("-", "")


def first_id(user_id: str | None, namespace: Namespace, key: str, after: str) -> str:
    """The id of the first memory of an item, or of the first one after the memory with the id `after` was forgotten."""
    return stable_id("", MARK, [user_id, *namespace, key, after])


def written(
    namespace: Namespace, key: str, value: Mapping[str, Any], created: datetime | None, *, number: int | None = None
) -> Written:
    """An item as a memory. Raises InvalidInput for names or a value that are too long.

    `created` is when the item was made first (default: now). With a `number` the content ends with it, so that it is
    not taken for a memory that says nearly the same.
    """
    name, text = _text(value)
    content = text + _suffix(number)
    if len(content) > limits.CONTENT:
        raise InvalidInput(field="value", reason=f"has more than {limits.CONTENT:,} characters as JSON")
    named: dict[str, Any] = {"namespace": namespace, "key": key, "text": name, "number": number}
    named["created"] = (created or datetime.now(UTC)).isoformat()
    source = MARK + json.dumps({part: one for part, one in named.items() if one})  # all ASCII, and on one line
    if len(source) > limits.ID:
        raise InvalidInput(field="key", reason=f"and namespace have more than {limits.ID} characters together")
    return Written(content, source)


def _text(value: Mapping[str, Any]) -> tuple[str | None, str]:
    """The name of the only field, where that is a text, and the content."""
    if len(value) == 1:
        ((name, only),) = value.items()
        if isinstance(only, str) and only.strip():
            return name, only
    return None, _json(value)


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise InvalidInput(field="value", reason=f"is no JSON: {error}") from None


def new_number() -> int:
    """A number that no other item has."""
    return uuid.UUID(new_id()).int % 10**12 + 1


def _suffix(number: int | None) -> str:
    return "" if number is None else f"\n(item {number})"


def item_of(row: MemoryRow) -> StoredItem:
    """The item that a memory is. Raises InvalidInput for another memory."""
    source = next((one for one in reversed(row.evidence) if one.startswith(MARK)), None)
    if source is None:
        raise InvalidInput(field="memory", reason=f"{row.id} is no item of a store")
    named = json.loads(source.removeprefix(MARK))
    key, content = str(named["key"]), row.content.removesuffix(_suffix(named.get("number")))
    value = json.loads(content) if named.get("text") is None else {str(named["text"]): content}
    created = datetime.fromisoformat(named["created"])
    return StoredItem(tuple(named["namespace"]), key, value, created, row.last_stated_at, row.id)
