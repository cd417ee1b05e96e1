"""A workspace with all layers, made through the public interface, and all its reads."""

import json
import tempfile
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oxgraph import Client, Memory
from oxgraph.graph import Graph
from oxgraph.imports.graph import import_graph
from oxgraph.models import embedder
from oxgraph.passes import evaluate
from tests.upgrade.home_reads import BEGIN, NOW, plain, read_workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

PROMOTED = BEGIN + timedelta(days=2)
__all__ = ["BEGIN", "NOW", "PROMOTED", "Clock", "fill", "reads", "work"]

OF_A_DATABASE = ("rev", "workspace_id", "elementId", "element_id", "workspace", "next", "workspace_term")
UNORDERED = ("links", "nodes", "edges", "relationships")
OF_A_SERVER = ("tokens", "slots")
"""What no archive holds. The audit names a token by its id alone where the token is not there."""


class Clock:
    """The time of the client, as it is set."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> datetime:
        return self.now


@contextmanager
def json_lines(rows: list[dict[str, Any]]) -> "Iterator[str]":
    """A temporary file with a line for each row."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        yield str(file)


def work(memory: Memory, begin: datetime, sessions: range) -> None:
    """Sessions with recurring failures, some with an intent and an end."""
    for n in sessions:
        row = {"session_id": f"s{n}", "agent_id": "clerk", "targets": [f"n{n % 4}"], "target_node_type": "Shop"}
        failed = row | {"outcome": "failure", "error_code": "CardExpired", "latency_ms": 7}
        good = row | {"outcome": "success", "latency_ms": 5}
        at = begin + timedelta(hours=n)
        memory.telemetry.start_session(f"s{n}", intent=f"sell product {n}", agent_id="clerk")
        memory.telemetry.capture_many(
            [
                good | {"action_type": "reserve", "started_at": at, "id": f"00000000-0000-4000-8000-{n:010d}01"},
                failed
                | {
                    "action_type": "charge",
                    "started_at": at + timedelta(seconds=20),
                    "id": f"00000000-0000-4000-8000-{n:010d}02",
                },
                good
                | {
                    "action_type": "checkout",
                    "started_at": at + timedelta(seconds=40),
                    "id": f"00000000-0000-4000-8000-{n:010d}03",
                },
            ]
        )
        memory.telemetry.end_session(f"s{n}", outcome="failure" if n % 3 == 0 else "success")


def _shown(memory: Memory) -> None:
    for n in range(4):
        asked: dict[str, Any] = {"action_type": "charge", "session_id": f"w{n}", "target_node_type": "Shop"}
        shown = memory.telemetry.inject([f"n{n}"], **asked)
        memory.telemetry.capture(
            **asked,
            outcome="success",
            agent_id="clerk",
            targets=[f"n{n}"],
            latency_ms=3,
            started_at=PROMOTED + timedelta(hours=n + 1),
            injected_patterns=[pattern.id for pattern in shown.patterns if pattern.id],
        )
    for row in memory.telemetry.patterns()[:1]:
        memory.telemetry.annotate(row.pattern_id or "", annotation="Ask for another card")


def _knowledge(memory: Memory) -> None:
    semantic, entities = memory.semantic, memory.semantic.entities
    semantic.predicates.define("owns", stateful=False, importance=0.2, description="What somebody has")
    semantic.types.define("ticket", half_life_days=14)
    entities.define_type("organisation", "A body of people")
    entities.define_type("company", "A firm", parent="organisation")
    entities.create("Acme", type="company", node_id="acme", description="Makes anvils", properties={"size": 12})
    entities.create("Rivian", type="company", node_id="rivian")
    entities.link("Acme", "SUPPLIES", "Rivian")
    entities.alias("Acme", "Acme Inc")
    entities.create("Akme", node_id="akme")
    entities.merge("acme", "akme")
    entities.create("Shadow", node_id="shadow")
    entities.hide("shadow")
    for employer, year in (("Acme", 2020), ("Rivian", 2024)):
        semantic.remember(
            type="fact",
            subject="Ada",
            predicate="works_at",
            object=employer,
            content=f"Ada works at {employer}",
            valid_from=datetime(year, 1, 1, tzinfo=UTC),
            stated_at=BEGIN,
        )
    for city, confidence in (("Oslo", 0.9), ("Bergen", 0.8)):
        semantic.remember(
            type="fact",
            subject="Ada",
            predicate="lives_in",
            object=city,
            content=f"Ada lives in {city}",
            valid_from=BEGIN,
            stated_at=BEGIN,
            confidence=confidence,
        )
    for kind in ("preference", "event", "instruction", "task", "ticket"):
        semantic.remember(type=kind, subject="Ada", content=f"Ada has a {kind} of her own", stated_at=BEGIN)
    gone = semantic.remember(type="fact", subject="Ada", content="Ada owns a red bicycle", stated_at=BEGIN)
    semantic.forget(gone.memory_id or "")
    semantic.remember(type="fact", subject="Grace", predicate="owns", object="Cobol", content="Grace owns Cobol")
    memory.user("u-1").upsert_fact("Prefers tea", category="taste")
    semantic.erase_subject("Grace")


