"""The servers, the router, the movers and the clients of a run, and how each is killed."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

import oxgraph
from oxgraph import Client, local
from oxgraph.client.server_logins import ServerLogin, ServerLogins
from oxgraph.graph import Graph
from oxgraph.local import Home, Server
from tests.campaign.processes import kill_server
from tests.campaign.servers import free_port

HEAP = "400m"
MAIN = "main"
READY_SECONDS = 60.0


class World:
    """All processes of a run, in a folder of their own."""

    def __init__(self, servers: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="oxgraph-moves-"))
        self.names = [MAIN, *(f"s{n}" for n in range(1, servers))]
        self.homes = {name: Home(self.folder / name) for name in self.names}
        self.servers: dict[str, Server] = {}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.router: subprocess.Popen[bytes] | None = None
        os.environ["OXGRAPH_HOME"] = str(self.homes[MAIN].path)
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        os.environ["TMPDIR"] = str(self.temporary)
        for name in ("OXGRAPH_URI", "OXGRAPH_PASSWORD", "OXGRAPH_TOKEN", "OXGRAPH_SERVER"):
            os.environ.pop(name, None)

    def up(self, name: str) -> None:
        """Starts a server, or finds it running."""
        self.servers[name] = found = local.up(self.homes[name], heap=HEAP)
        if name != MAIN:
            logins = ServerLogins(self.homes[MAIN].path)
            known = logins.all().get(name)
            if known is not None and known.address != found.uri:
                logins.add(name, ServerLogin(found.uri, *found.auth))

    def begin(self) -> None:
        """Starts the servers, enters them in the directory, and starts the router."""
        for name in self.names:
            self.up(name)
        with self.client() as client:
            for name in self.names[1:]:
                client.servers.add(name, self.servers[name].uri, *self.servers[name].auth)
        self.route()

    def client(self) -> Client:
        """An operator's client of the main server."""
        return oxgraph.connect(self.servers[MAIN].uri, self.servers[MAIN].auth)

    def graph(self, name: str) -> Graph:
        """A connection to a server."""
        return Graph.open(self.servers[name].uri, self.servers[name].auth)

    def route(self) -> None:
        """Starts the router, and waits until it answers."""
        log = (self.folder / "router.log").open("ab")
        command = [sys.executable, "-m", "oxgraph.cli", "serve", "--no-worker", "--port", str(self.port)]
        command += ["--calls-per-minute", "1000000"]
        self.router = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the router does not answer")

    def move(self, workspace: str, to: str, log: Path) -> "Mover":
        """Starts a move."""
        return Mover(workspace, to, log)

    def kill(self, victim: str) -> None:
        """Kills a server or the router with SIGKILL."""
        if victim == "router":
            assert self.router is not None
            self.router.kill()
            self.router.wait()
        else:
            kill_server(self.servers[victim].pid)

    def revive(self, victim: str) -> None:
        """Starts it again."""
        if victim == "router":
            self.route()
        else:
            self.up(victim)

    def left(self) -> list[str]:
        """Temporary folders of movers that the later ones have not removed."""
        return sorted(one.name for one in self.temporary.glob("oxgraph-move-*"))

    def end(self) -> None:
        """Ends what runs, and removes the folder."""
        if self.router is not None:
            self.router.kill()
            self.router.wait()
        for home in self.homes.values():
            local.down(home)
        shutil.rmtree(self.folder, ignore_errors=True)


class Mover:
    """`oxgraph workspace move` as a process; `steps` are the lines of its standard error, each with its time."""

    def __init__(self, workspace: str, to: str, log: Path) -> None:
        self.steps: list[tuple[float, str]] = []
        self._out = log.with_suffix(".out")
        command = [sys.executable, "-m", "oxgraph.cli", "workspace", "move", workspace, "--to", to, "--json"]
        command += ["--grace-seconds", "0.5"]
        with self._out.open("wb") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, text=True, errors="replace")
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.steps.append((time.monotonic(), line.strip()))

    def at(self, step: str, seconds: float = 120.0) -> bool:
        """Waits for a step; whether it came before the end of the process."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            ended = not self._reading.is_alive()
            if any(step in line for _, line in self.steps):
                return True
            if ended:
                return False
            time.sleep(0.001)
        return False

    def kill(self) -> None:
        """Kills it with SIGKILL."""
        self.process.kill()
        self.process.wait()

    def wait(self, seconds: float = 300.0) -> bool:
        """Waits for its end; whether it succeeded."""
        status = self.process.wait(seconds)
        self._reading.join()
        return status == 0

    @property
    def report(self) -> dict[str, object]:
        """What it printed."""
        found: dict[str, object] = json.loads(self._out.read_text(encoding="utf-8"))
        return found

    @property
    def error(self) -> str:
        """The end of its log."""
        return "\n".join(line for _, line in self.steps)[-300:]
