"""Operations on patterns: search them, inject them before an action, annotate them, and list what they rest on.

Also the timeline of actions, sequences (runs), the measured effect of patterns and the calibration of warnings.
"""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import (
    ActionType,
    AgentId,
    AsOfDay,
    Cursor,
    Limit,
    NodeIds,
    NodeType,
    OutcomeField,
    PatternId,
    PatternIds,
    SessionId,
    Since,
    Until,
)
from oxgraph.operations.definition import Page, Tool, operation
from oxgraph.types import (
    Calibration,
    EffectReport,
    ForecastState,
    Injection,
    PatternKind,
    PatternRow,
    SearchResult,
    SequenceDetail,
    SequenceRow,
    SimilarSequence,
    TimelineRow,
    Way,
    limits,
)
from oxgraph.types.coverage import Coverage
from oxgraph.types.fields import Id, Name, PatternSort, Time
from oxgraph.types.trends import PatternTrend

Text = Annotated[str, Field(max_length=limits.INTENT)]
Sort = Annotated[
    PatternSort, Field(description="Descending by this; the cost of a failure is its confidence × its runs.")
]


class SimilarRuns(Page[SimilarSequence]):
    """Past runs with a similar purpose; `way` is what worked most often in them, where anything did."""

    way: Way | None = None


class PatternPage(Page[PatternRow]):
    """Patterns; `explanation` says why no pattern is active, where none is."""

    explanation: str | None = None


@operation(
    "memory.search",
    "GET /search",
    call="search",
    tool=Tool("experience", often=("action_type", "outcome", "node_type", "limit")),
    effect="reads",
    node_type="node_type",
)
async def search(
    memory: AsyncMemory,
    *,
    action_type: ActionType | None = None,
    outcome: OutcomeField | None = None,
    node_type: NodeType | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Maximum number of items of each kind.")] = 20,
    as_of: AsOfDay | None = None,
) -> SearchResult:
    """Find patterns and past runs by action type, outcome or node type.

    Use it before work of a kind that may have gone wrong before; without arguments it shows the strongest patterns
    and the latest runs. Patterns say how often an outcome recurs (`confidence`, over `sample_count` runs) and what is
    recommended; sequences are the runs of agents, the newest first. For runs with a purpose like yours use
    memory.context; for the patterns about certain nodes memory.context_inject.
    """
    return await memory.telemetry.search(action_type, outcome, node_type, limit, as_of)


@operation(
    "memory.context",
    "GET /sequences/similar",
    call="context",
    tool=Tool("experience"),
    effect="reads",
    renamed={"text": "query"},
)
async def context(
    memory: AsyncMemory,
    query: Annotated[
        str,
        Field(
            min_length=1,
            max_length=limits.INTENT,
            description="What you are going to do, in your own words.",
            examples=["Refund an order whose invoice is missing"],
        ),
    ],
    limit: Annotated[int, Field(ge=1, le=50, description="Maximum number of runs.")] = 5,
) -> SimilarRuns:
    """Find past runs whose purpose was similar to what you are going to do, the most similar first.

    Use it at the beginning of a task, to see how the same was tried before and how it ended. Each run has its intent,
    outcome, and how many of its actions failed; `way` is what worked most often, with counts. memory.search says what
    failed there.
    """
    runs = await memory.telemetry.context(query, limit)
    return SimilarRuns(items=tuple(runs), way=await memory.telemetry.way(query) if runs else None)


@operation(
    "memory.context_inject",
    "POST /inject",
    call="inject",
    tool=Tool("experience", often=("node_ids", "action_type", "node_type")),
    effect="reads",
    targets=("node_ids",),
    node_type="node_type",
    session="session_id",
    example={"node_ids": ["person-17"], "action_type": "ontology_mutation", "session_id": "session-7"},
)
async def context_inject(
    memory: AsyncMemory,
    node_ids: NodeIds = (),
    action_type: ActionType | None = None,
    node_type: NodeType | None = None,
    session_id: Annotated[Id, Field(description="The session whose last actions precede it.")] | None = None,
) -> Injection:
    """Get the block of past experience for nodes that you are about to act on.

    Read it before you act, and follow its recommendations. The nodes' type is looked up; give `node_type` for nodes
    that are new, and `action_type` to get only the patterns of that type of action and those of the present
    situation: `probability` is the probability that the action fails, and a warning has a `context`. The block is
    empty where no outcome has recurred often enough.
    """
    return await memory.telemetry.inject(node_ids, action_type, session_id, node_type)


