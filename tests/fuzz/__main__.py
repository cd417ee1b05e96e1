"""`python -m tests.fuzz --calls N --seed S`: exits with 0 where nothing failed; the last line has the figures."""

import argparse
import multiprocessing
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import oxgraph
from oxgraph import local
from oxgraph.local import Home, Server
from oxgraph.passes import evaluate
from tests.fuzz.report import Report, shown
from tests.fuzz.run import SHARES, fuzz
from tests.fuzz.world import fill


def in_processes(server: Server, calls: int, seeds: list[int], shares: dict[str, int]) -> Report:
    """Makes the calls in a process for each seed, on one server; the report of all."""
    made = partial(fuzz, server, calls // len(seeds), shares=shares, on_failure=shown)
    if len(seeds) == 1:
        return made(seeds[0])
    total = Report()
    with ProcessPoolExecutor(len(seeds), multiprocessing.get_context("spawn")) as pool:
        for report in pool.map(made, seeds):
            total.add(report)
    return total


def warm(server: Server) -> Server:
    """Runs the passes once: the first time Neo4j plans their statements, which takes seconds on a busy machine."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace("warm")
        fill(memory, "warm")
        evaluate(client.graph, memory.workspace_id, now=datetime.now(UTC))
    return server


def main() -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--calls", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="each has the next seed, and its part of the calls")
    parser.add_argument("--only", choices=list(SHARES), action="append", help="only this surface; may be repeated")
    asked = parser.parse_args()
    shares = {name: share for name, share in SHARES.items() if not asked.only or name in asked.only}
    home, began = Home(Path(tempfile.mkdtemp(prefix="oxgraph-fuzz-"))), time.monotonic()
    seeds = [asked.seed + number for number in range(asked.processes)]
    try:
        report = in_processes(warm(local.up(home, heap="768m")), asked.calls, seeds, shares)
    finally:
        local.down(home)
        shutil.rmtree(home.path, ignore_errors=True)
    print("\n".join([f"{time.monotonic() - began:.0f} s", *report.lines()]))
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
