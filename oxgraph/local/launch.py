"""Gather everything that a start needs (Java, jars, plugin, ports, password) and start Neo4j once."""

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from oxgraph.clock import Clock
from oxgraph.cypher import statement
from oxgraph.errors import (
    ConnectionFailed,
    DatabaseUnavailable,
    HomeUnusable,
    OxgraphError,
    SchemaNewer,
    ServerError,
    StartFailed,
)
from oxgraph.graph import Graph, version
from oxgraph.local import Progress, config, java, plugin, ports, process
from oxgraph.local.home import Home, Record, private
from oxgraph.local.jars import NEO4J_VERSION, JarStore, pins, sha256
from oxgraph.local.process import tail

USER = "neo4j"
START_SECONDS = 300
"""How long a start may take: replaying a large transaction log after a crash is the longest part of one."""

POLL_SECONDS = 0.2
SHOWN_LINES = 15
PORT_TRIES = 4
STOP_GENTLY, STOP_HARD = 60.0, 15.0
ENDING_SECONDS = 2.0
TAKEN = ("already in use", "BindException")


class Parts(NamedTuple):
    """What a start needs: Java, the file with the class path, the plugin's jar, the heap size."""

    java: java.Java
    arguments: Path
    plugin: Path
    heap: str


def gather(home: Home, heap: str | None, progress: Progress) -> Parts:
    """Finds Java, fetches the jars, and finds or builds the plugin. Raises the errors of each, and InvalidInput."""
    size = config.heap_size(heap)
    ports.first(ports.BOLT)  # a wrong OXGRAPH_PORT_OFFSET is refused before anything starts or ends
    config.own_settings()  # and so is a file of settings that cannot be read
    found = java.find_java()
    jars = JarStore(home.jars_file).ensure(pins(), progress)
    arguments = home.folder("run") / "java.args"
    jar = plugin.find(progress)
    # On the class path too, as Neo4j's own start script does: the guard is a kernel extension, not a procedure.
    arguments.write_text(config.class_path([*jars, home.folder("plugins") / jar.name]), encoding="utf-8")
    return Parts(found, arguments, jar, size)


def ensure_password(home: Home, parts: Parts) -> str:
    """The password; before the first start a new one is generated and set in Neo4j."""
    initialised = home.is_initialised()
    password = home.password()
    if initialised and password is None:
        raise HomeUnusable(home=home.path, reason=f"its data is there but {home.password_file} is gone; put it back")
    if not initialised:
        password = password or home.make_password()
        _set_initial(home, parts, password)
    private(home.password_file)
    return password or ""


def _set_initial(home: Home, parts: Parts, password: str) -> None:
    """Runs neo4j-admin with the password in a private file, since a command line can be read by everyone."""
    words = home.folder("run") / "admin.args"
    words.unlink(missing_ok=True)
    descriptor = os.open(words, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(f"dbms\nset-initial-password\n{password}\n")
        command = config.admin_command(parts.java, parts.arguments, f"@{words}")
        environment = {**os.environ, "NEO4J_HOME": str(home.neo4j), "NEO4J_CONF": str(home.folder("conf"))}
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, errors="replace", timeout=120, check=False
        )
    finally:
        words.unlink(missing_ok=True)
    if result.returncode != 0:
        raise StartFailed(reason=f"the password could not be set\n{(result.stdout + result.stderr).strip()}")


def launch(home: Home, parts: Parts, last: Record | None, progress: Progress) -> Record:
    """Starts Neo4j and waits until it answers; takes other ports if another process took these meanwhile.

    A start that fails leaves the record as it was. Raises StartFailed with the end of the log.
    """
    bolt, http = (last.bolt, last.http) if last else (ports.first(ports.BOLT), ports.first(ports.HTTP))
    for left in reversed(range(PORT_TRIES)):
        bolt = ports.choose(bolt)
        http = ports.choose(http, but=bolt)
        running, record = _spawn(home, parts, bolt, http)
        try:
            await_answer(home, record, progress, running)
        except StartFailed as error:
            if left and any(sign in str(error) for sign in TAKEN):
                continue
            home.keep(last or record.as_stopped())  # else `oxgraph serve` would restart it as after a crash
            raise
        return record
    raise StartFailed(reason="no free port was found")


def _conf_file(home: Home) -> Path:
    return home.folder("conf") / "neo4j.conf"


