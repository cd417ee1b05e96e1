"""patterns lift, patterns forecast."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import TIME, agent_facing, json_option
from oxgraph.cli.output import print_json, print_table, say

if TYPE_CHECKING:
    from oxgraph.types import ForecastState, LiftReport, LiftRow

COLUMNS = ("pattern", "with it", "without", "failures avoided", "99% interval", "known", "pattern_id")
KNOWN = {
    "helps": "it helps",
    "harms": "it does harm",
    "uncertain": "not certain yet",
    "untried": "not tried in both arms yet",
}


@click.command()
@click.argument("pattern_id", required=False)
@click.option("--since", type=TIME, help="Only runs that began at this time or later.")
@json_option
@agent_facing
def lift(
    workspace: str | None, token: str | None, as_json: bool, pattern_id: str | None, since: datetime | None
) -> None:
    """Show how often agents fail with each pattern and without it.

    Needs a holdout: with the setting holdout_rate a share of the sessions does without a pattern, each pattern without
    other sessions. PATTERN_ID shows one pattern alone.
    """
    with memory(workspace, token) as found:
        report = found.telemetry.lift(pattern_id, since)
    if as_json:
        print_json(report)
    else:
        print_lift(report)


def print_lift(report: "LiftReport") -> None:
    """Says what is known, in words."""
    if report.holdout_since is None:
        click.echo(
            "No holdout, so nobody can say what the patterns do. `oxgraph workspace settings holdout_rate=0.1` lets a "
            "tenth of the sessions do without each of them."
        )
        return
    print_table([_row(row) for row in report.patterns], COLUMNS, empty="No pattern yet.")
    say(
        f"Each pattern is withheld in {report.holdout_rate:.0%} of the sessions, since "
        f"{report.holdout_since:%Y-%m-%d %H:%M}Z. Avoided: points of percent, of the runs in which its situation arose."
    )


def _row(row: "LiftRow") -> dict[str, str]:
    known = "retired: it did harm" if row.retired else KNOWN[row.verdict]
    return {
        "pattern": row.name,
        "with it": _share(row.shown_failures, row.shown_trials),
        "without": _share(row.withheld_failures, row.withheld_trials),
        "failures avoided": _points(row.lift),
        "99% interval": "" if row.low is None else f"{_points(row.low)} to {_points(row.high)}",
        "known": known + (", suppressed" if row.suppressed and not row.retired else ""),
        "pattern_id": row.pattern_id,
    }


def _share(failures: int, trials: int) -> str:
    return f"{failures} of {trials} ({failures / trials:.0%})" if trials else "–"


def _points(share: float | None) -> str:
    return "" if share is None else f"{round(100 * share) + 0:+d}".replace("+0", "0")


@click.command()
@json_option
@agent_facing
def forecast(workspace: str | None, token: str | None, as_json: bool) -> None:
    """Show from which probability of a failure on agents are warned, and whether warnings come true."""
    with memory(workspace, token) as found:
        state = found.telemetry.forecast()
    if as_json:
        print_json(state)
        return
    fitted = f"fitted to {state.cases:,} actions" if state.fitted_at else "nothing was fitted yet"
    click.echo(f"Agents are warned where a failure has a probability of {state.threshold:.2f} or more; {fitted}.")
    click.echo(drift(state) or "Warnings come true as they should.")


def drift(state: "ForecastState") -> str:
    """What to tell where warnings have stopped coming true; otherwise nothing."""
    if not state.drifting:
        return ""
    since = f" since {state.drifting_since:%Y-%m-%d %H:%M}Z" if state.drifting_since else ""
    return f"Warnings come true too seldom{since}: agents are now warned from {state.threshold:.2f} on."
