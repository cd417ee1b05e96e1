"""The checks of `oxgraph doctor`: everything that a local server and its mirror need, each with a remedy."""

import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oxgraph import cypher, migrations
from oxgraph.clock import Clock, utc_now
from oxgraph.cypher import CypherFile, statement
from oxgraph.errors import (
    AuthenticationFailed,
    BuildToolMissing,
    ConnectionFailed,
    DatabaseUnavailable,
    InvalidInput,
    MirrorDenied,
    MirrorFailed,
    OxgraphError,
    SchemaIncomplete,
)
from oxgraph.graph import Auth, Graph
from oxgraph.local import java, launch, plugin, postgres, process
from oxgraph.local.home import NEEDED_FREE, Home, free_bytes
from oxgraph.local.jars import NEO4J_VERSION, JarStore, pins, sha256
from oxgraph.local.postgres import binaries, layout
from oxgraph.local.postgres import launch as postgres_launch
from oxgraph.local.postgres.layout import Layout
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.types.mirror import MirrorStatus

Logins = Callable[[], Mapping[str, tuple[str, Auth]]]
"""The other servers by name, each with its address and login. Raises InvalidInput where they cannot be read."""

SHOWN_ROWS = 3
UP = "Run `oxgraph up`."
REMOTE = ("connection", "plugin version", "migrations", "indexes", "LOAD CSV", "audits")
"""The checks that need a server, in their order."""
CSV_PLACES = (
    ("files", "file:///oxgraph-doctor.csv", "allow_csv_import_from_file_urls"),
    ("addresses", "http://127.0.0.1:1/oxgraph-doctor.csv", "blocked"),
)
"""What LOAD CSV might read, a place where nothing is, and how a server says that it does not even look."""
UP_MIRROR = "Run `oxgraph up --mirror`."
MIRROR_CHECKS = (
    "postgres programs",
    "postgres data",
    "postgres passwords",
    "postgres process",
    "mirror tables",
    "mirror copy",
)
LATE_SECONDS = 300
"""The age of the oldest change that is not copied, from which on the mirror is behind; a copier takes seconds."""

WORKER = "`oxgraph worker` does this; or run `oxgraph passes run --workspace NAME`."
AUDIT_REMEDIES = {
    "actions_without_sequence": WORKER,
    "overdue_sequences": WORKER,
    "stuck_extraction": f"{WORKER} It needs the language model, see OXGRAPH_MODEL in its help.",
    "failed_runs": "The worker's log says why; `oxgraph passes run --workspace NAME --pass PASS` runs it again.",
    "invalid_nodes": "Set the property that is named, or delete the node.",
    "orphan_questions": "`oxgraph passes run --workspace NAME --pass garbage` deletes them, the worker each month.",
    "unfinished_deletions": "Call `delete_conversation` for each again: it goes on where it stopped.",
    "unknown_embedding_models": "Start the worker with `--embedder` of that model, or change to one that "
    "there is: `oxgraph reembed MODEL --workspace NAME`; the present one cancels a change.",
}
AUDIT_REMEDY = (
    "Where nothing was changed by hand, this should not be: report it with these ids. `oxgraph backup` keeps what "
    "there is meanwhile."
)
"""What to do about what an audit finds, by its name; and about all that only a fault can have made."""


