"""Native dumps of a home's database, by neo4j-admin, while its server is down."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from oxgraph.errors import DumpFailed, HomeNotEmpty, HomeRuns
from oxgraph.file_formats.backup_places import Place, place_of
from oxgraph.file_formats.backups import NATIVE, STAMP, missing
from oxgraph.local import Progress, config, launch, no_progress, process
from oxgraph.local.home import Home

DATABASE = "neo4j"
NAME = f"{DATABASE}.dump"
SECONDS = 6 * 3_600
SHOWN_LINES = 10


@dataclass(frozen=True)
class Dump:
    """A dump at an address; `made_at` is its time, `size` its bytes."""

    address: str
    made_at: datetime
    size: int


def dump(address: str | Path, home: Home | None = None, *, progress: Progress = no_progress) -> Dump:
    """Writes the whole database of a home whose server is down, with your own nodes too, to a folder or address.

    The password and the users of Neo4j are not in it. Raises HomeRuns, HomeBusy, DumpFailed, BackupPlaceFailed,
    ExtraMissing, and what finding Java and the jars raises.
    """
    home = home or Home.default()
    place = place_of(address)
    made_at = datetime.now(UTC)
    with _still(home, progress) as parts, place.exporting() as beside:
        if not home.is_initialised():
            raise DumpFailed(home=home.path, reason="it has no database yet")
        progress("dumping the database", 0, 0)
        file = beside.absolute().with_name(NAME)
        _admin(home, parts, "database", "dump", DATABASE, f"--to-path={file.parent}")
        size = file.stat().st_size
        progress("keeping the dump", 0, 0)
        place.put(file, f"{NATIVE}/{made_at.strftime(STAMP)}.dump")
    return Dump(place.address, made_at, size)


def load(
    address: str | Path,
    home: Home | None = None,
    *,
    at: datetime | None = None,
    overwrite: bool = False,
    progress: Progress = no_progress,
) -> Dump:
    """Loads the newest dump at an address, or the newest that was made at `at` or before, into a home.

    The home keeps its own password. A home that has data is overwritten only with `overwrite`. Start it with `up`,
    which brings the schema up to date. Raises HomeRuns, HomeNotEmpty, HomeBusy, DumpFailed,
    BackupPlaceFailed, BackupMissing.
    """
    home = home or Home.default()
    place = place_of(address)
    name, made_at = _chosen(place, at)
    with _still(home, progress) as parts, tempfile.TemporaryDirectory(dir=home.path, prefix=".dump-") as folder:
        if (home.folder("data") / "databases" / DATABASE).is_dir() and not overwrite:
            raise HomeNotEmpty(home=home.path)
        launch.ensure_password(home, parts)
        with place.reading(f"{NATIVE}/{name}") as file:
            (Path(folder) / NAME).symlink_to(file.resolve())
            progress("loading the dump", 0, 0)
            source = f"--from-path={folder}"
            _admin(home, parts, "database", "load", DATABASE, source, "--overwrite-destination=true")
            size = file.stat().st_size
    return Dump(place.address, made_at, size)


def _chosen(place: Place, at: datetime | None) -> tuple[str, datetime]:
    until = at.astimezone(UTC).strftime(STAMP) if at else "~"
    names = [name for name in place.names(NATIVE) if name.endswith(".dump") and name.removesuffix(".dump") <= until]
    if not names:
        raise missing(place, at, native=True)
    return max(names), datetime.strptime(max(names).removesuffix(".dump"), STAMP).replace(tzinfo=UTC)


@contextmanager
def _still(home: Home, progress: Progress) -> Iterator[launch.Parts]:
    """Holds the home, whose server must be down, and gives what neo4j-admin needs."""
    with home.lock():
        home.prepare()
        record = home.record()
        if record is not None and process.is_alive(record.pid, record.started):
            raise HomeRuns(home=home.path)
        parts = launch.gather(home, None, progress)
        ports = (record.bolt, record.http) if record else (7687, 7474)
        (home.folder("conf") / "neo4j.conf").write_text(config.conf(*ports), encoding="utf-8")
        yield parts


def _admin(home: Home, parts: launch.Parts, *words: str) -> None:
    environment = {**os.environ, "NEO4J_HOME": str(home.neo4j), "NEO4J_CONF": str(home.folder("conf"))}
    try:
        result = subprocess.run(
            config.admin_command(parts.java, parts.arguments, *words),
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DumpFailed(home=home.path, reason=str(error)) from error
    if result.returncode != 0:
        output = (result.stdout + result.stderr).strip().splitlines()[-SHOWN_LINES:]
        raise DumpFailed(home=home.path, reason="\n".join(output))
