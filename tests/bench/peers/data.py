"""LoCoMo as it is on disk: turns, questions and observations, read at run time and never copied."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ADVERSARIAL = "adversarial"


@dataclass(frozen=True)
class Turn:
    """One thing that was said. `key` is conversation/dia_id; `session` is numbered within the conversation."""

    key: str
    conversation: str
    session: str
    speaker: str
    text: str
    said_at: str

    @property
    def line(self) -> str:
        """The text as every memory is given it, or, where it keeps the speaker apart, as it embeds it."""
        return f"{self.speaker}: {self.text}"


@dataclass(frozen=True)
class Fact:
    """A sentence that a language model wrote about the turns `evidence` (keys); said at the last of them."""

    conversation: str
    speaker: str
    text: str
    evidence: tuple[str, ...]
    said_at: str


@dataclass(frozen=True)
class Question:
    """A question and the turns that answer it, as keys."""

    id: str
    conversation: str
    text: str
    category: str
    evidence: frozenset[str]


def turns(folder: Path) -> list[Turn]:
    """All turns, conversation by conversation, in order."""
    return [_turn(row) for row in _rows(folder, "*.turns.jsonl")]


def facts(folder: Path, said: Sequence[Turn]) -> list[Fact]:
    """The observations whose evidence is among the turns, conversation by conversation, in order."""
    times = {turn.key: turn.said_at for turn in said}
    found = []
    for row in _rows(folder, "*.observations.jsonl"):
        whose = row["conversation"]
        keys = tuple(key for key in (f"{whose}/{dia_id}" for dia_id in row["evidence"]) if key in times)
        if keys:
            found.append(Fact(whose, row["speaker"], row["text"], keys, times[keys[-1]]))
    return found


def questions(folder: Path) -> list[Question]:
    """Those that have evidence and were not found wrong by the audit; not the adversarial ones, to which nothing is."""
    found = [_question(row) for row in _rows(folder, "*.qa.jsonl") if "audit" not in row]
    return [question for question in found if question.evidence and question.category != ADVERSARIAL]


def _rows(folder: Path, pattern: str) -> Iterator[dict[str, Any]]:
    paths = sorted(folder.glob(pattern))
    if not paths:
        raise SystemExit(f"{folder} has no {pattern}")
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines if line.strip())


def _turn(row: dict[str, Any]) -> Turn:
    whose = row["conversation"]
    return Turn(
        key=f"{whose}/{row['dia_id']}",
        conversation=whose,
        session=str(row["session"]),
        speaker=row["speaker"],
        text=row["text"],
        said_at=row["session_datetime"] + "+00:00",
    )


def _question(row: dict[str, Any]) -> Question:
    whose = row["conversation"]
    evidence = frozenset(f"{whose}/{dia_id}" for dia_id in row["evidence"])
    return Question(row["id"], whose, row["question"], row["category_name"], evidence)
