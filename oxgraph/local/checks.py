"""Looks at everything a server needs, and says of each what to do when it is not as it must be."""

import stat
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from oxgraph import cypher, migrations
from oxgraph.clock import Clock, utc_now
from oxgraph.cypher import CypherFile, statement
from oxgraph.errors import BuildToolMissing, OxgraphError
from oxgraph.graph import Auth, Graph
from oxgraph.local import java, launch, plugin, process
from oxgraph.local.home import NEEDED_FREE, Home, free_bytes
from oxgraph.local.jars import NEO4J_VERSION, JarStore, pins, sha256
from oxgraph.local.looking import Check, Problem, look
from oxgraph.local.postgres import checks as mirror

SHOWN_ROWS = 3
UP = "Run `oxgraph up`."
REMOTE = ("connection", "plugin version", "migrations", "indexes", "audits")
"""The checks that need a server, in their order."""


def doctor(
    home: Home | None = None,
    *,
    uri: str | None = None,
    auth: Auth = None,
    now: Clock = utc_now,
) -> list[Check]:
    """Every check, in the order in which problems are best solved; it changes nothing.

    With `uri`, only what can be seen of that server. Never raises an OxgraphError: each becomes a check.
    """
    if uri is not None:
        return list(_remote(uri, auth, now))
    return list(_local(home or Home.default(), now))


def healthy(checks: list[Check]) -> bool:
    """Whether no check found a problem."""
    return all(check.ok is not False for check in checks)


def _local(home: Home, now: Callable[[], datetime]) -> Iterator[Check]:
    yield look("java", _java)
    yield look("neo4j jars", lambda: _jars(home))
    yield look("plugin jar", _plugin_jar)
    yield look("home", lambda: _home(home))
    yield look("disk space", lambda: _space(home))
    yield look("password file", lambda: _password(home))
    yield look("installed plugin", lambda: _installed(home))
    yield (running := look("server process", lambda: _process(home)))
    record = home.record()
    if running.ok and record is not None:
        yield from _remote(launch.uri(record), (launch.USER, _kept(home)), now)
    else:
        yield from (Check(name, None, "not looked at: no server is running") for name in REMOTE)
    yield from mirror.looks(home)


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
        raise Problem(f"{len(missing)} of {len(wanted)} are missing or broken", "`oxgraph up` fetches them.")
    return f"all {len(wanted)} of Neo4j {NEO4J_VERSION} are there and are the pinned ones"


def _plugin_jar() -> str:
    try:
        found = plugin.current()
    except BuildToolMissing as error:
        raise Problem(str(error), "") from error
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
        raise Problem(
            f"{free // 2**20} MB free, {NEEDED_FREE // 2**20} MB needed", "Free some, or set OXGRAPH_HOME elsewhere."
        )
    return f"{free // 2**20} MB free"


def _password(home: Home) -> str:
    file = home.password_file
    if home.password() is None:
        if home.is_initialised():
            raise Problem(f"{file} is gone though the data is there", "Put it back, or remove the folder's data.")
        return "none yet; `oxgraph up` makes it"
    if sys.platform != "win32" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Problem(f"{file} can be read by others", f"chmod 600 '{file}'")
    return f"{file}, readable by its owner alone"


def _installed(home: Home) -> str:
    jars = sorted(home.folder("plugins").glob("oxgraph*.jar"))
    if not jars:
        return "none yet; `oxgraph up` installs it"
    found = plugin.current()
    if len(jars) > 1 or (found is not None and sha256(jars[0]) != sha256(found)):
        names = ", ".join(jar.name for jar in jars)
        raise Problem(f"{names} is not this version's plugin", "`oxgraph up` replaces it and restarts the server.")
    return jars[0].name


def _process(home: Home) -> str:
    record = home.record()
    if record is None:
        raise Problem(f"no server was started in {home.path} yet", UP)
    if process.is_alive(record.pid, record.started):
        return f"process {record.pid}"
    if record.stopped:
        raise Problem("the server is stopped", UP)
    raise Problem(f"process {record.pid} has ended without `oxgraph down`", f"{UP} It recovers the data.")


def _remote(uri: str, auth: Auth, now: Callable[[], datetime]) -> Iterator[Check]:
    try:
        graph = Graph.open(uri, auth, check=False)
    except OxgraphError as error:
        yield Check(REMOTE[0], False, str(error))
        yield from (Check(name, None, "not looked at: no connection") for name in REMOTE[1:])
        return
    with graph:
        yield Check(REMOTE[0], True, uri)
        yield look(REMOTE[1], lambda: f"{graph.check_plugin()}, as is this client")
        yield look(REMOTE[2], lambda: _migrations(graph))
        yield look(REMOTE[3], lambda: _indexes(graph))
        yield from _audits(graph, now)


def _migrations(graph: Graph) -> str:
    migrations.check(graph)
    return f"at {migrations.available()[-1].version}"


def _indexes(graph: Graph) -> str:
    unfit = graph.read(statement("local/unfit_indexes"))
    if unfit:
        listed = ", ".join(f"{row['name']} {row['state']} {row['percent']:.0f}%" for row in unfit)
        remedy = "Wait until a POPULATING one is ready; DROP INDEX a FAILED one and run `oxgraph migrate`."
        raise Problem(listed, remedy)
    return "all online"


def _audits(graph: Graph, now: Callable[[], datetime]) -> Iterator[Check]:
    try:
        files = cypher.all_files("audit")
    except OxgraphError as error:
        yield Check(REMOTE[4], False, str(error))
        return
    for file in files:
        yield look(f"audit {file.name}", lambda file=file: _audit(graph, file, now))  # type: ignore[misc]


def _audit(graph: Graph, file: CypherFile, now: Callable[[], datetime]) -> str:
    rows = [row for values in _values(graph, file, now) for row in graph.read(file, **values)]
    if rows:
        listed = "; ".join(", ".join(f"{key} {value}" for key, value in row.items()) for row in rows[:SHOWN_ROWS])
        raise Problem(f"{len(rows)} found: {listed}", file.summary)
    return file.summary


def _values(graph: Graph, file: CypherFile, now: Callable[[], datetime]) -> Iterator[dict[str, Any]]:
    """What an audit is run with: the time, and each workspace in turn when it asks for one."""
    common = {"now": now()} if "now" in file.params else {}
    if "workspace_id" not in file.params:
        yield common
        return
    for row in graph.read(statement("workspace/list")):
        yield {**common, "workspace_id": row["workspace_id"]}
