"""What the bench of the explorer is run over: a week of actions, people of whom much is known, conversations."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from tests.bench.memories import People

BATCH = 10_000
STEP = timedelta(seconds=6)
SESSION = 10
"""Actions of a session."""

TALKS, TALK = 500, 10
"""Conversations, and the messages of one."""

WRITTEN = (("Jonathan Smith", "Jonathon Smith"), ("Katharina Vogt", "Katarina Vogt"))
"""Names of one person, each in two ways of writing."""

WORN = 3_000
"""Number of the last actions in which one agent fails more often than before."""


TOLD, TRIED = 100, 300
"""Sessions from which a failure is learned, and sessions after that, of which a share is not warned."""

HOLDOUT = 0.4
FAILS = {True: 0.15, False: 0.8}
"""How often it fails, warned and not."""


@dataclass(frozen=True)
class Places:
    """Where the operator's tasks end: ids for the pages' addresses."""

    session: str
    pattern: str
    node: str
    memory: str
    entity: str
    conversation: str
    at: datetime


def fill(memory: Memory, graph: Graph, now: datetime, *, actions: int, memories: int) -> Places:
    """Fills a workspace up to `now`, the passes run; then come sessions with and without warnings."""
    for start in range(0, actions, BATCH):
        rows = [_action(number, actions, now) for number in range(start, min(actions, start + BATCH))]
        memory.telemetry.capture_many(rows)
    people = People(memory.name, now - timedelta(days=100))
    statements = (_statement(one, now) for one in people.items(memories))
    while batch := list(islice(statements, 1_000)):
        memory.semantic.remember_many(batch)
    _contradiction(memory)
    _to_mend(memory)
    for number in range(TALKS):
        memory.episodic.add_messages(list(_talk(number)), conversation_id=f"talk-{number}")
    memory.telemetry.capture_many([_reserved(number, now) for number in range(TOLD)])
    evaluate(graph, memory.workspace_id, passes=[1, 2, 3], now=now)
    _tried(memory)
    # Not the second pass: so many sessions less that fail would be a new version of the pattern, not yet tried.
    evaluate(graph, memory.workspace_id, passes=[1, 3], now=datetime.now(UTC))
    subject = people.subjects[len(people.subjects) // 2]
    (entity, *_) = memory.semantic.entities.search(subject)
    patterns = memory.telemetry.patterns(outcome="failure")
    return Places(
        session="session-7",
        pattern=next(row.pattern_id for row in patterns if row.pattern_id),
        node="order-7",
        memory=memory.semantic.list(subject)[0].id,
        entity=entity.id,
        conversation="talk-77",
        at=now - STEP * (actions // 2),
    )


def _action(number: int, actions: int, now: datetime) -> dict[str, object]:
    agent = number // SESSION % 3
    failed = number % 9 == 0 or (agent == 1 and number >= actions - WORN and number % 3 == 0)
    return {
        "action_type": f"tool_{number % 7}",
        "target_node_type": "order",
        "targets": [f"order-{number % 997}"],
        "session_id": f"session-{number // SESSION}",
        "agent_id": "rare-agent" if number == actions // 200 else f"agent-{agent}",
        "outcome": "failure" if failed else "success",
        "error_code": f"TIMEOUT_{number % 2}" if failed else None,
        "latency_ms": 20 + number * 7919 % 4_000,
        "started_at": now - (actions - number) * STEP,
    }


def _reserved(number: int, now: datetime) -> dict[str, object]:
    failed = number % 5 != 0
    return {
        "action_type": "reserve",
        "target_node_type": "order",
        "targets": [f"order-{number}"],
        "session_id": f"told-{number}",
        "agent_id": "clerk",
        "outcome": "failure" if failed else "success",
        "error_code": "SoldOut" if failed else None,
        "latency_ms": 300,
        "started_at": now - timedelta(days=1) + number * STEP,
    }


def _tried(memory: Memory) -> None:
    """Sessions at this moment, some of which are not warned; fewer of those that are fail."""
    memory.update_settings(holdout_rate=HOLDOUT)
    chance = random.Random(23)
    for number in range(TRIED):
        session, target = f"tried-{number}", f"order-{number}"
        warned = memory.telemetry.inject([target], "reserve", session, "order").ids
        failed = chance.random() < FAILS[bool(warned)]
        memory.telemetry.capture(
            action_type="reserve",
            session_id=session,
            agent_id="clerk",
            target_node_type="order",
            targets=[target],
            outcome="failure" if failed else "success",
            error_code="SoldOut" if failed else None,
            injected_patterns=warned,
        )
        memory.telemetry.end_session(session)


def _statement(one: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Without a vector: the pages are measured without an embedder."""
    return {key: value for key, value in one.items() if key not in ("id", "embedding")} | {"stated_at": now}


def _contradiction(memory: Memory) -> None:
    for employer, confidence in (("Acme", 1.0), ("Rivian", 0.4)):
        memory.semantic.remember(
            type="fact",
            content=f"Grace works at {employer}",
            subject="Grace",
            predicate="works_at",
            object=employer,
            topic_key="job",
            confidence=confidence,
        )


def _to_mend(memory: Memory) -> None:
    """A wrong memory of Ada, and two names of one person: once for clicks and once for the keyboard."""
    remember = memory.semantic.remember
    remember(type="fact", content="Ada lives in Porto", subject="Ada", predicate="lives_in", object="Porto")
    for first, other in WRITTEN:
        same = memory.semantic.entities.create(other, node_id=f"person {other}").id
        remember(type="fact", content=f"{first} keeps the keys", subject=first, predicate="keeps")
        remember(type="fact", content=f"{other} has the van", subject_id=same, predicate="has")


def _talk(number: int) -> Iterator[dict[str, Any]]:
    for turn in range(TALK):
        text = f"Order {number * TALK + turn} has not arrived." if turn % 2 == 0 else "I have asked the carrier."
        yield {"role": "user" if turn % 2 == 0 else "assistant", "text": text}