@dataclass(frozen=True)
class Check:
    """The result of a check. `ok` is None when an earlier problem made it impossible."""

    name: str
    ok: bool | None
    detail: str
    remedy: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The fields."""
        return asdict(self)


class CheckFailed(Exception):
    """Raised by a check: what is wrong, and what to do."""

    def __init__(self, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.remedy = remedy


def run_check(name: str, check: Callable[[], str]) -> Check:
    """Runs a check; its detail is what `check` returns, or the problem that it raises."""
    try:
        return Check(name, True, check())
    except CheckFailed as problem:
        return Check(name, False, str(problem), problem.remedy)
    except OxgraphError as error:
        return Check(name, False, str(error))


def doctor(
    home: Home | None = None,
    *,
    uri: str | None = None,
    auth: Auth = None,
    now: Clock = utc_now,
    others: Logins = dict,
) -> list[Check]:
    """Runs every check, in the order in which problems are best solved; changes nothing.

    With `uri`, only the checks possible through a connection, and the copy in the Postgres of OXGRAPH_MIRROR_DSN.
    `others` are the other servers of the directory. An OxgraphError becomes a failed check.
    """
    found = _elsewhere(uri, auth, now) if uri is not None else _local(home or Home.default(), now)
    return [*found, *_servers(others)]


def _servers(logins: Logins) -> Iterator[Check]:
    """The checks of the other servers of the directory (docs/servers.md)."""
    try:
        found = logins()
    except InvalidInput as error:
        remedy = "Put it back, or remove it and `oxgraph servers add` each of them again."
        yield Check("servers", False, str(error.values.get("reason", error)), remedy)
        return
    for name, (uri, auth) in found.items():
        yield run_check(f"server {name}", lambda name=name, uri=uri, auth=auth: _server(name, uri, auth))  # type: ignore[misc]


def _server(name: str, uri: str, auth: Auth) -> str:
    try:
        with Graph.open(uri, auth, check=False) as graph:
            graph.check_plugin()
            migrations.check(graph)
    except ConnectionFailed as error:
        remedy = f"Start it on its machine; `oxgraph servers remove {name}` takes one out that was drained."
        raise CheckFailed(f"no Neo4j answers at {uri}: {error.values.get('reason')}", remedy) from error
    except AuthenticationFailed as error:
        raise CheckFailed(str(error), f"`oxgraph servers add {name} {uri}` asks for its password.") from error
    except OxgraphError as error:
        raise CheckFailed(str(error), f"That is to be done on the machine of {name}.") from error
    return f"{uri}, of this version"


def healthy(checks: list[Check]) -> bool:
    """Whether no check found a problem."""
    return all(check.ok is not False for check in checks)


def _elsewhere(uri: str, auth: Auth, now: Clock) -> Iterator[Check]:
    """The checks of a Neo4j that `oxgraph up` has not started, and of the mirror that the environment names."""
    yield from (checks := list(_remote(uri, auth, now)))
    if dsn := os.environ.get("OXGRAPH_MIRROR_DSN"):
        yield _mirror_copy(dsn, (lambda: Graph.open(uri, auth, check=False)) if checks[0].ok else None, now)


def _local(home: Home, now: Callable[[], datetime]) -> Iterator[Check]:
    yield run_check("java", _java)
    yield run_check("neo4j jars", lambda: _jars(home))
    yield run_check("plugin jar", _plugin_jar)
    yield run_check("home", lambda: _home(home))
    yield run_check("disk space", lambda: _space(home))
    yield run_check("password file", lambda: _password(home))
    yield run_check("installed plugin", lambda: _installed(home))
    yield (running := run_check("server process", lambda: _process(home)))
    record = home.record()
    if running.ok and record is not None:
        uri, auth = launch.uri(record), (launch.USER, _kept(home))
        yield from _remote(uri, auth, now, home.password_file)
        yield from _mirror(home, lambda: Graph.open(uri, auth, check=False), now)
    else:
        yield from (Check(name, None, "not looked at: no server is running") for name in REMOTE)
        yield from _mirror(home, None, now)


def _kept(home: Home) -> str:
    try:
        return home.password() or ""
    except OxgraphError:
        return ""


def _java() -> str:
    found = java.find_java()
    return f"{found.version} at {found.home}"


def _jars(home: Home) -> str:
    store, wanted = JarStore(home.jars_file), pins()
    missing = [pin for pin in wanted if not store.is_good(pin)]
    if missing:
        raise CheckFailed(f"{len(missing)} of {len(wanted)} are missing or broken", "`oxgraph up` fetches them.")
    return f"all {len(wanted)} of Neo4j {NEO4J_VERSION} are there and are the pinned ones"


def _plugin_jar() -> str:
    try:
        found = plugin.current()
    except BuildToolMissing as error:
        raise CheckFailed(str(error), "") from error
    if found is not None:
        return str(found)
    java.find_jdk()
    java.find_maven()
    return "not built from the present sources yet; `oxgraph up` builds it"


def _home(home: Home) -> str:
    if not home.path.exists():
        return f"{home.path} is not there yet; `oxgraph up` makes it"
    home.check_writable()
    return str(home.path)


def _space(home: Home) -> str:
    free = free_bytes(home.path)
    if free < NEEDED_FREE:
        raise CheckFailed(
            f"{free // 2**20} MB free, {NEEDED_FREE // 2**20} MB needed", "Free some, or set OXGRAPH_HOME elsewhere."
        )
    return f"{free // 2**20} MB free"


def _password(home: Home) -> str:
    file = home.password_file
    if home.password() is None:
        if home.is_initialised():
            raise CheckFailed(
                f"{file} is gone, or empty, though the data is there", "Put it back, or remove the folder's data."
            )
        return "none yet; `oxgraph up` makes it"
    return _of_owner_alone(file)


def _of_owner_alone(file: Path) -> str:
    if sys.platform != "win32" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise CheckFailed(f"{file} can be read by others", f"chmod 600 '{file}'")
    return f"{file}, readable by its owner alone"


def _installed(home: Home) -> str:
    jars = plugin.installed(home.folder("plugins"))
    if not jars:
        record = home.record()
        if record is not None and process.is_alive(record.pid, record.started):
            detail = f"the plugin is gone from {home.folder('plugins')}, and the server runs on without its jar"
            raise CheckFailed(detail, "`oxgraph up` puts it back.")
        return "none yet; `oxgraph up` installs it"
    found = plugin.current()
    if len(jars) > 1 or (found is not None and sha256(jars[0]) != sha256(found)):
        names = ", ".join(jar.name for jar in jars)
        raise CheckFailed(f"{names} is not this version's plugin", "`oxgraph up` replaces it and restarts the server.")
    return jars[0].name


def _process(home: Home) -> str:
    record = home.record()
    if record is None and home.record_file.exists():
        raise CheckFailed(f"{home.record_file} is damaged, so that a server that may run is not known", UP)
    if record is None:
        raise CheckFailed(f"no server was started in {home.path} yet", UP)
    if process.is_alive(record.pid, record.started):
        return f"process {record.pid}"
    if record.stopped:
        raise CheckFailed("the server is stopped", UP)
    raise CheckFailed(f"process {record.pid} has ended without `oxgraph down`", f"{UP} It recovers the data.")


def _remote(uri: str, auth: Auth, now: Callable[[], datetime], password_file: Path | None = None) -> Iterator[Check]:
    try:
        graph = Graph.open(uri, auth, check=False)
    except OxgraphError as error:
        if isinstance(error, AuthenticationFailed) and password_file is not None:
            remedy = (
                "Put the database's password into it; after an interrupted `oxgraph password rotate` run that again."
            )
            yield Check(REMOTE[0], False, f"Neo4j at {uri} refused the password in {password_file}", remedy)
        else:
            yield Check(REMOTE[0], False, str(error))
        yield from (Check(name, None, "not looked at: no connection") for name in REMOTE[1:])
        return
    with graph:
        yield Check(REMOTE[0], True, uri)
        current = True
        try:
            yield Check(REMOTE[1], True, f"{graph.check_plugin()}, as is this client")
        except OxgraphError as error:
            current = False
            yield Check(REMOTE[1], False, str(error))
            if isinstance(error, DatabaseUnavailable | AuthenticationFailed):
                yield from (Check(name, None, "not looked at: the database does not answer") for name in REMOTE[2:])
                return
        try:
            yield Check(REMOTE[2], True, _migrations(graph))
        except OxgraphError as error:
            current = current and isinstance(error, SchemaIncomplete)
            yield Check(REMOTE[2], False, str(error))
        yield run_check(REMOTE[3], lambda: _indexes(graph))
        yield _load_csv(graph)
        if current:
            yield from _audits(graph, now)
        else:  # Of older ones an audit finds faults that are none.
            yield Check(REMOTE[5], None, "not looked at: plugin or schema are of another version")


def _migrations(graph: Graph) -> str:
    migrations.check(graph)
    return f"at {migrations.available()[-1].version}"


def _indexes(graph: Graph) -> str:
    unfit = graph.read(statement("local/unfit_indexes"))
    if unfit:
        listed = ", ".join(f"{row['name']} {row['state']} {row['percent']:.0f}%" for row in unfit)
        remedy = "Wait until a POPULATING one is ready; DROP INDEX a FAILED one and run `oxgraph migrate`."
        raise CheckFailed(listed, remedy)
    return "all online"


def _load_csv(graph: Graph) -> Check:
    """A warning, not a problem: somebody may want it, and only those with the login can use it."""
    allowed = [what for what, place, sign in CSV_PLACES if not _is_refused(graph, place, sign)]
    if not allowed:
        return Check(REMOTE[4], True, "reads no file and no address")
    detail = f"every holder of the login can read {' and '.join(allowed)} with LOAD CSV"
    return Check(REMOTE[4], None, f"{detail}; docs/operating.md names the settings that forbid it")


def _is_refused(graph: Graph, place: str, sign: str) -> bool:
    """Whether the server refuses to read from a place, rather than finding nothing there."""
    try:
        graph.read(statement("local/load_csv"), place=place)
    except OxgraphError as error:
        return sign in str(error)
    return False


def _audits(graph: Graph, now: Callable[[], datetime]) -> Iterator[Check]:
    try:
        files = cypher.all_files("audit")
    except OxgraphError as error:
        yield Check(REMOTE[5], False, str(error))
        return
    for file in files:
        yield run_check(f"audit {file.name}", lambda file=file: _audit(graph, file, now))  # type: ignore[misc]


def _audit(graph: Graph, file: CypherFile, now: Callable[[], datetime]) -> str:
    what = file.summary[:1].lower() + file.summary[1:].rstrip(".")
    rows = [row for values in _values(graph, file, now) for row in graph.read(file, **values)]
    if rows:
        listed = "; ".join(", ".join(f"{key} {value}" for key, value in row.items()) for row in rows[:SHOWN_ROWS])
        more = ", …" if len(rows) > SHOWN_ROWS else ""
        remedy = AUDIT_REMEDIES.get(file.name, AUDIT_REMEDY)
        raise CheckFailed(f"{len(rows)} found ({what}): {listed}{more}", remedy)
    return f"none found ({what})"


def _values(graph: Graph, file: CypherFile, now: Callable[[], datetime]) -> Iterator[dict[str, Any]]:
    """Yields an audit's parameters: the time, and each workspace if it takes one."""
    common = {"now": now()}
    if "workspace_id" not in file.params:
        yield common
        return
    for row in graph.read(statement("workspace/list")):
        yield {**common, "workspace_id": row["workspace_id"]}