@operation(
    "memory.annotate",
    "PATCH /patterns/{pattern_id}",
    call="annotate",
    tool=Tool("operate"),
    effect="writes",
    idempotent=True,
    example={
        "suppressed": True,
        "annotation": "This pattern was triggered by a one-off migration, not normal agent behavior.",
    },
)
async def annotate(
    memory: AsyncMemory,
    pattern_id: PatternId,
    suppressed: Annotated[bool, Field(description="True hides it from agents, false shows it again.")] | None = None,
    annotation: Annotated[
        Text,
        Field(
            description="A note of yours, shown to agents at any confidence; an empty text removes it.",
            examples=["Always call ontology.get_node before mutating a person node in this workspace."],
        ),
    ]
    | None = None,
    recommendation: Annotated[
        Text, Field(description="Replaces the computed recommendation; an empty text restores that.")
    ]
    | None = None,
) -> PatternRow:
    """Annotate or suppress a pattern, or replace its recommendation by your own.

    Give at least one of `suppressed`, `annotation` and `recommendation`; what is left out stays as it is. A suppressed
    pattern is kept for audit and shown to no agent. An annotated one is shown whatever its confidence.
    """
    return await memory.telemetry.annotate(pattern_id, suppressed, annotation, recommendation)


@operation("telemetry.timeline", "GET /timeline", call="timeline_page", effect="reads")
async def timeline(
    memory: AsyncMemory,
    *,
    agent_id: AgentId | None = None,
    action_type: ActionType | None = None,
    outcome: OutcomeField | None = None,
    since: Since | None = None,
    until: Until | None = None,
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
    as_of: AsOfDay | None = None,
) -> Page[TimelineRow]:
    """List actions and sequences, the newest first."""
    return await memory.telemetry.timeline_page(
        agent_id=agent_id,
        action_type=action_type,
        outcome=outcome,
        since=since,
        until=until,
        limit=limit,
        cursor=cursor,
        as_of=as_of,
    )


@operation("telemetry.sequences", "GET /sequences", call="sequences_page", effect="reads")
async def sequences(
    memory: AsyncMemory,
    *,
    session_id: SessionId | None = None,
    agent_id: AgentId | None = None,
    outcome: OutcomeField | None = None,
    action_type: ActionType | None = None,
    node_type: NodeType | None = None,
    since: Since | None = None,
    until: Until | None = None,
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
    as_of: AsOfDay | None = None,
) -> Page[SequenceRow]:
    """List the sequences (runs) of agents, the newest first."""
    return await memory.telemetry.sequences_page(
        session_id=session_id,
        agent_id=agent_id,
        outcome=outcome,
        action_type=action_type,
        node_type=node_type,
        since=since,
        until=until,
        limit=limit,
        cursor=cursor,
        as_of=as_of,
    )


@operation("telemetry.patterns", "GET /patterns", call="patterns_page", effect="reads")
async def patterns(
    memory: AsyncMemory,
    *,
    all: Annotated[bool, Field(description="Also candidates below the thresholds and retired patterns.")] = False,
    action_type: ActionType | None = None,
    node_type: NodeType | None = None,
    error_code: Annotated[Name, Field(description="The failure's code; None stands for success.")] | None = None,
    outcome: OutcomeField | None = None,
    kind: Annotated[PatternKind, Field(description="Plain, of a situation, or of how runs end.")] | None = None,
    sort: Sort = "confidence",
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
    as_of: AsOfDay | None = None,
) -> PatternPage:
    """List patterns with their statistics, the suppressed ones too.

    With `as_of` those that were active then, with their figures of then; it does not go with `all`. Where none is
    active, `explanation` says why.
    """
    page = await memory.telemetry.patterns_page(
        all=all,
        action_type=action_type,
        node_type=node_type,
        error_code=error_code,
        outcome=outcome,
        kind=kind,
        sort=sort,
        limit=limit,
        cursor=cursor,
        as_of=as_of,
    )
    why = None if page.items else (await memory.telemetry.coverage(as_of)).explanation
    return PatternPage(items=page.items, next=page.next, explanation=why or None)


