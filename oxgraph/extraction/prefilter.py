"""Stage 1: rejects turns without anything to remember, by role, length, chit-chat and repetition."""

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import resources

from oxgraph.extraction.recalled_text import has_block, strip_echoes, without_blocks
from oxgraph.extraction.terms import word_count
from oxgraph.extraction.text import grams_of, normalise
from oxgraph.extraction.turns import Turn

MIN_WORDS = 5
MAX_WORDS = 10_000
RATE = timedelta(seconds=60)
NEAR = 0.9
"""Minimum trigram similarity, 0 to 1, of near-identical turns."""

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
DEGREE = r"(?:(?:so|really|very|pretty|absolutely|truly|super) )?"
AFTER = r"(?: (?:then|too|there|now|again|everyone|all|buddy|man|anyway|so much|indeed))?"


def _courtesy() -> tuple[re.Pattern[str], frozenset[str]]:
    """Returns a pattern for one to three consecutive phrases of `courtesy.txt`, and the words of praise in them."""
    text = resources.files("oxgraph.extraction").joinpath("courtesy.txt").read_text(encoding="utf-8")
    _, praise, phrases = re.split(r"(?m)^# (?:praise|courtesy)\n", text)
    praised = f"{DEGREE}(?:{'|'.join(praise.split())})"
    one = f"(?:{'|'.join(phrases.strip().splitlines())}){AFTER}".replace("{praise}", praised)
    return re.compile(f"{one}(?: {one}){{0,2}}"), frozenset(praise.split())


CHIT_CHAT, PRAISE = _courtesy()
SPLIT = re.compile(r"[.!?,;:\n]+")


@dataclass(frozen=True)
class Filter:
    """Limits of stage 1: accepted roles, number of words (5 to 10,000; an
    estimate in scripts without blanks), and the time within which repetitions count."""

    roles: frozenset[str] = frozenset({"user"})
    fewest_words: int = MIN_WORDS
    most_words: int = MAX_WORDS
    rate: timedelta = RATE


@dataclass
class Prefilter:
    """Applies a `Filter` to turns in order of time; keeps the turns of the last minute to find repetitions."""

    rules: Filter = field(default_factory=Filter)
    recent: deque[tuple[Turn, str, frozenset[str]]] = field(default_factory=lambda: deque(maxlen=256))

    def check(self, turn: Turn, known: Iterable[str] = ()) -> tuple[str, str]:
        """Returns the text to extract from and ''; or '' and the reason for the rejection.

        `known` are content hashes of memories: sentences with one of them are removed.
        """
        if turn.role not in self.rules.roles:
            return "", "role"
        text = without_blocks(turn.text) if has_block(turn.text) else turn.text
        if not text:
            return "", "recalled"
        kept = strip_echoes(text, frozenset(known))
        reason = self._reason(turn, kept) or ("" if kept else "recalled")
        return ("", "recalled" if not kept.strip() else reason) if reason else (kept, "")

    def _reason(self, turn: Turn, text: str) -> str:
        words = word_count(text)
        if words > self.rules.most_words:
            return "too_long"
        if is_chit_chat(text, (turn.speaker or "", *turn.others)):
            return "chit_chat"
        if words < self.rules.fewest_words:
            return "too_short"
        return "repeated" if self._repeats(turn, text) else ""

    def _repeats(self, turn: Turn, text: str) -> bool:
        """Returns whether the same speaker sent (nearly) the same text within a minute; else keeps the turn."""
        plain = normalise(text)
        grams = grams_of(plain)
        while self.recent and turn.said_at - self.recent[0][0].said_at > self.rules.rate:
            self.recent.popleft()
        for other, earlier, theirs in self.recent:
            soon = _same_voice(turn, other) and abs(turn.said_at - other.said_at) <= self.rules.rate
            if soon and (earlier == plain or _near(plain, earlier, grams, theirs)):
                return True
        self.recent.append((turn, plain, grams))
        return False


def _same_voice(turn: Turn, other: Turn) -> bool:
    return (turn.conversation_id, turn.role, turn.speaker) == (other.conversation_id, other.role, other.speaker)


def _near(text: str, other: str, grams: frozenset[str], theirs: frozenset[str]) -> bool:
    """Returns whether texts are near-identical with equal numbers; a corrected number is a new statement."""
    shared = len(grams & theirs) / (len(grams | theirs) or 1)
    return shared >= NEAR and re.findall(r"\d+", text) == re.findall(r"\d+", other)


def is_chit_chat(text: str, names: Iterable[str] = ()) -> bool:
    """Returns whether a text consists of courtesy phrases and the `names` of participants."""
    words = {name.lower() for name in names if name}
    parts = [WORD.findall(part.lower().replace("’", "'")) for part in SPLIT.split(text)]
    spoken = [" ".join(word for word in part if not any(_short_for(word, name) for name in words)) for part in parts]
    return all(not part or CHIT_CHAT.fullmatch(part) for part in spoken)


def _short_for(word: str, name: str) -> bool:
    """Returns whether a word is a name or its first three letters or more."""
    return len(word) >= 3 and name.startswith(word)
