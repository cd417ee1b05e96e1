"""The writers' workspaces move to a second server and back while they write; movers and that server are killed."""

import dataclasses
import random
import threading
from typing import TYPE_CHECKING

from oxgraph import local
from oxgraph.client._sync.directory import GraphDirectory
from oxgraph.client._sync.servers import Servers
from oxgraph.client.server_logins import MAIN, ServerLogins
from oxgraph.local import Home
from tests.campaign import processes

if TYPE_CHECKING:
    from tests.campaign.plan import Phase
    from tests.campaign.world import World

SECOND = "second"
HEAP = "400m"
KILLED = 0.7
"""Chance that somebody is killed while a mover works, and that then a further one is."""
LONGEST = 5.0
"""Seconds within which that happens."""
ATTEMPTS = 12
"""How often a move is called again that others' kills have ended."""
MOVE_SECONDS = 180.0
GRACE_SECONDS = "3"
"""Longer than a read is trusted that began before the switch (`oxgraph/client/_async/servers.py`)."""


class Moves:
    """Moves of a phase. The second server stays for the rest of the campaign, with no workspace on it."""

    def __init__(self, world: "World", phase: "Phase") -> None:
        self.world = world
        self.chance = random.Random(f"{phase.seed}/moves")
        self.home = Home(world.folder / SECOND)
        self.where = dict.fromkeys(world.spaces, MAIN)

    def begin(self) -> None:
        """Starts the second server and enters it in the directory."""
        server = local.up(self.home, heap=HEAP)
        with self.world.client() as client:
            routing = Servers(GraphDirectory(client.graph), client.graph, ServerLogins(self.world.home.path))
            dataclasses.replace(client, routing=routing).servers.add(SECOND, server.uri, *server.auth)

    def run(self, stop: threading.Event) -> None:
        """Moves workspaces there and back until it is stopped."""
        while not stop.wait(self.chance.uniform(0, 1)):
            mark = self.chance.choice(sorted(self.where))
            to = SECOND if self.where[mark] == MAIN else MAIN
            while self.chance.random() < KILLED and not stop.is_set():
                self._killed(mark, to, stop)
            self._done(mark, to)

    def end(self) -> None:
        """Brings all back, for the checks of the main server."""
        local.up(self.home, heap=HEAP)
        for mark in self.where:
            self._done(mark, MAIN)

    def _mover(self, mark: str, to: str) -> processes.Child:
        return self.world.command("mover", ["workspace", "move", mark, "--to", to, "--grace-seconds", GRACE_SECONDS])

    def _killed(self, mark: str, to: str, stop: threading.Event) -> None:
        """Kills the mover or the second server on its way."""
        mover = self._mover(mark, to)
        if mover.wait(self.chance.uniform(0.2, LONGEST)):
            return
        if self.chance.random() < 0.3 and not stop.is_set():
            processes.kill_server(local.up(self.home, heap=HEAP).pid)
            self.world.report.kills[SECOND] += 1
            local.up(self.home, heap=HEAP)
            mover.wait(MOVE_SECONDS)
        else:
            mover.kill()
            mover.wait()
            self.world.report.kills["mover"] += 1

    def _done(self, mark: str, to: str) -> None:
        """The move, called again until it ends: others are killed meanwhile."""
        for _ in range(ATTEMPTS):
            mover = self._mover(mark, to)
            if mover.wait(MOVE_SECONDS) and mover.returncode == 0:
                self.world.report.checks["moves"] += self.where[mark] != to
                self.where[mark] = to
                return
            mover.kill()
            mover.wait()
        self.world.report.found("failed", f"the move of {mark} to {to} never ended: {self.world.tail('mover')}")
