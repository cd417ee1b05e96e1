"""What callers hand over."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field

from oxgraph.action_codes import SUCCESS
from oxgraph.errors import InvalidInput
from oxgraph.ids import new_id
from oxgraph.types import limits
from oxgraph.types.fields import (
    Cursor,
    DayOrTime,
    Id,
    Input,
    Limit,
    Many,
    Name,
    OneOrMany,
    Outcome,
    PatternKind,
    PatternSort,
    Role,
    Text,
    Time,
    TimeOfDay,
    TimeZone,
    Uuid,
    not_ahead,
)

IdKind = Literal[
    "action",
    "conversation",
    "entity",
    "episode",
    "evaluation",
    "memory",
    "message",
    "metric",
    "pattern",
    "sequence",
    "session",
]
"""What has an id that the beginning of it finds."""

MICROSECOND = timedelta(microseconds=1)
LATEST = datetime(9999, 1, 1, tzinfo=UTC)
LAST_CURSOR = "9999-01-01T00:00:00Z/"


class ActionFields(Input):
    """What is given of an action in a turn, too, where session, agent and patterns are the turn's; see `Action`."""

    action_type: Name
    outcome: Outcome
    target_node_type: Name | None = None
    targets: Many[Id] = ()
    error_code: Name | None = None
    latency_ms: Annotated[int | float, Field(ge=0, le=limits.LATENCY_MS, allow_inf_nan=False)] | None = None
    started_at: Time | None = None
    seq: int | None = Field(default=None, ge=0, le=2**53)


class Action(ActionFields):
    """One agent operation. No arguments, bodies or user strings: unknown fields are refused.

    `targets` are the ids of the domain nodes it was about, `latency_ms` its duration, `started_at` a time with a
    zone (default: now less the latency), `seq` its place among actions of one instant, `injected_patterns` the
    ids of the patterns that the agent was shown before. `id` makes a repetition harmless; default: a new one.
    Raises InvalidInput.
    """

    session_id: Id
    agent_id: Name | None = None
    injected_patterns: Many[Uuid] = ()
    id: Uuid = Field(default_factory=new_id)

    def model_post_init(self, context: Any, /) -> None:
        """Success is the code None in a pattern's key, so a success has no code and a failure never that one."""
        if self.outcome == "success" and self.error_code is not None:
            raise InvalidInput(field="error_code", reason="goes only with a failure")
        if self.error_code == SUCCESS:
            raise InvalidInput(field="error_code", reason=f"'{SUCCESS}' stands for success")

    def row(self, now: datetime) -> dict[str, Any]:
        """The map that oxgraph.capture takes. Raises InvalidInput for a time in the future."""
        not_ahead("started_at", self.started_at, now)
        row = self.model_dump(exclude_none=True, exclude={"targets"})
        return row | {"target_node_ids": list(self.targets), "injected_patterns": list(self.injected_patterns)}


ActionInput: TypeAlias = Action | dict[str, Any]
"""An action as callers give it: an `Action`, or its fields."""


class SessionStart(Input):
    """The start of a session. Raises InvalidInput."""

    session_id: Id = Field(default_factory=new_id)
    intent: Text | None = None
    agent_id: Name | None = None
    model: Name | None = None


class SessionEnd(Input):
    """The end of a session. Raises InvalidInput."""

    session_id: Id
    outcome: Outcome | None = None
    intent: Text | None = None


class SessionImport(Input):
    """A session as recorded elsewhere. Raises InvalidInput."""

    session_id: Id
    agent_id: Name | None = None
    model: Name | None = None
    intent: Text | None = None
    outcome: Outcome | None = None
    started_at: Time | None = None
    ended_at: Time | None = None

    def row(self, now: datetime) -> dict[str, Any]:
        """The map that oxgraph.sessions_many takes. Raises InvalidInput for a time in the future."""
        not_ahead("started_at", self.started_at, now)
        not_ahead("ended_at", self.ended_at, now)
        return self.model_dump(exclude_none=True)


SessionInput: TypeAlias = SessionImport | dict[str, Any]
"""A recorded session as callers give it: a `SessionImport`, or its fields."""


class InjectRequest(Input):
    """What an agent is about to do. Raises InvalidInput."""

    targets: Many[Id] = ()
    action_type: Name | None = None
    target_node_type: Name | None = None
    session_id: Id | None = None
    limit: int | None = Field(default=None, ge=1, le=50)

    def row(self) -> dict[str, Any]:
        """What is given of it, as oxgraph.inject takes it."""
        return self.model_dump(exclude_none=True) | {"targets": list(self.targets)}


class CostliestRequest(Input):
    """Which failures to name at the beginning of a session. Raises InvalidInput."""

    action_types: Many[Name] = ()
    session_id: Id | None = None
    limit: int | None = Field(default=None, ge=1, le=50)

    def row(self) -> dict[str, Any]:
        """What is given of it, as oxgraph.costliest_failures takes it."""
        return self.model_dump(exclude_none=True) | {"action_types": list(self.action_types)}


