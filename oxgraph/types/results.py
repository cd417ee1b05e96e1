"""What callers get back."""

from datetime import date as Date  # noqa: N812 - a field is called date
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from oxgraph.types.fields import Aggregation, Better, Outcome, Role


class Result(BaseModel):
    """Something that a call gives back; `model_dump(mode="json")` makes it plain."""

    model_config = ConfigDict(frozen=True, defer_build=True)


class CaptureResult(Result):
    """Whether the action is kept: not when memory is off (`reason`), or when its id is there already.

    `references` counts the domain nodes that were found and joined, `injected` the shown patterns.
    """

    captured: bool
    action_id: str
    reason: str = ""
    references: int = 0
    injected: int = 0


class SessionEnded(Result):
    """Whether the end of a session is kept: not when memory is off (`reason`: memory_disabled).

    `known` is whether the session was known before, by its start or an action.
    """

    session_id: str
    ended: bool
    known: bool
    reason: str = ""


class IdRow(Result):
    """An id with the kind of what it names, and its name or the beginning of its text."""

    id: str
    kind: str
    name: str | None


class BatchResult(Result):
    """How many actions were kept, how many were there already, and how many references were made.

    `reason` is memory_disabled where nothing was kept because memory is off.
    """

    captured: int
    duplicates: int
    references: int
    reason: str = ""


class InjectedPattern(Result):
    """One pattern of an injected block; `direct` when it references one of the targets itself.

    `name` is the key; that of a warning ends with the situation in words. A warning of the very situation has a
    `context` (such as run=2; any: all situations), in words `context_text`: `failures` of the `actions` in it failed,
    and `confidence` is their ratio. `sample_count` counts the sequences behind it: of a pattern those with its key, of
    a candidate those with the situation. `probability` is the calibrated forecast for this very action, from all that
    is known of it; it decides whether to warn. Its status is active, or candidate while it is no pattern yet; `id` is
    None where the context was counted under no id.
    """

    id: str | None
    name: str
    action_type: str
    node_type: str | None
    error_code: str
    confidence: float
    sample_count: int
    annotation: str | None
    recommendation: str
    next_action_type: str | None
    direct: bool
    context: str | None = None
    context_text: str | None = None
    probability: float | None = None
    status: str | None = None
    failures: int | None = None
    actions: int | None = None


class RunReason(Result):
    """What raises a run's risk, in words: of `runs` past runs with it, `failures` ended badly."""

    text: str
    runs: int
    failures: int


class RunRecovery(Result):
    """What runs that ended well did next after such a step: `count` of `total` called `action_type`."""

    after: str
    action_type: str
    count: int
    total: int


class RunRisk(Result):
    """How likely a run is to end badly, from its actions so far.

    `probability` (0 to 1) is calibrated on past runs, `base` the share of all `runs` that ended badly. `area` is the
    area under the ROC curve at half of past runs, each judged before its end was known, `area_low` the lower bound of
    its 95% interval; `proved`: better than chance for certain, and calibrated. `text` says it in sentences.
    """

    probability: float
    base: float
    runs: int
    area: float | None
    area_low: float | None
    proved: bool
    reasons: tuple[RunReason, ...]
    recovery: RunRecovery | None
    text: str


class Injection(Result):
    """Past experience for an agent: `block` is the text (empty when there is none), `ids` the patterns' ids.

    `probability` is that of the action's failure, None where no action is known; from `threshold` on the situation
    warns. `warned` says whether a pattern of failures of this very action type is in the block. `reason` is
    memory_disabled or injection_disabled where that is why there is none. `risk` is that of the whole run, where the
    setting run_risk shows it.
    """

    block: str = ""
    patterns: tuple[InjectedPattern, ...] = ()
    probability: float | None = None
    threshold: float | None = None
    warned: bool = False
    risk: RunRisk | None = None
    reason: str = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """The patterns' ids, as `capture(injected_patterns=…)` takes them."""
        return tuple(pattern.id for pattern in self.patterns if pattern.id is not None)


class PatternRow(Result):
    """A key (action_type, node_type, error_code) with its counts, and its pattern if it has one.

    `error_code` is "None" for success. `confidence` is action_count / total_count, after decay; `interval` the
    Wilson 95% interval of it; `sample_count` counts sequences. Only a key with a pattern has `pattern_id`.

    A situational pattern has a `context` (such as run=2), as text `context_text`. It counts failures of every code, so
    its error_code is "AnyError": action_count of the total_count actions in that context failed, and other_failures of
    other_count in other contexts; `lift` is its failure rate divided by that of the action and node type overall.

    An active pattern of failures, or of how runs end, names the agents and the language models for which it holds by
    their own record (`holds_for`, `holds_for_models`), and those for which it does not (`fails_for`,
    `fails_for_models`): these are not warned by it.
    """

    action_type: str
    node_type: str | None
    error_code: str
    sample_count: int
    action_count: int
    total_count: int
    confidence: float
    status: Literal["active", "candidate", "deleted", "superseded"]
    interval: tuple[float, float]
    first_seen: datetime | None
    last_seen: datetime | None
    suppressed: bool
    annotation: str | None
    recommendation: str | None
    pattern_id: str | None
    context: str | None = None
    context_text: str | None = None
    other_count: int | None = None
    other_failures: int | None = None
    lift: float | None = None
    holds_for: tuple[str, ...] = ()
    fails_for: tuple[str, ...] = ()
    holds_for_models: tuple[str, ...] = ()
    fails_for_models: tuple[str, ...] = ()


