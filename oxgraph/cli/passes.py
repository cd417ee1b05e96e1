"""evaluate, worker."""

from datetime import UTC, datetime

import click

from oxgraph.cli.connection import chosen, operator
from oxgraph.cli.local import Reporter
from oxgraph.cli.options import TIME, connecting, embedder_option, json_option, workspace_option
from oxgraph.cli.output import print_json, say


@click.command()
@click.option("--pass", "numbers", type=click.IntRange(1, 3), multiple=True, help="Only this pass; may be repeated.")
@click.option("--now", type=TIME, help="Evaluate as of this time, such as 2025-01-20T00:00:00Z. Default: the clock.")
@embedder_option
@json_option
@workspace_option
def evaluate(
    workspace: str, numbers: tuple[int, ...], now: datetime | None, embedder: str | None, as_json: bool
) -> None:
    """Run the passes: 1 sequences, 2 patterns, 3 decay and benchmarks."""
    from oxgraph import evaluator

    report = Reporter()
    with operator() as client:
        found = client.workspace(workspace)
        try:
            runs = evaluator.evaluate(
                client.graph,
                found.workspace_id,
                passes=numbers or None,
                now=now or datetime.now(UTC),
                embedder=chosen(embedder),
                progress=lambda name, counters: report(name, sum(counters.values()), 0),
            )
        finally:
            report.end()
    if as_json:
        print_json(runs)
        return
    for run in runs:
        counters = ", ".join(f"{count:,} {name}" for name, count in run.counters.items()) or "nothing to do"
        click.echo(f"{run.name} (v{run.version}): {counters} in {(run.duration_ms or 0) / 1000:.1f} s")


@click.command()
@embedder_option
@connecting
def worker(embedder: str | None) -> None:
    """Run the passes on their schedule in every workspace, until Ctrl-C.

    Sequences every minute, patterns every 15 minutes, decay and benchmarks each night at 02:00 UTC. However many
    workers are started, only one at a time is in a workspace.
    """
    import logging

    from oxgraph import evaluator

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    with operator() as client:
        say("The worker runs; Ctrl-C ends it after the pass at hand.")
        evaluator.worker(client.graph, embedder=chosen(embedder))


COMMANDS = [evaluate, worker]
