"""Collects what goes wrong in a workspace's sessions; each part by one query of cypher/queries or statement."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date
from typing import TYPE_CHECKING, Any

from oxgraph.cypher import query
from oxgraph.insights.changes import changes
from oxgraph.insights.similar import similar_sessions
from oxgraph.types.insights import (
    Advice,
    CallKind,
    CommonFailure,
    ErrorClass,
    Insights,
    NextCall,
    Overview,
    Place,
    SessionsRead,
    Situation,
    Week,
)
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.client import Memory
    from oxgraph.imports.session_mapping import SessionReport
    from oxgraph.types import PatternRow

Row = dict[str, Any]
Progress = Callable[[str, int, int], None]

QUERIES = {
    "overview": "insights_overview",
    "failures": "insights_failures",
    "worked": "insights_next",
    "calls": "insights_calls",
    "places": "insights_places",
    "errors": "insights_errors",
    "weeks": "insights_weeks",
    "changes": "insights_call_weeks",
    "similar": "insights_sessions",
}
STATEMENTS = {"situations": "pattern/as_of", "advice": "telemetry/costliest_failures"}

FEW = 5
"""Sessions below which a failure says little: as many as a pattern needs by default."""

WORKED = 3
CHANGES = 6
GROUPS = 8
WEEKS_BACK = 12
"""Weeks with sessions, from the last one back, whose patterns are looked at."""


def collect_insights(
    memory: "Memory",
    report: "SessionReport | None" = None,
    *,
    limit: int = 100,
    progress: Progress = lambda step, done, total: None,
) -> Insights:
    """Collects the figures of a workspace whose actions are evaluated.

    Args:
        memory: The workspace, opened with the database's login.
        report: The import that came before, if any.
        limit: Maximum number of failures, kinds of calls, places, error classes, and situations.
        progress: Called with each step.

    Raises:
        What every call raises.
    """
    found: dict[str, list[Row]] = {}
    for place, (part, name) in enumerate(QUERIES.items()):
        progress("Looking through the sessions", place, len(QUERIES))
        found[part] = memory._access.graph.read(query(name), workspace_id=memory.workspace_id)
    overview = Overview(**found["overview"][0])
    weeks = tuple(Week(**row) for row in found["weeks"])
    day, patterns = _patterns(memory, weeks)
    situations = _situations(patterns)
    similar = similar_sessions(found["similar"], GROUPS)
    return Insights(
        workspace=memory.name,
        workspace_id=memory.workspace_id,
        made_at=memory._access.now(),
        read=_read(report),
        overview=overview,
        failures=_failures(found["failures"], found["worked"])[:limit],
        calls=tuple(CallKind(**row) for row in found["calls"][:limit]),
        places=tuple(Place(**row) for row in found["places"][:limit]),
        errors=tuple(ErrorClass(**row) for row in found["errors"][:limit]),
        weeks=weeks,
        changes=changes(weeks, found["changes"], CHANGES),
        situations=situations[:limit],
        situations_day=day,
        similar=similar,
        advice=_advice(memory, patterns, day),
        too_little=tuple(_too_little(overview, weeks, found["failures"], bool(situations), bool(similar))),
        queries={**QUERIES, **STATEMENTS},
    )


def _read(report: "SessionReport | None") -> SessionsRead | None:
    if report is None:
        return None
    return SessionsRead(
        files=report.files,
        sessions=report.sessions,
        subagents=report.subagents,
        tool_calls=report.tool_calls,
        new=report.captured,
        unanswered=report.unanswered,
        unreadable=report.unreadable,
        estimated_times=report.estimated_times,
        formats=report.formats,
        refusals=tuple(report.refusals),
    )


def _failures(rows: Iterable[Row], worked: Iterable[Row]) -> tuple[CommonFailure, ...]:
    after: dict[tuple[str, str, str], list[NextCall]] = defaultdict(list)
    for row in worked:
        key = row["action_type"], row["place"], row["error_code"]
        after[key].append(NextCall(action_type=row["next_action"], times=row["times"]))
    return tuple(
        CommonFailure(**row, worked=tuple(after[row["action_type"], row["place"], row["error_code"]][:WORKED]))
        for row in rows
    )


def _patterns(memory: "Memory", weeks: Sequence[Week]) -> tuple[date | None, list["PatternRow"]]:
    """The failure patterns of the latest week that had any, at the end of its last day."""
    for week in weeks[: -WEEKS_BACK - 1 : -1]:
        day = week.ended.astimezone(UTC).date()
        rows = memory.telemetry.patterns(outcome="failure", as_of=day)
        if shown := [row for row in rows if not row.suppressed]:
            return day, shown
    return None, []


def _cost(row: "PatternRow") -> tuple[float, str]:
    """What it costs to ignore a pattern: rate × runs, the greatest first."""
    return -row.confidence * row.total_count, row.action_type


def _situations(patterns: Iterable["PatternRow"]) -> tuple[Situation, ...]:
    found = sorted((row for row in patterns if row.context is not None), key=_cost)
    return tuple(
        Situation(
            action_type=row.action_type,
            node_type=row.node_type,
            error_code=row.error_code,
            situation=row.context_text or row.context or "",
            failures=row.action_count,
            actions=row.total_count,
            interval=row.interval,
            other_failures=row.other_failures or 0,
            other_actions=row.other_count or 0,
        )
        for row in found
    )


def _advice(memory: "Memory", patterns: list["PatternRow"], day: date | None) -> Advice:
    """What an agent is given now; where the patterns are too old for that, what it was given on their last day."""
    now = memory.telemetry.costliest_failures()
    if now.block or day is None:
        return Advice(block=now.block, patterns=len(now.patterns))
    settings, named, shown = memory.settings(), set[tuple[str, str | None]](), list["PatternRow"]()
    for row in sorted(patterns, key=_cost):
        key = row.action_type, row.node_type
        certain = row.confidence >= settings.inject_confidence if row.context is None else key not in named
        if row.sample_count >= settings.promote_samples and certain:
            named |= set() if row.context is None else {key}
            shown.append(row)
    shown = shown[: settings.inject_limit]
    block = "\n".join(f"{row.action_type}: {row.recommendation}" for row in shown)
    return Advice(block=block, patterns=len(shown), day=day if shown else None)


def _too_little(
    overview: Overview, weeks: tuple[Week, ...], failures: list[Row], situations: bool, similar: bool
) -> Iterable[str]:
    """Where there is too little for a conclusion, in sentences."""
    if overview.untimed:
        yield (
            f"{overview.untimed:,} of {overview.actions:,} calls are of sessions without times, which count neither "
            "for weeks nor for what failures took."
        )
    if overview.sessions < 30:
        few = count(overview.sessions, "session is", "sessions are")
        yield f"{few} few: most intervals are wide, and one long session can decide a figure."
    rare = sum(row["sessions"] < FEW for row in failures)
    if rare:
        were = f"of {count(len(failures), 'failure')} {'was' if rare == 1 else 'were'}"
        yield f"{rare} {were} seen in fewer than {FEW} sessions; that may be chance."
    if len(weeks) == 1:
        yield "All calls are of one week: nothing can be said about changes."
    if not situations:
        yield "No situation was found in which a call fails more often than otherwise for certain."
    if not similar:
        yield "No three sessions went wrong in the same way."
