"""The operations of a local server: up, down, status, logs. The command line only prints what they return."""

import logging
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from oxgraph.clock import Clock, utc_now
from oxgraph.errors import DatabaseUnavailable, NotRunning, OxgraphError, SchemaNewer, StartFailed, StopFailed
from oxgraph.local import Progress, config, launch, no_progress, plugin, ports, postgres, process, serving
from oxgraph.local.home import Home, Record
from oxgraph.local.jars import NEO4J_VERSION, sha256

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Server:
    """A running local server, and how to reach it.

    `started` is whether this call started it; `notes` are remarks for the user. `mirror` is where the
    mirror's Postgres runs beside it, such as 127.0.0.1:5433/oxgraph, and `mirror_dsn_file` holds the copier's DSN.
    """

    uri: str
    browser: str
    user: str
    password: str = field(repr=False)
    password_file: Path
    home: Path
    pid: int
    started: bool = False
    notes: tuple[str, ...] = ()
    mirror: str | None = None
    mirror_dsn_file: Path | None = None

    @property
    def auth(self) -> tuple[str, str]:
        """User and password."""
        return self.user, self.password

    def as_dict(self) -> dict[str, Any]:
        """The fields, without the password."""
        return {key: _text(value) for key, value in asdict(self).items() if key != "password"}


@dataclass(frozen=True)
class Status:
    """The state of a home's server.

    `state` is running, starting (its process runs but does not answer yet), unavailable (its database has stopped
    after an error such as a full disk; `oxgraph up` starts it again), stopped, killed (its process is gone though
    nobody stopped it) or absent (never started here); `mirror` is that of the mirror's Postgres, None where it
    is absent, and `mirror_postgres` is where it listens. `serve` is the state of the `oxgraph serve` that runs from the
    home (running, killed; None where there is none), and `serve_url` its address.
    """

    state: str
    home: Path
    pid: int | None = None
    uri: str | None = None
    browser: str | None = None
    neo4j: str | None = None
    oxgraph: str | None = None
    java: str | None = None
    uptime_seconds: float | None = None
    mirror: str | None = None
    mirror_postgres: str | None = None
    serve: str | None = None
    serve_url: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields."""
        return {key: _text(value) for key, value in asdict(self).items()}


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


def up(
    home: Home | None = None,
    *,
    heap: str | None = None,
    mirror: bool = False,
    progress: Progress = no_progress,
    now: Clock = utc_now,
) -> Server:
    """Starts the home's server unless it runs already, and applies the migrations.

    `heap` is the most memory of its Java heap, such as 2g (default OXGRAPH_HEAP, else 1g). With `mirror` a Postgres for
    the mirror starts beside it; a home that has one starts it without being asked. A first start takes the usual ports,
    moved by OXGRAPH_PORT_OFFSET, or the next free ones; a later one those that it had. Raises InvalidInput,
    HomeUnusable, HomeBusy, JavaMissing, ExtraMissing, DownloadFailed, ChecksumMismatch, BuildToolMissing,
    PluginBuildFailed, StartFailed, PostgresFailed, or an error of the migrations: with SchemaNewer a running server
    keeps its plugin, and one that was started is stopped again.
    """
    home = home or Home.default()
    with home.lock():
        return _up(home, heap, mirror, progress, now)


def ended(home: Home) -> Record | None:
    """The record of the home's server where it was not stopped by `oxgraph down` and its process is gone."""
    record = home.record()
    gone = record is not None and not record.stopped and not process.is_alive(record.pid, record.started)
    return record if gone else None


def up_again(home: Home) -> Server | None:
    """Starts the home's server where it has ended by itself, and says so in the log.

    None where it runs (`oxgraph up` had stopped it to replace its plugin), or `oxgraph down` stopped it meanwhile.
    Raises what `up` raises.
    """
    with home.lock():
        record = ended(home)
        if record is None:
            return None
        log.warning("the server of %s has ended without `oxgraph down`; it is started again", home.path)
        return _up(home, record.heap, False, no_progress, utc_now)


