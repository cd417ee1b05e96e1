"""Summarizes turns without a model: speakers, dates, number of questions and the most frequent phrases."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from math import ceil, log2

from oxgraph.summaries.episodes import SummaryTurn, has_several_users, speaker_label
from oxgraph.summaries.sentences import sentences, words
from oxgraph.wording import UNSPACED

OPENING = "Extract, not written by a language model:"
"""Beginning of each extract, so that readers know its source."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
QUESTION_MARKS = ("?", "？", "؟")

MAX_PHRASES = 12
MAX_PHRASE_WORDS = 3
MIN_PHRASE_LETTERS = 3

SINGLE_TURN_WEIGHT = 0.35
"""Weight of a phrase that only one turn contains; one that two turns contain has 2."""

MIN_STEM_LETTERS = 4
"""Minimum number of first letters that two forms of a word share."""

PROPER_NOUN_FACTOR = 1.6
"""Factor by which the weight of a name exceeds that of another phrase."""

# Addresses, paths, keys and words with a digit are no topics, and may be confidential.
_CODE = re.compile(r"\S*(?:[@\\/_=<>{}|]|\w\.\w|\d)\S*|```.*?(?:```|\Z)", re.DOTALL)
_RUN = re.compile(rf"[^\W\d_{UNSPACED}]+(?:[-'’][^\W\d_{UNSPACED}]+)*|[^\w\s]+|[{UNSPACED}]+|\n+")
_WORD = re.compile(rf"[^\W\d_{UNSPACED}]")
# A run of Chinese characters or of katakana is a word or a few of them; hiragana is mostly grammar.
_IDEOGRAPHS = re.compile(
    "[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]{2,}|[\u30a0-\u30ff]{2,}"
)
_GRAMMAR = frozenset("的了是我你您他她它们在有和与不这那就也都要会能吗呢吧啊很到说去来把被给对上下个么什怎哪没")
_IDEOGRAPH_LENGTHS = (4, 3, 2)


def extract(turns: Sequence[SummaryTurn]) -> str:
    """Summarizes turns: speakers with their turns, first and last day, number of questions, most frequent phrases.

    No sentence of a turn is repeated.
    """
    parts = [f"{OPENING} {len(turns)} turns ({_who(turns)}) {_when(turns)}.", _questions(turns), _about(turns)]
    return " ".join(part for part in parts if part)


def _who(turns: Sequence[SummaryTurn]) -> str:
    by_name = has_several_users(turns)
    counted = Counter(speaker_label(turn, by_name) for turn in turns)
    return ", ".join(f"{who} {count}" for who, count in counted.most_common())


def _when(turns: Sequence[SummaryTurn]) -> str:
    first, last = min(turn.said_at for turn in turns), max(turn.said_at for turn in turns)
    begin, end = _day(first), _day(last)
    return f"on {begin}" if begin == end else f"from {begin} to {end}"


def _day(at: datetime) -> str:
    at = at.astimezone(UTC)
    return f"{at.day} {MONTHS[at.month - 1]} {at.year}"


def _questions(turns: Sequence[SummaryTurn]) -> str:
    """Counts the users' turns that end with a question mark."""
    asked = sum(turn.role == "user" and turn.readable_text.rstrip("\"'”’)").endswith(QUESTION_MARKS) for turn in turns)
    return f"{asked} of them {'asks' if asked == 1 else 'ask'} something." if asked else ""


def _about(turns: Sequence[SummaryTurn]) -> str:
    speakers = {turn.speaker for turn in turns if turn.speaker}
    found = phrases([turn.readable_text for turn in turns if turn.readable_text], without=speakers)
    return f"Phrases that stand out: {', '.join(found)}." if found else ""


@dataclass
class _Phrase:
    """A phrase: its plainest spelling, the turns that contain it, and how often it is written as a name."""

    text: str
    words: tuple[str, ...]
    order: int
    turns: set[int] = field(default_factory=set)
    proper: int = 0
    seen: int = 0

    @property
    def weight(self) -> float:
        often = 1 + log2(len(self.turns)) if len(self.turns) > 1 else SINGLE_TURN_WEIGHT
        length = 1 + 0.4 * (len(self.words) - 1)
        specific = min(sum(len(word) for word in self.words) / len(self.words), 9) / 9
        return often * length * (0.6 + specific) * (PROPER_NOUN_FACTOR if self.proper * 2 > self.seen else 1)


