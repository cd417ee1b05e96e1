"""Every public read of a filled home, as JSON: what a released version wrote down and a later one must give again.

Loaded by the test of this folder and, under a released version, by tools/make_home_fixture.py. So it calls only what
all versions since 0.1.0 have, and imports nothing of the tests.

Left out is `semantic.get`, which counts as an access and so changes what the next read says.

Normalisation, the only one: `NOW` is the clock of every client call and of operators' queries, graph nodes and
relationships are their labels or type and their properties (without the `elementId`), and keys in `VOLATILE` (durations
and addresses) are left out.
"""

import dataclasses
import json
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import chain
from typing import Any

import psycopg
from psycopg import sql
from pydantic import BaseModel

import oxgraph
from oxgraph import cypher
from oxgraph.graph import Graph
from oxgraph.mirror import Mirror

BEGIN = datetime(2026, 3, 1, 9, tzinfo=UTC)
NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)
PAST = (datetime(2021, 1, 1, tzinfo=UTC), NOW)
VOLATILE = frozenset(("seconds", "rate", "took_ms", "elapsed_ms", "milliseconds", "server", "timings"))
WORKSPACES = ("alpha", "beta")
SCHEMAS = ("agent_memory", "app")
RENAMED_QUERIES = {
    "contradictions_waiting": "contradictions_to_review",
    "retired_lately": "recently_retired",
    "shown_in_turns": "patterns_shown_in_turns",
    "turns_to_sum_up": "messages_to_summarise",
    "waiting_turns": "pending_messages",
}
"""Operators' queries by their names in 0.1.0, and the names that they have now."""

RENAMED_KEYS = {"lift": "risk_reduction"}
"""Keys of results by their names in 0.1.0, and the names that they may have now."""

REWORDED = frozenset(("name", "context_text", "recommendation"))
"""What is said of a situation; the words are others now."""

NO_LONGER_SHOWN = frozenset(("embedding", "embedding_alt", "unembedded"))
"""Properties of a node that the plugin keeps for itself."""

WARNED = frozenset(("action_type", "node_type", "error_code", "probability"))
"""What stays the same of a situational warning, which now has the figures of one context."""


def plain(value: Any) -> Any:
    """A result as JSON values, normalised."""
    if isinstance(value, BaseModel):
        return plain(value.model_dump(mode="json"))
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items() if key not in VOLATILE}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if hasattr(value, "relationships"):
        return {"nodes": plain(value.nodes), "relationships": plain(value.relationships)}
    if hasattr(value, "element_id"):
        kind = sorted(value.labels) if hasattr(value, "labels") else value.type
        return {"kind": kind, "properties": plain(dict(value))}
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def read_home(uri: str, auth: tuple[str, str]) -> dict[str, Any]:
    """Everything that the home's server says, by workspace and name of the read."""
    with oxgraph.connect(uri, auth, clock=lambda: NOW) as client:
        found: dict[str, Any] = {name: read_workspace(client.workspace(name)) for name in WORKSPACES}
        found["workspaces"] = plain(client.workspaces())
        found["all tokens"] = plain(client.tokens.list())
        with Graph.open(uri, auth) as graph:
            ids = {name: client.workspace(name).workspace_id for name in WORKSPACES}
            found["queries"] = {name: read_queries(graph, id) for name, id in ids.items()}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def read_workspace(memory: Any) -> dict[str, Any]:
    """Everything that one workspace's memory says."""
    parts: tuple[Callable[[Any], dict[str, Any]], ...]
    parts = (_telemetry, _semantic, _entities, _episodic, _recall, _administration)
    return {name: plain(value) for part in parts for name, value in part(memory).items()}


def _telemetry(memory: Any) -> dict[str, Any]:
    telemetry = memory.telemetry
    effect = getattr(telemetry, "effect", None) or telemetry.lift
    asked = {"target_node_type": "Product"}
    metrics = telemetry.metrics.list(all=True)
    return {
        "patterns": telemetry.patterns(),
        "pattern keys": telemetry.patterns(all=True),
        "sequences": telemetry.sequences(limit=1_000),
        "timeline": telemetry.timeline(limit=1_000),
        "search": telemetry.search(action_type="charge"),
        "context": telemetry.context("sell a product"),
        "effect": effect(),
        "forecast": telemetry.forecast(),
        "metrics": metrics,
        "benchmarks": {metric.name: telemetry.benchmarks.get(metric.id) for metric in metrics},
        "metric preview": telemetry.metrics.preview(success_condition="outcome == 'success'"),
        "inject charge": telemetry.inject(["product:1"], action_type="charge", **asked),
        "inject checkout": telemetry.inject(["product:2"], action_type="checkout", session_id="open", **asked),
        "inject targets": telemetry.inject(["product:3"]),
        "inject unknown": telemetry.inject(["nothing"], action_type="unheard"),
    }