class Annotation(Input):
    """A change of a pattern by an operator; None leaves a field as it is, an empty text clears it."""

    pattern_id: Uuid
    suppressed: bool | None = None
    annotation: Text | None = None
    recommendation: Text | None = None

    def model_post_init(self, context: Any, /) -> None:
        """An annotation that says nothing is a slip of the caller."""
        if self.suppressed is None and self.annotation is None and self.recommendation is None:
            raise InvalidInput(field="suppressed", reason="give suppressed, annotation or recommendation")

    def changes(self) -> dict[str, Any]:
        """What changes; a blank text is the empty one, which clears."""
        values = self.model_dump(exclude_none=True, exclude={"pattern_id"})
        return {name: value.strip() if isinstance(value, str) else value for name, value in values.items()}


class PatternFilter(Input):
    """Which patterns, and of which time."""

    action_type: Name | None = None
    node_type: Name | None = None
    error_code: Name | None = None
    outcome: Outcome | None = None
    kind: PatternKind | None = None
    sort: PatternSort = "confidence"
    limit: Limit | None = None
    as_of: DayOrTime | None = None

    def params(self) -> dict[str, Any]:
        """The statement's parameters, but for the time."""
        return self.model_dump(exclude={"as_of"})


class ChosenPatterns(Input):
    """One pattern by its id, or several; without any, all of them. Raises InvalidInput."""

    pattern_id: Uuid | None = None
    pattern_ids: OneOrMany[Uuid] = ()

    def model_post_init(self, context: Any, /) -> None:
        """Refuses what would be two choices."""
        if self.pattern_id is not None and self.pattern_ids:
            raise InvalidInput(field="pattern_ids", reason="does not go with pattern_id: give one of the two")

    def params(self) -> dict[str, Any]:
        """The parameters of its statement."""
        ids = list(self.pattern_ids) if self.pattern_id is None else [self.pattern_id]
        return self.model_dump(exclude={"pattern_id", "pattern_ids"}) | {"pattern_ids": ids or None}


class TrendRequest(ChosenPatterns):
    """The patterns whose trend is read, and of how many days on which each was judged. Raises InvalidInput."""

    days: Annotated[int, Field(ge=1, le=400)] = 30


class EffectRequest(ChosenPatterns):
    """The patterns whose effect is measured, and from when on. Raises InvalidInput."""

    since: Time | None = None


class PatternOf(Input):
    """One pattern."""

    pattern_id: Uuid


class ActionOf(Input):
    """One action."""

    action_id: Id


class SequenceOf(Input):
    """One run."""

    sequence_id: Id


class SequenceFilter(Input):
    """Which sequences."""

    session_id: Id | None = None
    agent_id: Name | None = None
    outcome: Outcome | None = None
    action_type: Name | None = None
    node_type: Name | None = None
    since: Time | None = None
    until: Time | None = None
    limit: Limit | None = None
    as_of: DayOrTime | None = None

    def params(self, now: datetime) -> dict[str, Any]:
        """The statement's parameters: what began later than `as_of` is left out, and closed is what was so then."""
        until = _earlier(self.until, self.as_of)
        return self.model_dump(exclude={"as_of"}) | {"until": until, "now": self.as_of or now}


def _earlier(until: datetime | None, as_of: datetime | None) -> datetime | None:
    """The end of a list, which is not in it, where nothing after `as_of` counts."""
    if as_of is None:
        return until
    return as_of + MICROSECOND if until is None else min(until, as_of + MICROSECOND)


class TimelineFilter(Input):
    """Which actions and sequences, newest first; `before` is the cursor of the last row seen."""

    agent_id: Name | None = None
    action_type: Name | None = None
    outcome: Outcome | None = None
    since: Time = limits.EARLIEST
    until: Time = LATEST
    limit: Limit = limits.PAGE
    before: Cursor | None = None
    as_of: DayOrTime | None = None

    def params(self) -> dict[str, Any]:
        """The statement's parameters; the cursor's time stays text, since it holds nanoseconds."""
        at, _, last = (self.before or LAST_CURSOR).partition("/")
        until = _earlier(self.until, self.as_of)
        return self.model_dump(exclude={"before", "as_of"}) | {"until": until, "before_at": at, "before_id": last}


class ActionFilter(Input):
    """Which actions: those that fit all that is given. Raises InvalidInput.

    `query` is a part of a tool's, error's, agent's, node type's or session's name or of a target's id, in any case.
    `time_from` and `time_to` are times of the day in `time_zone`, such as 22:00 and 06:00; the first alone is up to
    midnight, the second alone from midnight on.
    """

    agent_id: Name | None = None
    action_type: Name | None = None
    outcome: Outcome | None = None
    error_code: Name | None = None
    node_type: Name | None = None
    node_id: Id | None = None
    session_id: Id | None = None
    query: Annotated[str, Field(min_length=1, max_length=limits.NAME)] | None = None
    min_latency_ms: Annotated[float, Field(ge=0, le=limits.LATENCY_MS, allow_inf_nan=False)] | None = None
    time_from: TimeOfDay | None = None
    time_to: TimeOfDay | None = None
    time_zone: TimeZone = "UTC"
    since: Time = limits.EARLIEST
    until: Time = LATEST

    def params(self) -> dict[str, Any]:
        """The statement's parameters."""
        given = self.model_dump(exclude={"time_from", "time_to"})
        begin, end = (_minute(given) for given in (self.time_from, self.time_to))
        some = begin != end
        return given | {
            "query": self.query and self.query.lower(),
            "from_minute": begin if some else None,
            "minutes": (end - begin + DAY_MINUTES - 1) % DAY_MINUTES + 1 if some else None,
        }


