"""A workspace with nodes of every kind that is mirrored, and what graph and rows say of it, in one form."""

import uuid
from datetime import date, datetime
from typing import Any

from neo4j.time import Date, DateTime

import oxgraph
from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.episodic.summary_samples import talk
from tests.fixtures.client_samples import NOON, at, pattern
from tests.mirror.rows import TABLES, rows

DERIVED = {"action_ids", "injected_pattern_ids", "superseded_by", "settings"}
"""Columns that are no properties."""


def everything(graph: Graph, server: Server) -> Memory:
    """Actions with what was shown to them, sequences, patterns, benchmarks, memories one of which is superseded, and
    episodes; with texts that are hard to carry."""
    client = oxgraph.connect(server.uri, server.auth, clock=lambda: NOON)
    space = client.create_workspace(f"test {uuid.uuid4()}")
    shown = pattern(graph, space.workspace_id, annotation='Tab\t, "quote", back\\slash, \\u0000, é, 🜁 and \\N')
    for n in range(4):
        space.telemetry.capture(
            session_id="s 1\\",
            action_type="get",
            target_node_type="person",
            targets=["n 1", "n,2", '{"3"}'],
            outcome="failure" if n % 2 else "success",
            error_code="NotFound" if n % 2 else None,
            started_at=at(hours=2, minutes=-n),
            latency_ms=n,
            injected_patterns=[shown] if n == 3 else [],
        )
    for employer in ("Acme", "Bolt"):
        space.semantic.remember(
            type="fact",
            subject="Ada",
            predicate="works_at",
            object=employer,
            content=f"Ada works at {employer}\nnow",
            valid_from=at(days=9 if employer == "Acme" else 2),
        )
    space.episodic.add_messages(talk(8), conversation_id="talk")
    space.episodic.summarize_old_turns("talk", retain_last=2)
    evaluate(graph, space.workspace_id, now=NOON, passes=[1, 2, 3])
    return space


def nodes(graph: Graph, kind: str, workspace_id: str) -> dict[str, dict[str, Any]]:
    """The nodes of a kind in a workspace by id, read past everything of the mirror's."""
    text = f"MATCH (n:_mem:{kind} {{workspace_id: $w}}) RETURN properties(n) AS found, labels(n) AS labels"
    found = graph.driver.execute_query(text, w=workspace_id, database_=graph.database).records
    return {row["found"]["id"]: {k: plain(v) for k, v in row["found"].items()} for row in found}


def plain(value: Any) -> Any:
    """A value as Postgres' JSON has it."""
    if isinstance(value, DateTime | Date):
        return plain(value.to_native())
    if isinstance(value, datetime):
        return datetime.fromisoformat(value.isoformat()).timestamp()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def like(column: Any, expected: Any) -> Any:
    """A column's value in the form of what is expected: a time as its timestamp."""
    if isinstance(expected, float) and isinstance(column, str):
        return datetime.fromisoformat(column).timestamp()
    if isinstance(expected, list) and isinstance(column, list) and len(column) == len(expected):
        return [like(one, other) for one, other in zip(column, expected, strict=True)]
    return column


def differences(graph: Graph, dsn: str, workspace_id: str) -> list[Any]:
    """What rows and nodes do not agree on."""
    found: list[Any] = []
    for kind in TABLES:
        here, there = rows(dsn, kind, workspace_id), nodes(graph, kind, workspace_id)
        found += [(kind, "ids", here.keys() ^ there.keys())] if here.keys() != there.keys() else []
        for key in here.keys() & there.keys():
            for column in here[key].keys() - DERIVED - {"type"}:
                expected = there[key].get(column)
                if like(here[key][column], expected) != expected:
                    found.append((kind, key, column, here[key][column], expected))
    return found
