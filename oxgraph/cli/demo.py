"""demo: the scripted agent that learns from its failures, and the report of its two rounds."""

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from oxgraph.action_codes import SUCCESS
from oxgraph.cli.connection import chosen, login
from oxgraph.cli.options import connecting, embedder_option, json_option
from oxgraph.cli.output import plain, print_json, print_table, say
from oxgraph.cli.progress import Steps
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.demo import DemoReport
    from oxgraph.local import Server

PATTERN_COLUMNS = ("action_type", "node_type", "error_code", "sample_count", "confidence", "status")
SITUATION_COLUMNS = ("action_type", "node_type", "context_text", "action_count", "total_count", "interval", "lift")
METRIC_COLUMNS = ("metric", "better", "before", "after", "baseline", "delta_vs_baseline")
TRACE_METRIC_COLUMNS = ("metric", "better", "after", "baseline", "delta_vs_baseline")
QUERIES = ("warnings_and_their_effect", "situational_patterns", "patterns_with_evidence", "agent_history_of_a_node")
TRACES_QUERIES = ("failures_by_type", "patterns_with_evidence", "what_worked_next")
"""Recorded runs come without a domain graph, and contain no warnings."""
A_CENTURY = 36_500
"""Days: recorded runs may be old."""
SHOWN = 12


@click.command()
@click.option(
    "--traces", "files", multiple=True, metavar="FILE", help="Use recorded traces instead of the shop; may be repeated."
)
@click.option("--workspace", metavar="NAME", help="The name of the new workspace. Default: demo and the time.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the random tickets and failures.")
@embedder_option
@json_option
@connecting
def demo(files: tuple[str, ...], workspace: str | None, seed: int, embedder: str | None, as_json: bool) -> None:
    """Show an agent that learns from its failures, on a real Neo4j.

    Starts the Neo4j of this machine unless --uri names another. A scripted agent without a language model processes 80
    tickets of a shop; some of its calls fail because of the data in the graph. The passes find recurring failures. Then
    the same agent processes 80 other tickets and gets the patterns before each action.
    """
    from oxgraph.demo import ShopDemo, TracesDemo

    now = datetime.now(UTC)
    name = workspace or f"demo-{now:%Y%m%d-%H%M%S-%f}"
    with Steps() as report:
        server, (uri, auth) = _server(report)
        vectors = chosen(embedder)
        if files:
            found = TracesDemo(uri, auth, name, list(files), now, vectors, report).run()
        else:
            found = ShopDemo(uri, auth, name, seed, now, vectors, report).run()
    if as_json:
        print_json({**found.as_dict(), "browser": server.browser if server else None})
    else:
        _print_report(found, server)


def _server(report: Steps) -> tuple["Server | None", tuple[str, Any]]:
    """Returns the server with its address and login; starts a local one when none is named."""
    from oxgraph import environment, local

    uri, auth = login()
    if uri:
        return None, environment.connection(uri, auth)
    server = local.up(progress=report)
    return server, (server.uri, server.auth)


def _heading(text: str) -> None:
    click.echo(f"\n{click.style(text, bold=True)}\n")


def _print_report(report: "DemoReport", server: "Server | None") -> None:
    if report.imported:
        _print_traces(report)
    else:
        _print_rounds(report)
    _heading("Past experience for the agent" + (f", before it acts on {report.target}" if report.target else ""))
    click.echo(report.block or "Empty: no pattern reaches the setting inject_confidence (default 0.6).")
    _print_heeded(report)
    _heading("Metrics")
    columns = TRACE_METRIC_COLUMNS if report.imported else METRIC_COLUMNS
    print_table([vars(metric) for metric in report.metrics], columns, empty="No metric is active.")
    _print_addresses(report, server)