def _said(memory: Memory) -> None:
    said = [
        {
            "role": "assistant" if n % 2 else "user",
            "text": f"Message number {n} about the kettle and parcel {n}",
            "said_at": (BEGIN + timedelta(minutes=n)).isoformat(),
        }
        for n in range(30)
    ]
    memory.episodic.add_messages(said, conversation_id="c-1")
    memory.episodic.summarize_old_turns("c-1", retain_last=10, max_age_days=0)
    memory.ingest(
        [{"role": "user", "text": "My favourite colour is green.", "said_at": BEGIN.isoformat()}],
        conversation_id="c-2",
    )
    own = memory.as_user("u-1")
    own.ingest(
        [{"role": "user", "text": "I live in Lisbon and I prefer tea.", "said_at": BEGIN.isoformat()}],
        conversation_id="c-1",
    )
    own.working.set("c-1", "plan", {"step": 2})
    memory.working.set("c-1", "note", "a text")
    memory.episodic.add_messages(
        [{"role": "user", "text": "forget this", "said_at": BEGIN.isoformat()}], conversation_id="c-3"
    )
    memory.episodic.delete_conversation("c-3")


def fill(client: Client, graph: Graph, clock: Clock, name: str) -> Memory:
    """Makes the workspace and fills it."""
    model = embedder("minilm")
    clock.now = BEGIN
    memory = client.create_workspace(name)
    memory.update_settings(baseline_sequences=10, half_life_task_days=9, holdout_rate=0.2)
    memory.tokens.create("agent", "an agent")
    nodes = [{"id": f"n{n}", "type": "Shop", "name": f"Shop {n}", "properties": {"floor": n}} for n in range(4)]
    edges = [{"from": "n0", "to": f"n{n}", "type": "NEAR", "properties": {"metres": n}} for n in range(1, 4)]
    with json_lines(nodes) as one, json_lines(edges) as other:
        import_graph(memory, one, other, connection="import:shops")
    clock.now = PROMOTED
    work(memory, BEGIN, range(12))
    evaluate(graph, memory.workspace_id, now=PROMOTED, embedder=model)
    clock.now = NOW
    _shown(memory)
    _knowledge(memory)
    _said(memory)
    evaluate(graph, memory.workspace_id, now=NOW, embedder=model)
    memory.recall("Where does Ada work?", now=NOW)
    memory.flush()
    return memory


def reads(memory: Memory) -> dict[str, Any]:
    """Every read of a workspace, without what belongs to the server or the database, by the name of the read."""
    found = read_workspace(memory)
    own = memory.as_user("u-1")
    found["as a user"] = plain([own.recall("tea and Lisbon", touch=False, now=NOW, explain=True), own.semantic.list()])
    kept = {key: value for key, value in found.items() if key not in OF_A_SERVER}
    text = json.dumps(_without(kept)).replace(memory.workspace_id, "(workspace)").replace(memory.name, "(name)")
    return json.loads(text)  # type: ignore[no-any-return]


def _without(value: Any) -> Any:
    """Without what a database gives; what stands around an entity has no order, and sums of scores no last digits."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        left_out = {"slots"}
        left_out |= {"id"} if "source" in value and "target" in value else set()
        left_out |= {"subject"} if value.get("subject_kind") == "token" else set()
        kept = {key: _without(part) for key, part in value.items() if key not in OF_A_DATABASE and key not in left_out}
        return {
            key: sorted(part, key=str) if key in UNORDERED and isinstance(part, list) else part
            for key, part in kept.items()
        }
    return [_without(part) for part in value] if isinstance(value, list) else value
