"""Faults: a TCP proxy that is slow, cuts connections or passes nothing on; a disk of our own, full or read-only."""

import asyncio
import contextlib
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Literal

HOST = "127.0.0.1"
Mode = Literal["clear", "slow", "silent"]
CHUNK = 64 * 1024
SLOW = (0.01, 0.12)
"""Seconds that each piece of data is late by, when slow."""


class Proxy:
    """Passes connections from a port of its own to one of `targets`. Runs in a thread with an event loop."""

    def __init__(self, seed: str) -> None:
        self.mode: Mode = "clear"
        self.targets: list[int] = []
        self.cuts = 0
        self._chance = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None] | None] = set()
        self._clear = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _listen(self) -> asyncio.Server:
        self._clear.set()
        return await asyncio.start_server(self._accept, HOST, 0)

    def set(self, mode: Mode) -> None:
        """Changes what happens to data, at once."""
        self.mode = mode
        self._loop.call_soon_threadsafe(self._clear.clear if mode == "silent" else self._clear.set)

    def cut(self) -> None:
        """Breaks every connection, as when a cable is pulled."""
        self.cuts += 1
        self._loop.call_soon_threadsafe(self._abort)

    def _abort(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:  # without a target yet it is as if nobody listened
            there, back = await asyncio.open_connection(HOST, self._chance.choice(self.targets))
        except (OSError, IndexError):
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        self._passing.add(task := asyncio.current_task())
        try:
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        finally:
            self._writers -= {writer, back}
            self._passing.discard(task)

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while data := await source.read(CHUNK):
                if self.mode == "slow":
                    await asyncio.sleep(self._chance.uniform(*SLOW))
                await self._clear.wait()
                sink.write(data)
                await sink.drain()
        with contextlib.suppress(OSError, RuntimeError):
            sink.close()

    def close(self) -> None:
        """Ends it and its connections."""
        with contextlib.suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    async def _end(self) -> None:
        self._server.close()
        self._abort()
        self._clear.set()
        if passing := [task for task in self._passing if task is not None]:
            await asyncio.wait(passing)


class Disk:
    """A folder on a disk of its own, in memory, that can be full or read-only; needs root."""

    SIZE = "2500m"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"
        self.reason = self._mount()

    def _mount(self) -> str:
        """Mounts it; why that cannot be done, '' where it was."""
        if sys.platform != "linux" or os.geteuid() != 0:
            return "needs root on Linux"
        command = ["mount", "-t", "tmpfs", "-o", f"size={self.SIZE}", "oxgraph-campaign", str(self.folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else f"mount failed: {done.stderr.strip()}"

    @property
    def usable(self) -> bool:
        """Whether it is mounted."""
        return not self.reason

    def fill(self) -> None:
        """Takes all the space that is left."""
        with self._ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"\0" * 2**20):
                pass

    def empty(self) -> None:
        """Gives the space back."""
        self._ballast.unlink(missing_ok=True)

    def remount(self, how: Literal["ro", "rw"]) -> bool:
        """Makes it read-only, or writable again; False where files are open for writing."""
        command = ["mount", "-o", f"remount,{how}", str(self.folder)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def close(self) -> None:
        """Unmounts it."""
        if self.usable:
            subprocess.run(["umount", "-l", str(self.folder)], capture_output=True, check=False)
