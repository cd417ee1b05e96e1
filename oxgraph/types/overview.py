"""What an overview of a period says: failures over time, rates, what changed, and what waits."""

from datetime import datetime
from typing import Literal

from pydantic import computed_field

from oxgraph.types.pass_words import in_words
from oxgraph.types.results import ActionRow, PatternRow, Result

Dimension = Literal["action_type", "agent_id", "node_type", "error_code"]
"""What rates are split by. Of error codes the rate is the share of all actions that failed with it."""


class ActionCounts(Result):
    """How many actions there are, and how many of them failed."""

    actions: int
    failures: int


class FailureRate(Result):
    """`failures` of `actions` failed: the rate, None without actions, and its Wilson 95% interval."""

    failures: int
    actions: int
    rate: float | None
    interval: tuple[float, float]


class NamedRate(FailureRate):
    """The rate of one tool, agent, node type or error code; `name` is '' for actions that give none."""

    name: str


class RateChange(Result):
    """A rate of the period against that of the period before it with which it is compared.

    `difference` is now − before, with its interval (Newcombe), which is one of 95% for all compared rates together: a
    change is listed where it leaves out 0. `dimension` is None for all actions, which are always listed.
    """

    dimension: Dimension | None
    name: str
    before: FailureRate
    now: FailureRate
    difference: float
    interval: tuple[float, float]
    certain: bool


class FailureSlice(Result):
    """A slice of the period from `at` on: its actions, its failures, and these by tool and by error code."""

    at: datetime
    actions: int
    failures: int
    by_action_type: dict[str, int]
    by_error_code: dict[str, int]


class PassState(Result):
    """A pass: as of when it was last done, and when it last failed, with the error's code."""

    name: str
    done_at: datetime | None
    failed_at: datetime | None
    error_code: str | None


class PassRunRow(Result):
    """A run of a pass over the workspace as of a time: its duration, its error, and what it counted.

    An `idle` run found nothing to do. `status` is running, done or failed; `neo4j_code` says why Neo4j refused. `text`
    says the counters in words.
    """

    id: str
    name: str
    version: int
    status: str
    error_code: str | None
    neo4j_code: str | None
    as_of: datetime
    started_at: datetime
    finished_at: datetime | None
    duration_ms: int | None
    idle: bool
    counters: dict[str, int | float]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def text(self) -> str:
        """What it counted, in words; empty where it failed or is running, and has counted nothing yet."""
        return in_words(self.name, self.counters) if self.idle or any(self.counters.values()) else ""


class WorkState(Result):
    """What the worker did and what waits for it: counts up to 1,000.

    `actions_wait_since` is the end of the oldest session with actions that no pass has grouped; `messages_pending` wait
    for extraction, `vectors_missing` are memories without a vector, `reviews` memories that wait for a decision.
    """

    passes: tuple[PassState, ...]
    actions_wait_since: datetime | None
    messages_pending: int
    vectors_missing: int
    reviews: int
    memory_enabled: bool
    injection_enabled: bool


class Overview(Result):
    """What went wrong in a period, and whether memory is at work.

    Times run from `since`, where a slice of `slice_seconds` begins, to before `until`. It is compared with the same
    length of time `compared_weeks` weeks earlier. `changes` begins with that of all actions, where both periods have
    some; then those that are certain, the most failures first. Rates have up to 50 names each, the most failures first.
    """

    since: datetime
    until: datetime
    slice_seconds: int
    compared_weeks: int
    total: FailureRate
    slices: tuple[FailureSlice, ...]
    action_types: tuple[NamedRate, ...]
    agents: tuple[NamedRate, ...]
    node_types: tuple[NamedRate, ...]
    error_codes: tuple[NamedRate, ...]
    changes: tuple[RateChange, ...]
    newest_failures: tuple[ActionRow, ...]
    costliest_patterns: tuple[PatternRow, ...]
    newest_patterns: tuple[PatternRow, ...]
    work: WorkState
