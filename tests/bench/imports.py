"""The import of recorded traces, by the command that a person runs."""

import json
import os
import subprocess
import sys
import time
import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import oxgraph
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.bench.figures import Figure
from tests.bench.load import History, counts, write_entities
from tests.bench.sizes import Sizes

LEAST = 5_000
LEFT = "--no-evaluate"


def run(client: oxgraph.Client, server: Server, sizes: Sizes) -> list[Figure]:
    """Actions a second, start of the command included: with targets elsewhere, with targets in the graph, and with the
    evaluation as of the actions' own days.

    A smaller import goes before, so that the order of the three does not show.
    """
    warm, elsewhere, present, past = (client.create_workspace(f"bench-import-{uuid.uuid4()}") for _ in range(4))
    write_entities(client.graph, present.workspace_id, datetime.now(UTC))
    measure(warm, server, client.graph, max(10, sizes.import_actions // 10), "a server that has just started")
    return [
        measure(elsewhere, server, client.graph, sizes.import_actions, "targets elsewhere", LEFT),
        measure(present, server, client.graph, sizes.import_actions, "targets in the graph", LEFT),
        replace(
            measure(past, server, client.graph, sizes.import_actions, "evaluated as of its days"),
            at_least=None,
        ),
    ]


def measure(memory: oxgraph.Memory, server: Server, graph: Graph, actions: int, title: str, *given: str) -> Figure:
    """Writes a file of traces and imports it into the workspace."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "traces.jsonl"
        history = History(memory.name, actions, datetime.now(UTC) - timedelta(days=29))
        file.write_text("".join(json.dumps(line(row)) + "\n" for row in history.rows()), encoding="utf-8")
        began = time.perf_counter()
        command(server, "import", "traces", str(file), "--workspace", memory.name, *given)
        seconds = time.perf_counter() - began
    written = counts(graph, memory.workspace_id)["action"]
    if written != actions:
        raise RuntimeError(f"{written} actions were imported of {actions}")
    note = f"{written:,} actions in {seconds:.1f} s"
    return Figure(f"import, {title}", written / seconds, "actions/s", at_least=LEAST, note=note)


def line(row: dict[str, Any]) -> dict[str, Any]:
    """An action as a line of a file of traces, with the fields that such files have beside it."""
    return {
        **{key: value for key, value in row.items() if key not in ("started_at", "target_node_ids")},
        "target_node_id": row["target_node_ids"][0],
        "ts": row["started_at"].isoformat(),
        "intent": f"Handle the request of {row['session_id']}",
        "task_success": row["outcome"] == "success",
        "arguments": {"number": row["seq"]},
    }


def command(server: Server, *words: str) -> None:
    """Runs `oxgraph …` against the bench's server. Raises CalledProcessError."""
    script = Path(sys.executable).with_name("oxgraph")
    environment = {**os.environ, "OXGRAPH_HOME": str(server.home)}
    done = subprocess.run([script, *words], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"oxgraph {' '.join(words)} failed: {done.stderr}")
