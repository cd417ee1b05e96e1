"""The demo in a shop: a round without patterns, the passes, a round with patterns, and the comparison."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from oxgraph.client import Client, Memory, connect
from oxgraph.demo.agent import Agent, Round
from oxgraph.demo.clock import SimulatedClock
from oxgraph.demo.report import SETTLED, DemoReport, Tell, measured
from oxgraph.demo.shop import Builder
from oxgraph.demo.tools import Tools
from oxgraph.graph import Auth
from oxgraph.models import Embedder
from oxgraph.passes import evaluate

TASKS = 80
DAYS_AGO = (9, 1)
"""The times of the rounds, over a week apart, so that a metric's window contains only one."""
OPENING_HOUR = 8


@dataclass
class ShopDemo:
    """One run of the demo."""

    uri: str
    auth: Auth
    name: str
    seed: int
    now: datetime
    embedder: Embedder
    tell: Tell
    tasks: int = TASKS
    report: DemoReport = field(init=False)

    def run(self) -> DemoReport:
        """Runs it in a fresh workspace. Raises WorkspaceExists and what every call raises."""
        began = time.monotonic()
        clock = SimulatedClock(self._opening(DAYS_AGO[0]))
        with connect(self.uri, self.auth, clock=clock, embedder=self.embedder) as client:
            memory = client.create_workspace(self.name, baseline_sequences=self.tasks)
            self.report = DemoReport(memory.name, memory.workspace_id)
            for number, days in enumerate(DAYS_AGO, start=1):
                clock.time = self._opening(days)
                self._keep(self._round(client, memory, clock, number))
                self._evaluate(client, memory, clock, number)
            self.report.metrics = measured(memory, clock() + SETTLED)
        self.report.seconds = round(time.monotonic() - began, 1)
        return self.report

    def _opening(self, days_ago: int) -> datetime:
        day = self.now.astimezone(UTC) - timedelta(days=days_ago)
        return day.replace(hour=OPENING_HOUR, minute=0, second=0, microsecond=0)

    def _round(self, client: Client, memory: Memory, clock: SimulatedClock, number: int) -> Round:
        """Runs one round: a new shop, and the same agent processing its tickets."""
        world = Builder(f"r{number}", self.seed).build(self.tasks)
        world.write(client.graph, memory.workspace_id, clock())
        agent = Agent(memory, Tools(client.graph, memory.workspace_id), clock, self.seed + number)
        return agent.work(world.tickets, lambda done, of: self.tell(f"round {number}: the agent works", done, of))

    def _keep(self, result: Round) -> None:
        self.report.rounds.append(result)
        if len(result.block) > len(self.report.block):
            self.report.block, self.report.target = result.block, result.target

    def _evaluate(self, client: Client, memory: Memory, clock: SimulatedClock, number: int) -> None:
        self.tell(f"round {number}: the passes run", 0, 0)
        self.report.evaluated_at = clock() + SETTLED
        evaluate(client.graph, memory.workspace_id, now=self.report.evaluated_at, embedder=client.embedder)
        if number == 1:
            self.report.patterns = memory.telemetry.patterns(kind="plain")
            self.report.situations = memory.telemetry.patterns(kind="situational")
