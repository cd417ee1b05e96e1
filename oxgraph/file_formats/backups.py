"""A place of backups: archives of workspaces, and for each backup an index of the archives and tokens that it is.

An archive is named by its workspace and its position, so that backups share what did not change between them.
`backup.json` is the newest index, which is written last.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from oxgraph.errors import ArchiveInvalid, ArchiveVersion, BackupMissing, BackupPlaceFailed
from oxgraph.file_formats.backup_places import Place

FORMAT = 1
INDEX = "backup.json"
BACKUPS = "backups"
WORKSPACES = "workspaces"
NATIVE = "native"
"""The folder of native dumps."""

STAMP = "%Y%m%dT%H%M%S.%fZ"
TIMES = ("created_at", "last_used_at", "revoked_at", "expires_at")
BROKEN = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


@dataclass
class BackedUp:
    """A workspace of a backup. `position` is that of the change feed, `deleted` whether it was soft-deleted.

    `server` is the one that had it, with the id of its database; '' for the main one, whose database is that of the
    backup unless it is named here.
    """

    workspace_id: str
    name: str
    position: int
    digest: str
    deleted: bool
    server: str = ""
    database_id: str = ""

    @property
    def file(self) -> str:
        """The name of its archive. Positions of two servers may be equal."""
        where = f"-{sha256(self.database_id.encode()).hexdigest()[:12]}" if self.server else ""
        return f"{WORKSPACES}/{self.workspace_id}-{self.position}{where}.zip"


@dataclass
class Backup:
    """What one backup holds. Positions are those of the main server's database, which has this id.

    `servers` are the others of the directory: name, address, `draining`.
    """

    database_id: str
    made_at: str
    workspaces: list[BackedUp] = field(default_factory=list)
    servers: list[dict[str, Any]] = field(default_factory=list)

    def of(self, workspace_id: str) -> BackedUp | None:
        """The workspace of this id."""
        return next((one for one in self.workspaces if one.workspace_id == workspace_id), None)

    @property
    def stamp(self) -> str:
        """Its time, as its files are named by."""
        return datetime.fromisoformat(self.made_at).strftime(STAMP)


def read_backup(place: Place, at: datetime | None = None) -> Backup | None:
    """The newest backup, or the newest that was made at `at` or before; None where there is none.

    Raises ArchiveInvalid, ArchiveVersion, BackupPlaceFailed.
    """
    if at is None:
        return _read(place, INDEX) if place.has(INDEX) else None
    until = at.astimezone(UTC).strftime(STAMP)
    names = [name for name in place.names(BACKUPS) if name.endswith(".json") and name.removesuffix(".json") <= until]
    return _read(place, f"{BACKUPS}/{max(names)}") if names else None


def indexes(place: Place) -> Iterator[Backup]:
    """All backups, the newest first. Raises ArchiveInvalid, ArchiveVersion."""
    names = [name for name in place.names(BACKUPS) if name.endswith(".json")]
    for name in sorted(names, reverse=True):
        yield _read(place, f"{BACKUPS}/{name}")


def _read(place: Place, name: str) -> Backup:
    file = f"{place.address}/{name}"
    try:
        found = json.loads(place.read(name))
        version = found.pop("format")
        if isinstance(version, int) and version > FORMAT:
            raise ArchiveVersion(file=file, found=version, needed=FORMAT)
        found["workspaces"] = [BackedUp(**one) for one in found["workspaces"]]
        _ = [(one["name"], one["address"], one["draining"]) for one in found.get("servers", [])]
        backup = Backup(**found)
        _ = backup.stamp
    except BROKEN as error:
        raise ArchiveInvalid(file=file, reason=" ".join(str(error).split())) from error
    if any(not set(one.workspace_id) <= set("0123456789abcdef-") for one in backup.workspaces):
        raise ArchiveInvalid(file=file, reason="it names a workspace by an id that is none")
    return backup


def missing(place: Place, at: datetime | None, *, native: bool = False) -> BackupMissing:
    """The error for a place that has no backup, or none of `at` or before: what is missing there and what to do."""
    kind = "native dump" if native else "backup"
    return BackupMissing(kind=kind, address=place.address, reason=_what_is_missing(place, at, native=native))


def _what_is_missing(place: Place, at: datetime | None, *, native: bool) -> str:
    backups = [name.removesuffix(".json") for name in place.names(BACKUPS) if name.endswith(".json")]
    dumps = [name.removesuffix(".dump") for name in place.names(NATIVE) if name.endswith(".dump")]
    there, others = (dumps, backups) if native else (backups, dumps)
    if there and at is not None:
        oldest = datetime.strptime(min(there), STAMP).replace(tzinfo=UTC)
        return (
            f"the oldest is of {oldest:%Y-%m-%dT%H:%M:%SZ}, and {at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ} was asked for."
        )
    if others:
        found = (
            "a backup of workspaces is there, leave --native out" if native else "a native dump is there, add --native"
        )
        return f"{found}."
    if not place.has(""):
        return "nothing is there. Name the folder or address that `oxgraph backup` wrote to."
    if place.has_file(""):
        return "it is a file, and a backup is a folder. An archive of one workspace is for `oxgraph workspace import`."
    named, command = (f"{NATIVE}/*.dump", "oxgraph backup --native") if native else (INDEX, "oxgraph backup")
    return f"it has no {named}. Name the folder or address that `{command}` wrote to."


def write_backup(place: Place, backup: Backup, tokens: list[dict[str, Any]]) -> None:
    """Writes tokens and index."""
    lines = "".join(json.dumps(row, default=_time, sort_keys=True) + "\n" for row in tokens)
    index = json.dumps({"format": FORMAT} | asdict(backup), indent=2) + "\n"
    place.write(f"{BACKUPS}/{backup.stamp}.tokens.jsonl", lines)
    place.write(f"{BACKUPS}/{backup.stamp}.json", index)
    place.write(INDEX, index)


def prune(place: Place, keep: int) -> int:
    """Removes all but `keep` backups, and the archives that none of those names; how many backups.

    They are the one that was written last, whatever its clock said, and those with the latest times.
    """
    latest = _read(place, INDEX).stamp
    indexes = sorted(
        (name for name in place.names(BACKUPS) if name.endswith(".json")),
        key=lambda name: (name.removesuffix(".json") == latest, name),
    )
    gone, kept = indexes[: -keep or None], indexes[-keep:]
    named = {one.file for name in kept for one in _read(place, f"{BACKUPS}/{name}").workspaces}
    for name in gone:
        place.remove(f"{BACKUPS}/{name}")
        place.remove(f"{BACKUPS}/{name.removesuffix('.json')}.tokens.jsonl")
    for name in place.names(WORKSPACES):
        if f"{WORKSPACES}/{name}" not in named:
            place.remove(f"{WORKSPACES}/{name}")
    return len(gone)


def read_tokens(place: Place, backup: Backup) -> list[dict[str, Any]]:
    """The tokens of a backup. Raises ArchiveInvalid."""
    name = f"{BACKUPS}/{backup.stamp}.tokens.jsonl"
    try:
        rows = [json.loads(line) for line in place.read(name).splitlines()]
        return [
            {key: datetime.fromisoformat(value) if key in TIMES else value for key, value in row.items()}
            for row in rows
        ]
    except (*BROKEN, BackupPlaceFailed) as error:
        raise ArchiveInvalid(file=f"{place.address}/{name}", reason=" ".join(str(error).split())) from error


def _time(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
