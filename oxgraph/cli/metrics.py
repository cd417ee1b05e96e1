"""metrics …, benchmark …"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.ids import whole, whole_or_none
from oxgraph.cli.mirror import dsn_option
from oxgraph.cli.options import TIME, Choice, F, agent_facing, as_of_day, json_option, list_options
from oxgraph.cli.output import done, print_json, say, show
from oxgraph.cli.sections import Group
from oxgraph.errors import InvalidInput

if TYPE_CHECKING:
    from oxgraph.client import Memory
    from oxgraph.types import MetricValue

METRIC_COLUMNS = (
    "name",
    "aggregation",
    "window_days",
    "better",
    "active",
    "built_in",
    "success_condition",
    "action_types",
    "node_types",
    "id",
)
BENCHMARK_COLUMNS = ("date", "value", "baseline", "delta_vs_baseline", "sample_count", "metric_name")
COMPARED = ("side", "metric_name", "value", "baseline", "sample_count", "date", "since", "until", "delta_vs_baseline")


def definition(command: F) -> F:
    """The options that define a metric."""
    for option in (
        click.option("--better", type=Choice(["higher", "lower"]), help="The direction. Default: higher."),
        click.option("--window-days", type=click.IntRange(1, 3650), help="The window. Default: 7."),
        click.option("--aggregation", type=Choice(["rate", "average", "p95"]), help="Default: rate."),
        click.option(
            "--condition", "success_condition", help="outcome == 'success', outcome == 'failure', or action_count < N."
        ),
        click.option("--node-type", "node_types", multiple=True, help="Sequences with an action on such a node."),
        click.option("--action-type", "action_types", multiple=True, help="Sequences with such an action."),
    ):
        command = option(command)
    return command


def naming(command: F) -> F:
    """The options of a saved metric that are not part of its definition."""
    return click.option("--description", help="A description.")(command)


def given(options: dict[str, Any]) -> dict[str, Any]:
    """What was given, as the client's arguments."""
    action_types, node_types = options.pop("action_types", ()), options.pop("node_types", ())
    chosen = {name: value for name, value in options.items() if value is not None}
    events = {"action_type": list(action_types), "target_node_type": list(node_types)}
    if filters := {name: values for name, values in events.items() if values}:
        chosen["event_filter"] = filters
    return chosen


@click.group(cls=Group)
def metrics() -> None:
    """Define metrics of agents' runs, and show their values."""