def _semantic(memory: Any) -> dict[str, Any]:
    semantic = memory.semantic
    memories = semantic.list(status="any", limit=1_000)
    return {
        "memories": memories,
        "active memories": semantic.list(limit=1_000),
        "why": {row.id: semantic.why(row.id) for row in memories},
        "history": {row.id: semantic.history(row.id) for row in memories},
        "history of a predicate": semantic.history(subject="Ada", predicate="works_at"),
        "as of 2021": semantic.list(as_of=PAST, limit=1_000),
        "review": semantic.review.list(),
        "predicates": semantic.predicates.list(),
        "memory types": semantic.types.list(),
        "connections": semantic.connections.list(),
        "user facts": memory.user("u-1").facts(),
        "user context": memory.user("u-1").build_context("tea", touch=False),
    }


def _entities(memory: Any) -> dict[str, Any]:
    entities = memory.semantic.entities
    rows = entities.list(limit=1_000)
    return {
        "entities": rows,
        "hidden entities": entities.list(hidden=True),
        "entity": {row.id: entities.get(row.id) for row in rows},
        "entity types": entities.types(),
        "entity search": entities.search("Acme"),
        "traversal": entities.traverse("Acme", depth=3, memory=True),
        "neighbours": {row.id: memory.graph.neighbours(row.id) for row in rows},
        "nodes": memory.graph.find(limit=100),
    }


def _episodic(memory: Any) -> dict[str, Any]:
    episodic = memory.episodic
    conversations = episodic.conversations(limit=100)
    ids = [row.conversation_id for row in conversations]
    return {
        "conversations": conversations,
        "messages": {id: episodic.messages(id, limit=1_000) for id in ids},
        "episodes": {id: episodic.episodes(id) for id in ids},
        "conversation history": {id: episodic.history(id) for id in ids},
        "message search": episodic.search("kettle"),
        "slots": {id: memory.working.get_many(id) for id in ids},
    }


def _recall(memory: Any) -> dict[str, Any]:
    questions = ("Where does Ada work?", "kettle and parcel 3", "Who knows Grace?", "Ada preference")
    # Entities of the business graph are results now, so the comparison names the kinds.
    given: dict[str, Any] = {"touch": False, "now": NOW, "explain": True, "kinds": ("memory", "message", "episode")}
    found = {f"recall: {question}": memory.recall(question, k=5, **given) for question in questions}
    past = memory.recall("Where does Ada work?", as_of=PAST, touch=False, now=NOW)
    return found | {"recall of the past": past}


def _administration(memory: Any) -> dict[str, Any]:
    return {
        "settings": memory.settings(),
        "tokens": memory.tokens.list(),
        "audit": memory.audit(limit=1_000),
        "evaluations": memory.evaluations.list(),
    }


def read_queries(graph: Graph, workspace_id: str) -> dict[str, Any]:
    """The rows of every operators' query in cypher/queries that the values below fit, by its present name."""
    values = {
        "workspace_id": workspace_id,
        "limit": 1_000,
        "days": 36_000,
        "agent_id": "clerk",
        "session_id": "s3",
        "user_id": "",
        "conversation_id": "c-1",
        "error_code": "OutOfStock",
        "entity": "Ada",
        "node_id": "acme",
        "predicate": "works_at",
        "question": "Where does Ada work?",
        "metric": "Task success rate",
    }
    found = {}
    for path in sorted((cypher.root() / "queries").glob("*.cypher")):
        query = cypher.load(path, "query")
        query = dataclasses.replace(query, text=query.text.replace("datetime()", f"datetime('{NOW.isoformat()}')"))
        if query.params.keys() <= values.keys():
            rows = plain(graph.read(query, **{name: values[name] for name in query.params}))
            found[RENAMED_QUERIES.get(query.name, query.name)] = sorted(rows, key=_text)
    return found


