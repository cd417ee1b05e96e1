"""What can be set: where Neo4j is, and the numbers of a workspace."""

import os
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


def home() -> Path:
    """The folder that holds all that `oxgraph up` keeps: OXGRAPH_HOME, else ~/.oxgraph."""
    return Path(os.environ.get("OXGRAPH_HOME") or Path.home() / ".oxgraph").expanduser().absolute()


class WorkspaceSettings(BaseModel):
    """A workspace's switches and the numbers of its rules, with the defaults of the rules' sources."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    memory_enabled: bool = True
    injection_enabled: bool = True
    raw_retention: Literal["window", "verbatim"] = "window"
    sequence_gap_seconds: int = Field(default=300, ge=1, le=86_400)
    evidence_window_days: int = Field(default=30, ge=1, le=3_650)
    promote_samples: int = Field(default=5, ge=1, le=1_000_000)
    promote_confidence: float = Field(default=0.6, ge=0, le=1)
    supersede_shift: float = Field(default=0.15, gt=0, le=1)
    decay_after_days: int = Field(default=30, ge=1, le=3_650)
    decay_factor: float = Field(default=0.9, gt=0, lt=1)
    retire_confidence: float = Field(default=0.2, ge=0, le=1)
    inject_confidence: float = Field(default=0.6, ge=0, le=1)
    inject_limit: int = Field(default=5, ge=1, le=50)
    baseline_sequences: int = Field(default=50, ge=1, le=100_000)
