"""The operations of the mirror's Postgres: up, down, state."""

from dataclasses import dataclass, field
from pathlib import Path

from oxgraph.errors import NotRunning, StopFailed
from oxgraph.local import Progress, no_progress, ports, process
from oxgraph.local.home import Home
from oxgraph.local.postgres import binaries, cluster, launch, layout
from oxgraph.local.postgres.layout import Layout


@dataclass(frozen=True)
class Postgres:
    """A running local Postgres. `dsn` is its superuser's; `started` is whether this call started it.

    `mirror_dsn_file` holds the DSN of the copier's login, once there is one.
    """

    dsn: str = field(repr=False)
    mirror_dsn_file: Path
    port: int
    pid: int
    home: Path
    version: str
    started: bool = False
    notes: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """Where it is, without login and password."""
        return f"{ports.HOST}:{self.port}/{cluster.DATABASE}"


def up(home: Home | None = None, *, progress: Progress = no_progress) -> Postgres:
    """Starts the home's Postgres, unless it runs already; makes its data first where there is none.

    Raises HomeBusy, HomeUnusable, ExtraMissing, PostgresFailed.
    """
    home = home or Home.default()
    with home.lock():
        return start(home, progress)


def up_with_mirror(home: Home, progress: Progress = no_progress) -> Postgres:
    """As `start`, with the mirror's tables migrated and a login for the copier. The caller holds the home's lock."""
    from oxgraph.local.postgres import database

    server = start(home, progress)
    database.bring(layout.of(home), server.port, progress)
    return server


def start(home: Home, progress: Progress = no_progress) -> Postgres:
    """Like `up`. The caller holds the home's lock."""
    from oxgraph.local.postgres import database

    home.check_space()
    kept = layout.prepare(home)
    record, notes = _reuse(home, kept, progress)
    started = record is None
    if record is None:
        progress("preparing Postgres", 0, 0)
        programs = binaries.find(kept)
        cluster.ensure(home, kept, programs)
        record = launch.launch(home, kept, programs, progress)
    database.ensure(kept)
    return _server(home, kept, record, started=started, notes=tuple(notes))


def _reuse(home: Home, kept: Layout, progress: Progress) -> tuple[launch.Record | None, list[str]]:
    """The running server's record; else None, with nothing of it left running."""
    record = launch.recorded(kept)
    if record is not None and launch.is_running(kept, record):
        launch.await_answer(home, kept, record, progress)
        return record, []
    notes = [
        f"A Postgres of a former {home.path} lies in {root}; remove that folder unless the home was moved."
        for root in layout.left(home)
    ]
    if record is not None and not record.stopped:
        notes.append(f"Postgres (process {record.pid}) had ended without `oxgraph down`; its data was recovered.")
    for pid, started in _strays(home, kept):
        _end(kept, pid, started)
        notes.append(f"A Postgres of this folder ran without a record of it (process {pid}); it was restarted.")
    return None, notes


def _strays(home: Home, kept: Layout) -> list[tuple[int, float]]:
    """Servers of this data that the record does not know: after a kill before it was kept, or without the home."""
    roots = [kept.root] if kept.kept.is_dir() else [kept.root, *layout.left(home)]
    return [found for root in roots for found in process.with_words("-D", str(root / "data"))]


def _end(kept: Layout, pid: int, started: float) -> bool:
    ended = launch.stop(pid, started)
    if ended is None:
        raise StopFailed(pid=pid, reason=f"it did not even end by force; see {kept.log}")
    return ended


def down(home: Home | None = None) -> str:
    """Stops the home's Postgres: 'stopped', 'killed' (it did not end by itself), or 'not running'.

    Raises HomeUnusable, HomeBusy, StopFailed.
    """
    home = home or Home.default()
    if not home.path.is_dir():  # removed, perhaps under a running server; a lock would make it anew
        return _outcome(stop(home))
    with home.lock():
        ends = stop(home)
    return _outcome(ends)


def _outcome(ends: list[bool]) -> str:
    if not ends:
        return "not running"
    return "stopped" if all(ends) else "killed"


def stop(home: Home) -> list[bool]:
    """Like `down`; returns for each server that ran whether it ended by itself. The caller holds the home's lock."""
    kept = layout.of(home)
    record = launch.recorded(kept)
    found = [(record.pid, record.started)] if record and launch.is_running(kept, record) else []
    ends = [_end(kept, pid, started) for pid, started in found or _strays(home, kept)]
    if record is not None:
        launch.keep(kept, record.as_stopped())
    return ends


def is_there(home: Home) -> bool:
    """Whether the home has a Postgres, running or not."""
    return layout.of(home).is_initialised()


def log_file(home: Home) -> Path:
    """The log of Postgres."""
    return layout.of(home).log


def state(home: Home) -> str:
    """running, starting (its process runs but does not answer yet), stopped, killed, or absent (never started here).

    Raises PostgresFailed when the kept password is not the server's.
    """
    kept = layout.of(home)
    record = launch.recorded(kept)
    if record is None:
        return "absent"
    if not launch.is_running(kept, record):
        return "stopped" if record.stopped else "killed"
    return "running" if launch.answers(home, kept, record) else "starting"


def running(home: Home | None = None) -> Postgres:
    """The home's running Postgres, to connect to. Raises NotRunning."""
    home = home or Home.default()
    kept = layout.of(home)
    record = launch.recorded(kept)
    if record is None or not launch.is_running(kept, record):
        raise NotRunning(home=home.path)
    return _server(home, kept, record)


def _server(
    home: Home, kept: Layout, record: launch.Record, *, started: bool = False, notes: tuple[str, ...] = ()
) -> Postgres:
    return Postgres(
        dsn=kept.admin_dsn.read_text(encoding="utf-8").strip(),
        mirror_dsn_file=kept.mirror_dsn,
        port=record.port,
        pid=record.pid,
        home=home.path,
        version=record.postgres,
        started=started,
        notes=notes,
    )