def has_other_settings(home: Home, record: Record) -> bool:
    """Whether the server was started with other settings of Neo4j than a start would give it now."""
    with suppress(OSError):
        return _conf_file(home).read_text(encoding="utf-8") != config.conf(record.bolt, record.http)
    return False


def _spawn(home: Home, parts: Parts, bolt: int, http: int) -> "tuple[subprocess.Popen[bytes], Record]":
    _conf_file(home).write_text(config.conf(bolt, http), encoding="utf-8")
    plugin.install(parts.plugin, home.folder("plugins"))
    if home.log_file.exists():
        home.log_file.replace(home.log_file.with_name("neo4j.previous.log"))
    command = config.server_command(parts.java, parts.arguments, home, parts.heap)
    running = process.spawn(command, folder=home.neo4j, output=home.log_file)
    record = Record(
        pid=running.pid,
        started=process.start_time(running.pid) or time.time(),
        bolt=bolt,
        http=http,
        neo4j=NEO4J_VERSION,
        oxgraph=version(),
        plugin=sha256(parts.plugin),
        java=str(parts.java.command),
        heap=parts.heap,
    )
    home.keep(record)
    return running, record


def await_answer(
    home: Home, record: Record, progress: Progress, running: "subprocess.Popen[bytes] | None" = None
) -> None:
    """Waits until Bolt answers and the database is online; stops the server if it does not.

    Raises StartFailed, and DatabaseUnavailable at once for a database that has stopped for good.
    """
    began = time.monotonic()
    while not answers(home, record):
        waited = time.monotonic() - began
        if running is not None:
            running.poll()
        if not process.is_alive(record.pid, record.started):
            raise StartFailed(reason=f"its process ended\n{shown(home)}")
        if waited > START_SECONDS:
            process.stop(record.pid, record.started, gently=STOP_GENTLY, hard=STOP_HARD)
            raise StartFailed(reason=f"no answer within {START_SECONDS} s\n{shown(home)}")
        progress("starting Neo4j (seconds)", round(waited), 0)
        time.sleep(POLL_SECONDS)


def answers(home: Home, record: Record) -> bool:
    """Whether the database can be queried. Raises AuthenticationFailed when the password is not the server's, and
    DatabaseUnavailable when the database has stopped after an error.

    Neo4j takes Bolt's port first and releases it if HTTP's port is taken; another server may then listen there. So the
    database is queried only once this process listens on both.
    """
    if not all(process.listens(record.pid, port) for port in (record.bolt, record.http)):
        return False
    try:
        with Graph.open(uri(record), (USER, home.password() or ""), check=False) as graph:
            return graph.single(statement("local/ping")) is not None
    except DatabaseUnavailable:
        raise
    except (ConnectionFailed, ServerError):
        return False


def end_transactions(home: Home, record: Record) -> None:
    """Ends the connections of clients that have a transaction open, since Neo4j waits for these before it stops.

    Such are passes: they hold a lock, and try their next statement for half a minute. Where the server does not answer,
    nothing is done.
    """
    login = USER, home.password() or ""
    with suppress(OxgraphError), Graph.at(uri(record), login, retry_seconds=ENDING_SECONDS) as graph:
        if found := [row["connection"] for row in graph.read(statement("local/open_transactions"))]:
            graph.write(statement("local/end_connections"), connections=found)


def uri(record: Record) -> str:
    """Where the server is; `bolt` keeps the driver from asking for a cluster."""
    return f"bolt://{ports.HOST}:{record.bolt}"


def shown(home: Home) -> str:
    """The end of the log, indented."""
    return "\n".join(f"  {line}" for line in tail(home.log_file, SHOWN_LINES)) or "  (the log is empty)"


def require_known_schema(home: Home, record: Record) -> None:
    """Raises SchemaNewer where a later version has migrated the running server. Where it does not answer, nothing."""
    from oxgraph.migrations import pending

    login = USER, home.password() or ""
    try:
        with Graph.at(uri(record), login, retry_seconds=ENDING_SECONDS) as graph:
            pending(graph)
    except SchemaNewer:
        raise
    except OxgraphError:
        return


def bring_schema(home: Home, record: Record, now: Clock, progress: Progress) -> list[str]:
    """Checks the plugin's version and applies the migrations; the versions applied. Raises their errors."""
    from oxgraph.migrations import migrate

    with Graph.open(uri(record), (USER, home.password() or "")) as graph:
        return migrate(graph, now(), lambda step: progress(f"schema: {step}", 0, 0))
