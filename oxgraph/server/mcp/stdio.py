"""MCP over standard input and output, for one agent on this machine."""

import asyncio
import logging
import os
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass

from mcp.server.stdio import stdio_server

from oxgraph.ids import new_id
from oxgraph.server.callers import Caller
from oxgraph.server.calls import Calls
from oxgraph.server.config import ServerConfig
from oxgraph.server.experience import Experience
from oxgraph.server.mcp.door import Context, Door
from oxgraph.server.mcp.reach import Reach

log = logging.getLogger("oxgraph.server")

CHUNK = 2**16


class Input:
    """The lines of a file descriptor, read by a thread that holds nobody up at the end."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, name="oxgraph input", daemon=True).start()

    def _read(self) -> None:
        """Hands on whole lines; a last one without its end too."""
        rest = b""
        while data := self._chunk():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._hand_on(line)
        if rest:
            self._hand_on(rest)
        self._hand_on(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, CHUNK)
        except OSError:
            return b""

    def _hand_on(self, line: bytes | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
        except RuntimeError:  # the loop is over
            log.debug("input after the end")

    async def __aiter__(self) -> AsyncIterator[str]:
        """The lines, until the end of the input or `end`."""
        while (line := await self._lines.get()) is not None:
            if line.strip():
                yield line.decode("utf-8", "replace")

    def end(self) -> None:
        """Ends the lines as the end of the input would."""
        self._lines.put_nowait(None)


@dataclass(frozen=True)
class Alone:
    """What the door needs where there is one agent."""

    calls: Calls
    experience: Experience


async def serve(reach: Reach, config: ServerConfig, stopped: asyncio.Event, *, underscores: bool = False) -> None:
    """Serves one agent until its input ends or `stopped` is set; what it did is captured by then.

    Whatever keeps it from the graph is told in the results of tools, so that the agent can say what to do; it works
    as soon as that is mended.
    """
    session, works = new_id(), Alone(Calls(config), Experience())

    async def caller_of(ctx: Context) -> Caller:
        return await reach.caller()

    door = Door(works, caller_of, lambda ctx: session, lambda ctx: underscores, operators=True)
    lines = Input(0)
    ending = asyncio.ensure_future(_end(stopped, lines))
    try:
        async with stdio_server(stdin=lines) as (read, write):  # type: ignore[arg-type]
            await door.server.run(read, write, door.server.create_initialization_options())
    finally:
        ending.cancel()
        await door.close()
        await works.experience.close(config.drain_seconds)
        await reach.close()


async def _end(stopped: asyncio.Event, lines: Input) -> None:
    await stopped.wait()
    lines.end()