def _mirror(home: Home, open_graph: Callable[[], Graph] | None, now: Callable[[], datetime]) -> Iterator[Check]:
    """Runs the checks of the local Postgres and of the mirror in it; without `open_graph` no Neo4j is running."""
    elsewhere = os.environ.get("OXGRAPH_MIRROR_DSN")
    if not postgres.is_there(home):
        yield Check("postgres", None, "none here; `oxgraph up --mirror` makes one for the mirror")
        if elsewhere:
            yield _mirror_copy(elsewhere, open_graph, now)
        return
    kept = layout.of(home)
    yield run_check(MIRROR_CHECKS[0], binaries.installed)
    yield run_check(MIRROR_CHECKS[1], lambda: _mirror_data(home, kept))
    yield run_check(MIRROR_CHECKS[2], lambda: _mirror_passwords(kept))
    yield (running := run_check(MIRROR_CHECKS[3], lambda: _mirror_process(home, kept)))
    if running.ok:
        yield (tables := run_check(MIRROR_CHECKS[4], lambda: _mirror_tables(kept)))
    else:
        yield (tables := Check(MIRROR_CHECKS[4], None, "not looked at: Postgres is not running"))
    if elsewhere or tables.ok:
        yield _mirror_copy(elsewhere or kept.mirror_dsn.read_text(encoding="utf-8").strip(), open_graph, now)
    else:
        yield Check(MIRROR_CHECKS[5], None, "not looked at: the tables cannot be read")


