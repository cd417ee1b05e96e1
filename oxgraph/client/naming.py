"""Names as they are handed over to be resolved."""

from collections.abc import Iterator, Mapping
from typing import Any

from oxgraph.client.batches import placed
from oxgraph.errors import InvalidInput
from oxgraph.types.entities import NamedEntity

BATCH = 1_000
"""Names of one transaction."""

MOST_AT_ONCE = 100_000
"""Names that can be asked for without creating what is missing: they find each other in one call."""


def named(given: str | Mapping[str, Any] | NamedEntity, place: int) -> NamedEntity:
    """`given` as a NamedEntity. Raises InvalidInput, whose field is like names[3].name."""
    if isinstance(given, NamedEntity):
        return given
    fields = {"name": given} if isinstance(given, str) else given
    if not isinstance(fields, Mapping) or not all(isinstance(key, str) for key in fields):
        raise InvalidInput(field=f"names[{place}]", reason="must be a text or a dictionary of its fields")
    try:
        asked = NamedEntity(**fields)
    except InvalidInput as error:
        raise placed(error, f"names[{place}]") from None
    if asked.name is None and asked.id is None:
        raise InvalidInput(field=f"names[{place}].name", reason="is missing")
    return asked


def batches(items: list[NamedEntity], create: bool) -> Iterator[list[NamedEntity]]:
    """What is created goes in transactions of 1,000; what is only asked in one, as nothing of it is kept."""
    size = BATCH if create else MOST_AT_ONCE
    for start in range(0, len(items), size):
        yield items[start : start + size]
