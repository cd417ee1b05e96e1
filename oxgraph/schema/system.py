"""The nodes beside every layer: workspaces, tokens, the ontology, and what has been run."""

from typing import Any, cast

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    FloatProperty,
    IntegerProperty,
    JSONProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

from oxgraph.clock import utc_now
from oxgraph.schema.properties import UtcProperty, texts


class MemoryNode(StructuredNode):
    """What every node of the memory has. Querying it gives nodes of every kind, each as its own class."""

    __label__ = "_mem"

    uid = StringProperty(db_property="id", required=True)
    workspace_id = StringProperty(required=True)
    created_at = UtcProperty(default=utc_now)
    rev = IntegerProperty()
    """Stamped by the guard with each change; what is written here is overwritten. `refresh()` reads it."""


class Workspace(MemoryNode):
    """A workspace: its switches, its numbers and the model of its vectors."""

    __label__ = "workspace"

    name = StringProperty()
    memory_enabled = BooleanProperty()
    injection_enabled = BooleanProperty()
    raw_retention = StringProperty()
    sequence_gap_seconds = IntegerProperty()
    evidence_window_days = IntegerProperty()
    promote_samples = IntegerProperty()
    promote_confidence = FloatProperty()
    supersede_shift = FloatProperty()
    decay_after_days = IntegerProperty()
    decay_factor = FloatProperty()
    retire_confidence = FloatProperty()
    inject_confidence = FloatProperty()
    inject_limit = IntegerProperty()
    holdout_rate = FloatProperty()
    holdout_since = UtcProperty()
    baseline_sequences = IntegerProperty()
    half_life_fact_days = FloatProperty()
    half_life_preference_days = FloatProperty()
    half_life_event_days = FloatProperty()
    half_life_entity_days = FloatProperty()
    half_life_relation_days = FloatProperty()
    half_life_instruction_days = FloatProperty()
    half_life_task_days = FloatProperty()
    expire_freshness = FloatProperty()
    collect_after_days = IntegerProperty()
    collect_confidence = FloatProperty()
    duplicate_cosine = FloatProperty()
    judge_cosine = FloatProperty()
    alias_similarity = FloatProperty()
    review_importance = FloatProperty()
    user_duplicate_cosine = FloatProperty()
    user_supersede_cosine = FloatProperty()
    user_reinforce = FloatProperty()
    user_decay_factor = FloatProperty()
    user_decay_after_days = IntegerProperty()
    user_prune_confidence = FloatProperty()
    user_prune_after_days = IntegerProperty()
    recall_threshold = FloatProperty()
    recall_confidence = FloatProperty()
    recall_historical_confidence = FloatProperty()
    recall_fusion = StringProperty()
    history_messages = IntegerProperty()
    search_similarity = FloatProperty()
    retain_messages = IntegerProperty()
    summarise_after_days = FloatProperty()
    recent_episodes = IntegerProperty()
    slot_seconds = IntegerProperty()
    embedding_model = StringProperty()
    embedding_dimension = IntegerProperty()
    embedding_slot = StringProperty()
    next_embedding_model = StringProperty()
    next_embedding_dimension = IntegerProperty()
    stale_embedding_slot = StringProperty()
    cut_gap_seconds = IntegerProperty()
    cut_cursor = StringProperty()
    deleted_at = UtcProperty()
    purging = BooleanProperty()
    scratch = BooleanProperty()


class Token(MemoryNode):
    """A bearer token: its hash and its role, never the token."""

    __label__ = "token"

    token_hash = StringProperty()
    role = StringProperty()
    name = StringProperty()
    last_used_at = UtcProperty()
    revoked_at = UtcProperty()


class Entity(MemoryNode):
    """A node of the workspace's ontology, with its domain labels beside `_mem` and `entity`.

    neomodel turns a node into an object only when it knows all of its labels: subclass this for each domain
    label (`class Person(Entity): __label__ = "Person"`), or name the labels with `domain_labels`.
    """

    __label__ = "entity"

    node_id = StringProperty()
    type = StringProperty()
    name = StringProperty()
    description = StringProperty()
    connection = StringProperty()
    owned = BooleanProperty()
    adopted_properties = texts()
    released_from = StringProperty()
    merged_into = StringProperty()
    deleted_at = UtcProperty()
    unembedded = BooleanProperty()
    embedding = ArrayProperty(FloatProperty())
    embedding_alt = ArrayProperty(FloatProperty())
    embedding_model = StringProperty()

    aliases = RelationshipFrom("oxgraph.schema.semantic.Alias", "_mem:names")
    memories = RelationshipFrom("oxgraph.schema.semantic.Memory", "_mem:subject")
    memories_as_object = RelationshipFrom("oxgraph.schema.semantic.Memory", "_mem:object")
    absorbed_by = RelationshipTo("oxgraph.schema.system.Entity", "_mem:merged_into")
    stands_for = RelationshipTo("oxgraph.schema.system.Entity", "_mem:stands_for")
    actions = RelationshipFrom("oxgraph.schema.telemetry.Action", "_mem:references")
    patterns = RelationshipFrom("oxgraph.schema.telemetry.Pattern", "_mem:references")


def domain_labels(*labels: str) -> None:
    """Let nodes that carry these labels beside `entity` be read as `Entity`."""
    known = Entity.__optional_labels__
    Entity.__optional_labels__ = known + [label for label in labels if label not in known]


class Transition(MemoryNode):
    """Why something changed its state. Append-only: saving one a second time is refused by the guard."""

    __label__ = "transition"

    subject_id = StringProperty()
    subject_kind = StringProperty()
    rule = StringProperty()
    from_status = StringProperty()
    to_status = StringProperty()
    inputs = JSONProperty()
    run_id = StringProperty()
    at = UtcProperty()
    by = StringProperty()
    by_id = StringProperty()
    audited_at = UtcProperty()


class PassRun(MemoryNode):
    """One run of a pass. Its counters, which differ from pass to pass, are in `counters`, to be read only."""

    __label__ = "pass_run"

    pass_name = StringProperty(db_property="pass")
    version = IntegerProperty()
    files = texts()
    now = UtcProperty()
    started_at = UtcProperty()
    finished_at = UtcProperty()
    duration_ms = IntegerProperty()
    status = StringProperty()
    error_code = StringProperty()
    idle = BooleanProperty()

    @classmethod
    def inflate(cls, graph_entity: Any) -> "PassRun":
        """The run with every property that is none of the above as a counter."""
        run = cast(PassRun, super().inflate(graph_entity))
        known = {prop.get_db_property_name(name) for name, prop in cls.__all_properties__}
        stored = dict(graph_entity.items()) if hasattr(graph_entity, "items") else {}
        run.counters = {name: value for name, value in stored.items() if name not in known}
        return run


class Migration(MemoryNode):
    """A migration that has been applied. Its `workspace_id` is `system`."""

    __label__ = "migration"

    version = StringProperty()
    name = StringProperty()
    checksum = StringProperty()
    applied_at = UtcProperty()
