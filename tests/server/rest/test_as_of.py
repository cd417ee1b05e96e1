"""Lists as of a day by REST, and why a list is empty."""

import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import oxgraph
from oxgraph.imports.traces import import_traces
from oxgraph.local import Server
from oxgraph.passes import evaluate_history
from oxgraph.types.fields import A_DAY_OR_TIME
from tests.server.conftest import Site, tokens_of
from tests.telemetry.trace_samples import FIRST, file, shop

LAST_DAY = str((FIRST + timedelta(hours=39)).date())


def test_patterns_runs_and_benchmarks_of_a_past_day(server: Server, site: Site, tmp_path: Path) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Old {uuid.uuid4().hex[:6]}")
        import_traces(memory, [file(tmp_path / "old.jsonl", shop(40))])
        evaluate_history(client.graph, memory.workspace_id, now=FIRST + timedelta(days=400))
        then = memory.telemetry.patterns(as_of=FIRST + timedelta(hours=40))
        tokens = tokens_of(memory)
    with site.client(tokens.agent) as caller:

        def ask(path: str, **query: str) -> dict[str, Any]:
            return dict(caller.get(site.of(tokens) + path, params=query).raise_for_status().json())

        now = ask("/patterns")
        assert now["items"] == [] and f"active on {LAST_DAY}" in now["explanation"]
        listed = ask("/patterns", as_of=LAST_DAY)
        assert {row["pattern_id"] for row in listed["items"]} == {row.pattern_id for row in then}
        assert listed["explanation"] is None
        assert len(ask("/sequences", as_of=str(FIRST.date()))["items"]) == 16
        second = str(FIRST.date() + timedelta(days=1))
        trend = ask("/metrics/Task success rate/benchmarks", as_of=second)["items"]
        assert [row["date"] for row in trend] == [second]
        assert ask("/coverage")["active_then"] == len(then)
        refused = caller.get(f"{site.of(tokens)}/patterns", params={"as_of": "yesterday"})
        assert refused.status_code == 422
        assert refused.json()["reason"] == f"must be {A_DAY_OR_TIME}"