def _up(home: Home, heap: str | None, mirror: bool, progress: Progress, now: Clock) -> Server:
    """What `up` does, in the lock of the home."""
    home.prepare()
    parts = launch.gather(home, heap, progress)
    launch.ensure_password(home, parts)
    record, notes = _reuse(home, parts, progress)
    started = record is None
    if record is None:
        record = launch.launch(home, parts, home.record(), progress)
    try:
        launch.bring_schema(home, record, now, progress)
    except SchemaNewer:
        if started:  # clients of the later version would write through this one's plugin
            home.keep(record.as_stopped())
            _end(home, record.pid, record.started)
        raise
    mirror_postgres, more = _bring_mirror(home, mirror, progress)
    return _server(home, record, mirror_postgres, started=started, notes=(*notes, *more))


def _bring_mirror(home: Home, wanted: bool, progress: Progress) -> tuple[postgres.Postgres | None, tuple[str, ...]]:
    """Starts the mirror's Postgres if `mirror` is given or the home has one; raises only if `mirror` is given."""
    if not wanted and not postgres.is_there(home):
        return None, ()
    try:
        found = postgres.up_with_mirror(home, progress)
    except OxgraphError as error:
        if wanted:
            raise
        return None, (f"The mirror's Postgres could not be started: {error}",)
    return found, found.notes


def _reuse(home: Home, parts: launch.Parts, progress: Progress) -> tuple[Record | None, list[str]]:
    """The running server's record if it can be used as it is; otherwise stops it and returns None."""
    record = home.record()
    if record is None or not process.is_alive(record.pid, record.started):
        return None, _clear(home, record)
    wanted, jars = sha256(parts.plugin), plugin.installed(home.folder("plugins"))
    # One that was overwritten under the server: its classes are lost. One that is gone is put back below.
    is_other = bool(jars) and [sha256(jar) for jar in jars] != [wanted]
    if is_other or (record.plugin, record.neo4j) != (wanted, NEO4J_VERSION):
        launch.require_known_schema(home, record)
        progress("stopping the server to replace its plugin", 0, 0)
        launch.end_transactions(home, record)
        _end(home, record.pid, record.started)
        return None, ["The server ran with another build of the plugin; it was replaced and the server restarted."]
    try:
        launch.await_answer(home, record, progress)
    except StartFailed:
        if process.is_alive(record.pid, record.started):
            raise
        return None, _clear(home, record)  # it was ending, killed a moment ago
    except DatabaseUnavailable as error:
        progress("stopping the server to start its database again", 0, 0)
        _end(home, record.pid, record.started)
        return None, [f"The server was restarted, since its database had stopped: {error.values['reason']}"]
    notes = _outdated(home, record, parts)
    if not jars:
        plugin.install(parts.plugin, home.folder("plugins"))
        notes.append("The plugin's jar was gone from under the running server; it was put back.")
    return record, notes


def _outdated(home: Home, record: Record, parts: launch.Parts) -> list[str]:
    """What the running server has otherwise than it would be started now."""
    notes = []
    if record.heap != parts.heap:
        notes.append(
            f"The server runs with a heap of {record.heap}; `oxgraph down` and up again gives it {parts.heap}."
        )
    if launch.has_other_settings(home, record):
        notes.append(
            f"The server was started with other settings of Neo4j ({config.OWN_SETTINGS}); `oxgraph down` and up again "
            "gives it those of now."
        )
    return notes


def _clear(home: Home, record: Record | None) -> list[str]:
    notes = []
    if record is not None and not record.stopped:
        notes.append(f"The server (process {record.pid}) had ended without `oxgraph down`; its data was recovered.")
    for pid, started in _strays(home):
        _end(home, pid, started)
        notes.append(f"A server of this folder ran without a record of it (process {pid}); it was restarted.")
    return notes


def _strays(home: Home) -> list[tuple[int, float]]:
    """Neo4j processes of this home that its record does not name, left by a kill between start and record."""
    return process.with_words(f"--home-dir={home.neo4j}", config.MAIN)


def _end(home: Home, pid: int, started: float) -> bool:
    """Ends a process; whether it did so by itself. Raises StopFailed."""
    ended = process.stop(pid, started, gently=launch.STOP_GENTLY, hard=launch.STOP_HARD)
    if ended is None:
        raise StopFailed(pid=pid, reason=f"it did not even end by force; see {home.log_file}")
    return ended


