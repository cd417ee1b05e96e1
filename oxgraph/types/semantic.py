"""What semantic memory gives back."""

from datetime import datetime
from typing import Any, Literal

from oxgraph.types.results import Result
from oxgraph.types.semantic_inputs import MemoryStatus, Policy, Source

Outcome = Literal["created", "merged", "unchanged", "rejected", "undecided"]


class Remembered(Result):
    """The result of a statement.

    `created`: a memory of its own. `merged`: it said what `memory_id` says already. `unchanged`: it is known with
    this very evidence, or its id has been here before; with the `reason` deleted its memory was deleted or erased
    since, and stays away. `rejected`: `reason` says why: memory_disabled, or low_confidence (below the workspace's
    remember_confidence).
    `undecided`: a judgement of `candidates` was asked for. `superseded` are the memories that it replaced,
    `superseded_by` the one that replaces it, `contradicts` those that stand against it.
    """

    id: str
    memory_id: str | None = None
    outcome: Outcome
    reason: str = ""
    subject_id: str | None = None
    object_id: str | None = None
    superseded: tuple[str, ...] = ()
    superseded_by: str | None = None
    contradicts: tuple[str, ...] = ()
    candidates: tuple[Any, ...] = ()


class MemoryRow(Result):
    """A memory. `subject` and `object` are the entities' names now.

    `valid_from` to `valid_to` is its valid time, when it holds in the world (`valid_to` None: no end known;
    `valid_from_assumed`: the source named no beginning, so it is the time of the statement). `recorded_at` to
    `retired_at` is its recorded time, when it is believed. Read with `as_of`, `valid_to` is as recorded then, and all
    else, the status too, as it is now. `freshness` is 2^(−days since last access / half-life) × min(3,
    1.2^access_count), computed now; None if the confidence decays instead (`policy`). `rank_weight` is below 1 for the
    weaker of two memories that contradict each other. `evidence` names its sources. `user_id` is the user whose it is
    (None: shared), `agent_id` the agent that remembered it.
    """

    id: str
    type: str
    status: MemoryStatus
    policy: Policy
    content: str
    subject_id: str | None
    subject: str | None
    predicate: str | None
    object_id: str | None
    object: str | None
    topic_key: str | None
    keywords: tuple[str, ...]
    category: str | None
    confidence: float
    repetitions: int
    rank_weight: float
    needs_review: bool
    freshness: float | None
    valid_from: datetime
    valid_from_assumed: bool
    valid_to: datetime | None
    stated_at: datetime
    last_stated_at: datetime
    recorded_at: datetime
    retired_at: datetime | None
    superseded_at: datetime | None
    expired_at: datetime | None
    forgotten_at: datetime | None
    last_accessed_at: datetime
    access_count: int
    reinforced_at: datetime | None
    session_id: str | None
    source: Source
    evidence: tuple[str, ...]
    superseded_by: str | None
    contradicts: tuple[str, ...]
    user_id: str | None = None
    agent_id: str | None = None


class StatusChange(Result):
    """What a call did to a memory; `unchanged` where it was so already."""

    id: str
    outcome: str
    from_status: str | None
    to_status: str | None


class TransitionRow(Result):
    """A change of state: the rule, what it was decided by, the run of a pass if it was one, and a sentence."""

    rule: str
    from_status: str | None
    to_status: str | None
    inputs: dict[str, Any]
    run_id: str | None
    at: datetime
    sentence: str


class EvidenceRow(Result):
    """A source of a memory; `role`, `text`, `said_at` and its conversation where it is a message that is still kept.

    `user_id` is there where the conversation belongs to a user, `episode_id` and `summary` where the message has been
    summed up.
    """

    id: str
    role: str | None
    text: str | None
    said_at: datetime | None
    conversation_id: str | None = None
    user_id: str | None = None
    episode_id: str | None = None
    summary: str | None = None


class LinkRow(Result):
    """Another node that this one stands in relation to, such as superseded_by, supersedes or contradicts."""

    relation: str
    id: str
    name: str | None
    status: str | None


class Explanation(Result):
    """Why a node is as it is: `text` in plain sentences, and what they are made of.

    `kind` is memory, entity (also of a node that is deleted: then `status` is deleted and only the transitions
    are left) or pattern, whose other versions are `links`. `numbers` are what the rules go by, as they are now.
    """

    id: str
    kind: str
    status: str
    text: str
    sentences: tuple[str, ...]
    transitions: tuple[TransitionRow, ...]
    evidence: tuple[EvidenceRow, ...]
    links: tuple[LinkRow, ...]
    numbers: dict[str, float | int | str | None]
    memory: MemoryRow | None


class ReviewRow(Result):
    """A memory that waits for a person's word, and those that it contradicts."""

    memory: MemoryRow
    contradicts: tuple[MemoryRow, ...]


class PredicateRow(Result):
    """A predicate: `stateful` when only one value holds at a time. `defined`: by the workspace, not by default.

    `synonyms` are other names that resolve to it. `source`: built_in, caller, or model where a language model
    proposed the definition.
    """

    name: str
    stateful: bool
    importance: float
    description: str | None = None
    defined: bool = False
    synonyms: tuple[str, ...] = ()
    source: str = "built_in"


class TypeRow(Result):
    """A type of memories and its half-life in days."""

    name: str
    half_life_days: float
    built_in: bool


class EntityTypeRow(Result):
    """A type of the ontology."""

    name: str
    description: str | None
    parent: str | None


class LinkedEntities(Result):
    """A relationship of the domain between two entities; `created` is False where it was there already."""

    a: str
    type: str
    b: str
    connection: str | None
    created: bool


class ConnectionRow(Result):
    """What came from one source: its entities and edges, the first and the last."""

    name: str
    entities: int
    edges: int
    first: datetime | None
    last: datetime | None


class FactRow(Result):
    """A fact about a user; `score` is the cosine (found by meaning) or the share of the words that it has."""

    id: str
    fact: str
    category: str | None
    confidence: float
    recorded_at: datetime
    reinforced_at: datetime | None
    score: float | None = None


class UserRow(Result):
    """A user with memories or conversations of its own: how many are active, and when the last of each was."""

    user_id: str
    memories: int
    conversations: int
    last_recorded_at: datetime | None
    last_message_at: datetime | None


class DecayReport(Result):
    """What a pass over a user's facts did: how many lost confidence, how many were pruned."""

    decayed: int
    pruned: int


class ModelChange(Result):
    """From which model a workspace's vectors come, and from which they are to come.

    `marked`: the upkeep (`oxgraph worker`, `oxgraph passes run`) with an embedder of `next_model` brings the workspace
    there. `called_off`: it stays with `model`. `named`: there were no vectors yet. `unchanged`: it is so already.
    """

    outcome: Literal["marked", "called_off", "named", "unchanged"]
    model: str
    next_model: str | None
