"""The demo on recorded traces: import, passes, recurring failures, and the block that an agent would get."""

import time
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from oxgraph.action_codes import SUCCESS
from oxgraph.client import Memory, connect
from oxgraph.demo.report import SETTLED, DemoReport, Tell, measured
from oxgraph.graph import Auth
from oxgraph.imports.traces import import_traces
from oxgraph.models import Embedder
from oxgraph.passes import evaluate
from oxgraph.types import PatternRow

LOOKED_AT = 10_000
"""Number of failures among which the riskiest node is searched."""


@dataclass
class TracesDemo:
    """One run of the demo over files of recorded traces."""

    uri: str
    auth: Auth
    name: str
    files: list[str]
    now: datetime
    embedder: Embedder
    tell: Tell

    def run(self) -> DemoReport:
        """Imports the files into a fresh workspace and evaluates them as of just after the last action.

        Raises what an import raises, WorkspaceExists, and what every call raises.
        """
        began = time.monotonic()
        with connect(self.uri, self.auth, embedder=self.embedder) as client:
            memory = client.create_workspace(self.name)
            report = DemoReport(memory.name, memory.workspace_id)
            report.imported = import_traces(
                memory, self.files, progress=lambda done, total: self.tell("importing", done, total)
            )
            report.evaluated_at = (report.imported.last_action_at or self.now) + SETTLED
            self.tell("the passes run", 0, 0)
            evaluate(client.graph, memory.workspace_id, now=report.evaluated_at, embedder=self.embedder)
            report.patterns = memory.telemetry.patterns(all=True, kind="plain")
            report.situations = memory.telemetry.patterns(kind="situational")
            self._inject(memory, report)
            report.metrics = measured(memory, report.evaluated_at)
        report.seconds = round(time.monotonic() - began, 1)
        return report

    def _inject(self, memory: Memory, report: DemoReport) -> None:
        """Returns the block for the node with the most cases of the likeliest failure."""
        failures = [row for row in report.patterns if row.error_code != SUCCESS and row.node_type]
        if not failures:
            return
        likeliest = max(failures, key=lambda row: (row.status == "active", row.confidence * (row.sample_count >= 5)))
        report.target = _riskiest(memory, likeliest)
        if report.target:
            shown = memory.telemetry.inject([report.target], target_node_type=likeliest.node_type)
            report.block = shown.block


def _riskiest(memory: Memory, pattern: PatternRow) -> str:
    rows = memory.telemetry.timeline(action_type=pattern.action_type, outcome="failure", limit=LOOKED_AT)
    matching = (row for row in rows if row.kind == "action" and row.error_code == pattern.error_code)
    targets = Counter(target for row in matching for target in row.target_node_ids)
    return targets.most_common(1)[0][0] if targets else ""
