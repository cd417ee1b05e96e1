"""eval live: the effect of warnings on the runs of a workspace."""

from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import agent_facing, json_option
from oxgraph.cli.output import print_json, print_table, say
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.types.live import Estimate, LiveEvaluated, LiveGroup

VERDICTS = {
    "warn": "Warn here: with warnings fewer runs fail, for certain.",
    "do not warn": "Do not warn here: with warnings more runs fail, for certain.",
    "undecided": "Undecided: the interval of the effect on tasks includes 0.",
    "no runs": "No runs with an outcome in both groups yet.",
}


@click.command()
@click.option(
    "--pilot", type=click.IntRange(1), metavar="N", help="Begin (or continue) a pilot of N runs: set a holdout."
)
@click.option(
    "--effect", type=float, default=0.1, show_default=True, help="The change of the failure rate to be found."
)
@click.option("--base-rate", type=float, help="Failure rate without warnings, for the plan. Default: as measured.")
@click.option("--power", type=float, default=0.8, show_default=True, help="Probability of finding that change.")
@click.option("--holdout-rate", type=float, default=0.5, show_default=True, help="Share of sessions without warnings.")
@click.option("--stop/--no-stop", default=None, help="Switch warnings off when they are found to harm, or do not.")
@json_option
@agent_facing
def live(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Measure what warnings do to live runs: whether tasks fail less often with them than without.

    --pilot N draws sessions that are shown no warning from now on, and says how many runs are needed. Call it again at
    any time: the intervals stay valid. Agents must end their sessions with an outcome. p is the failure rate without
    warnings, r the share of failing runs that warnings recover, d the share of succeeding runs that they disrupt;
    warnings pay where p is above d / (r + d).
    """
    with memory(workspace, token) as found:
        result = found.evaluations.live(**asked)
    if as_json:
        print_json(result)
    else:
        print_live(result)


def print_live(found: "LiveEvaluated") -> None:
    """Prints both groups, the effects, and what to do."""
    if found.since is None:
        say(f"No pilot runs in {found.workspace}: no sessions are held out. --pilot N begins one.")
    done = found.shown.runs + found.withheld.runs
    of = f" of {found.planned:,}" if found.planned else ""
    runs = f"{done:,}{of} runs" if of else count(done, "run")
    click.echo(f"{runs} with an outcome, {found.without_outcome:,} without.\n")
    groups = [_group("with warnings", found.shown), _group("without", found.withheld)]
    print_table(groups, ("", "runs", "failed", "failed %", "with errors", "errors"), empty="")
    click.echo()
    figures = [
        _figure("fewer failed tasks", found.task_effect, "confidence sequence"),
        _figure("fewer runs with a failed action", found.error_effect, "confidence sequence"),
        _figure("r, failing runs recovered", found.r, "bootstrap"),
        _figure("d, succeeding runs disrupted", found.d, "bootstrap"),
    ]
    print_table(figures, ("", "value", "95% interval", "by"), empty="")
    click.echo()
    click.echo(
        f"p {_number(found.p)}, threshold d / (r + d) {_number(found.threshold)}: warnings pay where p is above it."
    )
    source = "measured" if found.base_rate_is_measured else "assumed"
    click.echo(
        f"To find a change of {found.effect:g} from {found.base_rate:.2f} ({source}) with probability {found.power:g}: "
        f"{found.runs_needed:,} runs with one look at the end, about {found.runs_needed_sequential:,} at any time."
    )
    click.echo(VERDICTS[found.verdict])
    if found.stopped_at is not None and not found.injection_enabled:
        click.echo(f"Warnings have been switched off since {found.stopped_at:%Y-%m-%d %H:%M} UTC.")


def _group(name: str, group: "LiveGroup") -> dict[str, Any]:
    """One row of a group."""
    rate = _number(None if group.failure_rate is None else 100 * group.failure_rate, 1)
    counts = {"runs": group.runs, "failed": group.failed, "failed %": rate}
    return {"": name, **counts, "with errors": group.with_errors, "errors": group.errors}


def _figure(name: str, found: "Estimate", by: str) -> dict[str, Any]:
    """One row of an estimate."""
    interval = "" if found.low is None else f"{_number(found.low)} to {_number(found.high)}"
    return {"": name, "value": _number(found.value), "95% interval": interval, "by": by}


def _number(value: float | None, digits: int = 3) -> str:
    return "unknown" if value is None else f"{value:.{digits}f}"