def read_rows(dsn: str) -> dict[str, Any]:
    """Every table and view of the mirror that the reader's login `dsn` may read, and a metric at `NOW`."""
    found: dict[str, Any] = {}
    with psycopg.connect(dsn) as connection:
        names = connection.execute(
            "SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema = ANY(%s) "
            "AND has_table_privilege(format('%%I.%%I', table_schema, table_name), 'SELECT') ORDER BY 1, 2",
            [list(SCHEMAS)],
        ).fetchall()
        for schema, name in names:
            rows = connection.execute(
                sql.SQL("SELECT to_jsonb(t) FROM {} AS t").format(sql.Identifier(schema, name))
            ).fetchall()
            found[f"{schema}.{name}"] = sorted(plain(list(chain.from_iterable(rows))), key=_text)
        row = connection.execute("SELECT agent_memory.metric('Task success rate', %s)::text", [NOW]).fetchone()
        found["metric"] = row and row[0]
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def check_rows(uri: str, auth: tuple[str, str]) -> dict[str, Any]:
    """`mirror check` of the home in OXGRAPH_HOME: the number of rows that differ, and the tables compared."""
    assert os.environ.get("OXGRAPH_HOME")
    with Graph.open(uri, auth) as graph:
        checked = Mirror(None, graph, clock=lambda: NOW).check()
    return {"ok": checked.ok, "drifted": checked.drifted, "tables": plain(checked.tables)}


RECALLED_NOTES = frozenset(("dropped", "tokens", "empty_because", "path"))
"""Of recall's notes what has changed: there are more retrievers, and each line of the context says whom it is about;
naming the kinds counts as a filter; the two paths have other names."""


def differences(expected: Any, found: Any, path: str = "") -> list[str]:
    """Where `found` does not say what `expected` says. Keys that a later version added are no difference."""
    if isinstance(expected, dict) and isinstance(found, dict):
        lines = []
        for key, value in _same_since(expected).items():
            now = key if key in found else RENAMED_KEYS.get(key, key)
            lines += differences(value, found[now], f"{path}/{key}") if now in found else [f"{path}/{key} is gone"]
        return lines
    if isinstance(expected, list) and isinstance(found, list):
        if path.endswith("/effect/patterns"):  # equal ones have another order
            expected, found = (sorted(rows, key=lambda row: str(row["pattern_id"])) for rows in (expected, found))
        if len(expected) != len(found):
            return [f"{path}: {len(expected)} entries, now {len(found)}"]
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for place, (one, other) in pairs for line in differences(one, other, f"{path}/{place}")]
    if path.endswith("/delta_vs_baseline") and isinstance(expected, float) and isinstance(found, float):
        return [] if abs(expected) == abs(found) else [f"{path}: {expected}, now {found}"]  # It has a direction now.
    if "/why/" in path and isinstance(expected, str):
        expected = READ.sub(_read_in_words_of_today, expected)
    return [] if expected == found else [f"{path}: {expected!r:.300}, now {found!r:.300}"]


READ = re.compile(r"last read (\S+), ([01]) times in all")
"""How `why` of 0.1.0 says that a memory was read never or once."""


def _read_in_words_of_today(found: re.Match[str]) -> str:
    return "never read" if found[2] == "0" else f"last read {found[1]}, 1 time in all"


def _same_since(expected: dict[str, Any]) -> dict[str, Any]:
    """The entries that say the same in every version."""
    # A migration that writes a node gives it a new rev.
    kept = {key: value for key, value in expected.items() if key not in NO_LONGER_SHOWN | {"situation", "rev"}}
    if {"nodes", "edges", "cypher"} <= kept.keys():
        del kept["cypher"]  # Its LIMIT is the number of neighbours in a page, which the version decides.
    if any(row.get("context") for row in expected.get("patterns", ()) if "probability" in row):
        del kept["block"]
    if "notes" in kept and "results" in kept:
        notes = {key: value for key, value in kept["notes"].items() if key not in RECALLED_NOTES}
        # The weights of the ranking are the version's: the same results in the same order, with other scores.
        results = [{key: value for key, value in row.items() if key != "score"} for row in kept["results"]]
        return {key: value for key, value in kept.items() if key != "context"} | {"notes": notes, "results": results}
    if expected.get("context") and expected.get("probability") is not None:
        return {key: value for key, value in kept.items() if key in WARNED}
    return {key: value for key, value in kept.items() if not (expected.get("context") and key in REWORDED)}


def _text(row: Any) -> str:
    return json.dumps(row, sort_keys=True)
