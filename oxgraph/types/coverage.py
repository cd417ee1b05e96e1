"""Which actions a workspace has, and why a list of what was made from them is empty."""

from datetime import UTC, datetime, timedelta

from oxgraph.types.results import Result
from oxgraph.wording import count


class Coverage(Result):
    """The actions of a workspace and what was made from them.

    `first_action_at` and `last_action_at` are None where no action was captured; `last_run_at` is the time as of which
    patterns were last looked for. `unevaluated`: actions wait for the passes. `open` sequences have not closed yet, so
    they count for no pattern. `active` patterns are active now, `active_then` were so at the end of the day of the last
    action. `as_of` is the time that was asked for.
    `explanation` says in sentences why no pattern is active now (or was then); empty where some are.
    """

    first_action_at: datetime | None
    last_action_at: datetime | None
    last_run_at: datetime | None
    unevaluated: bool
    open: int
    active: int
    active_then: int
    evidence_window_days: int
    promote_samples: int
    promote_confidence: float
    as_of: datetime | None = None
    explanation: str = ""


EMPTY = "No action was captured in this workspace yet."


def days(found: Coverage) -> str:
    """The days of the actions, in words."""
    return f"actions from {found.first_action_at:%Y-%m-%d} to {found.last_action_at:%Y-%m-%d}"


def no_patterns(found: Coverage) -> str:
    """Why there is no active pattern, and what to do."""
    if found.last_action_at is None:
        return f"No patterns: {EMPTY[0].lower()}{EMPTY[1:]}"
    if found.as_of is not None:
        return f"No pattern was active on {found.as_of:%Y-%m-%d}. There are {days(found)}.{_then(found)}"
    if found.unevaluated or found.last_run_at is None:
        return (
            f"No patterns yet: there are {days(found)}, and not all are evaluated. `oxgraph passes run` evaluates "
            "them now, `oxgraph worker` every 15 minutes."
        )
    if found.active_then:
        return f"No active patterns.{_then(found)}"
    if found.last_action_at < found.last_run_at - timedelta(days=found.evidence_window_days):
        return (
            f"No active patterns: the {days(found)} are older than the evidence window of "
            f"{count(found.evidence_window_days, 'day')}, and were evaluated on {found.last_run_at:%Y-%m-%d}. `oxgraph "
            "import traces` evaluates recorded actions as of their own days."
        )
    return (
        f"No active patterns: the {days(found)} were evaluated, and no outcome recurred often enough.{_open(found)} A "
        f"pattern needs {count(found.promote_samples, 'sequence')} and a confidence of {found.promote_confidence:g} "
        "(settings promote_samples and promote_confidence). `oxgraph patterns list --all` shows the counts."
    )


def _open(found: Coverage) -> str:
    """How many sequences do not count yet, and when they will."""
    if not found.open:
        return ""
    are = count(found.open, "sequence is still open", "sequences are still open")
    return (
        f" {are}: each counts once its session was ended, or when no action has followed for as long as the setting "
        "sequence_gap_seconds says."
    )


def _then(found: Coverage) -> str:
    """How many patterns were active on the day of the last action, and how to see them."""
    if not found.active_then or found.last_action_at is None:
        return ""
    day = found.last_action_at.astimezone(UTC).date()
    if found.as_of is not None and found.as_of.date() == day:
        return ""
    were = count(found.active_then, "pattern was", "patterns were")
    return (
        f" {were} active on {day}, the day of the last action; the evidence window is "
        f"{count(found.evidence_window_days, 'day')}."
        f" See them: oxgraph patterns list --as-of {day}"
    )


def no_sequences(found: Coverage) -> str:
    """Why there is no sequence, and what to do."""
    if found.first_action_at is None:
        return f"No sequences: {EMPTY[0].lower()}{EMPTY[1:]}"
    if found.as_of is not None and found.as_of < found.first_action_at:
        return f"No sequence had begun on {found.as_of:%Y-%m-%d}: there are {days(found)}."
    if found.unevaluated:
        return (
            f"No sequence fits: there are {days(found)}, and not all are evaluated. `oxgraph passes run` evaluates "
            "them now, `oxgraph worker` every minute."
        )
    return f"No sequence fits: there are {days(found)}. Leave out a filter."


def no_actions(found: Coverage) -> str:
    """Why the timeline is empty."""
    if found.first_action_at is None:
        return EMPTY
    return f"Nothing fits: there are {days(found)}. Leave out a filter, or look at other days."


def no_benchmarks(found: Coverage) -> str:
    """Why a metric has no benchmark, and what to do."""
    if found.first_action_at is None:
        return f"No benchmarks: {EMPTY[0].lower()}{EMPTY[1:]}"
    if found.as_of is not None and found.as_of < found.first_action_at:
        return f"No benchmark up to {found.as_of:%Y-%m-%d}: there are {days(found)}."
    return (
        f"No benchmark yet: there are {days(found)}. The worker writes one each night, `oxgraph passes run` writes "
        "one now."
    )


def no_values(found: Coverage) -> str:
    """Why the latest benchmarks of a metric have no value."""
    if found.last_action_at is None:
        return EMPTY
    day = found.last_action_at.astimezone(UTC).date() + timedelta(days=1)
    return (
        f"No sequence ended in the windows of these days: there are {days(found)}. See what was measured then: "
        f"oxgraph benchmark get METRIC --as-of {day}"
    )