class SequenceRow(Result):
    """One run of an agent."""

    id: str
    session_id: str
    agent_id: str | None
    action_count: int
    failure_count: int
    outcome: Outcome
    intent_summary: str | None
    started_at: datetime
    ended_at: datetime
    closed: bool


class SequenceDetail(SequenceRow):
    """One run with the ids of its actions, in their order."""

    action_ids: tuple[str, ...] = ()


class SimilarSequence(SequenceRow):
    """A past run and how near it is: the cosine score (0 to 1) or, found by words, the fulltext score."""

    score: float
    found_by: Literal["meaning", "words"]


class Way(Result):
    """What worked most often in runs with a similar intent: the actions that succeeded, each once, in their order.

    `successes` of the `runs` that went this way ended well, and `other_successes` of the `other_runs`.
    """

    steps: tuple[str, ...]
    runs: int
    successes: int
    other_runs: int
    other_successes: int

    @property
    def text(self) -> str:
        """The way as a sentence with its counts."""
        others = f" (otherwise {self.other_successes} of {self.other_runs})" if self.other_runs else ""
        counts = f"{self.successes} of {self.runs} times{others}"
        return f"Of similar tasks those that went {' > '.join(self.steps)} ended well {counts}."


class SearchResult(Result):
    """Patterns and sequences that fit."""

    patterns: tuple[PatternRow, ...]
    sequences: tuple[SequenceRow, ...]


class TimelineRow(Result):
    """An action or a sequence. `cursor` goes into `timeline(before=…)`."""

    kind: Literal["action", "sequence"]
    id: str
    session_id: str
    agent_id: str | None
    action_type: str | None
    node_type: str | None
    target_node_ids: tuple[str, ...]
    outcome: Outcome
    error_code: str | None
    latency_ms: float | None
    intent_summary: str | None
    action_count: int | None
    started_at: datetime
    ended_at: datetime
    cursor: str


class ActionRow(Result):
    """One action. `sequence_id` is its run, None until it is evaluated; `injected_pattern_ids` what it was shown."""

    id: str
    session_id: str
    agent_id: str | None
    action_type: str
    node_type: str | None
    target_node_ids: tuple[str, ...]
    outcome: Outcome
    error_code: str | None
    latency_ms: float | None
    started_at: datetime
    ended_at: datetime
    sequence_id: str | None
    injected_pattern_ids: tuple[str, ...]


class MetricRow(Result):
    """A metric's definition."""

    id: str
    name: str
    description: str | None
    built_in: bool
    active: bool
    kind: Literal["sequences", "pattern_utilization"]
    action_types: tuple[str, ...]
    node_types: tuple[str, ...]
    success_condition: str | None
    aggregation: Aggregation
    window_days: int
    better: Better


class MetricValue(Result):
    """What a metric says now; an empty window is None, not zero. A positive delta is an improvement."""

    value: float | None
    baseline: float | None
    delta_vs_baseline: float | None
    sample_count: int


class BenchmarkRow(MetricValue):
    """A metric's value on a day; `interval` is the Wilson 95% interval of a share of runs, None for other metrics."""

    metric_id: str
    metric_name: str
    date: Date
    computed_at: datetime
    interval: tuple[float, float] | None = None


class HistoryRow(MetricValue):
    """A metric's value over the window that ends with a day, computed from the runs that are stored.

    `agent_id` is the agent whose runs are counted, None for those of all; `interval` is the Wilson 95% interval of a
    share of runs.
    """

    date: Date
    agent_id: str | None = None
    interval: tuple[float, float] | None = None


class ComparedValue(MetricValue):
    """One side of a comparison: a metric's latest benchmark, or its value in a window."""

    metric_id: str
    metric_name: str
    date: Date | None = None
    since: datetime | None = None
    until: datetime | None = None


class Comparison(Result):
    """Two values side by side; `difference` is b − a, None when either is."""

    a: ComparedValue
    b: ComparedValue
    difference: float | None


class WorkspaceRow(Result):
    """A workspace as the operator sees it; `server` is the one that has it."""

    workspace_id: str
    name: str
    server: str = "main"
    memory_enabled: bool
    injection_enabled: bool
    created_at: datetime
    deleted_at: datetime | None
    purging: bool
    importing: bool = False
    moving: bool = False
    embedding_model: str | None


class Connected(Result):
    """Where a token leads: the workspace, the role, and the user to whom the token is bound ('' where it is not)."""

    workspace_id: str
    name: str
    role: Role
    user_id: str
    bound: bool


class TokenRow(Result):
    """A token without its secret; `user_id` is the user to whom it is bound.

    `calls_per_minute` is its own rate limit; None for the server's.
    """

    id: str
    workspace: str
    workspace_id: str
    name: str
    role: Role
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None
    user_id: str | None = None
    expires_at: datetime | None = None
    calls_per_minute: int | None = None


class NewToken(TokenRow):
    """A token just made. `secret` is shown this once and kept nowhere."""

    secret: str = Field(repr=False)