@operation("telemetry.pattern", "GET /patterns/{pattern_id}", call="pattern", effect="reads")
async def pattern(memory: AsyncMemory, pattern_id: PatternId) -> PatternRow:
    """Read one active pattern with its statistics, also a suppressed one."""
    return await memory.telemetry.pattern(pattern_id)


@operation("telemetry.sequence", "GET /sequences/{sequence_id}", call="sequence", effect="reads")
async def sequence(
    memory: AsyncMemory,
    sequence_id: Annotated[Id, Field(description="The run's id, as GET /sequences shows it.")],
) -> SequenceDetail:
    """Read one run (sequence), with the ids of its actions in their order."""
    return await memory.telemetry.sequence(sequence_id)


@operation(
    "telemetry.costliest_failures",
    "GET /patterns/costliest",
    call="costliest_failures",
    effect="reads",
)
async def costliest_failures(memory: AsyncMemory, limit: Limit | None = None) -> Injection:
    """Read the failures that cost the workspace most, as a block for the instructions of a session."""
    return await memory.telemetry.costliest_failures(limit=limit)


@operation(
    "telemetry.effect",
    "GET /patterns/effect",
    call="effect",
    effect="reads",
    former_paths=("/patterns/lift",),
)
async def effect(
    memory: AsyncMemory,
    pattern_id: PatternId | None = None,
    pattern_ids: PatternIds = (),
    since: Annotated[Time, Field(description="Only runs that began at this time or later (ISO 8601 with a zone).")]
    | None = None,
) -> EffectReport:
    """Measure the effect of patterns: how often agents fail with each pattern and without it.

    Needs a holdout: the setting `holdout_rate` is the share of sessions that are not shown a pattern. Without one it
    counts, among the newest actions, those that a pattern was shown before, and how many of them failed.
    """
    return await memory.telemetry.effect(pattern_id, since, pattern_ids=pattern_ids)


@operation("telemetry.pattern_trends", "GET /patterns/trends", call="pattern_trends", effect="reads")
async def pattern_trends(
    memory: AsyncMemory,
    pattern_id: PatternId | None = None,
    pattern_ids: PatternIds = (),
    days: Annotated[int, Field(ge=1, le=400, description="The latest days on which it was judged.")] = 30,
) -> Page[PatternTrend]:
    """Read how the figures of each active pattern, or of those named, went day by day."""
    found = await memory.telemetry.pattern_trends(pattern_id, pattern_ids=pattern_ids, days=days)
    return Page(items=tuple(found))


@operation("telemetry.forecast", "GET /forecast", call="forecast", effect="reads")
async def forecast(memory: AsyncMemory) -> ForecastState:
    """Get the probability of failure from which agents are warned, and how often warnings were right."""
    return await memory.telemetry.forecast()


@operation("telemetry.calibration", "GET /forecast/calibration", call="calibration", effect="reads")
async def calibration(memory: AsyncMemory) -> Calibration:
    """Get whether what the forecast predicts happens: predicted and observed failures, and those of warnings."""
    return await memory.telemetry.calibration()


@operation("telemetry.coverage", "GET /coverage", call="coverage", effect="reads")
async def coverage(memory: AsyncMemory, as_of: AsOfDay | None = None) -> Coverage:
    """Get which actions there are, whether they were evaluated, and why no pattern is active where none is."""
    return await memory.telemetry.coverage(as_of)
