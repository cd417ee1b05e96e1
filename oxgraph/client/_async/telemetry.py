"""The telemetry layer of one workspace: each call, and the part that does it."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Literal, Never

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.capture import AsyncCapture, AsyncRecorder
from oxgraph.client._async.history import AsyncHistory
from oxgraph.client._async.metrics import AsyncBenchmarks, AsyncMetrics
from oxgraph.client._async.overview import AsyncFailureOverview
from oxgraph.client._async.patterns import AsyncEffect, AsyncPatterns
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.recording import RecordedAction
from oxgraph.types import (
    Action,
    ActionRow,
    BatchResult,
    CaptureResult,
    Injection,
    Outcome,
    PatternKind,
    PatternRow,
    SearchResult,
    SequenceDetail,
    SequenceRow,
    SessionEnded,
    SimilarSequence,
    TimelineRow,
    Way,
    inputs,
    limits,
)
from oxgraph.types.coverage import Coverage
from oxgraph.types.effect import Calibration, EffectReport, ForecastState
from oxgraph.types.fields import PatternSort, unchecked
from oxgraph.types.overview import ActionCounts, Overview
from oxgraph.types.pages import Page, PageRequest
from oxgraph.types.trends import PatternTrend


@typed_arguments
class AsyncTelemetry:
    """Actions of agents, the patterns in them, and metrics over them."""

    def __init__(self, access: AsyncAccess) -> None:
        self._capture = AsyncCapture(access)
        self._history = AsyncHistory(access)
        self._patterns = AsyncPatterns(access)
        self._effect = AsyncEffect(access)
        self._overview = AsyncFailureOverview(access)
        self.metrics = AsyncMetrics(access)
        self.benchmarks = AsyncBenchmarks(self.metrics, access)

    async def capture(
        self,
        *,
        action_type: str,
        session_id: str,
        outcome: Outcome,
        agent_id: str | None = None,
        target_node_type: str | None = None,
        targets: Iterable[str] = (),
        error_code: str | None = None,
        latency_ms: float | None = None,
        started_at: datetime | None = None,
        seq: int | None = None,
        injected_patterns: Iterable[str] = (),
        id: str | None = None,
        **unknown: Never,
    ) -> CaptureResult:
        """Captures one action of an agent; it is durable when this returns. The parameters are the fields of `Action`.

        Where memory is off nothing is captured and `reason` says so. Raises InvalidInput, Unauthenticated,
        WorkspaceDeleted.
        """
        action = Action.given(
            action_type=action_type,
            session_id=session_id,
            outcome=outcome,
            agent_id=agent_id,
            target_node_type=target_node_type,
            targets=targets,
            error_code=error_code,
            latency_ms=latency_ms,
            started_at=started_at,
            seq=seq,
            injected_patterns=injected_patterns,
            id=id,
            **unknown,
        )
        return await self._capture.capture(action)

    async def capture_many(self, actions: Iterable[inputs.ActionInput]) -> BatchResult:
        """Captures up to 10,000 actions in one transaction, or none. Raises InvalidInput with the action's place."""
        return await self._capture.capture_many(actions)

    def record(
        self,
        action_type: str,
        *,
        session_id: str | Callable[..., str],
        targets: Iterable[str] | Callable[..., Iterable[str]] = (),
        agent_id: str | None = None,
        target_node_type: str | None = None,
        seq: int | None = None,
        inject: bool = False,
        **unknown: Never,
    ) -> AsyncRecorder:
        """Records a block or a function: a context manager and a decorator.

        Times the call, captures it when it ends, and lets its exception through; the exception's class (or its
        `error_code` or `code`) becomes the error code. With `inject`, past experience is fetched first, is in
        `injection`, and is named in the action. As a decorator, `session_id` and `targets` may be functions of the
        call's arguments.

        Raises what `inject` and `capture` raise; but where the call itself raised, a failing capture is only logged.
        """
        action = RecordedAction(action_type, session_id, targets, agent_id, target_node_type, seq, unknown)
        return AsyncRecorder(self._capture, action, inject=inject)

    def now(self) -> datetime:
        """The time by the connection's clock."""
        return self._capture.now()

    async def start_session(
        self,
        session_id: str | None = None,
        intent: str | None = None,
        agent_id: str | None = None,
        model: str | None = None,
    ) -> str:
        """Opens a session and gives its id; a new id unless one is given.

        One that was ended goes on as a new run: what was done before keeps the outcome and the intent given then.
        `model` is the agent's language model with its version: patterns know for which models they hold. Raises
        InvalidInput.
        """
        return await self._capture.start_session(session_id, intent, agent_id, model)

    async def end_session(
        self, session_id: str, outcome: Outcome | None = None, intent: str | None = None
    ) -> SessionEnded:
        """Closes a session; the outcome given here is its sequence's.

        One of which nothing is known yet is kept too, as its actions may still come. Raises InvalidInput.
        """
        return await self._capture.end_session(session_id, outcome, intent)

    async def import_sessions(self, sessions: Iterable[inputs.SessionInput]) -> int:
        """Imports up to 10,000 sessions that were recorded elsewhere; the number of new ones. Raises InvalidInput."""
        return await self._capture.import_sessions(sessions)

    async def inject(
        self,
        targets: Iterable[str] = (),
        action_type: str | None = None,
        session_id: str | None = None,
        target_node_type: str | None = None,
        limit: int | None = None,
    ) -> Injection:
        """Past experience with these nodes as a block of text for an agent's prompt; empty where there is none.

        `targets` are node ids; the node type is taken from them where it is not given. With `action_type` (without it:
        what the session did last) the situation is looked at as well: what the session's last actions, and earlier
        ones on the first target, say of this one. `limit` is at most the workspace's inject_limit. Hand `ids` to the
        capture that follows. Raises InvalidInput.
        """
        asked = inputs.InjectRequest(
            targets=unchecked(targets),
            action_type=action_type,
            session_id=session_id,
            target_node_type=target_node_type,
            limit=limit,
        )
        return await self._capture.inject(asked)

    async def costliest_failures(
        self, action_types: Iterable[str] = (), session_id: str | None = None, limit: int | None = None
    ) -> Injection:
        """The failures that cost the workspace most, as a block for the instructions of a session.

        Annotated patterns come first, then plain and situational failures by rate × runs. `action_types` keeps these
        types only, at most 100. With `session_id`, what the holdout withholds from that session is left out. `limit`
        is at most the workspace's inject_limit. Raises InvalidInput.
        """
        asked = inputs.CostliestRequest(action_types=unchecked(action_types), session_id=session_id, limit=limit)
        return await self._capture.costliest_failures(asked)

    async def sequences(
        self,
        *,
        session_id: str | None = None,
        agent_id: str | None = None,
        outcome: Outcome | None = None,
        action_type: str | None = None,
        node_type: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int | None = None,
        as_of: datetime | date | None = None,
    ) -> list[SequenceRow]:
        """The sequences that started at `since` or later and before `until`, newest first; all of them without a limit.

        `action_type` and `node_type` ask for an action with both. With `as_of`, a time or a day, which is its end,
        those that had begun then. Raises InvalidInput.
        """
        asked = inputs.SequenceFilter(
            session_id=session_id,
            agent_id=agent_id,
            outcome=outcome,
            action_type=action_type,
            node_type=node_type,
            since=since,
            until=until,
            limit=limit,
            as_of=unchecked(as_of),
        )
        return await self._history.sequences(asked)

    async def sequences_page(
        self,
        *,
        session_id: str | None = None,
        agent_id: str | None = None,
        outcome: Outcome | None = None,
        action_type: str | None = None,
        node_type: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = limits.PAGE,
        cursor: str | None = None,
        as_of: datetime | date | None = None,
    ) -> Page[SequenceRow]:
        """What `sequences` gives, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        asked = inputs.SequenceFilter(
            session_id=session_id,
            agent_id=agent_id,
            outcome=outcome,
            action_type=action_type,
            node_type=node_type,
            since=since,
            until=until,
            as_of=unchecked(as_of),
        )
        return await self._history.sequences_page(asked, PageRequest(limit=limit, cursor=cursor))

    async def timeline(
        self,
        *,
        agent_id: str | None = None,
        action_type: str | None = None,
        outcome: Outcome | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = limits.PAGE,
        before: str | None = None,
        as_of: datetime | date | None = None,
    ) -> list[TimelineRow]:
        """Actions and sequences, newest first. `before` is the `cursor` of the last row of the page before.

        With `as_of`, a time or a day, which is its end, those that had begun then. Raises InvalidInput.
        """
        asked = inputs.TimelineFilter.given(
            agent_id=agent_id,
            action_type=action_type,
            outcome=outcome,
            since=since,
            until=until,
            limit=limit,
            before=before,
            as_of=unchecked(as_of),
        )
        return await self._history.timeline(asked)

    async def timeline_page(
        self,
        *,
        agent_id: str | None = None,
        action_type: str | None = None,
        outcome: Outcome | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = limits.PAGE,
        cursor: str | None = None,
        as_of: datetime | date | None = None,
    ) -> Page[TimelineRow]:
        """What `timeline` gives, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        asked = inputs.TimelineFilter.given(
            agent_id=agent_id,
            action_type=action_type,
            outcome=outcome,
            since=since,
            until=until,
            as_of=unchecked(as_of),
        )
        return await self._history.timeline_page(asked, PageRequest(limit=limit, cursor=cursor))

    async def actions_page(
        self,
        *,
        agent_id: str | None = None,
        action_type: str | None = None,
        outcome: Outcome | None = None,
        error_code: str | None = None,
        node_type: str | None = None,
        node_id: str | None = None,
        session_id: str | None = None,
        query: str | None = None,
        min_latency_ms: float | None = None,
        time_from: str | None = None,
        time_to: str | None = None,
        time_zone: str = "UTC",
        since: datetime | None = None,
        until: datetime | None = None,
        sort: Literal["newest", "slowest"] = "newest",
        limit: int = limits.PAGE,
        cursor: str | None = None,
    ) -> Page[ActionRow]:
        """The actions that fit all filters, a page of up to `limit` (1 to 1,000) at a time.

        `node_id` is the id of a target, `query` a part of any name or id in any case, `time_from` and `time_to` (such
        as 22:00) times of the day in `time_zone`. Raises InvalidInput.
        """
        asked = inputs.ActionFilter.given(
            agent_id=agent_id,
            action_type=action_type,
            outcome=outcome,
            error_code=error_code,
            node_type=node_type,
            node_id=node_id,
            session_id=session_id,
            query=query,
            min_latency_ms=min_latency_ms,
            time_from=time_from,
            time_to=time_to,
            time_zone=time_zone,
            since=since,
            until=until,
        )
        return await self._history.actions_page(asked, sort, PageRequest(limit=limit, cursor=cursor))

    async def action_counts(
        self,
        *,
        agent_id: str | None = None,
        action_type: str | None = None,
        outcome: Outcome | None = None,
        error_code: str | None = None,
        node_type: str | None = None,
        node_id: str | None = None,
        session_id: str | None = None,
        query: str | None = None,
        min_latency_ms: float | None = None,
        time_from: str | None = None,
        time_to: str | None = None,
        time_zone: str = "UTC",
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> ActionCounts:
        """How many actions fit the filters, which are those of `actions_page`. Raises InvalidInput."""
        asked = inputs.ActionFilter.given(
            agent_id=agent_id,
            action_type=action_type,
            outcome=outcome,
            error_code=error_code,
            node_type=node_type,
            node_id=node_id,
            session_id=session_id,
            query=query,
            min_latency_ms=min_latency_ms,
            time_from=time_from,
            time_to=time_to,
            time_zone=time_zone,
            since=since,
            until=until,
        )
        return await self._history.action_counts(asked)

    async def overview(self, since: datetime | None = None, until: datetime | None = None) -> Overview:
        """What went wrong in a period of up to 366 days, what changed, and whether memory is at work.

        Default: the last 24 hours. Raises InvalidInput.
        """
        return await self._overview.overview(inputs.OverviewRequest(since=since, until=until))

    async def search(
        self,
        action_type: str | None = None,
        outcome: Outcome | None = None,
        node_type: str | None = None,
        limit: int = 20,
        as_of: datetime | date | None = None,
    ) -> SearchResult:
        """Active patterns and sequences of an action type, an outcome and a node type; at most `limit` of each.

        A pattern's outcome is success when its error code is None. With `as_of`, a time or a day, which is its end,
        those of then. Raises InvalidInput.
        """
        asked = inputs.SearchRequest(
            action_type=action_type, outcome=outcome, node_type=node_type, limit=limit, as_of=unchecked(as_of)
        )
        return await self._history.search(asked)

    async def context(self, text: str, limit: int = 5) -> list[SimilarSequence]:
        """Closed sequences whose intent is similar to `text`, the most similar first.

        By meaning where the connection has an embedder and the workspace vectors, else by words. Raises
        InvalidInput, EmbeddingModelMismatch.
        """
        return await self._history.context(inputs.ContextRequest(text=text, limit=limit))

    async def way(self, text: str) -> Way | None:
        """What worked most often in runs with an intent similar to `text`: the actions that succeeded, in order.

        Of up to 50 such runs whose outcome is known; the way with the highest lower bound of its success rate, from
        three runs and a rate of a half on. None where there is none. Raises InvalidInput, EmbeddingModelMismatch.
        """
        return await self._history.way(text)

    async def patterns(
        self,
        all: bool = False,
        *,
        action_type: str | None = None,
        node_type: str | None = None,
        error_code: str | None = None,
        outcome: Outcome | None = None,
        kind: PatternKind | None = None,
        sort: PatternSort = "confidence",
        limit: int | None = None,
        as_of: datetime | date | None = None,
    ) -> list[PatternRow]:
        """The active patterns, suppressed ones too; with `all`, a row for every key, promoted or not.

        `kind` is plain, situational (those of a context), outcome (of how runs end) or, by default, all. Sorted
        downwards; without a limit all of them. With `as_of`, a time or a day, which is its end, the patterns that were
        active then, with the figures that they had at the end of that day. Raises InvalidInput, also for `as_of` with
        `all`.
        """
        asked = inputs.PatternFilter(
            action_type=action_type,
            node_type=node_type,
            error_code=error_code,
            outcome=outcome,
            kind=kind,
            sort=sort,
            limit=limit,
            as_of=unchecked(as_of),
        )
        return await self._patterns.patterns(asked, all)

    async def patterns_page(
        self,
        all: bool = False,
        *,
        action_type: str | None = None,
        node_type: str | None = None,
        error_code: str | None = None,
        outcome: Outcome | None = None,
        kind: PatternKind | None = None,
        sort: PatternSort = "confidence",
        limit: int = limits.PAGE,
        cursor: str | None = None,
        as_of: datetime | date | None = None,
    ) -> Page[PatternRow]:
        """What `patterns` gives, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        asked = inputs.PatternFilter(
            action_type=action_type,
            node_type=node_type,
            error_code=error_code,
            outcome=outcome,
            kind=kind,
            sort=sort,
            as_of=unchecked(as_of),
        )
        return await self._patterns.patterns_page(asked, PageRequest(limit=limit, cursor=cursor), all)

    async def pattern(self, pattern_id: str) -> PatternRow:
        """One active pattern, also a suppressed one. Raises InvalidInput, NotFound where no active one has this id."""
        return await self._patterns.pattern(inputs.PatternOf(pattern_id=pattern_id))

    async def pattern_trends(
        self, pattern_id: str | None = None, *, pattern_ids: str | Iterable[str] = (), days: int = 30
    ) -> list[PatternTrend]:
        """The figures of each active pattern, or of those named, on the latest `days` (1 to 400) it was judged on.

        Raises InvalidInput.
        """
        asked = inputs.TrendRequest(pattern_id=pattern_id, pattern_ids=unchecked(pattern_ids), days=days)
        return await self._patterns.trends(asked)

    async def sequence(self, sequence_id: str) -> SequenceDetail:
        """One run, with the ids of its actions in their order. Raises InvalidInput, NotFound."""
        return await self._history.sequence(inputs.SequenceOf(sequence_id=sequence_id))

    async def action(self, action_id: str) -> ActionRow:
        """One action, with its run and the patterns that were shown before it. Raises InvalidInput, NotFound."""
        return await self._history.action(inputs.ActionOf(action_id=action_id))

    async def coverage(self, as_of: datetime | date | None = None) -> Coverage:
        """Which actions there are, whether they were evaluated, and why there is no active pattern where there is none.

        With `as_of`, a time or a day, which is its end, why there was none then. Raises InvalidInput.
        """
        return await self._history.coverage(inputs.AsOf(as_of=unchecked(as_of)))

    async def annotate(
        self,
        pattern_id: str,
        suppressed: bool | None = None,
        annotation: str | None = None,
        recommendation: str | None = None,
    ) -> PatternRow:
        """Edits a pattern as an operator: suppresses it, annotates it, or replaces its recommendation.

        It goes to the active version of the pattern's key, also when `pattern_id` is that of a superseded one. None
        leaves a value as it is, an empty text clears it. An annotated pattern is shown whatever its confidence.
        Raises InvalidInput, PermissionDenied, NotFound when the key has no active pattern.
        """
        asked = inputs.Annotation(
            pattern_id=pattern_id, suppressed=suppressed, annotation=annotation, recommendation=recommendation
        )
        return await self._patterns.annotate(asked)

    async def effect(
        self, pattern_id: str | None = None, since: datetime | None = None, *, pattern_ids: str | Iterable[str] = ()
    ) -> EffectReport:
        """How often each active pattern's situation, or that of those named, ended in failure with and without it.

        `pattern_id` names one, `pattern_ids` up to 100, of which those that are not active are left out.

        Sequences that began before `since`, before the pattern was promoted or before the setting `holdout_rate` was
        last changed are left out. Without a holdout the counts of the newest actions alone are measured: how many of
        them a pattern was shown before, and how many of these failed. Raises InvalidInput, NotFound when there is no
        active pattern of that id.
        """
        asked = inputs.EffectRequest(pattern_id=pattern_id, pattern_ids=unchecked(pattern_ids), since=since)
        return await self._effect.effect(asked)

    async def lift(self, pattern_id: str | None = None, since: datetime | None = None) -> EffectReport:
        """The former name of `effect`."""
        return await self.effect(pattern_id, since)

    async def forecast(self) -> ForecastState:
        """The forecast of failures: the probability from which agents are warned, and whether warnings come true."""
        return await self._effect.forecast()

    async def calibration(self) -> Calibration:
        """Whether what the forecast predicts happens: predicted and observed failures, and those of warnings."""
        return await self._effect.calibration()
