"""A server process: start it detached, find it again by number and start time, stop it, read its log."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oxgraph.errors import ExtraMissing

try:
    import psutil
except ImportError as error:
    raise ExtraMissing(feature="A server on this machine", extra="local") from error

SAME_START_SECONDS = 1.0
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
LONGEST_BOOT = 2**27
"""Seconds, four years, between the numbers of two boots."""
LOG_TAIL_BYTES = 256 * 1024
LOG_POLL_SECONDS = 0.3
SERVICE_ACCOUNTS = ("postgres", "nobody")
"""Accounts that are tried in this order."""


@dataclass(frozen=True)
class Account:
    """An operating system account, and its primary group, for a server that refuses to run as root."""

    name: str
    uid: int
    gid: int

    def own(self, path: Path) -> None:
        """Make this user the owner of a folder or file."""
        os.chown(path, self.uid, self.gid)


def service_account() -> Account | None:
    """The account that a server runs as: None (the caller's) unless root calls, then `postgres` or else `nobody`."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd

    for name in SERVICE_ACCOUNTS:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(name, found.pw_uid, found.pw_gid)
    return Account("nobody", 65_534, 65_534)


def start_time(pid: int) -> float | None:
    """When a process began, in seconds: tells it from others with its pid. None if it does not run.

    They count from 1970, on Linux from a moment of the machine's boot: there the time since 1970 of what has long begun
    moves with each setting of the clock, such as after a virtual machine was paused.
    """
    began = _since_epoch(pid)
    return None if began is None else _since_boot(pid) or began


def _since_epoch(pid: int) -> float | None:
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return float(process.create_time())
    except psutil.Error:
        return None


def _since_boot(pid: int) -> float | None:
    """Seconds since a moment that no other boot of this machine has; None where the system does not say."""
    try:
        ticks = int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[19])
        boot = int(BOOT_ID.read_text(encoding="ascii")[:5], 16)
        return boot * LONGEST_BOOT + ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def uptime(pid: int) -> float | None:
    """Seconds since a process began; None if it does not run."""
    began = _since_epoch(pid)
    return None if began is None else time.time() - began


def is_alive(pid: int, started: float) -> bool:
    """Whether the process with this pid and start time still runs.

    The start time may count from 1970, as records of earlier versions do.
    """
    found = (start_time(pid), _since_epoch(pid))
    return any(began is not None and abs(began - started) < SAME_START_SECONDS for began in found)


def listens(pid: int, port: int, host: str | None = None) -> bool:
    """Whether the process `pid` itself listens on a port (at the address `host`, if given)."""
    try:
        found = psutil.Process(pid).net_connections(kind="tcp")
    except psutil.Error:
        return False
    served = {one.laddr.ip for one in found if one.status == psutil.CONN_LISTEN and one.laddr.port == port}
    return bool(served) if host is None else host in served


def with_words(*words: str) -> list[tuple[int, float]]:
    """Pid and start time of the processes whose command line has all of these arguments."""
    found = []
    for candidate in psutil.process_iter(["cmdline"]):
        if set(candidate.info["cmdline"] or ()).issuperset(words):
            found.append((candidate.pid, start_time(candidate.pid)))
    return [(pid, started) for pid, started in found if started is not None]


def works_in(pid: int, folder: Path) -> bool:
    """Whether `folder` is a process's working directory; True if that cannot be read."""
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
    """Starts a command in its own session; its output is appended to the file `output`.

    It runs as `account` (default: the caller's) with `environment` (default: the caller's).
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
    """Keyword arguments for `subprocess` that run a command as `account`."""
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def stop(pid: int, started: float, *, gently: float, hard: float) -> bool | None:
    """Terminates a process; kills it if it still runs after `gently` seconds.

    Returns True if it terminated, False if it was killed, None if it still runs `hard` seconds after the kill.
    """
    if not is_alive(pid, started):
        return True
    process = psutil.Process(pid)
    try:
        process.terminate()
        if ends_within(process, gently):
            return True
        process.kill()
        return False if ends_within(process, hard) else None
    except psutil.NoSuchProcess:
        return True
    except psutil.AccessDenied:
        return None


def ends_within(process: psutil.Process, seconds: float) -> bool:
    """Whether a process ends within `seconds`."""
    try:
        process.wait(seconds)
    except psutil.TimeoutExpired:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    return True


def tail(path: Path, lines: int) -> list[str]:
    """The last lines of a log; empty if the file is missing."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - LOG_TAIL_BYTES))
            text = file.read().decode("utf-8", errors="replace")
    except OSError:
        return []
    return text.splitlines()[-lines:] if lines > 0 else []


def follow_log(path: Path) -> Iterator[str]:
    """Yields the lines added from now on, without end; reopens a rotated log."""
    position = path.stat().st_size if path.exists() else 0
    rest = b""
    while True:
        size = path.stat().st_size if path.exists() else 0
        if size < position:
            position, rest = 0, b""
        if size == position:
            time.sleep(LOG_POLL_SECONDS)
            continue
        with path.open("rb") as file:
            file.seek(position)
            chunk = file.read(size - position)
        position += len(chunk)
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line.decode("utf-8", errors="replace") for line in whole)
