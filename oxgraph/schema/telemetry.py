"""The telemetry layer: what agents did, and what was learned from it."""

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
)

from oxgraph.schema.properties import DayProperty, NumberProperty, UtcProperty, floats, integers, texts
from oxgraph.schema.system import Entity, MemoryNode


class Session(MemoryNode):
    """An agent's session, as the agent names it."""

    __label__ = "session"

    session_id = StringProperty()
    agent_id = StringProperty()
    intent = StringProperty()
    outcome = StringProperty()
    started_at = UtcProperty()
    ended_at = UtcProperty()
    pending_from = UtcProperty()
    pending_to = UtcProperty()

    last_action = RelationshipTo(f"{__name__}.Action", "_mem:last")


class Action(MemoryNode):
    """One operation of an agent."""

    __label__ = "action"

    session_id = StringProperty()
    agent_id = StringProperty()
    action_type = StringProperty()
    target_node_type = StringProperty()
    target_node_ids = texts()
    outcome = StringProperty()
    error_code = StringProperty()
    latency_ms = NumberProperty()
    started_at = UtcProperty()
    ended_at = UtcProperty()
    seq = IntegerProperty()

    targets = RelationshipTo(Entity, "_mem:references")
    next_action = RelationshipTo(f"{__name__}.Action", "_mem:next")
    previous_action = RelationshipFrom(f"{__name__}.Action", "_mem:next")
    sequence = RelationshipFrom(f"{__name__}.Sequence", "_mem:contains")
    injected_patterns = RelationshipFrom(f"{__name__}.Pattern", "_mem:injected")


class Sequence(MemoryNode):
    """The actions of one session without a gap between them: one unit of intent."""

    __label__ = "sequence"

    session_id = StringProperty()
    agent_id = StringProperty()
    action_count = IntegerProperty()
    failure_count = IntegerProperty()
    outcome = StringProperty()
    intent_summary = StringProperty()
    intent_given = BooleanProperty()
    started_at = UtcProperty()
    ended_at = UtcProperty()
    closes_at = UtcProperty()
    uncounted_at = UtcProperty()
    counted_at = UtcProperty()
    tally_action_types = texts()
    tally_node_types = texts()
    tally_error_codes = texts()
    tally_counts = integers()
    tally_recoveries = texts()
    workspace_term = StringProperty()
    unembedded = BooleanProperty()
    embedding = ArrayProperty(FloatProperty())
    embedding_alt = ArrayProperty(FloatProperty())
    embedding_model = StringProperty()
    pass_name = StringProperty(db_property="pass")
    pass_version = IntegerProperty()

    actions = RelationshipTo(f"{__name__}.Action", "_mem:contains")
    patterns = RelationshipFrom(f"{__name__}.Pattern", "_mem:evidence")


class Tally(MemoryNode):
    """Where pass 2 stands with a pair of action type and node type."""

    __label__ = "tally"

    action_type = StringProperty()
    node_type = StringProperty()
    position_at = UtcProperty()
    pending_at = UtcProperty()
    counted_to = UtcProperty()
    counted_to_id = StringProperty()
    pruned_at = UtcProperty()
    settings_digest = StringProperty()
    days = integers()
    day_actions = integers()
    day_failures = integers()
    day_targeted_failures = integers()
    ledger_days = integers()
    ledger_cells = texts()
    ledger_actions = integers()
    ledger_failures = integers()
    ledger_plain = floats()
    ledger_shift = floats()
    refold = StringProperty()
    cursor_at = UtcProperty()
    cursor_id = StringProperty()


class NodeTally(MemoryNode):
    """What was done on one target; its id is derived from the target's, which is not kept."""

    __label__ = "node_tally"

    action_type = StringProperty()
    node_type = StringProperty()
    days = integers()
    day_actions = integers()
    day_failures = integers()
    last_day = IntegerProperty()


class Forecast(MemoryNode):
    """How a workspace makes probabilities of what it has counted, and from which one on it warns."""

    __label__ = "forecast"

    slope = FloatProperty()
    weight = FloatProperty()
    knots = floats()
    corrections = floats()
    threshold = FloatProperty()
    drifting = BooleanProperty()
    drifting_since = UtcProperty()
    cases = IntegerProperty()
    fitted_at = UtcProperty()
    pass_name = StringProperty(db_property="pass")
    pass_version = IntegerProperty()


