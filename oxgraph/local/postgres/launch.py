"""Start Postgres once and wait until it answers."""

import json
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace

import psutil

from oxgraph.errors import PostgresFailed
from oxgraph.local import Progress, ports, process
from oxgraph.local.home import Home
from oxgraph.local.postgres import cluster
from oxgraph.local.postgres.binaries import MAJOR, Binaries
from oxgraph.local.postgres.layout import Layout
from oxgraph.local.process import tail
from oxgraph.whole_files import write_whole

START_SECONDS = 300
"""How long a start may take: recovering after a crash is the longest part of one."""

POLL_SECONDS = 0.05
SCHEME = "postgresql://"
SHOWN_LINES = 15
TRIES = 40
FAST, IMMEDIATE, HARD = 30.0, 10.0, 10.0
"""Seconds for each way of stopping: clients are sent away, nothing is written out, by force."""

TAKEN = re.compile(r"could not bind (IPv4|.*Address already in use)")
"""Of the two addresses one was taken. That there is no IPv6 is said too, and no matter."""

LINGERING = "pre-existing shared memory block"
"""Said while what a killed server left is still ending."""


@dataclass(frozen=True)
class Record:
    """The last started Postgres, as saved in the home, like Neo4j's `Record`."""

    pid: int
    started: float
    port: int
    postgres: str
    stopped: bool = False

    def as_stopped(self) -> "Record":
        """The same, stopped on purpose."""
        return replace(self, stopped=True)


def recorded(layout: Layout) -> Record | None:
    """The last start, running or not; None when there was none or its file cannot be read."""
    try:
        found = json.loads(layout.record.read_text(encoding="utf-8"))
        return Record(**{field.name: found[field.name] for field in fields(Record)})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(layout: Layout, record: Record) -> None:
    """Writes the record, and its port into the DSNs."""
    write_whole(layout.record, json.dumps(asdict(record), indent=2) + "\n")
    for file in (layout.admin_dsn, layout.mirror_dsn):
        if file.exists():
            text = file.read_text(encoding="utf-8")
            moved = re.sub(r"(?<=@)127\.0\.0\.1:\d+(?=/)", f"{ports.HOST}:{record.port}", text)
            write_whole(file, moved)


def is_running(layout: Layout, record: Record) -> bool:
    """Whether the recorded process still runs, and on this very data: a copied home's record names another's."""
    return process.is_alive(record.pid, record.started) and process.works_in(record.pid, layout.data)


def launch(home: Home, layout: Layout, binaries: Binaries, progress: Progress) -> Record:
    """Starts Postgres and waits until it answers; moves on to another port when this one was taken meanwhile.

    Raises PostgresFailed with the end of the log.
    """
    last = recorded(layout)
    port = last.port if last else ports.first(ports.POSTGRES)
    for _ in range(TRIES):
        _drop_stale_pid(layout)
        port = ports.choose(port, free=ports.is_free_on_both)
        running, record = _spawn(layout, binaries, port)
        if _await(home, layout, record, progress, running):
            return record
        time.sleep(POLL_SECONDS * 4)
    raise PostgresFailed(home=home.path, reason=f"it did not start\n{shown(layout)}")


def _spawn(layout: Layout, binaries: Binaries, port: int) -> "tuple[subprocess.Popen[bytes], Record]":
    cluster.write_settings(layout)
    if layout.log.exists():
        layout.log.replace(layout.log.with_name("postgres.previous.log"))
    running = process.spawn(
        cluster.server_command(binaries, layout, port),
        folder=layout.root,
        output=layout.log,
        account=layout.account,
        environment=cluster.environment(),
    )
    record = Record(running.pid, process.start_time(running.pid) or time.time(), port, MAJOR)
    keep(layout, record)
    return running, record


def _await(
    home: Home, layout: Layout, record: Record, progress: Progress, running: "subprocess.Popen[bytes] | None" = None
) -> bool:
    """Whether it answers in the end; False when another try may do better. Raises PostgresFailed."""
    began = time.monotonic()
    while not answers(home, layout, record):
        waited = time.monotonic() - began
        if running is not None:
            running.poll()
        log = shown(layout)
        if TAKEN.search(log):
            stop(record.pid, record.started)
            return False
        if not process.is_alive(record.pid, record.started):
            if LINGERING in log:
                return False
            raise PostgresFailed(home=home.path, reason=f"its process ended\n{log}")
        if waited > START_SECONDS:
            stop(record.pid, record.started)
            raise PostgresFailed(home=home.path, reason=f"no answer within {START_SECONDS} s\n{log}")
        progress("starting Postgres (seconds)", round(waited), 0)
        time.sleep(POLL_SECONDS)
    return True


def await_answer(home: Home, layout: Layout, record: Record, progress: Progress) -> None:
    """Waits until the running server answers. Raises PostgresFailed."""
    if not _await(home, layout, record, progress):
        raise PostgresFailed(home=home.path, reason=f"its port {record.port} is taken\n{shown(layout)}")


def answers(home: Home, layout: Layout, record: Record) -> bool:
    """Whether the superuser can log in. Raises PostgresFailed when the kept address or password is not the server's."""
    if not process.listens(record.pid, record.port, ports.HOST):
        return False
    import psycopg  # here, so that what is stopped can be looked at without it

    from oxgraph.mirror.connection import WRONG_PASSWORD

    dsn, mended = "", f"put it back, or remove {layout.data}, and `oxgraph up --mirror` makes the mirror anew"
    with suppress(OSError):
        dsn = layout.admin_dsn.read_text(encoding="utf-8").strip()
    if not dsn.startswith(SCHEME):
        raise PostgresFailed(home=home.path, reason=f"{layout.admin_dsn} does not hold its address; {mended}")
    try:
        psycopg.connect(dsn, dbname="postgres", connect_timeout=5).close()
    except psycopg.OperationalError as error:
        if WRONG_PASSWORD in str(error):
            reason = f"the password in {layout.admin_dsn} is not its own; {mended}"
            raise PostgresFailed(home=home.path, reason=reason) from None
        return False
    return True


def _drop_stale_pid(layout: Layout) -> None:
    """Removes the lock file of a killed server if its pid is now another process's or a zombie's.

    Postgres would take that process for a running server. A lock file with an unused pid it removes itself.
    """
    file = layout.data / "postmaster.pid"
    try:
        pid = int(file.read_text(encoding="utf-8").splitlines()[0])
    except (OSError, ValueError, IndexError):
        return
    if psutil.pid_exists(pid) and (process.start_time(pid) is None or not process.works_in(pid, layout.data)):
        file.unlink(missing_ok=True)


def stop(pid: int, started: float) -> bool | None:
    """Ends Postgres: fast, then at once, then by force. True when it ended in order, None when it still runs."""
    if not process.is_alive(pid, started):
        return True
    if sys.platform == "win32":  # no signals there; it recovers at the next start
        return process.stop(pid, started, gently=FAST, hard=HARD)
    try:
        running = psutil.Process(pid)
        for sign, seconds in ((signal.SIGINT, FAST), (signal.SIGQUIT, IMMEDIATE), (signal.SIGKILL, HARD)):
            running.send_signal(sign)
            if process.ends_within(running, seconds):
                return sign is signal.SIGINT
    except psutil.NoSuchProcess:
        return True
    except psutil.AccessDenied:
        return None
    return None


def shown(layout: Layout) -> str:
    """The end of the log, indented."""
    return "\n".join(f"  {line}" for line in tail(layout.log, SHOWN_LINES)) or "  (the log is empty)"
