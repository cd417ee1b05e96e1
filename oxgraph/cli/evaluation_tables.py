"""The tables and the plot that `oxgraph eval` prints."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.imports import zoneless
from oxgraph.cli.output import print_table, say
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.evaluation.grounding import GroundingMeasures
    from oxgraph.types.evaluation import (
        Calibration,
        CalibrationTenth,
        Evaluated,
        EvaluationComparison,
        EvaluationRun,
        OutcomeFigures,
        OutcomesEvaluated,
        PlainFigures,
        WarningsEvaluated,
    )

ALL = "all questions"
MEASURES = tuple(f"{name}@{k}" for name in ("any", "all") for k in (1, 5, 10, 20, 50))
HEADLINES = {"turn": ("any@10", "all@10"), "session": ("any@5", "all@5")}
"""The measures that a run is summed up by."""
RECALL_COLUMNS = tuple(f"{grain} {measure}" for grain, names in HEADLINES.items() for measure in names)
CONTEXT_COLUMNS = ("any", "all")
WARNING_COLUMNS = ("recall", "precision", "brier", "auc")
"""What the list shows of runs of each kind."""
OUTCOME_COLUMNS = ("first_3_auroc", "half_auroc", "end_auroc", "half_brier")
MOST_POINTS = 12
"""Points of the curve that are shown to a person."""


def print_evaluated(found: "Evaluated") -> None:
    """Prints the tables of a run, and what it was."""
    run = found.run
    click.echo(
        f"{count(run.metrics['scored'], 'question')} scored, {run.metrics['left_out']:,} left out (without an answer, "
        f"without evidence, or found wrong by an audit); {count(run.turns, 'turn')}; {found.seconds:.1f} s."
    )
    if run.metrics["unknown_evidence"]:
        unknown = count(run.metrics["unknown_evidence"], "piece of evidence is", "pieces of evidence are")
        say(f"{unknown} no turn of the set; nothing can find it.")
    for name, number in run.metrics["dropped"].items():
        say(f"Left out by recall in {count(number, 'question')}: {name}.")
    for grain in ("turn", "session"):
        print_grain(grain, run.metrics["groups"], found.differences)
    print_contexts(run.metrics["groups"])
    print_abstention(run.metrics["abstention"])
    print_changes(found)


def print_contexts(groups: Mapping[str, Any]) -> None:
    """How often any, or all, of the evidence stands in the context, in percent."""
    rows = [
        {"context": name, "questions": one["questions"], "any": percent(one["any"]), "all": percent(one["all"])}
        for name, grains in groups.items()
        if (one := grains.get("context"))
    ]
    if rows:
        click.echo()
        print_table(rows, ["context", "questions", *CONTEXT_COLUMNS], empty="")


def print_grain(grain: str, groups: Mapping[str, Any], differences: Mapping[str, Any]) -> None:
    """One grain's table, in percent; its last column is the change of one measure since the last run."""
    rows = []
    headline = HEADLINES[grain][0]
    for name, grains in groups.items():
        if grain in grains:
            figures = {measure: percent(grains[grain][measure]) for measure in MEASURES if measure in grains[grain]}
            change = differences.get(name, {}).get(grain, {}).get(headline)
            row = {
                grain: name,
                "questions": grains[grain]["questions"],
                **figures,
                "mrr": percent(grains[grain]["mrr"]),
            }
            rows.append(row | ({f"Δ {headline}": signed(change)} if change is not None else {}))
    if rows:
        click.echo()
        columns = [grain, "questions", *MEASURES, "mrr", *([f"Δ {headline}"] if differences else [])]
        print_table(rows, columns, empty="")