class PatternKey(MemoryNode):
    """A key (action type, node type, error code; or failures in a context) with its counts, promoted or not."""

    __label__ = "pattern_key"

    action_type = StringProperty()
    node_type = StringProperty()
    error_code = StringProperty()
    context = StringProperty()
    status = StringProperty()
    fold_status = StringProperty()
    version = IntegerProperty()
    sample_count = IntegerProperty()
    action_count = IntegerProperty()
    total_count = IntegerProperty()
    evidence_confidence = FloatProperty()
    confidence = FloatProperty()
    written_confidence = FloatProperty()
    first_seen = UtcProperty()
    last_seen = UtcProperty()
    lapses_after = UtcProperty()
    pending_from = UtcProperty()
    days = integers()
    day_sequences = integers()
    day_actions = integers()
    day_totals = integers()
    recovery_action_types = texts()
    recovery_counts = integers()
    recovery_successes = integers()
    pattern_id = StringProperty()

    evidence = RelationshipTo(f"{__name__}.Sequence", "_mem:evidence")


class Pattern(MemoryNode):
    """A promoted key: what an agent is told before its next action."""

    __label__ = "pattern"

    name = StringProperty()
    action_type = StringProperty()
    node_type = StringProperty()
    error_code = StringProperty()
    context = StringProperty()
    context_text = StringProperty()
    version = IntegerProperty()
    status = StringProperty()
    sample_count = IntegerProperty()
    action_count = IntegerProperty()
    total_count = IntegerProperty()
    evidence_confidence = FloatProperty()
    confidence = FloatProperty()
    interval_low = FloatProperty()
    interval_high = FloatProperty()
    first_seen = UtcProperty()
    last_seen = UtcProperty()
    promoted_at = UtcProperty()
    superseded_at = UtcProperty()
    deleted_at = UtcProperty()
    evidence_since = UtcProperty()
    evidence_holders = texts()
    suppressed = BooleanProperty()
    suppressed_at = UtcProperty()
    shown_again_at = UtcProperty()
    retired_by_lift = BooleanProperty()
    annotation = StringProperty()
    recommendation_override = StringProperty()
    next_action_type = StringProperty()
    next_count = IntegerProperty()
    next_total = IntegerProperty()
    other_count = IntegerProperty()
    other_failures = IntegerProperty()
    lift = FloatProperty()
    log_evidence = FloatProperty()
    pass_name = StringProperty(db_property="pass")
    pass_version = IntegerProperty()

    evidence = RelationshipTo(f"{__name__}.Sequence", "_mem:evidence")
    references = RelationshipTo(Entity, "_mem:references")
    injected = RelationshipTo(f"{__name__}.Action", "_mem:injected")
    supersedes = RelationshipTo(f"{__name__}.Pattern", "_mem:supersedes")
    superseded_by = RelationshipFrom(f"{__name__}.Pattern", "_mem:supersedes")


class Metric(MemoryNode):
    """The definition of a metric."""

    __label__ = "metric"

    name = StringProperty()
    description = StringProperty()
    built_in = BooleanProperty()
    active = BooleanProperty()
    kind = StringProperty()
    action_types = texts()
    node_types = texts()
    success_condition = StringProperty()
    condition_outcome = StringProperty()
    condition_action_count_below = IntegerProperty()
    aggregation = StringProperty()
    window_days = IntegerProperty()
    better = StringProperty()

    benchmarks = RelationshipFrom(f"{__name__}.Benchmark", "_mem:measures")


class Benchmark(MemoryNode):
    """A metric's value on one day."""

    __label__ = "benchmark"

    metric_id = StringProperty()
    metric_name = StringProperty()
    date = DayProperty()
    value = FloatProperty()
    baseline = FloatProperty()
    delta_vs_baseline = FloatProperty()
    sample_count = IntegerProperty()
    computed_at = UtcProperty()
    pass_name = StringProperty(db_property="pass")
    pass_version = IntegerProperty()

    metric = RelationshipTo(f"{__name__}.Metric", "_mem:measures")
