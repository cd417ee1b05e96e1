"""A workspace with a fortnight behind it: what three agents did, what they were told, and its outcome."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from tests.fixtures.client_samples import situational_pattern

DAYS = 14
RUNS_A_DAY = 8
COUNTED_EACH = 2
"""Days after which sequences and patterns are made anew; benchmarks each day."""
METRIC_MADE = 5
"""How many days ago a metric of their own was made."""

HOSTILE = "<img src=x onerror=\"window.struck='yes'\"><script>window.struck='yes'</script>"
"""What a page must show as the letters that it is."""


@dataclass(frozen=True)
class Job:
    """A kind of work: its steps (action type, node type, error code or None, how often it fails)."""

    agent: str
    intent: str
    steps: tuple[tuple[str, str, str, float], ...]


JOBS = (
    Job(
        "dispatch-agent",
        "Move shipment {n} to the next free slot",
        (
            ("graph_query", "shipment", "TIMEOUT", 0.05),
            ("slot_lookup", "warehouse", "NOT_FOUND", 0.08),
            ("ontology_mutation", "shipment", "VERSION_CONFLICT", 0.85),
            ("notify_carrier", "carrier", "RATE_LIMITED", 0.1),
        ),
    ),
    Job(
        "billing-agent",
        "Send the reminder for invoice {n}",
        (("graph_query", "invoice", "TIMEOUT", 0.04), ("email_send", "customer", "RATE_LIMITED", 0.7)),
    ),
    Job(
        "support-agent",
        "Answer ticket {n} about a late parcel",
        (
            ("knowledge_search", "ticket", "NO_RESULT", 0.15),
            ("graph_query", "shipment", "TIMEOUT", 0.05),
            ("ticket_reply", "ticket", "POLICY_BLOCKED", 0.1),
        ),
    ),
)

STATEMENTS = (
    (400, "fact", "Ana Duarte lives in Porto", "Ana Duarte", "lives_in", "Porto"),
    (20, "fact", "Ana Duarte lives in Lisbon", "Ana Duarte", "lives_in", "Lisbon"),
    (12, "preference", "Ana Duarte wants to be called in the morning", "Ana Duarte", "prefers", None),
    (90, "fact", "Harbour Freight ships from Rotterdam", "Harbour Freight", "ships_from", "Rotterdam"),
    (300, "relation", "Ana Duarte works for Harbour Freight", "Ana Duarte", "works_for", "Harbour Freight"),
    (40, "instruction", "Never change a shipment that a carrier has taken", "Harbour Freight", "instructs", None),
    (60, "event", "Harbour Freight moved its office to Rotterdam", "Harbour Freight", "moved_to", "Rotterdam"),
    (8, "fact", "Miguel Santos drives the evening route", "Miguel Santos", "drives", None),
    (2, "fact", f"Miguel Santos signs as {HOSTILE}", "Miguel Santos", "signs_as", None),
)
"""How many days ago something was said to hold, its type, the words, whom it is about, by what, and the other one."""


class Clock:
    """Shows the time that it was set to."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        """The time shown."""
        return self.at


def fill(memory: Memory, graph: Graph, clock: Clock, *, now: datetime, seed: int = 7) -> None:
    """Lets a fortnight pass in a workspace, until `now`; its clock is the connection's."""
    agents = Agents(random.Random(seed))
    for ago in range(DAYS, -1, -1):
        morning = (now - timedelta(days=ago)).astimezone(UTC).replace(hour=6, minute=0, second=0, microsecond=0)
        morning = morning if ago else now - timedelta(hours=6)
        clock.at = min(now, morning + timedelta(hours=5, minutes=30))
        memory.telemetry.import_sessions(agents.sessions(morning, ago))
        memory.telemetry.capture_many(agents.day)
        if ago == METRIC_MADE:
            _metric(memory)
        counted = ago % COUNTED_EACH == 0
        evaluate(graph, memory.workspace_id, passes=[1, 2, 3] if counted else [3], now=clock.at)
        agents.warn(memory)
    clock.at = now
    situational_pattern(graph, memory.workspace_id)
    _remember(memory, now)


class Agents:
    """Three agents at work; once they are warned of a failure it happens to them less often."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._warned: dict[tuple[str, str | None], str] = {}
        self.day: list[dict[str, Any]] = []

    def warn(self, memory: Memory) -> None:
        """Takes note of what goes wrong."""
        for row in memory.telemetry.patterns(outcome="failure"):
            if row.pattern_id:
                self._warned[row.action_type, row.node_type] = row.pattern_id

    def sessions(self, morning: datetime, ago: int) -> list[dict[str, Any]]:
        """One day's sessions; what is done in them is in `day` afterwards."""
        self.day = []
        found: list[dict[str, Any]] = []
        for number in range(RUNS_A_DAY):
            job = JOBS[number % len(JOBS)]
            at = morning + timedelta(minutes=35 * number, seconds=self._chance.randrange(600))
            session_id = f"{job.agent}-{ago:02d}-{number}"
            intent = job.intent.format(n=1000 + 40 * ago + number)
            found.append({"session_id": session_id, "agent_id": job.agent, "intent": intent, "started_at": at})
            self._work(job, session_id, at)
        if ago == 0:
            self._act(JOBS[2], "hostile-session", morning, (HOSTILE, "ticket"), None)
        return found

    def _work(self, job: Job, session_id: str, at: datetime) -> None:
        for step, (action_type, node_type, error, rate) in enumerate(job.steps):
            warned = (action_type, node_type) in self._warned
            failed = error if self._chance.random() < rate * (0.35 if warned else 1) else None
            self._act(job, session_id, at + timedelta(seconds=20 * step), (action_type, node_type), failed)
            if failed and self._chance.random() < 0.4:
                again = at + timedelta(seconds=20 * step + 8)
                self._act(job, session_id, again, ("graph_query", node_type), None)

    def _act(self, job: Job, session_id: str, at: datetime, what: tuple[str, str], error: str | None) -> None:
        warning = self._warned.get(what)
        self.day.append(
            {
                "action_type": what[0],
                "target_node_type": what[1],
                "session_id": session_id,
                "agent_id": job.agent,
                "targets": [f"{what[1]}-{self._chance.randrange(1, 9)}"],
                "outcome": "failure" if error else "success",
                "error_code": error,
                "latency_ms": round(self._chance.lognormvariate(5.2, 0.7), 1),
                "started_at": at,
                "injected_patterns": [warning] if warning else [],
            }
        )


def _metric(memory: Memory) -> None:
    memory.telemetry.metrics.create(
        "Reminders that go out",
        success_condition="outcome == 'success'",
        event_filter={"action_type": "email_send"},
        description="The share of runs with an email that end well.",
    )


def _remember(memory: Memory, now: datetime) -> None:
    """What was said, as a conversation and as statements."""
    memory.episodic.add_messages(
        [
            {"role": "user", "speaker": "Ana Duarte", "text": "I have moved to Lisbon, please send parcels there."},
            {"role": "assistant", "text": "Noted: parcels go to Lisbon from now on."},
        ],
        conversation_id="ticket-1",
    )
    said = memory.episodic.messages("ticket-1")[0].id
    for ago, kind, content, subject, predicate, other in STATEMENTS:
        at = now - timedelta(days=ago)
        memory.semantic.remember(
            type=kind,
            content=content,
            subject=subject,
            predicate=predicate,
            object=other,
            valid_from=at,
            stated_at=at,
            evidence=[said] if "Lisbon" in content else [],
        )
