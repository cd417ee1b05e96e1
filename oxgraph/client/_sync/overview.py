# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The overview of a workspace: failures from one scan of actions, the newest of them, patterns, the worker's state."""

from datetime import timedelta

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.patterns import FIRST_PATTERN
from oxgraph.client.failure_rates import FailureCounts, compared_weeks, periods, slice_seconds
from oxgraph.client.readable import results
from oxgraph.cypher import statement
from oxgraph.graph import Row
from oxgraph.types import ActionRow, PatternRow
from oxgraph.types.inputs import ActionFilter, OverviewRequest, PatternFilter
from oxgraph.types.overview import Overview, WorkState
from oxgraph.types.pages import LATEST

NEWEST = 10
"""Newest failures."""

PATTERNS = 6
"""Costliest and newest patterns, each."""

PASSES = ("sequences", "patterns", "benchmarks", "upkeep")
"""The passes that the worker runs all day or each night."""

WAITING = 1_000
"""Up to where what waits is counted."""


class FailureOverview:
    """Reads the overview."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def overview(self, asked: OverviewRequest) -> Overview:
        """See `AsyncTelemetry.overview`."""
        self._access.authorize("overview")
        since, until = asked.period(self._access.now())
        size = slice_seconds(until - since)
        since -= timedelta(seconds=since.timestamp() % size)
        counts = FailureCounts(self._rows("telemetry/failure_counts", periods=periods(since, until, size)))
        failures = ActionFilter(outcome="failure", since=since, until=until).params()
        newest = self._rows("telemetry/actions", **failures, after=[LATEST, ""], limit=NEWEST)
        return Overview(
            since=since,
            until=until,
            slice_seconds=size,
            compared_weeks=compared_weeks(until - since),
            total=counts.total(),
            slices=counts.slices(since, until, size),
            action_types=counts.rates("action_type"),
            agents=counts.rates("agent_id"),
            node_types=counts.rates("node_type"),
            error_codes=counts.rates("error_code"),
            changes=counts.changes(),
            newest_failures=tuple(results(ActionRow, newest)),
            costliest_patterns=self._patterns("cost"),
            newest_patterns=self._patterns("first_seen"),
            work=self._work(),
        )

    def _patterns(self, sort: str) -> tuple[PatternRow, ...]:
        """The first active patterns of failures in this order."""
        asked = PatternFilter.given(outcome="failure", sort=sort).params() | {"limit": PATTERNS}
        return tuple(results(PatternRow, self._rows("pattern/active", **asked, pattern_id=None, after=FIRST_PATTERN)))

    def _work(self) -> WorkState:
        access = self._access
        given = {"visible": access.visible, "passes": list(PASSES), "limit": WAITING, "now": access.now()}
        (row,) = self._rows("telemetry/work_state", **given)
        return WorkState(**row)

    def _rows(self, file: str, /, **params: object) -> list[Row]:
        return self._access.graph.read(statement(file), workspace_id=self._access.workspace_id, **params)