def _mirror_data(home: Home, kept: Layout) -> str:
    left = layout.left(home)
    if left:
        listed = ", ".join(str(root) for root in left)
        raise CheckFailed(f"{listed} is of a former {home.path}", "Remove that folder, unless the home was moved.")
    return f"{kept.data}, run by {kept.account.name}" if kept.account else str(kept.data)


def _mirror_passwords(kept: Layout) -> str:
    for file in (kept.admin_dsn, kept.mirror_dsn):
        if not file.exists():
            raise CheckFailed(
                f"{file} is gone though the data is there", f"Put it back, or remove {kept.data}. {UP_MIRROR}"
            )
        _of_owner_alone(file)
    return f"{kept.admin_dsn}, {kept.mirror_dsn}, readable by their owner alone"


def _mirror_process(home: Home, kept: Layout) -> str:
    record = postgres_launch.recorded(kept)
    if record is None:
        raise CheckFailed(f"no Postgres was started in {home.path} yet", UP_MIRROR)
    if postgres_launch.is_running(kept, record):
        if not postgres_launch.answers(home, kept, record):
            raise CheckFailed(f"process {record.pid} does not answer (yet)", "See `oxgraph logs --mirror`.")
        return f"process {record.pid} at port {record.port}"
    if record.stopped:
        raise CheckFailed("Postgres is stopped", UP_MIRROR)
    raise CheckFailed(f"process {record.pid} has ended without `oxgraph down`", f"{UP_MIRROR} It recovers the data.")