def phrases(texts: Sequence[str], without: Iterable[str] = (), limit: int = MAX_PHRASES) -> list[str]:
    """Returns up to `limit` phrases of texts, by weight: frequency, length, and whether it is a name.

    A phrase has one to three words and is never a whole sentence. Numbers, addresses and names in `without` are left
    out.
    """
    left_out = function_words() | {word for name in without for word in words(name)}
    whole = {tuple(words(sentence)) for text in texts for sentence in sentences(text)}
    found: dict[tuple[str, ...], _Phrase] = {}
    for turn, text in enumerate(texts):
        plain = _CODE.sub(" . ", unicodedata.normalize("NFKC", text))
        for written, proper in (*_spaced(plain, left_out), *_unspaced(plain)):
            _count(found, turn, written, proper)
    kept = [one for one in found.values() if one.words not in whole or len(one.words) == 1]
    return _choose(kept, limit)


@cache
def function_words() -> frozenset[str]:
    """Returns the words without a topic, in several languages."""
    text = resources.files("oxgraph.summaries").joinpath("function_words.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word.casefold() for line in lines for word in line.split())


def _count(found: dict[tuple[str, ...], _Phrase], turn: int, written: str, proper: bool) -> None:
    key = tuple(words(written))
    phrase = found.setdefault(key, _Phrase(written, key, len(found)))
    phrase.turns.add(turn)
    phrase.seen += 1
    phrase.proper += proper
    if not proper and written.islower():
        phrase.text = written


def _spaced(text: str, left_out: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yields runs of words between function words, and their parts; for each whether it is written as a name."""
    run: list[str] = []
    first = begins = True
    for token in (*_RUN.findall(text), "."):
        if _WORD.match(token) and not _is_function_word(token, left_out):
            first = begins if not run else first
            run.append(token)
        else:
            yield from _parts(run, first)
            run = []
        begins = not _WORD.match(token) and token not in (",", "-", "(", "'", "’", '"', ":", ";")


def _is_function_word(token: str, left_out: frozenset[str]) -> bool:
    plain = token.casefold().replace("’", "'")
    return len(token) < MIN_PHRASE_LETTERS or plain in left_out or plain.partition("'")[0] in left_out


def _parts(run: list[str], first: bool) -> Iterator[tuple[str, bool]]:
    """Yields each part of a run, one to three words. The first word of a sentence says nothing about a name."""
    for size in range(1, MAX_PHRASE_WORDS + 1):
        for at in range(len(run) - size + 1):
            part = run[at : at + size]
            counted = part[1:] if first and at == 0 else part
            yield " ".join(part), bool(counted) and all(word[0].isupper() for word in counted)


def _unspaced(text: str) -> Iterator[tuple[str, bool]]:
    """Yields pieces of runs of ideographs; those found in several turns are words."""
    for run in _IDEOGRAPHS.findall(text):
        for size in _IDEOGRAPH_LENGTHS:
            for at in range(len(run) - size + 1):
                piece = run[at : at + size]
                if not _GRAMMAR.intersection(piece):
                    yield piece, False


def _choose(found: list[_Phrase], limit: int) -> list[str]:
    """Returns the phrases of the highest weight that share no word with one chosen before."""
    chosen: list[_Phrase] = []
    for phrase in sorted(found, key=lambda one: (-one.weight, one.order)):
        if not _is_accidental(phrase) and not any(_overlap(phrase.words, one.words) for one in chosen):
            chosen.append(phrase)
            if len(chosen) == limit:
                break
    return [phrase.text for phrase in chosen]


def _is_accidental(phrase: _Phrase) -> bool:
    """Returns whether only one turn contains it, and it is a piece of ideographs or three words without a name."""
    cut = bool(_IDEOGRAPHS.match(phrase.text)) or (
        len(phrase.words) == MAX_PHRASE_WORDS and phrase.proper * 2 <= phrase.seen
    )
    return len(phrase.turns) == 1 and cut


def _overlap(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Returns whether they share a word or two forms of one; single characters are compared as one string."""
    if all(len(word) == 1 for word in (*a, *b)):
        return "".join(a) in "".join(b) or "".join(b) in "".join(a)
    return any(_same_stem(one, other) for one in a for other in b)


def _same_stem(a: str, b: str) -> bool:
    """Returns whether two words are the same, or forms of one by their first letters: dance and dancing."""
    least = max(MIN_STEM_LETTERS, ceil(0.75 * min(len(a), len(b))))
    return a == b or (least <= min(len(a), len(b)) and a[:least] == b[:least])
