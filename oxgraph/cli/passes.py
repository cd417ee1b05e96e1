"""passes run, passes status (and evaluate, an alias of passes run), worker."""

import copy
import logging
import threading
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import chosen, login, operator
from oxgraph.cli.imports import print_history
from oxgraph.cli.mirrored import mirror_of
from oxgraph.cli.options import TIME, connecting, embedder_option, json_option, list_options, workspace_option
from oxgraph.cli.output import log_to_stderr, print_json, say, show
from oxgraph.cli.pass_report import PassBar, sentence, together
from oxgraph.cli.sections import Group
from oxgraph.errors import ExtraMissing, MirrorUnknown, OxgraphError
from oxgraph.near import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from oxgraph.client import Client
    from oxgraph.client._sync.servers import Servers
    from oxgraph.graph import Auth, Graph
    from oxgraph.models import Embedder, LanguageModel
    from oxgraph.passes import BackgroundTask, Helpers, PassRun
    from oxgraph.passes.workers import MakeWorker


class PassName(click.ParamType[int]):
    """A pass by its number or its name."""

    name = "pass"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Its number. Fails with the names of the passes, and the one that was meant."""
        from oxgraph.passes.plan import NAMES

        numbers = {name: number for number, name in NAMES.items()} | {str(number): number for number in NAMES}
        found = numbers.get(str(value).lower())
        if found is None:
            known = ", ".join(f"{number} {name}" for number, name in NAMES.items())
            self.fail(f"{value} is none of {known}.{did_you_mean(str(value), NAMES.values())}", param, ctx)
        return found


PASS = PassName()
LAST_PASS_SECONDS = 30
RETRY_SECONDS = 10.0

log = logging.getLogger(__name__)


@click.group(cls=Group)
def passes() -> None:
    """Run the passes over a workspace, and show their last runs."""


@passes.command("run")
@click.option("--pass", "numbers", type=PASS, multiple=True, help="Only this pass, by number or name; may be repeated.")
@click.option("--now", type=TIME, help="Run as of this time, such as 2025-01-20T00:00:00Z. Default: now.")
@embedder_option
@json_option
@workspace_option
def run(workspace: str, numbers: tuple[int, ...], now: datetime | None, embedder: str | None, as_json: bool) -> None:
    """Run the passes over a workspace, all of them by default.

    1 sequences, 2 patterns, 3 benchmarks (and decay), 4 freshness (of memories), 5 garbage (collection), 6 user_memory,
    7 upkeep (pending work for a model: extraction of messages, questions, embeddings). OXGRAPH_MODEL names the language
    model, at OXGRAPH_MODEL_URL with OXGRAPH_MODEL_KEY. Without --now and --pass, imported actions that are not
    evaluated yet are evaluated as of their own days. `oxgraph evaluate` is the same command under its former name.
    """
    from oxgraph.passes import evaluate as run_passes
    from oxgraph.passes import evaluate_history
    from oxgraph.passes.plan import NAMES

    names = [name for number, name in NAMES.items() if not numbers or number in numbers]
    with operator() as client, PassBar(names, visible=not as_json) as bar:
        graph, workspace_id, _ = client.located(workspace)
        helpers = _helpers(graph, *_models(embedder))
        history = (
            None
            if now or numbers
            else evaluate_history(graph, workspace_id, now=datetime.now(UTC), progress=bar, nights=bar.nights)
        )
        runs = run_passes(
            graph,
            workspace_id,
            passes=numbers or None,
            now=now or datetime.now(UTC),
            embedder=helpers.embedder,
            model=helpers.model,
            turns=helpers.turns,
            progress=bar,
        )
    runs = together(history.passes if history else [], runs)
    if as_json:
        print_json(runs)
        return
    for run in runs:
        click.echo(sentence(run))
    if history is not None:
        print_history(history)


@passes.command("status")
@click.option("--now", type=TIME, help="Show the status as of this time. Default: now.")
@list_options
@workspace_option
def status(workspace: str, now: datetime | None, as_json: bool) -> None:
    """Show when each pass last succeeded, when it last failed, and whether it is due by the clock.

    User_memory and upkeep never are: facts about users decay as statements come in, and upkeep follows pending work.
    """
    from oxgraph.cypher import statement
    from oxgraph.passes.plan import NAMES
    from oxgraph.passes.schedule import due_by_the_clock

    at = now or datetime.now(UTC)
    with operator() as client:
        graph, workspace_id, _ = client.located(workspace)
        given = {"workspace_id": workspace_id, "passes": list(NAMES.values()), "now": at}
        rows = {row["pass"]: row for row in graph.read(statement("passes/last_runs"), **given)}
    waiting = due_by_the_clock(list(rows.values()), at)
    found = [
        {
            "number": number,
            "pass": name,
            "done_as_of": rows[name]["done"],
            "failed_as_of": rows[name]["failed"],
            "due": number in waiting,
        }
        for number, name in NAMES.items()
    ]
    show(found, as_json, ("number", "pass", "done_as_of", "failed_as_of", "due"))


def _former_name() -> click.Command:
    """`oxgraph evaluate`: the command `passes run` under the name that it had before 0.2."""
    alias = copy.copy(run)
    alias.name, alias.short_help = "evaluate", "Run the passes over a workspace; the former name of `passes run`."
    return alias


@click.command()
@click.option("--on", metavar="SERVER", help="Of several servers, serve only this one.")
@click.option("--no-mirror", is_flag=True, help="Leave the Postgres mirror to `oxgraph mirror run`.")
@embedder_option
@connecting
def worker(embedder: str | None, no_mirror: bool, on: str | None) -> None:
    """Run the passes on their schedule in every workspace of all servers, until Ctrl-C.

    Sequences and pending work for a model every minute, patterns every 15 minutes; from 02:00 UTC on benchmarks
    each night, freshness each week, garbage collection each month; user memory is never scheduled. Of several
    workers, only one at a time runs a pass in a workspace. OXGRAPH_MODEL names the language model. If a mirror is
    configured (OXGRAPH_MIRROR_DSN, or `oxgraph up --mirror`), the worker also copies to it every few seconds.
    """
    from oxgraph.passes import workers as run_workers

    log_to_stderr()
    with operator() as client:
        make = _maker(_servers(client), embedder, no_mirror=no_mirror)
        run_workers(
            _servers(client), make, on, ready=lambda: say("The worker runs; Ctrl-C ends it after the current pass.")
        )


def _servers(client: "Client") -> "Servers":
    """The servers of an operator's client."""
    from oxgraph.client._sync.servers import Servers

    if not isinstance(client.routing, Servers):
        raise TypeError("an operator's client has its servers")
    return client.routing