DAY_MINUTES = 24 * 60


def _minute(time_of_day: str | None) -> int:
    """The minute of the day; midnight for None, which is its begin as well as its end."""
    hours, _, minutes = (time_of_day or "00:00").partition(":")
    return int(hours) * 60 + int(minutes)


class UserFilter(Input):
    """Which users: those whose id contains `query`, in any case. Raises InvalidInput."""

    query: Annotated[str, Field(min_length=1, max_length=limits.ID)] | None = None


class IdFilter(Input):
    """Which ids: those of some kinds that begin with `prefix`. Raises InvalidInput."""

    prefix: Annotated[str, Field(min_length=4, max_length=limits.ID)]
    kinds: Annotated[OneOrMany[IdKind], Field(min_length=1)]
    limit: Limit = 10


class PassRunFilter(Input):
    """Which runs of passes; without `with_idle` only those that found something to do. Raises InvalidInput."""

    name: Name | None = None
    status: Literal["running", "done", "failed"] | None = None
    with_idle: bool = False


class GrowthRequest(Input):
    """For how many weeks growth is counted, this one included. Raises InvalidInput."""

    weeks: int = Field(ge=1, le=limits.GROWTH_WEEKS)


class OverviewRequest(Input):
    """The period of an overview, up to a year. Raises InvalidInput."""

    since: Time | None = None
    until: Time | None = None

    def period(self, now: datetime) -> tuple[datetime, datetime]:
        """Its begin and end; default: the 24 hours before its end, which is by default `now`."""
        until = self.until or now
        since = self.since or until - timedelta(hours=24)
        if since >= until:
            raise InvalidInput(field="since", reason="must lie before until")
        if until - since > timedelta(days=366):
            raise InvalidInput(field="since", reason="must lie at most 366 days before until")
        return since, until


class SearchRequest(Input):
    """What to search patterns and sequences for."""

    action_type: Name | None = None
    outcome: Outcome | None = None
    node_type: Name | None = None
    limit: int = Field(default=20, ge=1, le=1_000)
    as_of: DayOrTime | None = None


class AsOf(Input):
    """The time of which something is asked; a day is its end."""

    as_of: DayOrTime | None = None


class HistoryRequest(AsOf):
    """The days of a metric's history. Raises InvalidInput."""

    days: Annotated[int, Field(ge=1, le=400)] = 30


def _trimmed(text: str) -> str:
    if text != text.strip():
        raise ValueError("must not begin or end with a blank")
    return text


class ContextRequest(Input):
    """What to find analogous past runs of."""

    text: str = Field(min_length=1, max_length=limits.INTENT)
    limit: int = Field(default=5, ge=1, le=50)


class WorkspaceName(Input):
    """A workspace's name, as it is looked up: blanks around it and its case make no difference."""

    name: Name


class NewName(Input):
    """The name of a new workspace or server: blanks around it would be seen in no list. Raises InvalidInput."""

    name: Annotated[Name, AfterValidator(_trimmed)]


class TokenRequest(Input):
    """A new token; `user_id` is the user to whom it is bound, an agent's token alone can be. Raises InvalidInput."""

    role: Role
    name: Name
    user_id: Id | None = None
    expires_at: Time | None = None
    calls_per_minute: int | None = Field(default=None, ge=1, le=limits.CALLS_PER_MINUTE)

    def model_post_init(self, context: Any, /) -> None:
        """Operators and admins see what belongs to any user."""
        if self.user_id is not None and self.role != "agent":
            raise InvalidInput(field="user_id", reason="goes only with the role agent")


class TokenId(Input):
    """Which token."""

    id: Uuid


class TokenRotation(Input):
    """A token to be replaced, and for how many seconds it stays valid. Raises InvalidInput."""

    id: Uuid
    overlap_seconds: int = Field(ge=0, le=limits.TOKEN_DAYS * 86_400)
    expires_at: Time | None = None


def in_lifetime(expires_at: datetime | None, now: datetime) -> datetime | None:
    """The time. Raises InvalidInput for one that has passed, or is further away than a token may live."""
    if expires_at is not None and not now < expires_at <= now + timedelta(days=limits.TOKEN_DAYS):
        raise InvalidInput(field="expires_at", reason=f"must be ahead, by at most {limits.TOKEN_DAYS:,} days")
    return expires_at


class Window(Input):
    """A span of time: after `since`, until and with `until`."""

    since: Time
    until: Time

    def model_post_init(self, context: Any, /) -> None:
        """A span ends after it begins."""
        if self.since >= self.until:
            raise InvalidInput(field="since", reason="must lie before until")
