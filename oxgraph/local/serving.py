"""The `oxgraph serve` of a home: its record, and the one that is started in the background for agents.

Every `oxgraph serve` over the home's database writes the record. One that was started in the background is listed by
`oxgraph status` and ended by `oxgraph down`.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from oxgraph.errors import NotRunning, StartFailed, StopFailed
from oxgraph.graph import version
from oxgraph.local import ports, process
from oxgraph.local.home import Home
from oxgraph.whole_files import write_whole

START_SECONDS = 90.0
POLL_SECONDS = 0.05
STOP_GENTLY, STOP_HARD = 30.0, 10.0
SHOWN_LINES = 15
NOT_INHERITED = tuple(
    f"OXGRAPH_{name}" for name in ("TOKEN", "WORKSPACE", "SESSION", "SERVER", "URI", "USER", "PASSWORD")
)
"""Environment variables of the process that needs a server which say nothing of the server itself."""


@dataclass(frozen=True)
class Serving:
    """A running `oxgraph serve`: its process, when it began, its address, its version, and who started it."""

    pid: int
    started: float
    url: str
    oxgraph: str
    detached: bool = False


def record_file(home: Home) -> Path:
    """Holds the record."""
    return home.path / "serve.json"


def log_file(home: Home) -> Path:
    """The log of the server that was started in the background."""
    return home.path / "serve.log"


def running(home: Home) -> Serving | None:
    """The server that runs from a home; None where none does."""
    found = _record(home)
    return found if found is not None and process.is_alive(found.pid, found.started) else None


def _record(home: Home) -> Serving | None:
    try:
        given = json.loads(record_file(home).read_text(encoding="utf-8"))
        return Serving(**{field.name: given[field.name] for field in fields(Serving)})
    except (OSError, ValueError, KeyError, TypeError):
        return None


@contextmanager
def recorded(home: Home, url: str, *, detached: bool) -> Iterator[None]:
    """Keeps the record of this process's server while it serves, unless another one has its record there."""
    if running(home) is not None:
        yield
        return
    pid = os.getpid()
    own = Serving(pid, process.start_time(pid) or time.time(), url, version(), detached)
    write_whole(record_file(home), json.dumps(asdict(own), indent=2) + "\n")
    try:
        yield
    finally:
        if _record(home) == own:
            record_file(home).unlink(missing_ok=True)


def ensure(home: Home | None = None) -> Serving:
    """The home's server of this version, started in the background unless it runs; of ten callers one starts it.

    Raises NotRunning where no database runs from the home, HomeBusy, StartFailed with the end of the log.
    """
    home = home or Home.default()
    _require_database(home)
    found = running(home)
    if found is not None and found.oxgraph == version():
        return found
    with home.lock():
        _require_database(home)
        found = running(home)
        if found is not None and (found.oxgraph == version() or not found.detached):
            return found
        if found is not None:
            _end(home, found)
        return _start(home)


def _require_database(home: Home) -> None:
    record = home.record()
    if record is None or not process.is_alive(record.pid, record.started):
        raise NotRunning(home=home.path)


def _start(home: Home) -> Serving:
    port = ports.choose(ports.first(ports.SERVE), free=ports.is_free)
    command = [sys.executable, "-m", "oxgraph.cli", "serve", "--port", str(port), "--as-detached"]
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    log_file(home).touch(mode=0o600)
    started = process.spawn(
        command,
        folder=home.path,
        output=log_file(home),
        environment=inherited | {"OXGRAPH_HOME": str(home.path)},
    )
    return _await(home, started)


def _await(home: Home, started: "subprocess.Popen[bytes]") -> Serving:
    """Waits for the record, which a server writes once it listens. Raises StartFailed."""
    deadline = time.monotonic() + START_SECONDS
    while (found := running(home)) is None or found.pid != started.pid:
        ended = started.poll() is not None
        if ended or time.monotonic() > deadline:
            if not ended:
                started.kill()
            lines = "\n".join(f"  {line}" for line in process.tail(log_file(home), SHOWN_LINES))
            raise StartFailed(f"`oxgraph serve` did not start:\n{lines}")
        time.sleep(POLL_SECONDS)
    return found


def stop(home: Home) -> list[bool]:
    """Ends the server that was started in the background; whether it did so by itself. Raises StopFailed."""
    found = running(home)
    return [_end(home, found)] if found is not None and found.detached else []


def _end(home: Home, found: Serving) -> bool:
    ended = process.stop(found.pid, found.started, gently=STOP_GENTLY, hard=STOP_HARD)
    if ended is None:
        raise StopFailed(pid=found.pid, reason=f"`oxgraph serve` did not even end by force; see {log_file(home)}")
    record_file(home).unlink(missing_ok=True)
    return ended


def state(home: Home) -> str | None:
    """`running`; `killed`, where it left its record; None where there is none."""
    if running(home) is not None:
        return "running"
    return None if _record(home) is None else "killed"
