"""A turn as summaries see it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from oxgraph.extraction.markers import without_blocks

LENGTH = 12_000
"""Characters of one turn that are read; a longer one is a document, and begins with what it is about."""

HEARD = ("user", "assistant")
"""Whose words are read. What tools gave back, and what was set up for the assistant, is counted and nothing more."""

ERASED = "[erased]"


@dataclass(frozen=True)
class Said:
    """One turn: whose it is, what was said and when."""

    id: str
    role: str
    speaker: str | None
    text: str
    said_at: datetime

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Said":
        """A turn from a row of the graph."""
        return cls(row["id"], row["role"], row["speaker"], row["text"], row["said_at"])

    @cached_property
    def shown(self) -> str:
        """What of it is read: without what oxgraph itself had put into a prompt, and nothing of an erased one."""
        if self.role not in HEARD or self.text == ERASED:
            return ""
        return without_blocks(self.text)[:LENGTH].strip()


def named(turns: Iterable[Said]) -> bool:
    """Whether several named users speak, whom a role cannot tell apart."""
    return len({turn.speaker for turn in turns if turn.role == "user"}) > 1


def label(turn: Said, names: bool) -> str:
    """Who said it: a role, or a name where several users speak."""
    if turn.role == "user" and names and turn.speaker:
        return " ".join(turn.speaker.split())
    return turn.role