@metrics.command("list")
@click.option("--all", is_flag=True, help="Also list inactive metrics.")
@list_options
@agent_facing
def list_(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List the metrics of a workspace."""
    with memory(workspace, token) as found:
        show(found.telemetry.metrics.list(**asked), as_json, METRIC_COLUMNS)


@metrics.command()
@click.argument("name")
@definition
@naming
@json_option
@agent_facing
def create(workspace: str | None, token: str | None, name: str, as_json: bool, **options: Any) -> None:
    """Add the metric NAME; `preview` with the same options shows its value."""
    with memory(workspace, token) as found:
        show(found.telemetry.metrics.create(name, **given(options)), as_json)


@metrics.command()
@click.argument("metric")
@click.option("--name", help="A new name.")
@definition
@naming
@click.option(
    "--active/--inactive",
    default=None,
    help="Activate or deactivate it; nothing else of a built-in metric can be changed.",
)
@json_option
@agent_facing
def update(workspace: str | None, token: str | None, metric: str, as_json: bool, **options: Any) -> None:
    """Change METRIC, given by id or name."""
    changes = given(options)
    if not changes:
        raise click.UsageError("Nothing to change is given.", click.get_current_context())
    with memory(workspace, token) as found:
        show(found.telemetry.metrics.update(whole(found, metric, "metric"), **changes), as_json)


@metrics.command()
@click.argument("metric")
@json_option
@agent_facing
def delete(workspace: str | None, token: str | None, metric: str, as_json: bool) -> None:
    """Delete METRIC; a built-in one is deactivated instead."""
    with memory(workspace, token) as found:
        deleted = found.telemetry.metrics.delete(whole(found, metric, "metric"))
    text = f"{metric} is deleted." if deleted else f"{metric} is built in and was switched off."
    done({"metric": metric, "deleted": deleted}, text, as_json)


@metrics.command()
@click.option(
    "--engine",
    type=Choice(["cypher", "sql"]),
    default="cypher",
    show_default=True,
    help="Compute from the graph, or from the rows of the mirror; the values are equal.",
)
@definition
@as_of_day
@dsn_option
@json_option
@agent_facing
def preview(
    *,
    workspace: str | None,
    token: str | None,
    engine: str,
    dsn: str | None,
    as_of: datetime | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Show the value of a metric now, or on a day, without saving it."""
    if as_of is not None and engine == "sql":
        raise InvalidInput(field="--as-of", reason="goes with --engine cypher only")
    with memory(workspace, token) as found:
        if engine == "cypher":
            show(found.telemetry.metrics.preview(**given(options), as_of=as_of), as_json)
        else:
            show(_by_rows(found, dsn, given(options)), as_json)


def _by_rows(found: "Memory", dsn: str | None, options: dict[str, Any]) -> "MetricValue":
    """The same from the rows; says so where they are behind the graph."""
    from oxgraph.cli.mirrored import all_servers, mirror_with
    from oxgraph.types.metrics import unsaved

    found.telemetry.metrics.list()  # the caller may ask here
    with all_servers() as servers:
        mirror = mirror_with(dsn, servers, found.workspace_id)
        status = mirror.status()
        if status.lag_changes:
            say(f"The rows are {status.lag_seconds:,.1f} s and {status.lag_changes:,} changes behind the graph.")
        elif status.lag_changes is None:
            say(f"How far the rows are behind is not known: {status.last_error or '; '.join(status.unavailable)}")
        return mirror.preview(found.workspace_id, unsaved(options))


@click.group(cls=Group)
def benchmark() -> None:
    """Show the trend of metrics, and compare them."""


@benchmark.command()
@click.argument("metric")
@click.option("--limit", type=click.IntRange(1, 10_000), default=30, show_default=True, help="Maximum number of days.")
@as_of_day
@list_options
@agent_facing
def get(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Show the trend of METRIC, given by id or name: the last days, or those up to --as-of."""
    from oxgraph.types.coverage import no_benchmarks, no_values

    with memory(workspace, token) as found:
        asked["metric"] = whole(found, asked["metric"], "metric")
        rows = found.telemetry.benchmarks.get(**asked)
        empty = not any(row.sample_count for row in rows) and not as_json
        state = found.telemetry.coverage(asked["as_of"]) if empty else None

    show(rows, as_json, BENCHMARK_COLUMNS, no_benchmarks(state) if state else "")
    if rows and state:
        say(no_values(state))


@benchmark.command()
@click.argument("metric")
@click.argument("other", required=False)
@click.option(
    "--window", "windows", type=(TIME, TIME), multiple=True, metavar="FROM TO", help="A window of METRIC; give two."
)
@as_of_day
@list_options
@agent_facing
def compare(
    workspace: str | None,
    token: str | None,
    windows: tuple[tuple[datetime, datetime], ...],
    as_json: bool,
    **asked: Any,
) -> None:
    """Compare METRIC with OTHER, or METRIC in two windows."""
    with memory(workspace, token) as found:
        asked |= {name: whole_or_none(found, asked[name], "metric") for name in ("metric", "other")}
        result = found.telemetry.benchmarks.compare(**asked, windows=windows or None)  # type: ignore[arg-type]
    if as_json:
        print_json(result)
        return
    sides = [{"side": side, **getattr(result, side).model_dump()} for side in ("a", "b")]
    show(sides, False, COMPARED)
    if result.difference is not None:
        click.echo(f"b − a = {result.difference:+.3f}")


COMMANDS = [metrics, benchmark]
