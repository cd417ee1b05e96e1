"""The phrases that stand out in what was said: plain counting, without a model or a tagger."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from math import ceil, log2

from oxgraph.summaries.sentences import UNSPACED, sentences, words

MOST = 12
LONGEST = 3
"""Words of a phrase."""

SHORTEST = 3
"""Letters of a phrase."""

RARE = 0.35
"""What a phrase counts that stands in one turn only, beside one that comes back."""

STEM = 4
"""Letters that two forms of a word have in common at least."""

PROPER = 1.6
"""How much more a name counts than a word."""

# Addresses, paths, keys, and whatever has a digit in it: none of it is a topic, and some of it is nobody's business.
_CODE = re.compile(r"\S*(?:[@\\/_=<>{}|]|\w\.\w|\d)\S*|```.*?(?:```|\Z)", re.DOTALL)
_RUN = re.compile(rf"[^\W\d_{UNSPACED}]+(?:[-'’][^\W\d_{UNSPACED}]+)*|[^\w\s]+|[{UNSPACED}]+|\n+")
_WORD = re.compile(rf"[^\W\d_{UNSPACED}]")
# A run of Chinese characters or of katakana is a word or a few of them; hiragana is mostly grammar.
_IDEOGRAPHS = re.compile(
    "[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]{2,}|[\u30a0-\u30ff]{2,}"
)
_GRAMMAR = frozenset("的了是我你您他她它们在有和与不这那就也都要会能吗呢吧啊很到说去来把被给对上下个么什怎哪没")
_IDEOGRAPH_LENGTHS = (4, 3, 2)


@dataclass
class _Phrase:
    """A phrase as it is written most plainly, in how many turns it stands, and whether it is a name."""

    text: str
    words: tuple[str, ...]
    order: int
    turns: set[int] = field(default_factory=set)
    proper: int = 0
    seen: int = 0

    @property
    def weight(self) -> float:
        often = 1 + log2(len(self.turns)) if len(self.turns) > 1 else RARE
        length = 1 + 0.4 * (len(self.words) - 1)
        specific = min(sum(len(word) for word in self.words) / len(self.words), 9) / 9
        return often * length * (0.6 + specific) * (PROPER if self.proper * 2 > self.seen else 1)


def phrases(texts: Sequence[str], without: Iterable[str] = (), most: int = MOST) -> list[str]:
    """The phrases that stand out in texts, the most telling first; none where nothing does.

    Up to three words each, never a whole sentence of the texts, no numbers, addresses or names in `without`.
    """
    left_out = function_words() | {word for name in without for word in words(name)}
    whole = {tuple(words(sentence)) for text in texts for sentence in sentences(text)}
    found: dict[tuple[str, ...], _Phrase] = {}
    for turn, text in enumerate(texts):
        plain = _CODE.sub(" . ", unicodedata.normalize("NFKC", text))
        for written, proper in (*_spaced(plain, left_out), *_unspaced(plain)):
            _count(found, turn, written, proper)
    kept = [one for one in found.values() if one.words not in whole or len(one.words) == 1]
    return _chosen(kept, most)


@cache
def function_words() -> frozenset[str]:
    """Words that say nothing of what a talk is about."""
    text = resources.files("oxgraph.summaries").joinpath("words.txt").read_text(encoding="utf-8")
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
    """Runs of words between words that say nothing, and their parts; whether each is written as a name."""
    run: list[str] = []
    first = begins = True
    for token in (*_RUN.findall(text), "."):
        if _WORD.match(token) and not _empty(token, left_out):
            first = begins if not run else first
            run.append(token)
        else:
            yield from _parts(run, first)
            run = []
        begins = not _WORD.match(token) and token not in (",", "-", "(", "'", "’", '"', ":", ";")


def _empty(token: str, left_out: frozenset[str]) -> bool:
    plain = token.casefold().replace("’", "'")
    return len(token) < SHORTEST or plain in left_out or plain.partition("'")[0] in left_out


def _parts(run: list[str], first: bool) -> Iterator[tuple[str, bool]]:
    """Of a run every part of up to three words; one that begins a sentence is a name only beyond its first word."""
    for size in range(1, LONGEST + 1):
        for at in range(len(run) - size + 1):
            part = run[at : at + size]
            counted = part[1:] if first and at == 0 else part
            yield " ".join(part), bool(counted) and all(word[0].isupper() for word in counted)


def _unspaced(text: str) -> Iterator[tuple[str, bool]]:
    """Pieces of runs of ideographs; those that come back are words."""
    for run in _IDEOGRAPHS.findall(text):
        for size in _IDEOGRAPH_LENGTHS:
            for at in range(len(run) - size + 1):
                piece = run[at : at + size]
                if not _GRAMMAR.intersection(piece):
                    yield piece, False


def _chosen(found: list[_Phrase], most: int) -> list[str]:
    """The weightiest that say something which the chosen ones do not say already."""
    chosen: list[_Phrase] = []
    for phrase in sorted(found, key=lambda one: (-one.weight, one.order)):
        if not _by_chance(phrase) and not any(_overlap(phrase.words, one.words) for one in chosen):
            chosen.append(phrase)
            if len(chosen) == most:
                break
    return [phrase.text for phrase in chosen]


def _by_chance(phrase: _Phrase) -> bool:
    """What stands in one turn only, and is a cut through ideographs or three words that are no name."""
    cut = bool(_IDEOGRAPHS.match(phrase.text)) or (len(phrase.words) == LONGEST and phrase.proper * 2 <= phrase.seen)
    return len(phrase.turns) == 1 and cut


def _overlap(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether one has a word of the other, or another form of it; characters without blanks between count in a row."""
    if all(len(word) == 1 for word in (*a, *b)):
        return "".join(a) in "".join(b) or "".join(b) in "".join(a)
    return any(_alike(one, other) for one in a for other in b)


def _alike(a: str, b: str) -> bool:
    """Whether two words are one, or begin so alike that they are forms of one: dance and dancing."""
    least = max(STEM, ceil(0.75 * min(len(a), len(b))))
    return a == b or (least <= min(len(a), len(b)) and a[:least] == b[:least])