def _print_rounds(report: "DemoReport") -> None:
    for number, one in enumerate(report.rounds, start=1):
        failed = sum(one.failures.values())
        codes = ", ".join(f"{code} {number}" for code, number in one.failures.most_common())
        _heading(f"Round {number}: {'no experience yet' if number == 1 else 'with past experience before each action'}")
        click.echo(f"{one.solved} of {one.tasks} tickets solved; {failed} of {one.actions} actions failed: {codes}.")
        if number == 1:
            failing = [row for row in report.patterns if row.error_code != SUCCESS]
            _heading("Recurring failures, as the passes found them")
            print_table(failing, PATTERN_COLUMNS, empty="No failure recurs often enough.")
            _print_situations(report)


def _print_situations(report: "DemoReport") -> None:
    _heading("Situations in which an action fails more often than otherwise")
    print_table(report.situations[:SHOWN], SITUATION_COLUMNS, empty="No situation differs significantly.")


def _print_heeded(report: "DemoReport") -> None:
    """Prints the situational warning after which the agent acted differently."""
    for one in report.rounds:
        if one.heeded:
            _heading("The warning after an order failed for lack of stock, before it would retry with half")
            click.echo(one.warning)
            click.echo(f"\nIt ordered the product instead, {count(one.heeded, 'time')}.")


def _print_traces(report: "DemoReport") -> None:
    imported = report.imported
    if imported:
        _heading("Import")
        read = f"{count(imported.captured, 'action')} in {count(imported.sessions, 'session')}"
        click.echo(f"{read}; {imported.rate:,.0f} actions a second.")
    failing = [row for row in report.patterns if row.error_code != SUCCESS]
    _heading("The most frequent failures")
    print_table(failing[:SHOWN], PATTERN_COLUMNS, empty="No action failed.")
    _heading("Patterns")
    promoted = [row for row in report.patterns if row.status == "active"]
    print_table(promoted[:SHOWN], PATTERN_COLUMNS, empty="No key is promoted.")
    _print_situations(report)
    if not any(row.error_code != SUCCESS for row in promoted):
        click.echo(f"\nNo failure reaches the setting promote_confidence (default 0.6). {_lower(report)}")


def _lower(report: "DemoReport") -> str:
    settings = f"oxgraph workspace settings {report.workspace} promote_confidence=0.3 inject_confidence=0.3"
    evaluate = f"oxgraph passes run --workspace {report.workspace} --now {plain(report.evaluated_at)}"
    return f"To lower the thresholds:\n\n  {settings}\n  {evaluate}"


def _print_addresses(report: "DemoReport", server: "Server | None") -> None:
    _heading("Explore the result")
    click.echo(f"Workspace  {report.workspace} ({report.seconds} s)")
    if server:
        click.echo(f"Browser    {server.browser}")
        click.echo(f"Connect    {server.uri}")
        click.echo(f"User       {server.user}")
        click.echo(f"Password   cat {server.password_file}")
    click.echo("Paste these queries into Neo4j Browser; cypher/queries has more:")
    for query in _queries(report):
        click.echo(f"\n{query}")
    if server:
        say("\n`oxgraph down` stops the server; its data stays.")


def _queries(report: "DemoReport") -> list[str]:
    """Operators' queries with this run's values, to paste into Neo4j Browser. Only printed, never run."""
    from oxgraph import cypher

    failed = next((row.error_code for row in report.patterns if row.error_code != SUCCESS), SUCCESS)
    values: dict[str, Any] = {
        "workspace_id": report.workspace_id,
        "node_id": report.target,
        "error_code": failed,
        "days": A_CENTURY,
        "limit": 25,
    }
    texts = []
    for name in TRACES_QUERIES if report.imported else QUERIES:
        file = cypher.load(cypher.root() / "queries" / f"{name}.cypher", "query")
        code = "\n".join(line for line in file.text.splitlines() if not line.startswith("//"))
        for param in file.params:
            code = code.replace(f"${param}", json.dumps(values[param]))
        texts.append(f"// {file.summary}\n{code}")
    return texts


COMMANDS = [demo]
