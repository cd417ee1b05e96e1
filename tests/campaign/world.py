"""The processes of a campaign in a home of their own: started, killed, waited for, and ended."""

import contextlib
import os
import shutil
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx

from oxgraph import local
from oxgraph.local import Home
from oxgraph.local import postgres as local_postgres
from tests.campaign import processes
from tests.campaign.faults import HOST
from tests.campaign.moves import SECOND
from tests.campaign.processes import Child
from tests.campaign.report import Report
from tests.campaign.servers import Servers, free_port
from tests.campaign.writer import Assignment
from tests.fuzz.report import slowness

SERVE = ["serve", "--embedder", "none", "--no-worker", "--calls-per-minute", "1000000"]
SERVE += ["--call-seconds", "10", "--drain-seconds", "2"]
RECOVERY = 15.0
"""Seconds after the return of a process within which the service must answer."""
UNAVAILABLE = 5
"""The exit status of a command that found no server; see tables/errors.tsv."""
START = 60.0
POLL = 0.05
SERVERS = ("neo4j", "postgres", "serve")
"""Others are killed one after the other, whatever else is on its way back."""
LANES = {"sync": 2, "async": 3, "rest": 3, "mcp": 2, "remote": 2}
"""Writers, and the concurrent callers of each."""
SPACES = ("zephyrquoll", "vexingjabot")
"""The marks of the workspaces; no word of one is in the other's texts."""


