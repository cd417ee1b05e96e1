"""A server process that outlives the command that started it, and is known again by number and time of birth."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from oxgraph.errors import ExtraMissing
from oxgraph.local.account import Account

try:
    import psutil
except ImportError as error:
    raise ExtraMissing(feature="A server on this machine", extra="local") from error

SAME_BIRTH_SECONDS = 1.0


def born(pid: int) -> float | None:
    """When a process began, in seconds since 1970; None when it does not run any more."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return float(process.create_time())
    except psutil.Error:
        return None


def is_alive(pid: int, started: float) -> bool:
    """Whether the process of that number and birth still runs."""
    birth = born(pid)
    return birth is not None and abs(birth - started) < SAME_BIRTH_SECONDS


def listens(pid: int, port: int, host: str | None = None) -> bool:
    """Whether that very process, and not another one, serves a port (of the address `host`, where one is given)."""
    try:
        found = psutil.Process(pid).net_connections(kind="tcp")
    except psutil.Error:
        return False
    served = {one.laddr.ip for one in found if one.status == psutil.CONN_LISTEN and one.laddr.port == port}
    return bool(served) if host is None else host in served


def with_words(*words: str) -> list[tuple[int, float]]:
    """Number and birth of the processes whose command line holds all of these words."""
    found = []
    for candidate in psutil.process_iter(["cmdline", "create_time", "status"]):
        said = set(candidate.info["cmdline"] or ())
        if said.issuperset(words) and candidate.info["status"] != psutil.STATUS_ZOMBIE:
            found.append((candidate.pid, candidate.info["create_time"]))
    return found


def works_in(pid: int, folder: Path) -> bool:
    """Whether a process has that folder as its own; True where that cannot be seen."""
    try:
        return Path(psutil.Process(pid).cwd()) == folder.resolve()
    except psutil.NoSuchProcess:
        return False
    except (psutil.Error, OSError):
        return True


def spawn(
    command: list[str],
    *,
    folder: Path,
    output: Path,
    account: Account | None = None,
    environment: dict[str, str] | None = None,
) -> "subprocess.Popen[bytes]":
    """Starts a command in a session of its own, with what it prints added to the file `output`.

    It runs as `account` (by default as who called) and sees `environment` (by default the caller's).
    """
    detached = 0x00000008 | 0x00000200 if sys.platform == "win32" else 0  # DETACHED_PROCESS, NEW_PROCESS_GROUP
    with output.open("ab") as sink:
        return subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=sys.platform != "win32",
            creationflags=detached,
            close_fds=True,
            env=environment,
            **as_account(account),
        )


def as_account(account: Account | None) -> dict[str, Any]:
    """What `subprocess` must be told to run something as `account`."""
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def stop(pid: int, started: float, *, gently: float, hard: float) -> bool | None:
    """Asks a process to end, and ends it by force after `gently` seconds.

    True when it ended by itself, False when by force, None when it still runs `hard` seconds after that.
    """
    if not is_alive(pid, started):
        return True
    process = psutil.Process(pid)
    try:
        process.terminate()
        if has_gone(process, gently):
            return True
        process.kill()
        return False if has_gone(process, hard) else None
    except psutil.NoSuchProcess:
        return True
    except psutil.AccessDenied:
        return None


def has_gone(process: psutil.Process, seconds: float) -> bool:
    """Whether a process ends within `seconds`."""
    try:
        process.wait(seconds)
    except psutil.TimeoutExpired:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    return True