def _maker(
    servers: "Servers", embedder: str | None, *, no_mirror: bool = False, supervised: bool = True
) -> "MakeWorker":
    """Makes the worker of each server; the models are loaded once."""
    from oxgraph.client.server_logins import MAIN
    from oxgraph.passes import Worker

    models = _models(embedder)

    def make(name: str, graph: "Graph") -> "Worker":
        background = _supervision() if name == MAIN and supervised else []
        if not no_mirror:
            background += _mirror(servers, name)
        return Worker(graph, helpers=_helpers(graph, *models), background=background)

    return make


def _supervision() -> "list[BackgroundTask]":
    """Starts the server of `oxgraph up` again when its process has ended by itself; none where Neo4j is another's."""
    from oxgraph import environment

    local = environment.local_connection()
    if local is None or local[0] != environment.connection(*login())[0]:
        return []
    from oxgraph.local.supervision import supervise

    return [supervise]


def _mirror(servers: "Servers", name: str) -> "list[BackgroundTask]":
    """The copier of a server of the mirror that is configured, if one is; the worker works without."""
    from oxgraph import environment

    try:
        dsn = environment.mirror_dsn()
    except MirrorUnknown:
        return []
    try:
        found = mirror_of(dsn, servers, name)
    except ExtraMissing as error:
        say(str(error))
        return []
    say(f"It copies to the mirror at {found.server}.")
    return [found.run]


def _models(embedder: str | None) -> "tuple[Embedder, LanguageModel | None]":
    """The embedder, and the language model of the environment."""
    from oxgraph.models import language_model

    return chosen(embedder), language_model()


def _helpers(graph: "Graph", vectors: "Embedder", model: "LanguageModel | None") -> "Helpers":
    """The helpers of pass 7: embedder, language model, extraction of pending messages."""
    from oxgraph.imports.message_files import pending_messages
    from oxgraph.passes import Helpers

    return Helpers(vectors, model, pending_messages(graph, embedder=vectors, model=model))


def on_demand(
    uri: str, auth: "Auth", embedder: "Embedder | None", model: "LanguageModel | None"
) -> "Callable[[str, int, datetime], PassRun]":
    """What runs a pass over a workspace when it is asked for, on its server, over a connection of its own."""

    def run_once(workspace_id: str, number: int, now: datetime) -> "PassRun":
        from oxgraph.client._sync.client import routing_of
        from oxgraph.clock import utc_now
        from oxgraph.graph import Graph
        from oxgraph.imports.message_files import pending_messages
        from oxgraph.passes import run_pass

        own = Graph.at(uri, auth)
        servers = routing_of(own, utc_now)
        try:
            graph = servers.route(workspace_id).graph
            turns = pending_messages(graph, embedder=embedder, model=model)
            return run_pass(graph, workspace_id, number, now=now, embedder=embedder, model=model, turns=turns)
        finally:
            servers.close()
            own.close()

    return run_once


@contextmanager
def kept(embedder: str | None) -> "Iterator[None]":
    """Does the worker's work in a thread, from when Neo4j answers until the end of the block."""
    stopping = threading.Event()
    thread = threading.Thread(target=_keep, args=(click.get_current_context(), embedder, stopping), daemon=True)
    thread.start()
    for task in _supervision():
        threading.Thread(target=task, args=(stopping,), daemon=True).start()
    try:
        yield
    finally:
        stopping.set()
        thread.join(LAST_PASS_SECONDS)


def _keep(context: click.Context, embedder: str | None, stopping: threading.Event) -> None:
    from oxgraph.passes import Workers

    with context.scope(cleanup=False):
        while not stopping.is_set():
            try:
                with operator() as client:
                    make = _maker(_servers(client), embedder, supervised=False)
                    Workers(_servers(client), make, stopping=stopping).serve()
            except OxgraphError as error:
                log.warning("the passes wait: %s", error)
                stopping.wait(RETRY_SECONDS)


COMMANDS = [passes, _former_name(), worker]
