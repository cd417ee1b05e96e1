"""`python -m tests.eval.experiment`: runs the experiment and writes its figures (JSON) and its page."""

import argparse
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oxgraph import local
from oxgraph.graph import Auth
from oxgraph.local import Home
from tests.eval.experiment.cells import PARTS, Experiment
from tests.eval.experiment.page import page

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
GRID = ((0.5, 0.9), (0.1, 0.5, 0.9), (0.1, 0.3, 0.6, 1.0))


def main() -> None:
    """Parses the arguments, runs, writes."""
    given = arguments()
    if not given.page_only:
        with server(given.uri) as (uri, auth):
            found = Experiment(
                uri,
                auth,
                given.runs,
                given.sweep_runs,
                given.seed,
                GRID,
                given.pilots,
                given.pilot_runs,
                tuple(given.recorded),
                given.tau_bench,
            ).run(given.only or PARTS, json.loads(given.json.read_text(encoding="utf-8")) if given.only else None)
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    given.page.write_text(page(json.loads(given.json.read_text(encoding="utf-8"))), encoding="utf-8")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.experiment", description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000, help="runs of each arm in the main comparison")
    parser.add_argument("--sweep-runs", type=int, default=150, help="runs of each arm in a cell of the sweep")
    parser.add_argument("--pilots", type=int, default=2, help="pilots of each kind; twice as many that harm")
    parser.add_argument("--pilot-runs", type=int, default=1_500, help="runs of a pilot that is not stopped")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--recorded", type=Path, action="append", default=[], help="a file of recorded runs (traces)")
    parser.add_argument(
        "--tau-bench",
        type=Path,
        default=os.environ.get("OXGRAPH_TAU_BENCH"),
        help="your checkout of tau-bench, or of tau2-bench, that the recorded runs are of [OXGRAPH_TAU_BENCH]",
    )
    parser.add_argument("--uri", help="a Neo4j with the plugin; login from OXGRAPH_USER and OXGRAPH_PASSWORD")
    parser.add_argument("--json", type=Path, default=HERE / "figures.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "experiment.md")
    parser.add_argument("--only", action="append", choices=PARTS, help="run this part, keep the others of the JSON")
    parser.add_argument("--page-only", action="store_true", help="write the page from the JSON of an earlier run")
    return parser.parse_args()


@contextmanager
def server(uri: str | None) -> Iterator[tuple[str, Auth]]:
    """The given server, or one in a temporary folder, which is stopped afterwards."""
    if uri is not None:
        yield uri, (os.environ.get("OXGRAPH_USER", "neo4j"), os.environ["OXGRAPH_PASSWORD"])
        return
    with tempfile.TemporaryDirectory(prefix="oxgraph-experiment-") as folder:
        home = Home(Path(folder))
        started = local.up(home, heap="1g")
        try:
            yield started.uri, started.auth
        finally:
            local.down(home)


if __name__ == "__main__":
    main()
