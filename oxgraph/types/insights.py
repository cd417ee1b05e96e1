"""What `oxgraph insights` finds in the sessions of a workspace."""

from datetime import date, datetime

from oxgraph.types.results import Result


class SessionsRead(Result):
    """What was read from session files: `new` calls were added, `unanswered` ones have no result yet.

    `estimated_times` calls had no time and got one from that of their file; `unreadable` lines and files were left out.
    """

    files: int
    sessions: int
    subagents: int
    tool_calls: int
    new: int
    unanswered: int
    unreadable: int
    estimated_times: int
    formats: dict[str, int]
    refusals: tuple[str, ...]


class Counted(Result):
    """Failures of calls, with the 95% interval (Wilson) of their share; `seconds` is what the failures took.

    A call takes the time until the session's next call; where that comes more than five minutes later, its own alone.
    """

    failures: int
    actions: int
    interval: tuple[float, float]
    sessions: int
    seconds: float

    @property
    def rate(self) -> float:
        """The share of calls that failed."""
        return self.failures / self.actions if self.actions else 0.0


class Overview(Result):
    """All calls of the workspace; `all_seconds` is what they took together, `places` counts repositories and types.

    `untimed` calls are of sessions without times, which do not count for `begun`, `ended`, times and weeks.
    """

    sessions: int
    actions: int
    failures: int
    interval: tuple[float, float]
    seconds: float
    all_seconds: float
    begun: datetime | None
    ended: datetime | None
    agents: tuple[str, ...]
    places: int
    untimed: int


class NextCall(Result):
    """A call that came straight after a failure and succeeded."""

    action_type: str
    times: int


class CommonFailure(Counted):
    """Failures of one call, place and error class. `place` is the repository, else the type of the target, else ''.

    `actions` are the calls of that kind in that place, `sessions` those with the failure; `repeated` failures were
    followed by another of the same call. `worked` are what came straight after it and succeeded, the most frequent
    first.
    """

    action_type: str
    place: str
    error_code: str
    repeated: int
    last_seen: datetime
    worked: tuple[NextCall, ...] = ()


class CallKind(Counted):
    """A kind of call; it failed in `failed_sessions` of its `sessions`."""

    action_type: str
    failed_sessions: int


class Place(Counted):
    """A repository, or a type of targets; a call in it failed in `failed_sessions` of its `sessions`."""

    place: str
    failed_sessions: int


class ErrorClass(Result):
    """A class of errors, and the calls that have it most often."""

    error_code: str
    failures: int
    sessions: int
    action_types: tuple[str, ...]
    seconds: float


class Week(Counted):
    """The calls of a week, which begins on Monday (UTC); `ended` is when the last one began."""

    week: date
    ended: datetime


class Change(Result):
    """How often a kind of call failed before and since the day `since`, a Monday.

    `difference` is the share since − the share before, with its 95% interval (Newcombe); `certain` where that leaves
    out 0. An empty `action_type` means all calls.
    """

    action_type: str
    since: date
    failures_before: int
    actions_before: int
    failures_since: int
    actions_since: int
    difference: float
    interval: tuple[float, float]

    @property
    def certain(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.interval[0] > 0 or self.interval[1] < 0


class Situation(Result):
    """A situation in which a call fails more often than otherwise, for certain."""

    action_type: str
    node_type: str | None
    error_code: str
    situation: str
    failures: int
    actions: int
    interval: tuple[float, float]
    other_failures: int
    other_actions: int


class SharedFailure(Result):
    """A failure that several sessions of a group have: `sessions` of them, `failures` times."""

    action_type: str
    error_code: str
    sessions: int
    failures: int


class SimilarSessions(Result):
    """Sessions that went wrong in the same way: what many of them share, and which they are."""

    sessions: int
    actions: int
    failures: int
    shared: tuple[SharedFailure, ...]
    places: tuple[str, ...]
    agents: tuple[str, ...]
    begun: datetime | None
    ended: datetime | None
    session_ids: tuple[str, ...]


class Advice(Result):
    """What an agent is given at the beginning of a session.

    `day` is None for what it would be given now; where patterns are too old for that, the last day on which there were
    some, as of which `block` is.
    """

    block: str
    patterns: int
    day: date | None = None


class Insights(Result):
    """All that was found, and in `queries` the Cypher query or statement of each part, by the part's name.

    The situations are as of `situations_day`, the last day on which there were patterns.
    """

    workspace: str
    workspace_id: str
    made_at: datetime
    read: SessionsRead | None
    overview: Overview
    failures: tuple[CommonFailure, ...]
    calls: tuple[CallKind, ...]
    places: tuple[Place, ...]
    errors: tuple[ErrorClass, ...]
    weeks: tuple[Week, ...]
    changes: tuple[Change, ...]
    situations: tuple[Situation, ...]
    situations_day: date | None
    similar: tuple[SimilarSessions, ...]
    advice: Advice
    too_little: tuple[str, ...]
    queries: dict[str, str]