def _mirror_tables(kept: Layout) -> str:
    from oxgraph.local.postgres import database

    try:
        return f"at {database.check(kept)}"
    except OSError as error:
        raise CheckFailed(f"{kept.mirror_dsn} cannot be read: {error.strerror}", UP_MIRROR) from error
    except (MirrorDenied, MirrorFailed) as error:
        raise CheckFailed(f"{error} (by the login in {kept.mirror_dsn})", UP_MIRROR) from error


def _mirror_copy(dsn: str, open_graph: Callable[[], Graph] | None, now: Callable[[], datetime]) -> Check:
    """Whether the rows are as the graph was seconds ago: what `oxgraph mirror status` knows."""
    if open_graph is None:
        return Check(MIRROR_CHECKS[5], None, "not looked at: no server is running")

    def look() -> str:
        from oxgraph.mirror import Mirror

        with open_graph() as graph:
            return copy_state(Mirror(dsn, graph, now).status())

    return run_check(MIRROR_CHECKS[5], look)


def copy_state(status: "MirrorStatus") -> str:
    """How far a mirror is. Raises CheckFailed where an error has stopped it, or where it is behind."""
    if status.unavailable:
        raise CheckFailed("; ".join(status.unavailable), "")
    behind = count(status.lag_changes or 0, "change")
    if status.last_error:
        at = f" at {status.last_error_at:%Y-%m-%dT%H:%M:%SZ}" if status.last_error_at else ""
        remedy = (
            "Do what the error says. A copier that still runs then goes on within a minute; otherwise start "
            "`oxgraph worker` or `oxgraph mirror run`."
        )
        raise CheckFailed(f"the copier was stopped by an error{at}, {behind} behind: {status.last_error}", remedy)
    if (status.lag_seconds or 0) < LATE_SECONDS:
        return f"{behind} behind"
    since = f"{behind} behind, the oldest of {status.lag_seconds or 0:,.0f} s ago"
    if status.waiting_since:
        waits = f"{since}: a transaction that is open since {status.waiting_since:%Y-%m-%dT%H:%M:%SZ} holds it back"
        raise CheckFailed(waits, "SHOW TRANSACTIONS in Neo4j lists it; end its program or TERMINATE it.")
    raise CheckFailed(since, "No copier is running, it seems: start `oxgraph worker` or `oxgraph mirror run`.")
