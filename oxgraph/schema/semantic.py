"""The semantic layer: what a workspace knows, whom it is about, and where it was said."""

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
)

from oxgraph.schema.properties import DayProperty, UtcProperty, texts, times
from oxgraph.schema.system import Entity, MemoryNode


class Alias(MemoryNode):
    """A name of an entity. What a name means is asked of these."""

    __label__ = "alias"

    key = StringProperty()
    text = StringProperty()
    grams = StringProperty()
    gram_count = IntegerProperty()
    canonical = BooleanProperty()
    entity_id = StringProperty()
    origin_id = StringProperty()
    workspace_term = StringProperty()

    entity = RelationshipTo(Entity, "_mem:names")


class Memory(MemoryNode):
    """Something that the workspace knows, with both of its clocks.

    Beside `_mem` and `memory` a node carries its type as a label; neomodel knows the built-in ones. Name the types
    that a workspace has defined with `memory_types` before reading.
    """

    __label__ = "memory"
    __optional_labels__ = ["fact", "preference", "event", "relation", "instruction", "task"]  # noqa: RUF012

    type = StringProperty()
    status = StringProperty()
    policy = StringProperty()
    content = StringProperty()
    content_hash = StringProperty()
    subject_id = StringProperty()
    object_id = StringProperty()
    predicate = StringProperty()
    topic_key = StringProperty()
    keywords = texts()
    category = StringProperty()
    confidence = FloatProperty()
    repetitions = IntegerProperty()
    rank_weight = FloatProperty()
    needs_review = BooleanProperty()
    valid_from = UtcProperty()
    valid_from_assumed = BooleanProperty()
    valid_to = UtcProperty()
    stated_valid_to = UtcProperty()
    valid_to_history = times()
    valid_to_known_at = times()
    stated_at = UtcProperty()
    last_stated_at = UtcProperty()
    recorded_at = UtcProperty()
    retired_at = UtcProperty()
    superseded_at = UtcProperty()
    expired_at = UtcProperty()
    forgotten_at = UtcProperty()
    last_accessed_at = UtcProperty()
    access_count = IntegerProperty()
    reinforced_at = UtcProperty()
    decayed_on = DayProperty()
    session_id = StringProperty()
    source = StringProperty()
    evidence = texts()
    workspace_term = StringProperty()
    unquestioned = BooleanProperty()
    unembedded = BooleanProperty()
    embedding = ArrayProperty(FloatProperty())
    embedding_alt = ArrayProperty(FloatProperty())
    embedding_model = StringProperty()

    subject = RelationshipTo(Entity, "_mem:subject")
    object = RelationshipTo(Entity, "_mem:object")
    superseded_by = RelationshipTo(f"{__name__}.Memory", "_mem:superseded_by")
    supersedes = RelationshipFrom(f"{__name__}.Memory", "_mem:superseded_by")
    contradicts = RelationshipTo(f"{__name__}.Memory", "_mem:contradicts")
    contradicted_by = RelationshipFrom(f"{__name__}.Memory", "_mem:contradicts")
    messages = RelationshipTo("oxgraph.schema.episodic.Message", "_mem:derived_from")
    questions = RelationshipFrom(f"{__name__}.Question", "_mem:asks")


def memory_types(*names: str) -> None:
    """Let memories of these types be read as `Memory`."""
    known = Memory.__optional_labels__
    Memory.__optional_labels__ = known + [name for name in names if name not in known]


class Predicate(MemoryNode):
    """What a workspace says of a predicate."""

    __label__ = "predicate"

    name = StringProperty()
    stateful = BooleanProperty()
    importance = FloatProperty()
    description = StringProperty()


class EntityType(MemoryNode):
    """A type of the ontology."""

    __label__ = "entity_type"

    name = StringProperty()
    description = StringProperty()
    parent = StringProperty()

    parent_type = RelationshipTo(f"{__name__}.EntityType", "_mem:subtype_of")


class Question(MemoryNode):
    """A question that a memory would answer."""

    __label__ = "question"

    text = StringProperty()
    memory_id = StringProperty()
    source = StringProperty()
    workspace_term = StringProperty()
    unembedded = BooleanProperty()
    embedding = ArrayProperty(FloatProperty())
    embedding_alt = ArrayProperty(FloatProperty())
    embedding_model = StringProperty()

    memory = RelationshipTo(f"{__name__}.Memory", "_mem:asks")


class Evaluation(MemoryNode):
    """A gold set asked of the workspace's recall, and how well it did."""

    __label__ = "evaluation"

    kind = StringProperty()
    name = StringProperty()
    at = UtcProperty()
    questions = IntegerProperty()
    turns = IntegerProperty()
    model = StringProperty()
    metrics = StringProperty()
    settings = StringProperty()
    version = StringProperty()


class Tombstone(MemoryNode):
    """What is left of a deleted node: its id and the reason."""

    __label__ = "tombstone"

    node_id = StringProperty()
    kind = StringProperty()
    reason = StringProperty()
    run_id = StringProperty()
    deleted_at = UtcProperty()
    written_before = IntegerProperty()


class Lock(MemoryNode):
    """A node that is there to be locked."""

    __label__ = "lock"

    name = StringProperty()