def down(home: Home | None = None) -> str:
    """Stops the home's servers: 'stopped', 'killed' (one did not end by itself), or 'not running'.

    Raises HomeUnusable, HomeBusy, StopFailed.
    """
    home = home or Home.default()
    if not home.path.is_dir():  # removed, perhaps under a running server; a lock would make it anew
        return _outcome([*postgres.stop(home), *(_end(home, pid, started) for pid, started in _strays(home))])
    with home.lock():
        record = home.record()
        if record is not None:  # before its process ends, so that nobody takes that for a crash
            home.keep(record.as_stopped())
        ends = [*serving.stop(home), *postgres.stop(home)]
        found = []
        if record is not None and process.is_alive(record.pid, record.started):
            found = [(record.pid, record.started)]
            launch.end_transactions(home, record)
        try:
            ends += [_end(home, pid, started) for pid, started in found or _strays(home)]
        except StopFailed:
            if record is not None:
                home.keep(record)
            raise
    return _outcome(ends)


def _outcome(ends: list[bool]) -> str:
    if not ends:
        return "not running"
    return "stopped" if all(ends) else "killed"


def status(home: Home | None = None) -> Status:
    """The state of the home's servers.

    Raises AuthenticationFailed, PostgresFailed when a kept password is not the server's.
    """
    home = home or Home.default()
    return replace(_status(home), **_mirror_status(home), **_serve_status(home))


def _serve_status(home: Home) -> dict[str, Any]:
    found = serving.running(home)
    return {"serve": serving.state(home), "serve_url": found.url if found else None}


def _mirror_status(home: Home) -> dict[str, Any]:
    state = postgres.state(home)
    if state == "absent":
        return {}
    if state not in ("running", "starting"):
        return {"mirror": state}
    return {"mirror": state, "mirror_postgres": postgres.running(home).address}


def _status(home: Home) -> Status:
    record = home.record()
    if record is None:
        return Status("absent", home.path)
    alive = process.is_alive(record.pid, record.started)
    if not alive:
        state = "stopped" if record.stopped else "killed"
        return Status(state, home.path, neo4j=record.neo4j, oxgraph=record.oxgraph, java=record.java)
    return Status(
        _state(home, record),
        home.path,
        pid=record.pid,
        uri=launch.uri(record),
        browser=_browser(record),
        neo4j=record.neo4j,
        oxgraph=record.oxgraph,
        java=record.java,
        uptime_seconds=round(process.uptime(record.pid) or 0.0, 1),
    )


def _state(home: Home, record: Record) -> str:
    """The state of a server whose process runs."""
    try:
        return "running" if launch.answers(home, record) else "starting"
    except DatabaseUnavailable:
        return "unavailable"


def running(home: Home | None = None) -> Server:
    """The home's running server, to connect to. Raises NotRunning."""
    home = home or Home.default()
    record = home.record()
    if record is None or not process.is_alive(record.pid, record.started):
        raise NotRunning(home=home.path)
    try:
        return _server(home, record, postgres.running(home))
    except NotRunning:
        return _server(home, record)


def logs(home: Home | None = None, *, lines: int = 50, follow: bool = False, mirror: bool = False) -> Iterator[str]:
    """The last lines of Neo4j's log, or of the mirror's Postgres; with `follow`, then what is added, without end."""
    home = home or Home.default()
    file = postgres.log_file(home) if mirror else home.log_file
    yield from process.tail(file, lines)
    if follow:
        yield from process.follow_log(file)


def _browser(record: Record) -> str:
    return f"http://{ports.HOST}:{record.http}/browser/"


def _server(
    home: Home,
    record: Record,
    mirror: postgres.Postgres | None = None,
    *,
    started: bool = False,
    notes: tuple[str, ...] = (),
) -> Server:
    return Server(
        uri=launch.uri(record),
        browser=_browser(record),
        user=launch.USER,
        password=home.password() or "",
        password_file=home.password_file,
        home=home.path,
        pid=record.pid,
        started=started,
        notes=notes,
        mirror=mirror.address if mirror else None,
        mirror_dsn_file=mirror.mirror_dsn_file if mirror else None,
    )
