"""Processes that start in a moment: forks of a process that has imported all that they need.

A command is run as `oxgraph` would run it, in a process of its own that can be killed. Only the imports are shared,
which take most of a start's time.
"""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

import psutil

CONTEXT = multiprocessing.get_context("forkserver")
NEEDED = ("tests.campaign.needed",)
KILL_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of prctl."""
COULD_NOT = -1


class Child:
    """A process of ours, by what `subprocess.Popen` calls its state."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self.pid = int(process.pid or COULD_NOT)

    @property
    def returncode(self) -> int | None:
        """The exit status; below zero, the signal that ended it."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """The exit status, or None while it runs."""
        return self._process.exitcode

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()

    def terminate(self) -> None:
        """SIGTERM."""
        self._process.terminate()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits for its end; whether it came."""
        self._process.join(seconds)
        return self._process.exitcode is not None


def kill_server(pid: int) -> None:
    """Kills a server, and returns when it is gone."""
    found = psutil.Process(pid)
    found.kill()
    with contextlib.suppress(ChildProcessError):  # who started it here would find its corpse in the way
        os.waitpid(pid, 0)
    psutil.wait_procs([found], 20)


def prepare() -> None:
    """Starts the process that the others are forks of, and returns once it has imported everything."""
    CONTEXT.set_forkserver_preload(list(NEEDED))
    first = CONTEXT.Process(target=os.getpid)
    first.start()
    first.join()


def command(arguments: list[str], environment: dict[str, str], log: Path) -> Child:
    """Starts an `oxgraph` command."""
    return _started(_command, arguments, environment, log)


def writer(assignment: str, environment: dict[str, str], log: Path) -> Child:
    """Starts a writer with its assignment as JSON."""
    return _started(_writer, assignment, environment, log)


def _started(target: object, given: object, environment: dict[str, str], log: Path) -> Child:
    process = CONTEXT.Process(target=target, args=(given, environment, str(log)))  # type: ignore[arg-type]
    process.start()
    return Child(process)


def _begin(environment: dict[str, str], log: str) -> None:
    """What a program that is started anew would have: its environment, its log, and nobody else's signals."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(KILL_WITH_PARENT, signal.SIGKILL)
    os.environ.clear()
    os.environ.update(environment)
    file = os.open(log, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    for number in (1, 2):
        os.dup2(file, number)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _command(arguments: list[str], environment: dict[str, str], log: str) -> None:
    from oxgraph.cli import main

    _begin(environment, log)
    sys.argv = ["oxgraph", *arguments]
    main()


def _writer(assignment: str, environment: dict[str, str], log: str) -> None:
    import json

    from tests.campaign.writer import Assignment, Writer

    _begin(environment, log)
    Writer(Assignment(**json.loads(assignment))).run()
    os._exit(0)
