"""Puts a proxy together and runs it."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from oxgraph.errors import ExtraMissing
from oxgraph.ids import new_id
from oxgraph.server.proxy.mapping import ToolMapping
from oxgraph.server.proxy.side import Side
from oxgraph.server.proxy.stdio import Command, Output, started
from oxgraph.server.proxy.watcher import Watcher

if TYPE_CHECKING:
    from oxgraph.server.proxy.link import Open

FLUSH_SECONDS = 3.0
"""What waits to be captured at the end may take so long; an agent that waits longer kills its servers."""

RUNNERS = ("npx", "npm", "uvx", "uv", "pipx", "node", "bun", "bunx", "deno", "docker", "podman", "sh", "bash", "env")


@dataclass(frozen=True)
class Options:
    """What a person can set of a proxy. `session_id`: of a session that somebody else ends."""

    mapping: ToolMapping
    name: str | None = None
    session_id: str | None = None
    warn_results: bool = False


def before_command(words: Sequence[str], opening: "Open", options: Options) -> int:
    """Stands before a command until it ends; its exit status, negative for a signal.

    Raises OSError where it cannot be started.
    """
    child = started(words)
    with _watching(opening, options, fallback(words)) as (watcher, output):
        return Command(watcher, output).run(child)


def before_url(url: str, headers: dict[str, str], opening: "Open", options: Options) -> int:
    """Stands before the server at an address until the agent leaves; the exit status. Raises ExtraMissing."""
    try:
        from oxgraph.server.proxy.remote import Remote
    except ModuleNotFoundError:
        raise ExtraMissing(feature="oxgraph proxy --url", extra="server") from None

    async def run() -> int:
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        return await Remote(url, headers, watcher, output).run(stop)

    with _watching(opening, options, fallback_of_url(url)) as (watcher, output):
        return asyncio.run(run())


@contextlib.contextmanager
def _watching(opening: "Open", options: Options, name: str) -> Iterator[tuple[Watcher, Output]]:
    """A watcher with its side, which is finished at the end."""
    output = Output(os.dup(1))
    _to_nowhere(1)
    session_id = options.session_id or new_id()
    side = Side(opening, tell, session_id, ending=options.session_id is None)
    more: dict[str, Any] = {"name": options.name, "fallback": name, "warn_results": options.warn_results}
    watcher = Watcher(side, options.mapping, session_id, **more, send=output.send)
    side.start()
    try:
        yield watcher, output
    finally:
        side.finish(FLUSH_SECONDS)


_telling = threading.Lock()


def tell(text: str) -> None:
    """A line for the person, on the standard error, where the server's own lines go too."""
    with _telling:
        print(f"oxgraph proxy: {text}", file=sys.stderr, flush=True)


def fallback(words: Sequence[str]) -> str:
    """A name for a server that gives none: the last part of the program or package that is run."""
    for word in words:
        name = PurePath(word.rstrip("/")).name.partition("@")[0] or word
        if name not in RUNNERS and not word.startswith("-") and not name.startswith("python"):
            return PurePath(name).stem or name
    return PurePath(words[0]).name


def fallback_of_url(url: str) -> str:
    """A name for a server at an address that gives none: its host."""
    return urlsplit(url).hostname or "server"


def _to_nowhere(fd: int) -> None:
    """Nothing of ours may come between the messages."""
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), fd)
