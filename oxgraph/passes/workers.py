"""A thread of work for each server of the directory, such as its worker, in one process."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from oxgraph.client._sync.servers import Servers
from oxgraph.client.server_logins import MAIN
from oxgraph.errors import OxgraphError
from oxgraph.graph import Graph
from oxgraph.passes.worker import JOIN_SECONDS, until_signal

LOOK_SECONDS = 30.0
"""How often the directory is asked for servers that were added."""


class Serving(Protocol):
    """What is done for one server, such as a `Worker`: `stop` ends `serve`."""

    def serve(self) -> None:
        """Works until `stop` is called."""

    def stop(self) -> None:
        """Ends `serve` after the step at hand."""


MakeWorker = Callable[[str, Graph], Serving]
"""Makes the worker of a server, by its name."""

log = logging.getLogger(__name__)


@dataclass
class _Running:
    graph: Graph
    worker: Serving
    thread: threading.Thread


@dataclass
class Workers:
    """Workers of all servers, or of the one named `on`; each has its own thread, so that none waits for another.

    A server that is added later is served within half a minute, one with another login anew, and one that was removed
    no more. Setting `stopping` ends them after the current pass.
    """

    servers: Servers
    make: MakeWorker
    on: str | None = None
    stopping: threading.Event = field(default_factory=threading.Event)
    _running: dict[str, _Running] = field(default_factory=dict)
    _unknown: set[str] = field(default_factory=set)

    def serve(self) -> None:
        """Runs them until `stopping` is set."""
        while True:
            graphs = self._graphs()
            for name in self._running.keys() - graphs.keys():
                self._running.pop(name).worker.stop()
            for name, graph in graphs.items():
                self._start(name, graph)
            if self.stopping.wait(LOOK_SECONDS):
                break
        for one in self._running.values():
            one.worker.stop()
        for one in self._running.values():
            one.thread.join(JOIN_SECONDS)

    def _start(self, name: str, graph: Graph) -> None:
        before = self._running.get(name)
        if before is not None and before.graph is graph:
            return
        if before is not None:
            before.worker.stop()
        worker = self.make(name, graph)
        thread = threading.Thread(target=worker.serve, name=f"worker of {name}", daemon=True)
        self._running[name] = _Running(graph, worker, thread)
        thread.start()

    def _graphs(self) -> dict[str, Graph]:
        """The servers that are served now. Raises ServerUnknown for `on`."""
        if self.on is not None:
            return {self.on: self.servers.server(self.on)}
        found = {MAIN: self.servers.server(MAIN)}
        try:
            named = [str(row["name"]) for row in self.servers.directory.servers()] if self.servers.are_several else []
        except OxgraphError as error:
            log.warning("the servers could not be read: %s", error)
            named = list(self._running)
        known = self.servers.names()
        for name in named:
            if name in known:
                found[name] = self.servers.server(name)
            elif name not in self._unknown:
                self._unknown.add(name)
                log.warning("server %s is not served here: its login is not in servers.json", name)
        return found


def workers(
    servers: Servers, make: MakeWorker, on: str | None = None, ready: Callable[[], None] = lambda: None
) -> None:
    """Runs the workers until SIGTERM or SIGINT; calls `ready` once those end it. Raises ServerUnknown."""
    work = Workers(servers, make, on)
    until_signal(work.serve, work.stopping.set, ready)
