"""Run the proxy before a command or before a server at an address."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from oxgraph.actions.argument_mapping import ToolMapping
from oxgraph.errors import ExtraMissing
from oxgraph.ids import new_id
from oxgraph.server.proxy.agent_io import Output
from oxgraph.server.proxy.memory_thread import MemoryThread
from oxgraph.server.proxy.observer import MessageObserver
from oxgraph.server.proxy.stdio import ChildProcess, start

if TYPE_CHECKING:  # The client is imported by the memory's thread: messages pass before it is there.
    from oxgraph.server.proxy.memory_client import OpenMemory

FLUSH_SECONDS = 3.0
"""Maximum time at the end for captures; an agent kills servers that take longer to end."""

RUNNERS = ("npx", "npm", "uvx", "uv", "pipx", "node", "bun", "bunx", "deno", "docker", "podman", "sh", "bash", "env")


@dataclass(frozen=True)
class Options:
    """The options of a proxy.

    Attributes:
        mapping: How tool calls become actions.
        name: The server's name in action types; None for the name that it gives itself.
        session_id: A session to continue, which its owner ends; None for a new one.
        warn_results: Whether past experience is added to results too.
    """

    mapping: ToolMapping
    name: str | None = None
    session_id: str | None = None
    warn_results: bool = False


def before_command(command: Sequence[str], open_memory: "OpenMemory", options: Options) -> int:
    """Run before a command until it ends; returns its exit status, negative for a signal.

    Raises OSError where it cannot be started.
    """
    process = start(command)
    with _observing(open_memory, options, name_of_command(command)) as (observer, output):
        return ChildProcess(observer, output).run(process)


def before_url(url: str, headers: dict[str, str], open_memory: "OpenMemory", options: Options) -> int:
    """Run before the server at an address until the agent leaves; returns the exit status. Raises ExtraMissing."""
    try:
        from oxgraph.server.proxy.http import HttpServer
    except ModuleNotFoundError:
        raise ExtraMissing(feature="oxgraph proxy --url", extra="server") from None

    async def run() -> int:
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        return await HttpServer(url, headers, observer, output).run(stop)

    with _observing(open_memory, options, name_of_url(url)) as (observer, output):
        return asyncio.run(run())


@contextlib.contextmanager
def _observing(
    open_memory: "OpenMemory", options: Options, default_name: str
) -> Iterator[tuple[MessageObserver, Output]]:
    """An observer with its memory's thread, which is ended at the end, and the agent's input."""
    output = Output(os.dup(1))
    _redirect_to_null(1)
    session_id = options.session_id or new_id()
    memory = MemoryThread(open_memory, report, session_id, end_session=options.session_id is None)
    observer = MessageObserver(
        memory,
        options.mapping,
        session_id,
        name=options.name,
        default_name=default_name,
        warn_results=options.warn_results,
        send=output.send,
    )
    memory.start()
    try:
        yield observer, output
    finally:
        memory.finish(FLUSH_SECONDS)


_report_lock = threading.Lock()


def report(text: str) -> None:
    """Write a line for the user to standard error, where the server's own lines go too."""
    with _report_lock:
        print(f"oxgraph proxy: {text}", file=sys.stderr, flush=True)


def name_of_command(command: Sequence[str]) -> str:
    """A name for a server that gives itself none: the last part of the program or package that is run."""
    for word in command:
        name = PurePath(word.rstrip("/")).name.partition("@")[0] or word
        if name not in RUNNERS and not word.startswith("-") and not name.startswith("python"):
            return PurePath(name).stem or name
    return PurePath(command[0]).name


def name_of_url(url: str) -> str:
    """A name for a server at an address that gives itself none: its host."""
    return urlsplit(url).hostname or "server"


def _redirect_to_null(fd: int) -> None:
    """Discard what is written to a file descriptor, so that nothing comes between the messages."""
    with open(os.devnull, "wb") as null:  # noqa: PTH123
        os.dup2(null.fileno(), fd)
