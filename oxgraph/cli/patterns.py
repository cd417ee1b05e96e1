"""patterns …: patterns, their measured effect, and the forecast of failures."""

import copy
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.ids import all_whole, whole
from oxgraph.cli.options import OUTCOME, TIME, Choice, agent_facing, as_of_day, json_option, limit_option, list_options
from oxgraph.cli.output import print_json, print_list, say, show
from oxgraph.cli.sections import Group
from oxgraph.near import did_you_mean
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.client import Memory
    from oxgraph.types import Calibration, EffectReport, EffectRow, ForecastState

PATTERN_COLUMNS = (
    "pattern_id",
    "action_type",
    "node_type",
    "error_code",
    "confidence",
    "sample_count",
    "interval",
    "status",
    "suppressed",
    "last_seen",
)
SITUATIONAL_COLUMNS = (
    "pattern_id",
    "action_type",
    "error_code",
    "context_text",
    "confidence",
    "node_type",
    "lift",
    *PATTERN_COLUMNS[5:],
)
COUNT_COLUMNS = ("pattern", "shown before", "not shown before", "pattern_id")
EFFECT_COLUMNS = ("pattern", "with it", "without", "risk reduction", "result", "pattern_id")
VERDICTS = {
    "helps": "it helps",
    "harms": "it does harm",
    "uncertain": "not certain yet",
    "untried": "not tried in both arms yet",
}
KEYS = 1_000
"""Keys of patterns among which a name that was meant is sought."""

SORTS = Choice(["confidence", "sample_count", "cost", "last_seen", "first_seen"])
KIND = Choice(["plain", "situational", "outcome"])


@click.group(cls=Group)
def patterns() -> None:
    """List and annotate patterns, and measure their effect."""


