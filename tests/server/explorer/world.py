"""A workspace with a fortnight behind it: what three agents did, what they were told, and what became of it."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from oxgraph.client import Memory
from oxgraph.evaluator import evaluate
from oxgraph.graph import Graph

DAYS = 14
RUNS_A_DAY = 8
EVALUATED_EACH = 2
"""Days between two nights on which the passes run here."""

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

STATEMENTS: tuple[dict[str, Any], ...] = (
    {"type": "fact", "content": "Ana Duarte lives in Porto", "subject": "Ana Duarte", "predicate": "lives_in", "object": "Porto", "ago": 400},
    {"type": "fact", "content": "Ana Duarte lives in Lisbon", "subject": "Ana Duarte", "predicate": "lives_in", "object": "Lisbon", "ago": 20},
    {"type": "preference", "content": "Ana Duarte wants to be called in the morning", "subject": "Ana Duarte", "predicate": "prefers", "ago": 12},
    {"type": "fact", "content": "Harbour Freight ships from Rotterdam", "subject": "Harbour Freight", "predicate": "ships_from", "object": "Rotterdam", "ago": 90},
    {"type": "relation", "content": "Ana Duarte works for Harbour Freight", "subject": "Ana Duarte", "predicate": "works_for", "object": "Harbour Freight", "ago": 300},
    {"type": "instruction", "content": "Never change a shipment that a carrier has already taken", "subject": "Harbour Freight", "predicate": "instructs", "ago": 40},
    {"type": "event", "content": "Harbour Freight moved its office to Rotterdam", "subject": "Harbour Freight", "predicate": "moved_to", "object": "Rotterdam", "ago": 60},
    {"type": "fact", "content": "Miguel Santos drives the evening route", "subject": "Miguel Santos", "predicate": "drives", "ago": 8},
    {"type": "fact", "content": f"Miguel Santos signs as {HOSTILE}", "subject": "Miguel Santos", "predicate": "signs_as", "ago": 2},
)  # fmt: skip


class Clock:
    """Shows the time that it was set to."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        """The time shown."""
        return self.at


def fill(memory: Memory, graph: Graph, clock: Clock, *, now: datetime, seed: int = 7) -> None:
    """Lets a fortnight pass in a workspace, until `now`; its clock is the connection's."""
    chance = random.Random(seed)
    for ago in range(DAYS, -1, -1):
        morning = (now - timedelta(days=ago)).astimezone(UTC).replace(hour=6, minute=0, second=0, microsecond=0)
        if ago == 0:
            morning = now - timedelta(hours=6)
        actions = _day(memory, clock, chance, morning, ago)
        clock.at = morning + timedelta(hours=5)
        memory.telemetry.capture_many(actions)
        if ago == 5:
            _metric(memory)
        if ago % EVALUATED_EACH == 0:
            clock.at = min(now, morning + timedelta(hours=5, minutes=30))
            evaluate(graph, memory.workspace_id, passes=[1, 2, 3], now=clock.at)
    clock.at = now
    _remember(memory, now)


def _day(memory: Memory, clock: Clock, chance: random.Random, morning: datetime, ago: int) -> list[dict[str, Any]]:
    """One day's actions, and the sessions in which they stand."""
    actions: list[dict[str, Any]] = []
    for number in range(RUNS_A_DAY):
        job = JOBS[number % len(JOBS)]
        at = morning + timedelta(minutes=35 * number, seconds=chance.randrange(600))
        session_id = f"{job.agent}-{ago:02d}-{number}"
        clock.at = at
        intent = job.intent.format(n=1000 + 40 * ago + number)
        memory.telemetry.start_session(session_id, intent=intent, agent_id=job.agent)
        actions += _run(job, session_id, at, chance, 0.35 if ago < DAYS // 2 else 1.0)
    if ago == 0:
        actions.append(_action(HOSTILE, "ticket", None, "hostile-session", morning, "support-agent", chance))
    return actions


def _run(job: Job, session_id: str, at: datetime, chance: random.Random, worse: float) -> list[dict[str, Any]]:
    rows = []
    for step, (action_type, node_type, error, rate) in enumerate(job.steps):
        failed = error if chance.random() < rate * worse else None
        rows.append(_action(action_type, node_type, failed, session_id, at + timedelta(seconds=20 * step), job.agent, chance))
        if failed and chance.random() < 0.4:
            again = at + timedelta(seconds=20 * step + 8)
            rows.append(_action("graph_query", node_type, None, session_id, again, job.agent, chance))
    return rows


def _action(
    action_type: str, node_type: str, error: str | None, session_id: str, at: datetime, agent: str, chance: random.Random
) -> dict[str, Any]:
    return {
        "action_type": action_type,
        "target_node_type": node_type,
        "session_id": session_id,
        "agent_id": agent,
        "targets": [f"{node_type}-{chance.randrange(1, 9)}"],
        "outcome": "failure" if error else "success",
        "error_code": error,
        "latency_ms": round(chance.lognormvariate(5.2, 0.7), 1),
        "started_at": at,
    }


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
    for one in STATEMENTS:
        row = dict(one)
        at = now - timedelta(days=row.pop("ago"))
        evidence = [said] if "Lisbon" in row["content"] else []
        memory.semantic.remember(**row, valid_from=at, stated_at=at, evidence=evidence)
