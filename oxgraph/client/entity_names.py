"""Names to be resolved to entities, given to a call or in a file."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from oxgraph.client.batches import placed
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.errors import InvalidInput
from oxgraph.file_formats.lines import Line, LineFiles
from oxgraph.types import limits
from oxgraph.types.entities import NamedEntity, ResolvedEntity, has_words

RESOLVE_BATCH = 1_000
"""Names of one transaction."""

MOST_AT_ONCE = 100_000
"""Names that can be asked for without creating what is missing: they find each other in one call."""


def named_entity(given: str | Mapping[str, Any] | NamedEntity, place: int) -> NamedEntity:
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
    size = RESOLVE_BATCH if create else MOST_AT_ONCE
    for start in range(0, len(items), size):
        yield items[start : start + size]


Resolve = Callable[..., list[ResolvedEntity]]

REJECTED = "rejected"
"""The stage of a name that cannot be resolved: none of its characters is a letter or digit, or it is too long."""

LARGEST_INTEGER = 2**63


@dataclass(frozen=True)
class NameRecord:
    """A line of the file. `id` is the line's own and says nothing of the entity."""

    id: Any
    name: str
    entity: NamedEntity | None


@dataclass
class FileResolution:
    """The result of a file: one row for each line, and the number of names by stage."""

    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def stages(self) -> dict[str, int]:
        """How many names were found at each stage."""
        counts: dict[str, int] = {}
        for row in self.rows:
            counts[row["stage"]] = counts.get(row["stage"], 0) + 1
        return counts


def resolve_file(
    resolve: Resolve, file: str, *, dry_run: bool = False, progress: Progress = no_progress
) -> FileResolution:
    """Resolves a file of JSON lines, gzipped or not; `-` is the standard input.

    A line is {"id", "name", "type", "source", "attributes"}; only the name must be there. Neither ids nor sources
    are looked at. Each name is resolved against the workspace and the lines before it; what is missing is made,
    except in a dry run, which keeps nothing and takes at most 100,000 names. `resolve` is that of
    memory.semantic.entities, `progress` is called with bytes. Raises InvalidInput, naming the line.
    """
    files = LineFiles([file])
    done = FileResolution()
    for batch in _batches(files, MOST_AT_ONCE if dry_run else RESOLVE_BATCH):
        if dry_run and done.rows:
            raise InvalidInput(field=file, reason=f"has more than {MOST_AT_ONCE:,} names, too many for a dry run")
        done.rows += _resolved(resolve, batch, create=not dry_run)
        progress(files.done, files.total)
    return done


def _batches(files: LineFiles, size: int) -> Iterator[list[NameRecord]]:
    batch: list[NameRecord] = []
    for line in files:
        batch.append(record(line))
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _resolved(resolve: Resolve, batch: list[NameRecord], *, create: bool) -> Iterator[dict[str, Any]]:
    asked = [record.entity for record in batch if record.entity is not None]
    found = iter(resolve(asked, create=create) if asked else ())
    for one in batch:
        row = {"id": one.id, "name": one.name, "entity": None, "stage": REJECTED, "score": 0.0, "created": False}
        if one.entity is not None:
            hit = next(found)
            row |= {"entity": hit.entity_id, "stage": hit.stage, "score": hit.score, "created": hit.created}
        yield row


def record(line: Line) -> NameRecord:
    """The record of a line. Raises InvalidInput for what is no object with a name, or has fields of another kind."""
    found = _object(line)
    name = found.get("name")
    if not isinstance(name, str):
        raise line.refusal("name", "is missing" if name is None else "must be a text")
    if not resolvable(name):
        return NameRecord(found.get("id"), name.encode(errors="replace").decode(), None)
    try:
        entity = NamedEntity(name=name, type=found.get("type") or None, attributes=_attributes(line, found))
    except InvalidInput as error:
        raise line.refusal(str(error.values["field"]), str(error.values["reason"])) from None
    return NameRecord(found.get("id"), name, entity)


def resolvable(name: str) -> bool:
    """Whether a name can be compared with others: not too long, valid, with a letter or a digit."""
    if len(name) > limits.ENTITY_NAME or any("\ud800" <= character <= "\udfff" for character in name):
        return False
    return has_words(name)


def _object(line: Line) -> Mapping[str, Any]:
    try:
        found = json.loads(line.text)
    except (ValueError, RecursionError):
        raise line.refusal("", "is not valid JSON in UTF-8") from None
    if not isinstance(found, dict):
        raise line.refusal("", "is not an object")
    return found


def _attributes(line: Line, found: Mapping[str, Any]) -> dict[str, Any]:
    given = found.get("attributes")
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise line.refusal("attributes", "must be an object")
    return {name: _plain(value) for name, value in given.items() if name.strip() and value is not None}


def _plain(value: Any) -> Any:
    """What a node can hold; what it cannot is kept as text."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()[: limits.CONTENT]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return [_plain(item) for item in value]
    if isinstance(value, int) and not -LARGEST_INTEGER <= value < LARGEST_INTEGER:
        return str(value)
    return value if isinstance(value, bool | int | float) else json.dumps(value, ensure_ascii=True)[: limits.CONTENT]
