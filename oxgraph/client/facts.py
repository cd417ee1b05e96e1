"""Facts about a user as text, and when they are gone through."""

import re
from collections.abc import Sequence
from uuid import UUID

from oxgraph.extraction.markers import MEMORIES_OPENING
from oxgraph.types import FactRow

HEADING = MEMORIES_OPENING + " — {count}]"

WORD = re.compile(r"\w+")
MOST_WORDS = 64
TURNS_A_DECAY = 20
"""003: about 5% of turns."""


def block(facts: Sequence[FactRow]) -> str:
    """A block for a prompt: a heading, then each fact on one line; empty when there is none."""
    if not facts:
        return ""
    heading = HEADING.format(count="1 fact" if len(facts) == 1 else f"{len(facts)} facts")
    return "\n".join([heading, *(_line(fact) for fact in facts)])


def _line(fact: FactRow) -> str:
    about = f"{fact.category}, confidence" if fact.category else "confidence"
    return f"- {' '.join(fact.fact.split())} ({about} {fact.confidence:.2f})"


def words(text: str) -> list[str]:
    """The different words of a text in lower case."""
    return list(dict.fromkeys(WORD.findall(text.lower())))[:MOST_WORDS]


def decays_after(id: str) -> bool:
    """Whether old facts are gone through after this statement: one in twenty, decided by its id, never by chance."""
    return UUID(id).int % TURNS_A_DECAY == 0
