"""Turns through the first two stages, whichever extractor is at hand, and when to try again what failed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from oxgraph.client.ingestion.messages import Spoken
from oxgraph.errors import LanguageModelFailed
from oxgraph.extraction import Extraction, Filter, ModelExtractor, Prefilter, RuleExtractor, Turn
from oxgraph.extraction.echo import hashes
from oxgraph.models import LanguageModel

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(days=1)
MOST_ATTEMPTS = 10
"""Tries after which a message's extraction has failed for good: some 16 hours of pauses."""

LEASE = timedelta(minutes=10)
"""How long messages belong to the call that took them up; it may have died without saying so."""

UNREACHABLE = frozenset({"unreachable", "timeout", "refused"})
"""Failures that the next turn would meet too: the rest of the batch waits."""


class Extractor(Protocol):
    """Makes candidates of turns."""

    def listen(self, turns: Iterable[tuple[Turn, str]]) -> None:
        """Takes note of what was said before, without making memories of it."""

    def extract(self, turns: Iterable[tuple[Turn, str]]) -> Iterator[Extraction]:
        """What each turn says, in order. Raises LanguageModelFailed."""


def extractor(model: LanguageModel | None) -> Extractor:
    """The model's where there is one, by rules otherwise."""
    return ModelExtractor(model) if model is not None else RuleExtractor()


@dataclass(frozen=True)
class Attempt:
    """What came of one message: an extraction, or why there is none yet and when to try again."""

    message: Spoken
    extraction: Extraction | None = None
    error: str = ""
    tried: bool = True

    def settled(self, now: datetime) -> dict[str, object]:
        """The row that conversation/settle_messages takes."""
        done = {"id": self.message.id, "attempts": self.message.attempts + int(self.tried), "next_attempt_at": None}
        if self.extraction is not None:
            state = "done" if self.extraction.candidates else "rejected"
            reason = self.extraction.reason or None
            return done | {"extraction": state, "stage": self.extraction.stage or None, "reason": reason}
        attempts = self.message.attempts + int(self.tried)
        if attempts >= MOST_ATTEMPTS:
            return done | {"extraction": "failed", "stage": "extract", "reason": self.error}
        again = now + min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** max(0, attempts - 1))
        return done | {"extraction": "pending", "stage": "extract", "reason": self.error, "next_attempt_at": again}


@dataclass
class Working:
    """One call's way through stages 1 and 2, for messages in order."""

    extractor: Extractor
    prefilter: Prefilter = field(default_factory=lambda: Prefilter(Filter()))
    stopped: str = ""

    def hashes(self, messages: Iterable[Spoken]) -> list[str]:
        """Under which hashes the messages' sentences could be memories."""
        wanted = (message for message in messages if message.role in self.prefilter.rules.roles)
        return list(dict.fromkeys(found for message in wanted for found in hashes(message.text)))

    def listen(self, earlier: Iterable[Spoken], speakers: list[str]) -> None:
        """Hears what was said before, for pronouns and repetitions."""
        heard = [(message.turn(speakers), message.text) for message in earlier]
        for turn, _ in heard:
            self.prefilter.check(turn)
        self.extractor.listen((turn, text) for turn, text in heard if turn.role in self.prefilter.rules.roles)

    def attempts(self, messages: Iterable[Spoken], speakers: list[str], known: Iterable[str]) -> list[Attempt]:
        """What comes of each message."""
        echoes = frozenset(known)
        given = [(message, message.turn(speakers)) for message in messages]
        checked = [(message, turn, *self.prefilter.check(turn, echoes)) for message, turn in given]
        passed = [(message, turn, text) for message, turn, text, reason in checked if not reason]
        rejected = [
            Attempt(message, Extraction(turn, stage="pre_filter", reason=reason))
            for message, turn, _, reason in checked
            if reason
        ]
        return rejected + self._extract(passed)

    def _extract(self, passed: list[tuple[Spoken, Turn, str]]) -> list[Attempt]:
        if isinstance(self.extractor, RuleExtractor):
            found = self.extractor.extract((turn, text) for _, turn, text in passed)
            return [Attempt(message, extraction) for (message, _, _), extraction in zip(passed, found, strict=True)]
        return [self._one(message, turn, text) for message, turn, text in passed]

    def _one(self, message: Spoken, turn: Turn, text: str) -> Attempt:
        if self.stopped:
            return Attempt(message, error=self.stopped, tried=False)
        try:
            return Attempt(message, next(iter(self.extractor.extract([(turn, text)]))))
        except LanguageModelFailed as error:
            kind = str(error.values.get("kind", "failed"))
            self.stopped = f"model_{kind}" if kind in UNREACHABLE else ""
            return Attempt(message, error=f"model_{kind}")
