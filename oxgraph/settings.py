"""The settings of a workspace: its switches and the numbers of its rules."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class WorkspaceSettings(BaseModel):
    """A workspace's switches and the numbers of its rules, with the defaults of the rules' sources."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    memory_enabled: bool = True
    """Off, nothing more is kept and no past experience is shown; what is there stays and can be asked."""
    injection_enabled: bool = True
    """Off, no past experience is shown before an action."""
    raw_retention: Literal["window", "verbatim"] = "window"
    """Whether the messages that an episode sums up are deleted (window) or kept for search (verbatim)."""
    sequence_gap_seconds: int = Field(default=300, ge=1, le=86_400)
    """A longer pause between two actions of a session begins another sequence."""
    evidence_window_days: int = Field(default=30, ge=1, le=3_650)
    """How far back the sequences lie that patterns are counted from."""
    promote_samples: int = Field(default=5, ge=1, le=1_000_000)
    """How many sequences must show a failure (or success) before it becomes a pattern."""
    promote_confidence: float = Field(default=0.6, ge=0, le=1)
    """The share of the actions that must have ended so before it becomes a pattern."""
    supersede_shift: float = Field(default=0.15, gt=0, le=1)
    """How far the share must move for a new version of the pattern to take the place of the old one."""
    decay_after_days: int = Field(default=30, ge=1, le=3_650)
    """How long a pattern may go unseen before its confidence falls."""
    decay_factor: float = Field(default=0.9, gt=0, lt=1)
    """What its confidence is multiplied by for each further week."""
    retire_confidence: float = Field(default=0.2, ge=0, le=1)
    """The confidence below which a pattern is deleted; evidence later on promotes it anew."""
    inject_confidence: float = Field(default=0.6, ge=0, le=1)
    """The confidence from which on a pattern is shown before an action; one with a note is shown anyway."""
    inject_limit: int = Field(default=5, ge=1, le=50)
    """How many patterns are shown at most."""
    holdout_rate: float = Field(default=0.0, ge=0, le=0.9)
    """The share of sessions that does without a pattern, so that its effect shows; each pattern has its own."""
    baseline_sequences: int = Field(default=50, ge=1, le=100_000)
    """How many of the first sequences a metric is compared with."""
    half_life_fact_days: float = Field(default=180, gt=0, le=36_500)
    """After so long without being read, a fact is half as fresh; so for every type below."""
    half_life_preference_days: float = Field(default=90, gt=0, le=36_500)
    half_life_event_days: float = Field(default=30, gt=0, le=36_500)
    half_life_entity_days: float = Field(default=365, gt=0, le=36_500)
    half_life_relation_days: float = Field(default=365, gt=0, le=36_500)
    half_life_instruction_days: float = Field(default=365, gt=0, le=36_500)
    half_life_task_days: float = Field(default=7, gt=0, le=36_500)
    expire_freshness: float = Field(default=0.1, ge=0, le=3)
    """The freshness below which a memory expires."""
    collect_after_days: int = Field(default=90, ge=0, le=36_500)
    """How long after it expired an uncertain memory is removed for good."""
    collect_confidence: float = Field(default=0.3, ge=0, le=1)
    """The confidence below which an expired memory counts as uncertain."""
    duplicate_cosine: float = Field(default=0.92, ge=0, le=1)
    """The similarity from which on two memories say the same."""
    judge_cosine: float = Field(default=0.85, ge=0, le=1)
    """The similarity from which on a language model, where there is one, is asked whether they do."""
    alias_similarity: float = Field(default=0.85, ge=0, le=1)
    """The likeness of two names from which on they may be the same entity."""
    review_importance: float = Field(default=0.7, ge=0, le=1)
    """The importance of a predicate from which on a person is asked which of two memories holds."""
    user_duplicate_cosine: float = Field(default=0.85, ge=0, le=1)
    """The similarity from which on two facts about a user say the same."""
    user_supersede_cosine: float = Field(default=0.8, ge=0, le=1)
    """The similarity from which on a fact about a user is taken for the one that was to be replaced."""
    user_reinforce: float = Field(default=0.1, ge=0, le=1)
    """What the confidence of a fact about a user grows by when it is said again."""
    user_decay_factor: float = Field(default=0.95, gt=0, le=1)
    """What its confidence is multiplied by each day that it goes unsaid, after the days below."""
    user_decay_after_days: int = Field(default=7, ge=0, le=36_500)
    """How long a fact about a user may go unsaid before it fades."""
    user_prune_confidence: float = Field(default=0.3, ge=0, le=1)
    """The confidence below which a faded fact about a user is forgotten."""
    user_prune_after_days: int = Field(default=30, ge=0, le=36_500)
    """How old it must be for that."""
    recall_threshold: float = Field(default=0.15, ge=0, le=1)
    """The relevance below which recall says nothing rather than anything."""
    recall_confidence: float = Field(default=0.5, ge=0, le=1)
    """The confidence that a memory needs to be recalled."""
    recall_historical_confidence: float = Field(default=0.3, ge=0, le=1)
    """The same where the past is asked for."""
    recall_fusion: Literal["sum", "rrf"] = "sum"
    """How the rankings of the retrievers become one: by a weighted sum, or by reciprocal ranks."""
    history_messages: int = Field(default=10, ge=1, le=10_000)
    """How many messages a history has at most."""
    search_similarity: float = Field(default=0.6, ge=0, le=1)
    """The similarity that a search of messages asks for."""
    retain_messages: int = Field(default=20, ge=0, le=1_000_000)
    """How many of the latest messages are not summed up."""
    summarise_after_days: float = Field(default=30, ge=0, le=36_500)
    """How old messages must be to be summed up."""
    recent_episodes: int = Field(default=5, ge=1, le=100)
    """How many of the latest episodes stand in a prompt."""
    slot_seconds: int = Field(default=3_600, ge=1, le=2_592_000)
    """How long a slot of the working set lives after it was last used."""
