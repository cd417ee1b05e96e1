"""evaluate, worker."""

import logging
import threading
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import chosen, operator
from oxgraph.cli.local import Reporter
from oxgraph.cli.options import TIME, connecting, embedder_option, json_option, workspace_option
from oxgraph.cli.output import print_json, say
from oxgraph.errors import ExtraMissing, MirrorUnknown, OxgraphError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oxgraph.client import Client
    from oxgraph.passes import Beside, Helpers

LAST_PASS_SECONDS = 30
RETRY_SECONDS = 10.0

log = logging.getLogger(__name__)


@click.command()
@click.option("--pass", "numbers", type=click.IntRange(1, 7), multiple=True, help="Only this pass; may be repeated.")
@click.option("--now", type=TIME, help="Evaluate as of this time, such as 2025-01-20T00:00:00Z. Default: the clock.")
@embedder_option
@json_option
@workspace_option
def evaluate(
    workspace: str, numbers: tuple[int, ...], now: datetime | None, embedder: str | None, as_json: bool
) -> None:
    """Run the passes over a workspace, all of them by default.

    1 sequences, 2 patterns, 3 decay and benchmarks, 4 freshness of memories, 5 garbage, 6 user memory, 7 what waits
    for a model: turns, questions and vectors. The language model is the one that OXGRAPH_MODEL names, at
    OXGRAPH_MODEL_URL with OXGRAPH_MODEL_KEY.
    """
    from oxgraph import passes

    report = Reporter()
    with operator() as client:
        found, helpers = client.workspace(workspace), _helpers(client, embedder)
        try:
            runs = passes.evaluate(
                client.graph,
                found.workspace_id,
                passes=numbers or None,
                now=now or datetime.now(UTC),
                embedder=helpers.embedder,
                model=helpers.model,
                turns=helpers.turns,
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
@click.option("--no-mirror", is_flag=True, help="Leave the Postgres mirror to `oxgraph mirror run`.")
@embedder_option
@connecting
def worker(embedder: str | None, no_mirror: bool) -> None:
    """Run the passes on their schedule in every workspace, until Ctrl-C.

    Sequences and what waits for a model every minute, patterns every 15 minutes; at 02:00 UTC benchmarks and user
    memory each night, freshness each week, garbage each month. However many workers are started, only one at a time
    is in a workspace. The language model is the one that OXGRAPH_MODEL names. Where a mirror is configured
    (OXGRAPH_MIRROR_DSN, or `oxgraph up --mirror`), it is copied to every few seconds, beside the passes.
    """
    import logging

    from oxgraph import passes

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    with operator() as client:
        beside = [] if no_mirror else _mirror(client)
        say("The worker runs; Ctrl-C ends it after the pass at hand.")
        passes.worker(client.graph, helpers=_helpers(client, embedder), beside=beside)


def _mirror(client: "Client") -> "list[Beside]":
    """The copier of the mirror that is configured, if one is; the worker works without."""
    from oxgraph import environment

    try:
        dsn = environment.mirror_dsn()
    except MirrorUnknown:
        return []
    try:
        from oxgraph.mirror import Mirror
    except ExtraMissing as error:
        say(str(error))
        return []
    found = Mirror(dsn, client.graph)
    say(f"It copies to the mirror at {found.server}.")
    return [found.run]


def _helpers(client: "Client", embedder: str | None) -> "Helpers":
    """What the upkeep works with: the embedder, the language model of the environment, and who takes up turns."""
    from oxgraph.client.ingest_files import pending_messages
    from oxgraph.models import language_model
    from oxgraph.passes import Helpers

    vectors, model = chosen(embedder), language_model()
    return Helpers(vectors, model, pending_messages(client.graph, embedder=vectors, model=model))


@contextmanager
def kept(embedder: str | None) -> "Iterator[None]":
    """Does the worker's work in a thread, from when Neo4j answers until the end of the block."""
    stopping = threading.Event()
    thread = threading.Thread(target=_keep, args=(click.get_current_context(), embedder, stopping), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join(LAST_PASS_SECONDS)


def _keep(context: click.Context, embedder: str | None, stopping: threading.Event) -> None:
    from oxgraph.passes import Worker

    with context.scope(cleanup=False):
        while not stopping.is_set():
            try:
                with operator() as client:
                    helpers = _helpers(client, embedder)
                    Worker(client.graph, helpers=helpers, beside=_mirror(client), stopping=stopping).serve()
            except OxgraphError as error:
                log.warning("the passes wait: %s", error)
                stopping.wait(RETRY_SECONDS)


COMMANDS = [evaluate, worker]
