"""Splits a conversation's turns into episodes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from oxgraph.extraction.recalled_text import without_blocks
from oxgraph.types.erasure import ERASED

MAX_TURNS = 50
"""Maximum number of turns in an episode; the last one may have one more."""

MAX_CHARACTERS = 24_000
"""Maximum number of characters in an episode; an episode of two turns may have more."""

MIN_TURNS = 2
"""Minimum number of turns in an episode."""

MAX_TURN_CHARACTERS = 12_000
"""Characters of one turn that a summary reads. A longer turn is a document, whose beginning says what it is about."""

ROLES_READ = ("user", "assistant")
"""Roles whose text a summary reads. Tool results and system messages are only counted."""


@dataclass(frozen=True)
class SummaryTurn:
    """One turn of a conversation: role, speaker, text and time."""

    id: str
    role: str
    speaker: str | None
    text: str
    said_at: datetime

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "SummaryTurn":
        """Returns the turn of a row of the graph (`id`, `role`, `speaker`, `text`, `said_at`)."""
        return cls(row["id"], row["role"], row["speaker"], row["text"], row["said_at"])

    @cached_property
    def readable_text(self) -> str:
        """The text without blocks that oxgraph put into a prompt; '' for other roles and erased turns."""
        if self.role not in ROLES_READ or self.text == ERASED:
            return ""
        return without_blocks(self.text)[:MAX_TURN_CHARACTERS].strip()


def has_several_users(turns: Iterable[SummaryTurn]) -> bool:
    """Returns whether turns of the role user have different speakers."""
    return len({turn.speaker for turn in turns if turn.role == "user"}) > 1


def speaker_label(turn: SummaryTurn, by_name: bool) -> str:
    """Returns the role of a turn; with `by_name`, the name of a user who has one."""
    if turn.role == "user" and by_name and turn.speaker:
        return " ".join(turn.speaker.split())
    return turn.role


def split_into_episodes(turns: Sequence[SummaryTurn]) -> list[list[SummaryTurn]]:
    """Splits turns, in their order, into episodes of at least two turns; returns none for fewer than two turns.

    More turns change only the last episode, so a long conversation can be split step by step.
    """
    episodes: list[list[SummaryTurn]] = []
    length = 0
    for turn in turns:
        size = len(turn.text)
        if not episodes or _is_full(episodes[-1], length + size):
            episodes.append([])
            length = 0
        episodes[-1].append(turn)
        length += size
    if len(episodes) > 1 and len(episodes[-1]) < MIN_TURNS:
        episodes[-2:] = [episodes[-2] + episodes[-1]]
    return [episode for episode in episodes if len(episode) >= MIN_TURNS]


def _is_full(episode: list[SummaryTurn], length: int) -> bool:
    return len(episode) >= MIN_TURNS and (len(episode) >= MAX_TURNS or length > MAX_CHARACTERS)
