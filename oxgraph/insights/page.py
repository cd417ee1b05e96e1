"""Insights as one page of HTML: no script, and nothing that is loaded from elsewhere."""

import json
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib import resources
from typing import TypeVar

from oxgraph import cypher
from oxgraph.insights import text
from oxgraph.insights.collect import FEW
from oxgraph.insights.plots import WeekPlot, rate_bar, time_bar
from oxgraph.types.insights import CallKind, CommonFailure, ErrorClass, Insights, Place, SimilarSessions, Situation
from oxgraph.wording import count

T = TypeVar("T")
FailureRate = TypeVar("FailureRate", CallKind, Place)
SHOWN = 8
"""Rows of a list that are open at once; the rest is under a fold."""

PLACES = 5
WIDE, NARROW = 880, 340
"""Pixels of the plot of weeks on a screen and on a phone."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def insights_page(found: Insights) -> str:
    """The page: figures with their intervals, plots, and the query of each."""
    overview = found.overview
    body = [
        f"<header><h1>What goes wrong in your agents’ sessions</h1><p>{escape(text.headline(overview))}</p></header>",
        "<main>",
        _tiles(found),
        *_sections(found),
        "</main>",
        _footer(found),
    ]
    style = resources.files("oxgraph.insights").joinpath("page.css").read_text(encoding="utf-8")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,">'
        f"<title>oxgraph insights: {escape(found.workspace)}</title><style>{style}</style>"
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>\n'


def _tiles(found: Insights) -> str:
    overview = found.overview
    share = text.percent(overview.failures / overview.actions) if overview.actions else "–"
    part = f"of {text.duration(overview.all_seconds)}, from failed calls to the next" if overview.all_seconds else ""
    sessions = "session" if overview.sessions == 1 else "sessions"
    tiles = [
        (f"{overview.sessions:,}", f"{sessions} in {count(overview.places, 'place')}"),
        (f"{overview.actions:,}", "calls of tools"),
        (share, f"failed: {overview.failures:,}, 95% interval {text.interval(overview.interval)}"),
        (text.duration(overview.seconds), part),
    ]
    shown = "".join(f"<div><b>{escape(value)}</b><span>{escape(label)}</span></div>" for value, label in tiles)
    return f'<div class="tiles">{shown}</div>{_query(found, "overview")}'


def _sections(found: Insights) -> Iterable[str]:
    yield _section("What costs most", _failures(found), "failures", "worked", found=found)
    yield _section("Week by week", _weeks(found), "weeks", "changes", found=found)
    yield _section("Calls by how often they fail", _calls(found), "calls", found=found)
    if any(place.place for place in found.places):
        yield _section("Where", _places(found), "places", found=found)
    yield _section("Classes of errors", _errors(found), "errors", found=found)
    yield _section("Situations in which a call fails more often", _situations(found), "situations", found=found)
    yield _section("Sessions that went wrong in the same way", _similar(found), "similar", found=found)
    yield _section(text.advice_title(found.advice), _advice(found), "advice", found=found)
    notes = [*found.too_little, *text.read_notes(found)]
    if notes:
        lines = "".join(f"<li>{escape(note)}</li>" for note in notes)
        yield f"<section><h2>Where there is too little</h2><ul>{lines}</ul></section>"


def _section(title: str, body: str, *parts: str, found: Insights) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}{_query(found, *parts)}</section>"


def _query(found: Insights, *parts: str) -> str:
    names = [found.queries[part] for part in parts]
    links = ", ".join(f'<a href="#{escape(_anchor(name))}"><code>{escape(name)}</code></a>' for name in names)
    return f'<p class="query">{"Query" if len(names) == 1 else "Queries"}: {links}</p>'


def _anchor(name: str) -> str:
    return "query-" + name.replace("/", "-")


def _folded(rows: Sequence[T], draw: Callable[[T], str], what: str) -> str:
    """The first rows, and the rest under a fold."""
    first = "".join(map(draw, rows[:SHOWN]))
    rest = "".join(map(draw, rows[SHOWN:]))
    more = f"<details><summary>{len(rows) - SHOWN:,} more {what}</summary><ol>{rest}</ol></details>" if rest else ""
    return f"<ol>{first}</ol>{more}"


def _failures(found: Insights) -> str:
    if not found.failures:
        return "<p>No call failed.</p>"
    most = max(row.seconds for row in found.failures)
    intro = (
        '<p class="soft">By the time from a failed call to the session’s next one; a longer pause than five minutes '
        "counts as none. “Few sessions”: fewer than five, which may be chance.</p>"
    )

    def draw(row: CommonFailure) -> str:
        where = f" <small>in {escape(row.place)}</small>" if row.place else ""
        notes = [f"in {count(row.sessions, 'session')}"]
        if row.repeated:
            notes.append(f"the next call failed again {text.times(row.repeated)}")
        if row.worked:
            notes.append(f"then worked: {text.worked(row, 3)}")
        if row.sessions < FEW:
            notes.append("few sessions")
        return (
            f'<li class="row{" few" if row.sessions < FEW else ""}">'
            f'<span class="name">{escape(row.action_type)}: {escape(text.error(row.error_code))}{where}</span>'
            f'<span class="number">{escape(text.duration(row.seconds))}</span>'
            f'<span class="number plotted">{time_bar(row.seconds, most)}</span>'
            f'<span class="under">{escape(text.rate(row))} fail this way, 95% interval {text.interval(row.interval)}; '
            f"{escape('; '.join(notes))}</span></li>"
        )

    return intro + _folded(found.failures, draw, "failures")


def _rates(rows: Sequence[FailureRate], name: Callable[[FailureRate], str], what: str) -> str:
    most = max((row.interval[1] for row in rows[:SHOWN]), default=1.0) or 1.0

    def draw(row: FailureRate) -> str:
        where = f"failed in {row.failed_sessions:,} of {count(row.sessions, 'session')}"
        return (
            f'<li class="row{" few" if row.sessions < FEW else ""}"><span class="name">{escape(name(row))}</span>'
            f'<span class="number">{escape(text.rate(row))}</span><span class="plotted">{rate_bar(row, most)}</span>'
            f'<span class="under">95% interval {text.interval(row.interval)}; {where}; '
            f"{escape(text.duration(row.seconds))}</span></li>"
        )

    return _folded(rows, draw, what)


def _calls(found: Insights) -> str:
    failing = [row for row in found.calls if row.failures]
    if not failing:
        return "<p>No call failed.</p>"
    intro = (
        '<p class="soft">Bars: the share of calls that failed. Thin line: its 95% interval. '
        "Pale: fewer than five sessions.</p>"
    )
    return intro + _rates(failing, lambda row: row.action_type, "kinds of calls")


def _places(found: Insights) -> str:
    return _rates(found.places, lambda row: row.place or "elsewhere", "places")


def _errors(found: Insights) -> str:
    if not found.errors:
        return "<p>No call failed.</p>"
    most = max(row.seconds for row in found.errors)

    def draw(row: ErrorClass) -> str:
        return (
            f'<li class="row"><span class="name">{escape(text.error(row.error_code))}</span>'
            f'<span class="number">{row.failures:,}, {escape(text.duration(row.seconds))}</span>'
            f'<span class="plotted">{time_bar(row.seconds, most)}</span>'
            f'<span class="under">in {count(row.sessions, "session")}; most often '
            f"{escape(', '.join(row.action_types))}</span></li>"
        )

    intro = '<p class="soft">Failures, and the time that they took (bars).</p>'
    return intro + _folded(found.errors, draw, "classes")


def _weeks(found: Insights) -> str:
    if not found.weeks:
        return "<p>No call has a time.</p>"
    widths = (("wide", WIDE), ("narrow", NARROW))
    plots = "".join(f'<div class="{kind}">{WeekPlot(found.weeks, width).svg()}</div>' for kind, width in widths)
    intro = '<p class="soft">The share of calls that failed, with its 95% interval.</p>'
    if not found.changes:
        return f"{intro}{plots}<p>All calls are of one week, so nothing can be said about changes.</p>"
    lines = "".join(f"<li>{escape(text.change(row))}.</li>" for row in found.changes)
    note = "" if len(found.changes) > 1 else '<p class="soft">No kind of call changed for certain.</p>'
    return f"{intro}{plots}<ul>{lines}</ul>{note}"


def _situations(found: Insights) -> str:
    if not found.situations:
        return "<p>No situation differs for certain.</p>"

    def draw(row: Situation) -> str:
        where = f" <small>on {escape(row.node_type)}</small>" if row.node_type else ""
        share = row.failures / row.actions if row.actions else 0.0
        other = row.other_failures / row.other_actions if row.other_actions else 0.0
        return (
            f'<li><span class="name">{escape(row.action_type)}{where}</span>: {escape(row.situation)}'
            f'<div class="under">{text.percent(share)} ({row.failures:,} of {row.actions:,}, 95% interval '
            f"{text.interval(row.interval)}) fail; otherwise {text.percent(other)} ({row.other_failures:,} of "
            f"{row.other_actions:,})</div></li>"
        )

    day = f'<p class="soft">As of {found.situations_day:%Y-%m-%d}, with the thirty days before it.</p>'
    return day + _folded(found.situations, draw, "situations")


def _similar(found: Insights) -> str:
    if not found.similar:
        return "<p>No three sessions went wrong in the same way.</p>"

    def draw(group: SimilarSessions) -> str:
        about = (text.days(group.begun, group.ended), ", ".join(group.places[:PLACES]))
        failed = f"{group.failures:,} of {group.actions:,} calls failed"
        ids = "".join(f"<div>{escape(one)}</div>" for one in group.session_ids)
        return (
            f'<li><span class="name">{count(group.sessions, "session")}</span>: {escape(text.shared(group))}'
            f'<div class="under">{escape("; ".join([failed, *filter(None, about)]))}</div>'
            f'<details><summary>Their ids</summary><div class="ids">{ids}</div></details></li>'
        )

    return _folded(found.similar, draw, "groups")


def _advice(found: Insights) -> str:
    if not found.advice.block:
        return f"<p>{escape(text.no_advice(found))}</p>"
    return f"<pre>{escape(found.advice.block)}</pre>"


def _footer(found: Insights) -> str:
    """Each query with the workspace's id, to be pasted into Neo4j Browser."""
    names = list(dict.fromkeys(found.queries.values()))
    shown = "".join(
        f'<details id="{_anchor(name)}"><summary><code>{escape(name)}</code></summary>'
        f"<pre>{escape(_code(name, found))}</pre></details>"
        for name in names
    )
    made = f"Made {found.made_at:%Y-%m-%d %H:%M} UTC from the workspace {escape(found.workspace)}."
    return (
        f'<footer><section><h2>The queries</h2><p class="soft">Every figure comes from one of these; paste it into '
        f'Neo4j Browser to find it again.</p>{shown}</section><p class="soft">{made}</p></footer>'
    )


def _code(name: str, found: Insights) -> str:
    file = cypher.statement(name) if "/" in name else cypher.query(name)
    return f"// {file.summary}\n" + file.body.replace("$workspace_id", json.dumps(found.workspace_id))
