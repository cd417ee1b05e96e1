"""Export and import of a large workspace: rates, and the memory of the process that does it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import oxgraph
from oxgraph import local
from oxgraph.clock import utc_now
from oxgraph.passes import run_pass
from tests.bench.figures import Figure
from tests.bench.load import History, write_actions, write_entities
from tests.bench.memories import People
from tests.bench.mining import Heap
from tests.bench.sizes import Sizes

BATCH = 1_000
HEAP_SECONDS = 1.0
MOST_MB = 400.0
"""Resident memory of the process, whatever the size; Python with the driver alone takes about 100."""


def run(client: oxgraph.Client, server: local.Server, sizes: Sizes) -> Iterator[Figure]:
    """Actions with sequences and patterns, memories; out into a file, and in under another name."""
    memory = client.create_workspace(f"bench-archive-{uuid.uuid4()}", recall_threshold=0.0)
    began, now = time.perf_counter(), utc_now()
    write_entities(client.graph, memory.workspace_id, now)
    history = History(name=memory.workspace_id, actions=sizes.archive_actions, start=now - timedelta(days=29))
    write_actions(client.graph, memory.workspace_id, history, now)
    for name in ("sequences", "patterns"):
        run_pass(client.graph, memory.workspace_id, name, now=now)
    items = People("archive", now - timedelta(days=90)).items(sizes.archive_memories)
    while batch := [_plain(one) for one in islice(items, BATCH)]:
        memory.semantic.remember_many(batch)
    yield Figure("loaded", time.perf_counter() - began, "s")
    folder = Path(tempfile.mkdtemp(prefix="oxgraph-bench-archive-"))
    try:
        file = folder / "workspace.zip"
        heap = Heap(client.graph)
        out, seconds, mb = _command(server, ["workspace", "export", memory.name, "--out", str(file)], heap)
        rows = out["nodes"] + out["relationships"]
        yield Figure("export", rows / seconds / 1_000, "k rows/s", note=f"{rows:,} rows, {out['bytes'] / 1e6:.0f} MB")
        yield Figure("export: memory of the process", mb, "MB", at_most=MOST_MB)
        copy = f"bench-archive-{uuid.uuid4()}"
        yield Figure("export: heap of the server", heap.most / 2**20, "MiB", note="after collections")
        heap = Heap(client.graph)
        back, seconds, mb = _command(server, ["workspace", "import", str(file), "--as", copy], heap)
        yield Figure("import, read back", rows / seconds / 1_000, "k rows/s", note=f"{seconds:.0f} s")
        yield Figure("import: memory of the process", mb, "MB", at_most=MOST_MB)
        yield Figure("import: heap of the server", heap.most / 2**20, "MiB", note="after collections")
        yield Figure("digests equal", float(out["digest"] == back["digest"]), "", at_least=1.0)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _plain(item: dict[str, Any]) -> dict[str, Any]:
    """Without its vector: a workspace has none before a model is named."""
    return {name: value for name, value in item.items() if name != "embedding"}


def _command(server: local.Server, arguments: list[str], heap: Heap) -> tuple[dict[str, Any], float, float]:
    """Runs a command: what it printed as JSON, its seconds, the most memory that it had, in MB; looks at the heap."""
    began = time.perf_counter()
    environment = {**os.environ, "OXGRAPH_URI": server.uri, "OXGRAPH_PASSWORD": server.password}
    command = [sys.executable, "-m", "oxgraph.cli", *arguments, "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout
        with ThreadPoolExecutor(1) as reading:
            printing = reading.submit(process.stdout.read)
            while wait([printing], timeout=HEAP_SECONDS).not_done:
                heap.look()
        printed = printing.result()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return json.loads(printed), time.perf_counter() - began, used.ru_maxrss / 1024
