"""A summary without a model: who spoke, when, and what about; never a sentence as it was said."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from oxgraph.summaries.phrases import phrases
from oxgraph.summaries.said import Said, label, named

OPENING = "Extract, not written by a language model:"
"""How it begins: nobody takes it for more than it is."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
QUESTION = ("?", "？", "؟")


def extract(turns: Sequence[Said]) -> str:
    """How many turns of whom, from when to when, how many questions, and the phrases that stand out."""
    parts = [f"{OPENING} {len(turns)} turns ({_who(turns)}) {_when(turns)}.", _questions(turns), _about(turns)]
    return " ".join(part for part in parts if part)


def _who(turns: Sequence[Said]) -> str:
    names = named(turns)
    counted = Counter(label(turn, names) for turn in turns)
    return ", ".join(f"{who} {count}" for who, count in counted.most_common())


def _when(turns: Sequence[Said]) -> str:
    first, last = min(turn.said_at for turn in turns), max(turn.said_at for turn in turns)
    begin, end = _day(first), _day(last)
    return f"on {begin}" if begin == end else f"from {begin} to {end}"


def _day(at: datetime) -> str:
    at = at.astimezone(UTC)
    return f"{at.day} {MONTHS[at.month - 1]} {at.year}"


def _questions(turns: Sequence[Said]) -> str:
    """How many turns of users end as a question."""
    asked = sum(turn.role == "user" and turn.shown.rstrip("\"'”’)").endswith(QUESTION) for turn in turns)
    return f"{asked} of them {'asks' if asked == 1 else 'ask'} something." if asked else ""


def _about(turns: Sequence[Said]) -> str:
    speakers = {turn.speaker for turn in turns if turn.speaker}
    found = phrases([turn.shown for turn in turns if turn.shown], speakers)
    return f"Phrases that stand out: {', '.join(found)}." if found else ""
