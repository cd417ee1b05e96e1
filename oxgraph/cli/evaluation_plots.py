"""What `oxgraph eval warnings` prints for people."""

from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.evaluation_tables import WARNING_COLUMNS, percent, signed
from oxgraph.cli.output import print_table, say

if TYPE_CHECKING:
    from oxgraph.types.evaluation import CalibrationTenth, PlainFigures, WarningsEvaluated

WIDTH = 40
"""Characters of a bar for 100%."""
MOST_TYPES = 20
"""Action types that are shown to a person, those with most failures."""
RULES = ["", "warned", "of which failed", "foreseen %", "precision %"]
TYPES = ["action_type", "actions", "failures", "warned", "foreseen %", "precision %"]
TENTHS = ["probability", "actions", "said %", "failed %", "95% interval", "fits", "failed (█), said (│)"]


def print_warnings(found: "WarningsEvaluated") -> None:
    """Prints the tables and the plot of a replay, and what it was."""
    if found.naive_times:
        say(f"{found.naive_times:,} times had no zone and were read as UTC.")
    click.echo(
        f"{found.actions:,} actions in {found.sessions:,} sessions, {found.failures:,} failed; {found.seconds:.1f} s.\n"
    )
    print_table([rule("warnings", found), rule("the plain rule alone", found.plain)], RULES, empty="")
    print_types(found)
    print_calibration_plot(found)
    print_end(found)
    print_before(found)


def rule(name: str, found: "PlainFigures") -> dict[str, Any]:
    """How well one rule did."""
    return {"": name, "warned": found.warned, "of which failed": found.foreseen} | shares(found)


def shares(found: "PlainFigures") -> dict[str, str]:
    """The share of failures foreseen, and that of warnings that came true."""
    return {"foreseen %": percent(found.recall), "precision %": percent(found.precision)}


def print_types(found: "WarningsEvaluated") -> None:
    """The action types with most failures."""
    ordered = sorted(found.by_action_type.items(), key=lambda item: (-item[1].failures, item[0]))
    rows = [{"action_type": name} | vars(one) | shares(one) for name, one in ordered[:MOST_TYPES]]
    click.echo()
    print_table(rows, TYPES, empty="")
    if len(ordered) > MOST_TYPES:
        click.echo(f"… and {len(ordered) - MOST_TYPES:,} more action types.")


def print_calibration_plot(found: "WarningsEvaluated") -> None:
    """What was said, and what was seen."""
    click.echo()
    print_table([tenth_row(tenth) for tenth in found.calibration if tenth.n], TENTHS, empty="")


def tenth_row(tenth: "CalibrationTenth") -> dict[str, Any]:
    """A tenth as a row, with its bar."""
    cells = (
        f"{tenth.lower:.1f}–{tenth.upper:.1f}",
        tenth.n,
        percent(tenth.mean),
        percent(tenth.observed),
        f"{percent(tenth.low)}–{percent(tenth.high)}",
        {None: "few", True: "yes", False: "no"}[tenth.inside],
        bar(tenth.observed or 0.0, tenth.mean or 0.0),
    )
    return dict(zip(TENTHS, cells, strict=True))


def bar(observed: float, said: float) -> str:
    """A bar as long as what was observed, with a stroke where that was said to end."""
    cells = ["█"] * round(observed * WIDTH) + [" "] * (WIDTH - round(observed * WIDTH))
    cells[min(WIDTH - 1, round(said * WIDTH))] = "│"
    return "".join(cells).rstrip()


def print_end(found: "WarningsEvaluated") -> None:
    """Two figures for all, the threshold, and whether it may be trusted."""
    click.echo(
        f"\nBrier score {_number(found.brier)} (0 is best), area under the curve {_number(found.auc)} (0.5 is chance)."
    )
    if found.threshold is not None:
        click.echo(f"At the end, agents are warned from a probability of {found.threshold:.2f}.")
    if found.drifting:
        click.echo("Warnings have stopped coming true as they should (drift), so the threshold has been raised.")
    if found.scratch:
        click.echo(f"Replayed into the workspace {found.scratch}, which is kept.")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def print_before(found: "WarningsEvaluated") -> None:
    """The run beside the last one of the same actions."""
    if found.before is None:
        click.echo(f"\nKept as {found.run.id}; the first run of these actions here.")
        return
    click.echo(f"\nKept as {found.run.id}. The last run, {found.before.id}, was at {found.before.at:%Y-%m-%d %H:%M}Z:")
    from oxgraph.evaluation import EVERY

    changed = found.differences.get(EVERY, {}).get("warnings", {})
    rows = [
        {
            "measure": name,
            "before": percent(found.before.metrics[name]),
            "now": percent(found.run.metrics[name]),
            "change": signed(changed[name]),
        }
        for name in WARNING_COLUMNS
        if name in changed
    ]
    print_table(rows, ["measure", "before", "now", "change"], empty="The runs have no measure in common.")
