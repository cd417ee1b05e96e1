"""Checks what a language model proposes: a memory becomes a candidate, or is refused for a reason."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from oxgraph.extraction.grounding import Grounding, is_quoted
from oxgraph.extraction.model_prompt import ExtractedMemories, ExtractedMemory
from oxgraph.extraction.secrets import holds_secret
from oxgraph.extraction.text import normalise
from oxgraph.extraction.turns import USER, Candidate, Turn

PARTLY = 0.5
"""What is added to a statement's support for its confidence, as a paraphrase shares few words with its turn."""

_SPEAKER = frozenset(
    {USER, "the user", "i", "me", "speaker", "der benutzer", "die benutzerin", "benutzer", "nutzer", "ich"}
    | {"l'utilisateur", "l'utilisatrice", "utilisateur", "je", "el usuario", "la usuaria", "usuario", "yo", "l'utente"}
    | {
        "utente",
        "o usuário",
        "usuário",
        "de gebruiker",
        "gebruiker",
        "пользователь",
        "я",
        "用户",
        "我",
        "ユーザー",
        "私",
    }
)


@dataclass(frozen=True)
class PromptTurn:
    """A turn as the model got it: its text without `secrets`, and its place in the grounding."""

    turn: Turn
    text: str
    secrets: Sequence[str]
    grounding: Grounding
    place: int


def candidate_of(
    asked: PromptTurn, memory: ExtractedMemory, answers: Sequence[ExtractedMemories], floor: float
) -> tuple[Candidate | None, str]:
    """Returns the candidate of a proposed memory, or None and the reason for its refusal.

    `answers` are all answers for the batch; the share that agrees is the memory's consistency. `floor` is the minimum
    confidence, 0 to 1.
    """
    if holds_secret((memory.content, memory.object, *memory.keywords), asked.secrets):
        return None, "secret"
    if not is_quoted(memory.quote, asked.text):
        return None, "wrong_quote"
    grounded = asked.grounding.check(memory.content, [asked.place], is_over=bool(_date(memory.valid_to)))
    if grounded.reason:
        return None, grounded.reason
    supported = min(memory.grounding, grounded.support + PARTLY, 1.0)
    confidence = round(memory.source * supported * _agreement(memory, answers), 4)
    if confidence < floor:
        return None, "low_confidence"
    predicate = re.sub(r"\W+", "_", normalise(memory.predicate)).strip("_")
    if not predicate:
        return None, "no_predicate"
    return _candidate(asked.turn, memory, predicate, confidence), ""


def _candidate(turn: Turn, memory: ExtractedMemory, predicate: str, confidence: float) -> Candidate:
    since, last = _date(memory.valid_from), _date(memory.valid_to)
    until = min(last + timedelta(days=1), turn.said_at) if last else None
    return Candidate(
        type=memory.type,
        content=memory.content.strip(),
        subject=_subject(turn, memory.subject),
        predicate=predicate,
        object=(memory.object or "").strip() or None,
        topic_key=normalise(memory.topic_key or "") or None,
        keywords=tuple(word.strip()[:100] for word in memory.keywords if any(c.isalnum() for c in word)),
        confidence=confidence,
        valid_from=None if since and until and since >= until else since,
        valid_to=until,
        stated_at=turn.said_at,
        source="model",
    )


def _agreement(memory: ExtractedMemory, answers: Sequence[ExtractedMemories]) -> float:
    def alike(other: ExtractedMemory) -> bool:
        return _kind(other) == _kind(memory)

    return sum(any(alike(other) for other in answer.memories) for answer in answers) / len(answers)


def _kind(memory: ExtractedMemory) -> tuple[str, str, str]:
    return memory.turn, memory.type, normalise(memory.predicate)


def _subject(turn: Turn, subject: str) -> str:
    plain = normalise(subject).replace("’", "'")
    return turn.subject if plain in _SPEAKER or plain == normalise(turn.subject) else subject.strip()


def _date(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text[:10]).replace(tzinfo=UTC) if text else None
    except ValueError:
        return None