def print_abstention(found: Mapping[str, Any]) -> None:
    """Prints the abstention table: questions with an empty result."""
    if not found["unanswerable"] or not found["answerable"]:
        return
    refused, lost = percent(found["unanswerable_refused"]), percent(found["answerable_refused"])
    click.echo(
        f"\nBelow the threshold, so that recall says nothing: {refused}% of {found['unanswerable']:,} questions "
        f"without an answer, {lost}% of {found['answerable']:,} with one (the tables are of what it found). Relevance "
        f"tells the two apart in {percent(found['area'])}% of all pairs (50: chance); `oxgraph eval calibrate` finds a "
        "threshold."
    )


def print_changes(found: "Evaluated") -> None:
    """Compares the run with the last one of the same gold set."""
    if found.before is None:
        click.echo(f"\nKept as {found.run.id}; the first run of this gold set here.")
        return
    click.echo(f"\nKept as {found.run.id}. The last run, {found.before.id}, was at {found.before.at:%Y-%m-%d %H:%M}Z:")
    rows = changes(found.before.metrics, found.run.metrics, found.differences)
    print_table(rows, ["measure", "before", "now", "change"], empty="")


def changes(before: Mapping[str, Any], now: Mapping[str, Any], differences: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The headlines of all questions, before and now."""
    rows = []
    for grain, measures in HEADLINES.items():
        for measure in (*measures, "mrr"):
            change = differences.get(ALL, {}).get(grain, {}).get(measure)
            if change is not None:
                old, new = (side["groups"][ALL][grain][measure] for side in (before, now))
                row = {"measure": f"{grain} {measure}", "before": percent(old), "now": percent(new)}
                rows.append(row | {"change": signed(change)})
    return rows


def percent(share: float | None) -> str:
    """A share as percent with one digit."""
    return "" if share is None else f"{100 * share:.1f}"


def signed(share: float) -> str:
    """A difference of shares as points of percent, with its sign."""
    text = f"{100 * share:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def print_calibration(found: "Calibration") -> None:
    """Prints the effect of the threshold."""
    points = [point for place, point in enumerate(found.curve) if place % max(1, len(found.curve) // MOST_POINTS) == 0]
    columns = {"threshold": "threshold", "lost": "answerable lost %", "refused": "unanswerable refused %"}
    rows = [
        {
            columns["threshold"]: f"{point.threshold:.3f}",
            columns["lost"]: percent(point.lost),
            columns["refused"]: percent(point.refused),
        }
        for point in points
    ]
    print_table(rows, list(columns.values()), empty="")
    done = "It is set" if found.stored else "It would be set"
    click.echo(
        f"\nThreshold {found.threshold:.4f} (before: {found.before:.4f}). {done} in {', '.join(found.workspaces)}.\n"
        "Where the best result's relevance is lower, recall says that it knows nothing: in "
        f"{percent(found.refused)}% of the {found.unanswerable:,} questions without an answer, and wrongly in "
        f"{percent(found.lost)}% of the {found.answerable:,} with one.\n"
        "Relevance tells an answerable question from one that is not in "
        f"{percent(found.area)}% of all pairs (50: chance)."
    )


def run_columns(runs: "Sequence[EvaluationRun]") -> tuple[str, ...]:
    """The columns of a list of runs; with several kinds of them, those of each. Two measures are among the first."""
    kinds = {run.kind for run in runs}
    recall = RECALL_COLUMNS if not kinds or "recall" in kinds else ()
    warnings = WARNING_COLUMNS if "warnings" in kinds else ()
    outcomes = OUTCOME_COLUMNS if "outcomes" in kinds else ()
    measures = (*recall, *warnings, *outcomes)
    common = ("kind", "questions", *(["model"] if recall else []), "version")
    return ("id", "at", "name", *measures[:2], *common, *measures[2:])


def run_row(run: "EvaluationRun") -> dict[str, Any]:
    """A run as a row of the list."""
    common = run.model_dump(include={"id", "at", "kind", "name", "questions", "model", "version"})
    cells = {"warnings": warning_cells, "outcomes": outcome_cells}.get(run.kind, recall_cells)
    return common | cells(run.metrics)


def outcome_cells(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """What a run of outcomes is summed up by: the area under the curve at each point, and the Brier score at half."""
    areas = {f"{cut}_auroc": percent(metrics[cut]["auroc"]) for cut in ("first_3", "half", "end")}
    return areas | {"half_brier": percent(metrics["brier"])}


def warning_cells(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """What a run of warnings is summed up by; like recall's, in percent."""
    return {name: percent(metrics[name]) for name in WARNING_COLUMNS}


def recall_cells(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """What a run of recall is summed up by."""
    figures = metrics["groups"].get(ALL, {})
    return {
        f"{grain} {name}": percent(figures.get(grain, {}).get(name))
        for grain, names in HEADLINES.items()
        for name in names
    }


def print_comparison(result: "EvaluationComparison") -> None:
    """Prints b − a of every measure in points of percent, and the settings that differ."""
    if not result.same_questions:
        say("The two runs are of different questions.")
    rows = [
        {"questions": group, "grain": grain, **{name: signed(value) for name, value in figures.items()}}
        for group, grains in result.differences.items()
        for grain, figures in grains.items()
    ]
    measures = [
        name
        for name in (*MEASURES, "mrr", *CONTEXT_COLUMNS, *WARNING_COLUMNS, *OUTCOME_COLUMNS)
        if any(name in row for row in rows)
    ]
    print_table(rows, ["questions", "grain", *measures], empty="The runs have no measure in common.")
    print_settings(result)


def print_settings(result: "EvaluationComparison") -> None:
    """Prints the settings that differ."""
    settings = [
        {"setting": name, "a": result.a.settings.get(name), "b": value}
        for name, value in result.b.settings.items()
        if result.a.settings.get(name) != value
    ]
    if settings:
        click.echo()
        print_table(settings, ["setting", "a", "b"], empty="")


def print_grounding(found: "GroundingMeasures") -> None:
    """Prints how many statements the check kept, of true and of foreign pairs."""
    rows = [
        {"": "with their evidence", "pairs": found["pairs"], "kept": found["kept"], "%": percent(found["kept_rate"])},
        {
            "": "with a foreign turn",
            "pairs": found["foreign"],
            "kept": found["foreign_kept"],
            "%": percent(found["foreign_kept_rate"]),
        },
    ]
    print_table(rows, ["", "pairs", "kept", "%"], empty="")
    reasons = ", ".join(f"{name} {count:,}" for name, count in found["refused"].items()) or "none"
    click.echo(f"Refused although the evidence is theirs: {reasons}.")


BAR_WIDTH = 40
"""Characters of a bar for 100%."""
MAX_TYPES = 20
"""Action types that are shown to a person, those with most failures."""
RULE_COLUMNS = ["", "warned", "of which failed", "recall %", "precision %"]
TYPE_COLUMNS = ["action_type", "actions", "failures", "warned", "recall %", "precision %"]
TENTH_COLUMNS = [
    "probability",
    "actions",
    "predicted %",
    "failed %",
    "95% interval",
    "fits",
    "failed (█), predicted (│)",
]


def print_warnings(found: "WarningsEvaluated") -> None:
    """Prints the tables and the plot of a replay, and what it was."""
    if found.naive_times:
        say(zoneless(found.naive_times))
    replayed = f"{count(found.actions, 'action')} in {count(found.sessions, 'session')}"
    click.echo(f"{replayed}, {found.failures:,} failed; {found.seconds:.1f} s.\n")
    print_table([rule("warnings", found), rule("the plain rule alone", found.plain)], RULE_COLUMNS, empty="")
    print_types(found)
    print_calibration_plot(found)
    print_end(found)
    print_before(found)


def rule(name: str, found: "PlainFigures") -> dict[str, Any]:
    """One rule's share of failures and warnings."""
    return {"": name, "warned": found.warned, "of which failed": found.foreseen} | shares(found)


def shares(found: "PlainFigures") -> dict[str, str]:
    """The recall and the precision of warnings."""
    return {"recall %": percent(found.recall), "precision %": percent(found.precision)}


def print_types(found: "WarningsEvaluated") -> None:
    """The action types with most failures."""
    ordered = sorted(found.by_action_type.items(), key=lambda item: (-item[1].failures, item[0]))
    rows = [{"action_type": name} | vars(one) | shares(one) for name, one in ordered[:MAX_TYPES]]
    click.echo()
    print_table(rows, TYPE_COLUMNS, empty="")
    if len(ordered) > MAX_TYPES:
        click.echo(f"… and {len(ordered) - MAX_TYPES:,} more action types.")


def print_calibration_plot(found: "WarningsEvaluated") -> None:
    """Prints predicted and observed rates."""
    click.echo()
    print_table([tenth_row(tenth) for tenth in found.calibration if tenth.n], TENTH_COLUMNS, empty="")


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
    return dict(zip(TENTH_COLUMNS, cells, strict=True))


def bar(observed: float, predicted: float) -> str:
    """A bar for the observed rate, with a mark at the predicted one."""
    cells = ["█"] * round(observed * BAR_WIDTH) + [" "] * (BAR_WIDTH - round(observed * BAR_WIDTH))
    cells[min(BAR_WIDTH - 1, round(predicted * BAR_WIDTH))] = "│"
    return "".join(cells).rstrip()


def print_end(found: "WarningsEvaluated") -> None:
    """Prints overall measures, the threshold, and whether warnings are reliable."""
    click.echo(
        f"\nBrier score {_number(found.brier)} (0 is best), area under the curve {_number(found.auc)} (0.5 is chance)."
    )
    best = found.at_precision
    if best.threshold is None:
        click.echo(f"No threshold gives warnings of which {percent(best.precision)}% are right.")
    else:
        click.echo(
            f"With {percent(best.precision)}% of the warnings right, {percent(best.recall)}% of the failures can be "
            f"foreseen (threshold {best.threshold:.2f}: {best.foreseen:,} of {best.warned:,} warnings)."
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
    """Compares the run with the last one of the same actions."""
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


RISK_COLUMNS = ["", "after 3", "at half", "at the end", "Brier"]


def print_outcomes(found: "OutcomesEvaluated") -> None:
    """Prints how well the risk of runs foretells their end, beside the baselines."""
    click.echo(
        f"{count(found.sessions, 'run')}, {found.failed:,} ended badly; {found.scored:,} scored, "
        f"{count(found.actions, 'action')}; {found.seconds:.1f} s.\n\nArea under the ROC curve (0.5 is chance):"
    )
    own = {"first_3": found.first_3, "half": found.half, "end": found.end}
    rows = [_risk_row("risk of the run", own), _risk_row("plain counting", found.counting)]
    print_table([*rows, _risk_row("base rate", found.base_rate)], RISK_COLUMNS, empty="")
    click.echo()
    print_table([tenth_row(tenth) for tenth in found.calibration if tenth.n], TENTH_COLUMNS, empty="")
    test = found.calibration_test
    click.echo(
        f"Calibration: mean z {_number(test.excess_z)}, Spiegelhalter's z {_number(test.spiegelhalter_z)}, tenths p "
        f"{_number(test.tenth_p)}."
    )
    if found.patterns:
        click.echo("\n" + "\n".join(found.patterns))
    proved = "has proved right here" if found.proved else "has not proved right here"
    click.echo(f"\nThe risk of runs {proved}. Kept as {found.run.id}.")


def _risk_row(name: str, figures: "Mapping[str, OutcomeFigures]") -> dict[str, str]:
    areas = [_number(figures[cut].auroc) for cut in ("first_3", "half", "end")]
    return dict(zip(RISK_COLUMNS, [name, *areas, _number(figures["half"].brier)], strict=True))
