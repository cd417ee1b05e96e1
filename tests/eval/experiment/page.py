"""The page of the experiment, written from its figures."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.eval.experiment.figures import ARMS

Figures = dict[str, Any]

INTRODUCTION = Path(__file__).with_name("introduction.md")


def page(found: Figures) -> str:
    """The page as Markdown."""
    parts = [
        INTRODUCTION.read_text(encoding="utf-8").format(**({"options": ""} | found)),
        _summary(found),
        _comparison("Main comparison", found["main"], found["runs"]),
        _sweep(found),
        _thresholds(found["thresholds"]),
        _pilots(found["pilots"]),
        _drift(found["drift"]),
        _comparison("Poison: one of ten agents lies about outcomes", found["poison"], None),
    ]
    parts += [_recorded(one, found["runs"]) for one in found.get("recorded", [])]
    parts += [_tau_bench(one, found["runs"]) for one in found.get("tau_bench", [])]
    return "\n".join(parts)


def _recorded(cell: Figures, runs: int) -> str:
    """The comparison with agents of recorded runs."""
    text = (
        "From `--recorded FILE`. Agents are trigrams fitted to the recorded runs, and a call ends as it did in a "
        f"recorded trial of the same task ({cell['tasks']} tasks that were solved at least once). A task succeeds if "
        "the calls that changed something are those of a recorded run that solved it. A right warning makes the agent "
        "call with what succeeded in a recorded trial. Warnings of failing calls help only as far as runs fail by "
        "them. "
    )
    found = _comparison(f"Agents and world of recorded runs: {cell['name']}", cell, runs)
    return found.replace("\n\nq =", f"\n\n{text}q =", 1).replace("all errors of the shop, ", "", 1)


def _tau_bench(cell: Figures, runs: int) -> str:
    """The comparison in the world of a checkout of tau-bench."""
    agree = cell["agreement"]
    text = (
        "From `--recorded FILE --tau-bench FOLDER`. What agents call, and with what, is drawn as above; whether a call "
        "fails, and what it changes, is what the checkout's tools do over its database. A task succeeds if the "
        f"database ends as it does after the task's own actions ({cell['tasks']} tasks). A right warning makes the "
        "agent call with what another recorded trial of the task called and the tool accepts. Replayed there, "
        f"{agree['calls_agree']:,} of {agree['calls']:,} recorded calls fail or succeed as recorded, and "
        f"{agree['runs_agree']:,} of {agree['runs']:,} runs; tau2-bench has other tasks under the same numbers. "
    )
    found = _comparison(f"World of a checkout: {cell['name']}", cell, runs)
    return found.replace("\n\nq =", f"\n\n{text}q =", 1).replace("all errors of the shop, ", "", 1)


def _summary(found: Figures) -> str:
    """What the figures say, in sentences made from them."""
    arms, pair = found["main"]["arms"], found["main"]["paired"]
    rates = ", ".join(f"{name} {_percent(arms[name]['failure_rate'])}" for name in ARMS) + "."
    lines = [
        f"With default settings, from an empty memory, of all runs failed: {rates} p was {_percent(pair['p'])}, the "
        f"threshold {_percent(pair['threshold'])}.",
        _agreement(found["sweep"]),
        *(_stops(cell) for cell in found["pilots"]),
        *(_after(one) for one in found["drift"]),
        f"With one liar of ten agents the effect was {_points(found['poison']['arms']['oxgraph']['effect'])} points "
        f"instead of {_points(arms['oxgraph']['effect'])}.",
        *(_of_recorded(one) for part in ("recorded", "tau_bench") for one in found.get(part, [])),
    ]
    return "## In short\n\n" + "\n".join(f"- {line}" for line in lines) + "\n"


def _of_recorded(cell: Figures) -> str:
    """What warnings did to agents of recorded runs."""
    arm = cell["arms"]["oxgraph"]
    who = "of recorded runs in the world" if "agreement" in cell else "and a world of recorded runs"
    return (
        f"With agents {who} ({cell['name']}) {arm['warnings']:,} warnings in {arm['runs']:,} "
        f"runs had an effect of {_points(arm['effect'])} points ({_interval(*arm['effect_interval'])})."
    )


def _stops(cell: Figures) -> str:
    """When the pilots of a kind switched warnings off."""
    stops = [one["stopped_after"] for one in cell["pilots"]]
    after = [f"after {stop:,} runs" for stop in stops if stop is not None]
    kept = [f"not within {one['runs']:,} ({_first_to_last(one)})" for one in cell["pilots"] if not one["stopped_after"]]
    stated = cell["stated"].get("runs")
    within = sum(stop is not None and stated is not None and stop <= stated for stop in stops)
    bound = f" Stated beforehand: nine of ten within {stated:,} runs; {within} of {len(stops)} were." if stated else ""
    return f"Pilot, {cell['name']}: switched off {', '.join(after + kept)}.{bound}"


def _first_to_last(pilot: Figures) -> str:
    """What warnings did in the first and in the last window of a pilot that went on."""
    first, last = pilot["windows"][0], pilot["windows"][-1]
    rates = [f"{100 * w['warnings'] / (w['to'] - w['from']):.0f}" for w in (first, last)]
    size = f"{first['to'] - first['from']:,}"
    return (
        f"warnings in 100 runs from {rates[0]} in the first {size} runs to {rates[1]} in the last, their effect from "
        f"{_points(first['effect'])} to {_points(last['effect'])} points"
    )


def _after(drift: Figures) -> str:
    """The effect before and after a change, and the share of wrong warnings."""
    sides = [
        [one for one in drift["windows"] if (one["from"] >= drift["change_at"]) == after] for after in (False, True)
    ]
    effects = [sum(one["effect"] for one in side) / len(side) for side in sides]
    last, first = sides[1][-1], sides[1][0]
    return (
        f"Drift, {drift['name']}: the effect went from {_points(effects[0])} to {_points(effects[1])} points; of the "
        f"warnings {first['wrong']} of {first['warnings']} were wrong in the first {first['to'] - first['from']} runs "
        f"after it, {last['wrong']} of {last['warnings']} in the last."
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def _percent(value: float | None) -> str:
    return "unknown" if value is None else f"{100 * value:.1f}%"


def _points(value: float) -> str:
    return f"{100 * value:+.1f}"


def _interval(low: float, high: float) -> str:
    return f"{100 * low:+.1f} to {100 * high:+.1f}"


def _comparison(title: str, cell: Figures, runs: int | None) -> str:
    rows = [
        (
            name,
            f"{arm['runs']:,}",
            f"{_percent(arm['failure_rate'])} ({100 * arm['interval'][0]:.1f}–{100 * arm['interval'][1]:.1f})",
            "" if name == "nothing" else f"{_points(arm['effect'])} ({_interval(*arm['effect_interval'])})",
            f"{arm['failed_calls_per_run']:.2f}",
            f"{arm['warnings']:,} ({arm['wrong_warnings']:,})",
        )
        for name, arm in ((name, cell["arms"][name]) for name in ARMS)
    ]
    head = ("arm", "runs", "failed (95%)", "fewer failed, points (95%)", "failed calls a run", "warnings (wrong)")
    pair = cell["paired"]
    text = (
        f"q = {cell['q']}, b = {cell['b']}, all errors of the shop, default settings. In the oxgraph arm r = "
        f"{_percent(pair['r'])}, d = {_percent(pair['d'])}, threshold {_percent(pair['threshold'])}, p = "
        f"{_percent(pair['p'])}.\n"
    )
    thirds = ", ".join(f"{_points(one['effect'])}" for one in cell["thirds"])
    learned = f"By thirds of the oxgraph arm's runs, from an empty memory, the effect was {thirds} points.\n"
    return f"## {title}\n\n{text}\n{_table(head, rows)}\n{learned}"


def _sweep(found: Figures) -> str:
    rows = [
        (
            str(cell["q"]),
            str(cell["b"]),
            str(cell["errors"]),
            _percent(cell["arms"]["nothing"]["failure_rate"]),
            *(
                f"{_points(cell['arms'][name]['effect'])} ({_interval(*cell['arms'][name]['effect_interval'])})"
                for name in ARMS[1:]
            ),
            _percent(cell["paired"]["threshold"]),
            _points(cell["paired"]["effect"]),
        )
        for cell in found["sweep"]
    ]
    head = ("q", "b", "errors ×", "p", "oxgraph", "shuffled", "oracle", "d / (r + d)", "oxgraph, paired")
    text = (
        f"{found['sweep_runs']:,} runs an arm and cell, after 50 from which the memories learn. *errors ×* multiplies "
        "the demo's shares of errors, and so p. So that warnings are given at low p too, the workspaces have "
        "`promote_confidence` and `inject_confidence` 0.05 (default 0.6). Effects are in points, above 0 fewer runs "
        "fail. *Paired* is the effect on the same tasks without and with warnings, which has less noise.\n"
    )
    return f"## Sweep\n\n{text}\n{_table(head, rows)}"


def _agreement(sweep: list[Figures]) -> str:
    """How often the arms stand as the threshold says; r and d are of other tasks than the arms that are compared."""
    known = [cell for cell in sweep if cell["paired"]["threshold"] is not None]
    above = [cell for cell in known if cell["paired"]["p"] > cell["paired"]["threshold"]]
    below = [cell for cell in known if cell["paired"]["p"] <= cell["paired"]["threshold"]]
    better = sum(cell["arms"]["oxgraph"]["effect"] > 0 for cell in above)
    than = sum(cell["arms"]["oxgraph"]["effect"] > cell["arms"]["shuffled"]["effect"] for cell in above)
    worse = sum(cell["arms"]["oxgraph"]["effect"] < 0 for cell in below)
    return (
        f"Sweep: where p is above d / (r + d) ({len(above)} cells), oxgraph's arm is above nothing in {better} and "
        f"above shuffled in {than}. Where p is below it ({len(below)} cells), oxgraph's arm is below nothing in "
        f"{worse}. In {len(sweep) - len(known)} cells with few errors it gave no warning that changed a run."
    )


def _thresholds(found: list[Figures]) -> str:
    rows = [
        (
            str(one["q"]),
            str(one["b"]),
            _percent(one["r"]),
            _percent(one["d"]),
            _percent(one["predicted"]),
            _crossed(one["observed"], one["points"]),
            _crossed(one["observed_paired"], one["paired_points"]),
        )
        for one in found
    ]
    head = ("q", "b", "r", "d", "predicted d / (r + d)", "observed", "observed, paired")
    text = (
        "*Predicted*: from r and d of all error rates together. *Observed*: the p at which a line through the "
        "effects over p crosses 0, between the arms and on paired tasks. Both are the same only if r and d do not "
        "depend on p; where errors are rarer, more of the "
        "warnings are wrong, and d is larger.\n"
    )
    return f"## Threshold, predicted and observed\n\n{text}\n{_table(head, rows)}"


def _crossed(value: float | None, points: list[list[float]]) -> str:
    if value is not None:
        return _percent(value)
    signs = {effect > 0 for _, effect in points}
    if signs == {True}:
        return "none: it always helps"
    return "none: it never helps" if signs == {False} else "none"


def _pilots(found: list[Figures]) -> str:
    rows = []
    for cell in found:
        for one in cell["pilots"]:
            effect = one["effect"]
            known = effect["low"] is not None
            rows.append(
                (
                    cell["name"],
                    "no" if one["stopped_after"] is None else f"after {one['stopped_after']:,} runs",
                    f"{cell['stated']['runs']:,}" if cell["stated"].get("runs") else "",
                    f"{one['runs']:,}",
                    f"{_points(effect['value'])} ({_interval(effect['low'], effect['high'])})" if known else "unknown",
                    _points(one["errors"]["value"]) if known else "unknown",
                    _percent(one["p"]),
                    f"{_percent(one['r']['value'])} / {_percent(one['d']['value'])}",
                    _percent(one["threshold"]),
                    one["verdict"],
                )
            )
    shares = ("p", "r / d", "threshold")
    head = ("agents", "switched off", "stated", "runs", "effect (sequence)", "on errors", *shares, "verdict")
    text = (
        "`oxgraph eval live --pilot` with half of the sessions held out and `stop_harmful_injection` on. Effects are "
        "those that the pilot itself measured, with its confidence sequence; r and d are its estimates. *On errors*: "
        "by how many points fewer runs had a failed call. *Stated*: the runs in which nine of ten pilots find the harm "
        "that 300 other runs had without a pilot, on paired tasks; passes, and so a stop, follow each 50 runs. In the "
        "last kind agents apply the remedy by themselves after nine of ten failed calls; an obeyed warning saves the "
        "call, but half of these runs end there and then, so that the patterns look right by the next action.\n"
    )
    return f"## Does oxgraph notice?\n\n{text}\n{_table(head, rows)}\n{_held_back(found)}"


def _held_back(found: list[Figures]) -> str:
    """How many warnings a pilot gave as it went on, and what they did."""
    rows = [
        (
            cell["name"],
            ", ".join(f"{100 * w['warnings'] / (w['to'] - w['from']):.0f}" for w in one["windows"]),
            ", ".join(f"{100 * w['wrong'] / (w['to'] - w['from']):.0f}" for w in one["windows"]),
            ", ".join(_points(w["effect"]) for w in one["windows"]),
        )
        for cell in found
        for one in cell["pilots"]
    ]
    head = ("agents", "warnings in 100 runs", "of them wrong", "effect, paired")
    text = (
        "A pilot is not the only way to notice. Pass 2 holds a pattern back from agents whose own actions, before "
        "which they were shown nothing, speak against it (`fails_for`), and warns less where warnings no longer come "
        "true; pass 3 retires patterns with which more runs fail. Then the pilot has less and less to find. In windows "
        "of 250 runs, with those that are held out:\n"
    )
    return f"{text}\n{_table(head, rows)}"


def _drift(found: list[Figures]) -> str:
    parts = ["## Drift\n", "q = 0.7, b = 0.3, default settings; paired effects in windows of runs.\n"]
    for one in found:
        rows = [
            (
                f"{w['from']:,}–{w['to']:,}",
                _percent(w["without"]),
                _percent(w["with"]),
                _points(w["effect"]),
                f"{w['warnings']:,} ({w['wrong']:,})",
            )
            for w in one["windows"]
        ]
        parts.append(f"**{one['name']}** after {one['change_at']:,} runs:\n")
        parts.append(_table(("runs", "failed without", "failed with", "effect", "warnings (wrong)"), rows))
    return "\n".join(parts)
