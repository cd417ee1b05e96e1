"""A writer: a process with some lanes over one transport. It has an assignment, and ends on SIGTERM."""

import contextlib
import json
import os
import random
import signal
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

import oxgraph
from oxgraph.clock import utc_now
from oxgraph.errors import OxgraphError
from oxgraph.graph import Graph
from tests.campaign.administration import LANE, Administration
from tests.campaign.history import History
from tests.campaign.lane import Place
from tests.campaign.ledger import Ledger
from tests.campaign.sync_client import SyncClient
from tests.campaign.transports import AsyncClients, Mcp, Rest, Transport, direct, remote
from tests.campaign.workload import Lane

CONNECT_PAUSE = 0.3
ORPHANED = 0.5
"""Seconds between two looks whether the campaign is still there."""


@dataclass(frozen=True)
class Assignment:
    """The settings of a writer: where it writes, over which transport, with which seed and clock."""

    transport: str
    name: str
    seed: str
    ledger: str
    uri: str
    user: str
    password: str
    base: str
    token: str
    workspace: str
    workspace_id: str
    mark: str
    foreign: tuple[str, ...]
    lanes: int
    clock_seconds: float

    def as_json(self) -> str:
        """For the standard input of the process."""
        return json.dumps(asdict(self))


class Writer:
    """The lanes of an assignment, a thread each."""

    def __init__(self, given: Assignment) -> None:
        self.given = given
        self.stop = threading.Event()
        self.ledger = Ledger(Path(given.ledger), given.workspace_id)
        self.place = Place(given.workspace_id, given.mark, tuple(given.foreign))
        self._shared: AsyncClients | None = None
        self._opening = threading.Lock()

    def now(self) -> datetime:
        """The time by the clock of this writer; over HTTP it is the server's that counts."""
        own = self.given.transport in ("sync", "async")
        return utc_now() + timedelta(seconds=self.given.clock_seconds if own else 0)

    def transport(self) -> Transport:
        """A transport for a lane, as soon as the server can be reached."""
        while True:
            try:
                return self._opened()
            except OxgraphError as error:
                if self.stop.wait(CONNECT_PAUSE):
                    raise SystemExit(0) from error

    def _opened(self) -> Transport:
        given, auth = self.given, (self.given.user, self.given.password)
        if given.transport == "sync":
            return SyncClient(given.uri, auth, given.workspace, self.now)
        if given.transport == "async":
            return self._once(lambda: direct(given.uri, auth, given.workspace_id, given.workspace, self.now))
        if given.transport == "remote":
            return self._once(lambda: remote(given.base, given.token))
        if given.transport == "rest":
            return Rest(given.base, given.token, given.workspace_id)
        return Mcp(given.base, given.token)

    def _once(self, opening: Callable[[], AsyncClients]) -> AsyncClients:
        """All lanes share an async client."""
        with self._opening:
            self._shared = self._shared or opening()
            return self._shared

    def run(self) -> None:
        """Runs the lanes until SIGTERM, or until the campaign is gone."""
        signal.signal(signal.SIGTERM, lambda *_: self.stop.set())
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threads = [threading.Thread(target=self._lane, args=(n,)) for n in range(self.given.lanes)]
        if self.given.transport == "sync":
            threads.append(threading.Thread(target=self._history))
        if self.given.transport == "rest":
            threads.append(threading.Thread(target=self._administration))
        for thread in threads:
            thread.start()
        parent = os.getppid()
        while not self.stop.wait(ORPHANED) and os.getppid() == parent:
            pass
        self.stop.set()
        for thread in threads:
            thread.join()

    def _history(self) -> None:
        """The lane that a reference follows."""
        name = f"{self.given.name}xh"
        with Graph.at(self.given.uri, (self.given.user, self.given.password)) as graph:
            History(name, graph, self.ledger, random.Random(f"{self.given.seed}/h"), utc_now(), self.stop).run()

    def _administration(self) -> None:
        """The lane that administers workspaces of its own, one after the other."""
        given, number = self.given, 0
        while not self.stop.wait(CONNECT_PAUSE):
            number += 1
            name = f"{given.name}{LANE}"
            chance = random.Random(f"{given.seed}/{LANE}{number}")
            workspace = f"{name} {number}"
            with contextlib.suppress(OxgraphError):  # the server is away, and the next one has another name
                workspace_id, secret = self._own_workspace(workspace)
                ledger = Ledger(Path(given.ledger).with_name(f"{name}{number}.jsonl"), workspace_id)
                place = Place(workspace_id, given.mark, tuple(given.foreign))
                transport = Rest(given.base, secret, workspace_id)
                lane = Administration(name, transport, ledger, place, chance, self.now, self.stop)
                lane.base, lane.workspace = given.base, workspace
                lane.run()

    def _own_workspace(self, name: str) -> tuple[str, str]:
        """Makes a workspace; its id and a token of it."""
        with oxgraph.connect(self.given.uri, (self.given.user, self.given.password)) as client:
            made = client.create_workspace(name)
            return made.workspace_id, made.tokens.create("admin", "campaign").secret

    def _lane(self, number: int) -> None:
        name = f"{self.given.name}x{number}"
        chance = random.Random(f"{self.given.seed}/{number}")
        lane = Lane(name, self.transport(), self.ledger, self.place, chance, self.now, self.stop)
        try:
            lane.run()
        except Exception as error:  # what comes here is a finding, or a mistake in the campaign
            self.ledger.wrong("untyped", "lane", repr(error))
            raise
