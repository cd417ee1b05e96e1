"""The settings of a workspace: its switches and the numbers of its rules."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class WorkspaceSettings(BaseModel):
    """A workspace's switches and the numbers of its rules, with the defaults of the rules' sources."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    memory_enabled: bool = True
    """When off, nothing is captured and nothing is injected; existing memory stays readable."""
    injection_enabled: bool = True
    """When off, no patterns are shown before an action."""
    raw_retention: Literal["window", "verbatim"] = "window"
    """Whether summarised messages are deleted (window) or kept for search (verbatim)."""
    sequence_gap_seconds: int = Field(default=300, ge=1, le=86_400)
    """A longer gap between two actions of a session begins a new sequence."""
    evidence_window_days: int = Field(default=30, ge=1, le=3_650)
    """Sequences of this many days are counted for patterns."""
    promote_samples: int = Field(default=5, ge=1, le=1_000_000)
    """Sequences with the key that a pattern needs."""
    promote_confidence: float = Field(default=0.6, ge=0, le=1)
    """Confidence that a pattern needs."""
    supersede_shift: float = Field(default=0.15, gt=0, le=1)
    """Change of confidence from which a new version supersedes the pattern."""
    decay_after_days: int = Field(default=30, ge=1, le=3_650)
    """Days without evidence before a pattern decays."""
    decay_factor: float = Field(default=0.9, gt=0, lt=1)
    """Factor of the confidence for each further week."""
    retire_confidence: float = Field(default=0.2, ge=0, le=1)
    """Confidence below which a pattern is soft-deleted; later evidence promotes it again."""
    inject_confidence: float = Field(default=0.6, ge=0, le=1)
    """Confidence from which a pattern is shown before an action; annotated patterns are shown anyway."""
    inject_limit: int = Field(default=5, ge=1, le=50)
    """Maximum number of patterns shown."""
    holdout_rate: float = Field(default=0.0, ge=0, le=0.9)
    """Share of sessions that is not shown a pattern, to measure its effect; drawn for each pattern."""
    baseline_sequences: int = Field(default=50, ge=1, le=100_000)
    """Number of first sequences that are the baseline of a metric."""
    half_life_fact_days: float = Field(default=180, gt=0, le=36_500)
    """Days without access after which a fact is half as fresh; the same for each type below."""
    half_life_preference_days: float = Field(default=90, gt=0, le=36_500)
    half_life_event_days: float = Field(default=30, gt=0, le=36_500)
    half_life_entity_days: float = Field(default=365, gt=0, le=36_500)
    half_life_relation_days: float = Field(default=365, gt=0, le=36_500)
    half_life_instruction_days: float = Field(default=365, gt=0, le=36_500)
    half_life_task_days: float = Field(default=7, gt=0, le=36_500)
    expire_freshness: float = Field(default=0.1, ge=0, le=3)
    """Freshness below which a memory expires."""
    collect_after_days: int = Field(default=90, ge=0, le=36_500)
    """Days after expiry before an uncertain memory is deleted."""
    collect_confidence: float = Field(default=0.3, ge=0, le=1)
    """Confidence below which an expired memory is uncertain."""
    duplicate_cosine: float = Field(default=0.92, ge=0, le=1)
    """Cosine similarity above which two memories are duplicates."""
    judge_cosine: float = Field(default=0.85, ge=0, le=1)
    """Cosine similarity from which a language model, where configured, decides."""
    alias_similarity: float = Field(default=0.85, ge=0, le=1)
    """Trigram similarity of two names from which they may be one entity."""
    review_importance: float = Field(default=0.7, ge=0, le=1)
    """Importance of a predicate from which a contradiction waits for a review."""
    user_duplicate_cosine: float = Field(default=0.85, ge=0, le=1)
    """Cosine similarity above which two facts about a user are duplicates."""
    user_supersede_cosine: float = Field(default=0.8, ge=0, le=1)
    """Cosine similarity from which a contradicted fact about a user is superseded."""
    user_reinforce: float = Field(default=0.1, ge=0, le=1)
    """Added to the confidence of a fact about a user when it is repeated."""
    user_decay_factor: float = Field(default=0.95, gt=0, le=1)
    """Factor of that confidence for each day of decay."""
    user_decay_after_days: int = Field(default=7, ge=0, le=36_500)
    """Days without repetition before a fact about a user decays."""
    user_prune_confidence: float = Field(default=0.3, ge=0, le=1)
    """Confidence below which a decayed fact about a user is deleted."""
    user_prune_after_days: int = Field(default=30, ge=0, le=36_500)
    """Minimum age in days for that."""
    recall_threshold: float = Field(default=0.15, ge=0, le=1)
    """Relevance below which recall returns nothing; 0 returns everything."""
    recall_confidence: float = Field(default=0.5, ge=0, le=1)
    """Confidence that a recalled memory needs."""
    recall_historical_confidence: float = Field(default=0.3, ge=0, le=1)
    """The same for historical recall."""
    recall_fusion: Literal["sum", "rrf"] = "sum"
    """Fusion of the retrievers: weighted sum, or reciprocal rank fusion (rrf)."""
    history_messages: int = Field(default=10, ge=1, le=10_000)
    """Maximum number of messages in a history."""
    search_similarity: float = Field(default=0.6, ge=0, le=1)
    """Minimum similarity in a search of messages."""
    retain_messages: int = Field(default=20, ge=0, le=1_000_000)
    """Number of latest messages that are not summarised."""
    summarise_after_days: float = Field(default=30, ge=0, le=36_500)
    """Age in days from which messages are summarised."""
    recent_episodes: int = Field(default=5, ge=1, le=100)
    """Number of latest episodes in a prompt."""
    slot_seconds: int = Field(default=3_600, ge=1, le=2_592_000)
    """Seconds that a slot lives after its last use."""