class World(Servers):
    """Neo4j, Postgres, `oxgraph serve`, worker, copier and writers, and the proxies between them."""

    def __init__(self, seed: int, report: Report) -> None:
        super().__init__(seed, report)
        self.ports = {"serve": free_port(), "serve2": free_port()}
        self.processes: dict[str, Child] = {}
        self.incarnations: Counter[str] = Counter()
        self.clock_seconds = 0.0
        self.calm = threading.Lock()
        self._returning: threading.Thread | None = None
        self.spaces: dict[str, tuple[str, str]] = {}

    # -- servers ---------------------------------------------------------------------------------------------------

    def first_start(self, kills: int, longest: float = 7) -> None:
        """Starts everything for the first time, after `oxgraph up` was killed so often, within `longest` seconds."""
        for _ in range(kills):
            up = self._keep("up", self.command("up", ["up", "--mirror", "--heap", self.heap]))
            up.wait(self.chance.uniform(0.3, longest))
            self.kill_process("up")
        self.up()
        with self.client() as client:
            for mark in SPACES:
                space = client.create_workspace(mark)
                self.spaces[mark] = (space.workspace_id, space.tokens.create("admin", "campaign").secret)

    # -- processes ---------------------------------------------------------------------------------------------------

    def _environment(self) -> dict[str, str]:
        uri = f"bolt://{HOST}:{self.bolt.port}"
        own = {"OXGRAPH_HOME": str(self.home.path), "OXGRAPH_URI": uri, "OXGRAPH_EMBEDDER": "none"}
        server = getattr(self, "server", None)
        own |= {"OXGRAPH_USER": server.user, "OXGRAPH_PASSWORD": server.password} if server else {}
        return os.environ | own

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def command(self, name: str, arguments: list[str]) -> Child:
        """Starts an `oxgraph` command as a process of ours, with a log of this name."""
        return processes.command(arguments, self._environment(), self._log(name))

    def _keep(self, name: str, process: Child) -> Child:
        self.processes[name] = process
        return process

    def start(self, name: str) -> None:
        """Starts a process by its name: serve, worker, copier (each may have a number), or a writer's."""
        kind = name.rstrip("0123456789")
        commands = {
            "serve": [*SERVE, "--port", str(self.ports.get(name, 0))],
            "worker": ["worker", "--embedder", "none"],
            "copier": ["mirror", "run", "--every", "0.2"],
        }
        if kind in commands:
            self._keep(name, self.command(name, commands[kind]))
        else:
            assignment = self._assignment(name).as_json()
            self._keep(name, processes.writer(assignment, self._environment(), self._log(name)))

    def _assignment(self, name: str) -> Assignment:
        """What a writer named transport-mark does, another time than its predecessor."""
        self.incarnations[name] += 1
        transport, mark = name.split("-")
        full = f"{transport}{self.incarnations[name]}of{self.report.phase}{mark[0]}"
        workspace_id, token = self.spaces[mark]
        return Assignment(
            transport=transport,
            name=full,
            seed=f"{self.seed}/{full}",
            ledger=str(self.ledgers / f"{full}.jsonl"),
            uri=f"bolt://{HOST}:{self.bolt.port}",
            user=self.server.user,
            password=self.server.password,
            base=f"http://{HOST}:{self.http.port}",
            token=token,
            workspace=mark,
            workspace_id=workspace_id,
            mark=mark,
            foreign=tuple(other for other in SPACES if other != mark),
            lanes=LANES[transport],
            clock_seconds=self.clock_seconds,
        )

    def writers(self) -> list[str]:
        """The names of all writers: each transport writes in one workspace."""
        first, second = ("sync", "rest", "remote"), ("async", "mcp")
        return [f"{one}-{SPACES[0]}" for one in first] + [f"{one}-{SPACES[1]}" for one in second]

    def start_all(self, more: tuple[str, ...] = ()) -> None:
        """Starts what is not running, and waits until `serve` answers."""
        self.http.targets = [self.ports[name] for name in ("serve", *more) if name in self.ports]
        for name in ("serve", "worker", "copier", *more, *self.writers()):
            if name not in self.processes or self.processes[name].poll() is not None:
                self.start(name)
        self.await_service("start")

    # -- kills -------------------------------------------------------------------------------------------------------

    def kill_process(self, name: str) -> None:
        """Kills a process of ours. One that had ended by itself should not have."""
        process = self.processes.pop(name)
        if process.poll() is None:
            process.kill()
            self.report.kills[name.split("-", maxsplit=1)[0].rstrip("0123456789")] += 1
        elif name != "up":
            self._ended_by_itself(name, process.returncode or 0)
        process.wait()

    def _ended_by_itself(self, name: str, status: int) -> None:
        """A process that cannot reach a server at its start may end with the status that says so; no other may."""
        self.report.faults[f"{name} ended with {status}"] += 1
        if status != UNAVAILABLE:
            self.report.found("gave_up", f"{name} ended by itself with {status}: {self.tail(name)}")

    def kill(self, name: str) -> None:
        """Kills one and starts it again. The return of Neo4j and of `serve` is measured meanwhile; see await_return."""
        if name in SERVERS:
            self.await_return()
            self._kill_server(name)
        elif name in self.processes:
            self.kill_process(name)
            self.start(name)

    def _kill_server(self, name: str) -> None:
        if name == "serve":
            self.kill_process(name)
            self.start(name)
        else:
            self.kill_server(name)
        if name == "postgres":
            local_postgres.up(self.home)
            return
        self._returning = threading.Thread(target=self._return, args=(name,), name="return")
        self._returning.start()

    def _return(self, name: str) -> None:
        """Sees one back, in a thread: others are killed meanwhile."""
        try:
            if name == "neo4j":
                self.up()
            self.await_service(name)
        except Exception as error:  # nobody else would see it
            self.report.found("failed", f"the return of {name}: {error!r}")

    @property
    def returning(self) -> bool:
        """Whether the server that was killed last is on its way back."""
        return self._returning is not None and self._returning.is_alive()

    def await_return(self) -> None:
        """Waits until the server that was killed last is back."""
        if self._returning is not None:
            self._returning.join()
            self._returning = None

    def await_port(self, port: int) -> None:
        """Returns when somebody listens there."""
        until = time.monotonic() + START * slowness()
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
                return
            time.sleep(POLL)
        raise TimeoutError(f"nobody listens on {port}: {self.tail('serve')}")

    def await_service(self, after: str) -> None:
        """Waits until `serve` takes a write and reads again; past the limit that is a finding.

        Faults that come and go wait meanwhile: what is measured is the return of one process alone.
        """
        with self.calm:
            self._await_service(after)

    def _await_service(self, after: str) -> None:
        self.await_port(self.ports["serve"])
        began = time.monotonic()
        while not self.serves() and time.monotonic() - began < START * slowness():
            time.sleep(POLL)
        seconds = time.monotonic() - began
        self.report.recovery(after, seconds)
        if after != "start" and seconds > RECOVERY * slowness():
            self.report.found("slow_recovery", f"the service answered {seconds:.1f} s after the return of {after}")

    def serves(self) -> bool:
        """Whether `serve` takes a write and reads."""
        workspace_id, token = self.spaces[SPACES[0]]
        base, headers = f"http://{HOST}:{self.ports['serve']}", {"Authorization": f"Bearer {token}"}
        body = {"action_type": "probe", "session_id": "probe", "outcome": "success"}
        try:
            with httpx.Client(base_url=base, headers=headers, timeout=10) as http:
                written = http.post(f"/v1/workspaces/{workspace_id}/actions", json=body)
                return written.is_success and http.get(f"/v1/workspaces/{workspace_id}/timeline").is_success
        except httpx.HTTPError:
            return False

    def tail(self, name: str) -> str:
        """The end of a process' log."""
        path = self._log(name)
        return path.read_text(errors="replace")[-1500:] if path.exists() else ""

    # -- the end -----------------------------------------------------------------------------------------------------

    def end_writers(self, seconds: float) -> list[str]:
        """Has writers end after the call at hand; those that do not within `seconds` are killed and named."""
        ending = {name: self.processes.pop(name) for name in self.writers() if name in self.processes}
        for name, process in ending.items():
            if process.poll() is not None:
                self._ended_by_itself(name, process.returncode or 0)
            process.terminate()
        until, hung = time.monotonic() + seconds, []
        for name, process in ending.items():
            if not process.wait(max(0.1, until - time.monotonic())):
                hung.append(name)
                process.kill()
                process.wait()
        return hung

    def end_processes(self) -> None:
        """Kills worker, copier and `serve`, in whatever they are doing."""
        for name in list(self.processes):
            self.kill_process(name)

    def close(self) -> None:
        """Ends everything and removes the folder; what fails does not keep the rest from it."""
        self.await_return()
        for process in self.processes.values():
            process.kill()
            process.wait()
        steps: list[Callable[[], object]] = [
            self.disk.empty,
            lambda: local.down(self.home),
            lambda: local_postgres.remove(self.home),
            lambda: local.down(Home(self.folder / SECOND)),
            self.disk.close,
            lambda: shutil.rmtree(self.folder, ignore_errors=True),
            self.bolt.close,
            self.http.close,
        ]
        for step in steps:
            with contextlib.suppress(Exception):
                step()
