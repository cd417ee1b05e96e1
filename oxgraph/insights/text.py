"""Figures in words, the same on the screen and on the page."""

from collections.abc import Sequence
from datetime import datetime

from oxgraph.action_codes import ANY_ERROR, SUCCESS
from oxgraph.types.insights import Advice, Change, CommonFailure, Counted, Insights, Overview, SimilarSessions
from oxgraph.wording import count


def percent(share: float) -> str:
    """A share as a whole percentage; below ten percent with one digit."""
    value = 100 * share
    return f"{value:.0f}%" if value >= 9.95 or value == 0 else f"{value:.1f}%"


def interval(bounds: Sequence[float]) -> str:
    """Both ends of an interval of shares: `8–22%`."""
    return f"{100 * bounds[0]:.0f}–{100 * bounds[1]:.0f}%"


def duration(seconds: float) -> str:
    """A time in its two largest units: `3 h 12 min`, `45 s`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    return f"{hours:,} h {rest} min" if hours < 100 else f"{hours:,} h"


def times(count: int) -> str:
    """How often: `once`, `twice`, `12 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def error(code: str) -> str:
    """An error class; 'an error' for failures without one, 'any error' for patterns of all."""
    return {SUCCESS: "an error", ANY_ERROR: "any error"}.get(code, code)


def rate(row: Counted) -> str:
    """Failures, calls and their share: `60% (12 of 20)`."""
    return f"{percent(row.rate)} ({row.failures:,} of {row.actions:,})"


def classes(found: Insights, most: int) -> str:
    """The most frequent error classes, with their failures and sessions."""
    return ", ".join(
        f"{error(row.error_code)} {row.failures:,} (in {count(row.sessions, 'session')})" for row in found.errors[:most]
    )


def days(begun: datetime | None, ended: datetime | None) -> str:
    """From the first day to the last."""
    if begun is None or ended is None:
        return ""
    return f"{begun:%Y-%m-%d}" if begun.date() == ended.date() else f"{begun:%Y-%m-%d} to {ended:%Y-%m-%d}"


def worked(row: CommonFailure, most: int = 1) -> str:
    """What came next and succeeded, with the number of times."""
    return ", ".join(f"{one.action_type} ({one.times:,})" for one in row.worked[:most])


def change(row: Change) -> str:
    """How often calls failed before and since, as a sentence without its end."""
    what = row.action_type or "All calls"
    before, since = row.failures_before / row.actions_before, row.failures_since / row.actions_since
    if not row.certain:
        direction = "no clear change"
    elif row.difference > 0:
        direction = "fail more often"
    else:
        direction = "fail less often"
    return (
        f"{what}: {direction}, {percent(before)} ({row.failures_before:,} of {row.actions_before:,}) before "
        f"{row.since:%Y-%m-%d}, {percent(since)} ({row.failures_since:,} of {row.actions_since:,}) since"
    )


def shared(group: SimilarSessions) -> str:
    """What the sessions of a group share."""
    return "; ".join(
        f"{one.action_type}: {error(one.error_code)} in {one.sessions:,} of {group.sessions:,}" for one in group.shared
    )


def headline(found: Overview) -> str:
    """All sessions in a sentence."""
    calls = f"{count(found.sessions, 'session')} with {count(found.actions, 'call')} of tools"
    agents = f"by {', '.join(found.agents)}" if found.agents else ""
    return ", ".join(part for part in (calls, days(found.begun, found.ended), agents) if part) + "."


def failed(found: Overview) -> str:
    """How many calls failed, and what that took, in sentences."""
    if not found.actions:
        return "No call of a tool."
    share = found.failures / found.actions
    text = (
        f"{percent(share)} of the calls failed ({found.failures:,} of {found.actions:,}; 95% interval "
        f"{interval(found.interval)})."
    )
    if found.seconds and found.all_seconds:
        text += f" From failed calls to the next took {duration(found.seconds)} of {duration(found.all_seconds)}."
    return text


def advice_title(found: Advice) -> str:
    """When the agent would be given the advice."""
    if found.day is not None:
        return f"What the agent would have been given on {found.day:%Y-%m-%d}"
    return "What the agent would now be given"


def no_advice(found: Insights) -> str:
    """Why there is none."""
    return (
        "Nothing yet: no failure is frequent enough in enough sessions (settings promote_samples, promote_confidence "
        f"and inject_confidence of the workspace {found.workspace})."
    )


def read_notes(found: Insights, *, refusals: int = 0) -> list[str]:
    """What was not read, or only in part, in sentences; with the first `refusals`, which name files of this machine."""
    read = found.read
    if read is None:
        return []
    notes = []
    if read.unreadable:
        lines = count(read.unreadable, "line or file", "lines or files")
        notes.append(f"{lines} could not be read.")
    if read.unanswered:
        calls = count(read.unanswered, "call has no result yet and is", "calls have no result yet and are")
        notes.append(f"{calls} left out.")
    notes += [f"Not read: {refusal}" for refusal in read.refusals[:refusals]]
    return notes
