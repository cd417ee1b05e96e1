"""The episodic layer: what was said and what was summed up; and the slots of the working set."""

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
)

from oxgraph.schema.properties import UtcProperty, texts
from oxgraph.schema.semantic import Memory
from oxgraph.schema.system import MemoryNode


class Conversation(MemoryNode):
    """A conversation."""

    __label__ = "conversation"

    conversation_id = StringProperty()
    title = StringProperty()
    started_at = UtcProperty()
    last_message_at = UtcProperty()
    message_count = IntegerProperty()
    deleted_at = UtcProperty()

    messages = RelationshipTo(f"{__name__}.Message", "_mem:has")


class Message(MemoryNode):
    """A turn of a conversation, and whether memories have been taken from it."""

    __label__ = "message"

    conversation_id = StringProperty()
    role = StringProperty()
    speaker = StringProperty()
    text = StringProperty()
    metadata = StringProperty()
    said_at = UtcProperty()
    position = IntegerProperty()
    written_before = IntegerProperty()
    episode_id = StringProperty()
    extraction = StringProperty()
    extraction_stage = StringProperty()
    extraction_reason = StringProperty()
    attempts = IntegerProperty()
    next_attempt_at = UtcProperty()
    workspace_term = StringProperty()
    unembedded = BooleanProperty()
    embedding = ArrayProperty(FloatProperty())
    embedding_alt = ArrayProperty(FloatProperty())
    embedding_model = StringProperty()

    next_message = RelationshipTo(f"{__name__}.Message", "_mem:next")
    conversation = RelationshipFrom(f"{__name__}.Conversation", "_mem:has")
    memories = RelationshipFrom(Memory, "_mem:derived_from")


class Episode(MemoryNode):
    """Older messages of a conversation, summed up."""

    __label__ = "episode"

    conversation_id = StringProperty()
    summary = StringProperty()
    summary_source = StringProperty()
    source_message_ids = texts()
    turn_count = IntegerProperty()
    started_at = UtcProperty()
    ended_at = UtcProperty()
    workspace_term = StringProperty()
    deleted_at = UtcProperty()
    unembedded = BooleanProperty()
    embedding = ArrayProperty(FloatProperty())
    embedding_alt = ArrayProperty(FloatProperty())
    embedding_model = StringProperty()

    conversation = RelationshipTo(Conversation, "_mem:summarises")
    memories = RelationshipFrom(Memory, "_mem:derived_from")


class Slot(MemoryNode):
    """A value of the working set; there while it has not expired."""

    __label__ = "slot"

    key = StringProperty()
    conversation_id = StringProperty()
    name = StringProperty()
    value = StringProperty()
    version = StringProperty()
    ttl_seconds = IntegerProperty()
    expires_at = UtcProperty()