@patterns.command("list")
@click.option("--all", is_flag=True, help="List every key with its counts, promoted or not.")
@click.option("--action-type", help="Only this type of action.")
@click.option("--node-type", help="Only this type of node.")
@click.option("--error-code", help="Only this error code; success is None.")
@click.option("--outcome", type=OUTCOME, help="Only this outcome.")
@click.option("--kind", type=KIND, help="Only plain patterns, only situational ones, or only those of how runs end.")
@click.option("--sort", type=SORTS, default="confidence", show_default=True, help="Sort by this, the highest first.")
@as_of_day
@limit_option(None)
@list_options
@agent_facing
def patterns_list(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List the patterns of a workspace; with --as-of, those that were active on a day, with their figures of then."""
    with memory(workspace, token) as found:
        rows, state = found.telemetry.patterns(**asked), found.telemetry.forecast()
        why = "" if rows or as_json else _why_empty(found, asked)
    columns = SITUATIONAL_COLUMNS if any(row.context for row in rows) else PATTERN_COLUMNS
    show(rows, as_json, columns, why)
    if drift_warning(state) and asked["as_of"] is None:
        say(drift_warning(state))


def _why_empty(found: "Memory", asked: dict[str, Any]) -> str:
    """Why a list of patterns is empty, and the name that a filter may have meant."""
    why = found.telemetry.coverage(asked["as_of"]).explanation or "No pattern fits these filters."
    filters = [name for name in ("action_type", "node_type", "error_code") if asked[name]]
    keys = found.telemetry.patterns(all=True, limit=KEYS) if filters else []
    hints = (did_you_mean(asked[name], {getattr(key, name) or "" for key in keys}) for name in filters)
    return why + "".join(hints)


@patterns.command()
@click.argument("pattern_id")
@click.option("--suppress/--unsuppress", "suppressed", default=None, help="Do not show it to agents, or show it again.")
@click.option("--annotation", metavar="TEXT", help="A note; the pattern is then shown at any confidence. '' clears it.")
@click.option("--recommendation", metavar="TEXT", help="A text that replaces the recommendation. '' clears it.")
@json_option
@agent_facing
def annotate(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Annotate or suppress the pattern PATTERN_ID."""
    with memory(workspace, token) as found:
        asked["pattern_id"] = whole(found, asked["pattern_id"], "pattern")
        show(found.telemetry.annotate(**asked), as_json)


@patterns.command()
@click.argument("pattern_ids", nargs=-1, metavar="[PATTERN_ID]...")
@click.option("--since", type=TIME, help="Only runs that began at this time or later.")
@list_options
@agent_facing
def effect(
    workspace: str | None, token: str | None, as_json: bool, pattern_ids: tuple[str, ...], since: datetime | None
) -> None:
    """Compare the failure rates of sessions with and without a pattern, with the risk reduction.

    Needs a holdout: the setting holdout_rate is the share of sessions that are not shown a pattern, drawn for each
    pattern. Without one it counts the newest actions that a pattern was shown before, and their failures. Several
    PATTERN_ID show these patterns only.
    """
    with memory(workspace, token) as found:
        ids = all_whole(found, pattern_ids, "pattern")
        named: dict[str, Any] = {"pattern_id": ids[0]} if len(ids) == 1 else {"pattern_ids": ids}
        report = found.telemetry.effect(since=since, **named)
    if as_json:
        print_json(report)
    else:
        print_effect(report)


def print_effect(report: "EffectReport") -> None:
    """Print the report as a table."""
    if report.holdout_since is None:
        click.echo(
            "No holdout, so the effect of the patterns cannot be measured. `oxgraph workspace settings "
            "NAME holdout_rate=0.1` withholds each pattern from a tenth of the sessions."
        )
        _print_counts(report)
        return
    print_list([_row(row) for row in report.patterns], EFFECT_COLUMNS, empty="No pattern yet.")
    say(
        f"Each pattern is withheld in {report.holdout_rate:.0%} of the sessions, since "
        f"{report.holdout_since:%Y-%m-%d %H:%M}Z. Risk reduction: percentage points fewer failures (99% interval), "
        "of the runs in which the pattern's situation arose."
    )


def _print_counts(report: "EffectReport") -> None:
    """Print how many of the newest actions failed, of those that a pattern was shown before and of the others."""
    shown = [row for row in report.patterns if row.actions_shown]
    if not shown or report.counted_since is None:
        return
    print_list([_counts(row) for row in shown], COUNT_COLUMNS, empty="")
    say(
        f"Failures among the newest {report.counted_actions:,} actions, since {report.counted_since:%Y-%m-%d %H:%M}Z. "
        "Agents and tasks of the two may differ, so that they say nothing about a cause."
    )


def _counts(row: "EffectRow") -> dict[str, str]:
    return {
        "pattern": row.name,
        "shown before": _share(row.actions_shown_failed, row.actions_shown),
        "not shown before": _share(row.actions_not_shown_failed or 0, row.actions_not_shown or 0),
        "pattern_id": row.pattern_id,
    }


def _row(row: "EffectRow") -> dict[str, str]:
    known = _retired(row) if row.retired else VERDICTS[row.verdict]
    interval = "" if row.low is None else f" ({_points(row.low)} to {_points(row.high)})"
    return {
        "pattern": row.name,
        "with it": _share(row.shown_failures, row.shown_trials),
        "without": _share(row.withheld_failures, row.withheld_trials),
        "risk reduction": _points(row.risk_reduction) + interval,
        "result": known + (", suppressed" if row.suppressed and not row.retired else ""),
        "pattern_id": row.pattern_id,
    }


def _retired(row: "EffectRow") -> str:
    """Why a pattern is retired; a new version stays so, and has figures of its own only after trials."""
    return "retired: it did harm" if row.shown_trials else "retired: an earlier version did harm"


def _share(failures: int, trials: int) -> str:
    return f"{failures} of {trials} ({failures / trials:.0%})" if trials else "–"


def _points(share: float | None) -> str:
    return "" if share is None else f"{round(100 * share) + 0:+d}".replace("+0", "0")


@patterns.command()
@json_option
@agent_facing
def forecast(workspace: str | None, token: str | None, as_json: bool) -> None:
    """Show the threshold for warnings, and how reliable the predicted probabilities of failures are."""
    with memory(workspace, token) as found:
        state = found.telemetry.forecast()
        measured = None if as_json else found.telemetry.calibration()
    if measured is None:
        print_json(state)
        return
    fitted = f"fitted to {state.cases:,} actions" if state.fitted_at else "nothing was fitted yet"
    click.echo(f"Agents are warned where a failure has a probability of {state.threshold:.2f} or more; {fitted}.")
    for sentence in (drift_warning(state), *come_true(measured)):
        if sentence:
            click.echo(sentence)
    for one in state.changed:
        what = "ended badly" if one.measure == "runs" else "had failed actions"
        who = " ".join(filter(None, [one.agent_id, one.model]))
        rates = f"{one.after:.0%} of its runs {what}, and {one.before:.0%} before"
        click.echo(f"{who} changed at {one.at:%Y-%m-%d %H:%M}Z: {rates}.")


def come_true(measured: "Calibration") -> tuple[str, ...]:
    """Sentences about how often warnings come true: what is known of it, and what is not."""
    such, failed = measured.warned, measured.warned_failures
    known = f"Of {count(such, 'action')} with such a probability and no warning of the situation, {failed:,} failed."
    unknown = "No such action came without a warning of the situation: whether warnings come true is not known."
    sentences = (known if such else unknown,)
    if not measured.shown:
        return sentences
    shown = f"Of {count(measured.shown, 'action')} of the last {measured.window_days} days that agents were warned of, "
    return (
        *sentences,
        f"{shown}{measured.shown_failures:,} failed. Whether the others would have failed without the warning only a "
        "holdout shows (`oxgraph patterns effect`).",
    )


def drift_warning(state: "ForecastState") -> str:
    """A sentence if warnings have become unreliable; otherwise an empty text."""
    if not state.drifting:
        return ""
    since = f" since {state.drifting_since:%Y-%m-%d %H:%M}Z" if state.drifting_since else ""
    return f"Warnings come true too seldom{since}: agents are now warned from {state.threshold:.2f} on."


_former_name = copy.copy(effect)
_former_name.name, _former_name.hidden = "lift", True
patterns.add_command(_former_name)

COMMANDS = [patterns]
