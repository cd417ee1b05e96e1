"""Texts as words and sentences, in any script, and whether one repeats another."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
"""Scripts that put no blanks between words: Thai, Lao, Burmese, Khmer, Chinese, Japanese."""

_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")
_ALONE = re.compile(rf"[{UNSPACED}]")
_END = re.compile(r"(?<=[.!?…])[\"'’”)\]]*\s+|(?<=[。！？।؟])|[\r\n\u2028\u2029]+")

LEAST = 8
"""Words of a sentence that is somebody's own; shorter ones are said by everybody."""

RUN = 16
"""So many words of a long sentence in a row are a repetition too."""

SHARE = 2
"""Characters without blanks between them that are as much as a word."""


def words(text: str) -> list[str]:
    """The words of a text without regard to case; of a script without blanks its characters."""
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text; a line break ends one."""
    return (sentence for part in _END.split(text) if (sentence := part.strip()))


def repeats(text: str, sources: Iterable[str]) -> bool:
    """Whether a text has a sentence of its sources in it, of eight words or more, or sixteen words of one in a row."""
    said = f" {' '.join(words(text))} "
    return any(_within(words(sentence), said) for source in sources for sentence in sentences(source))


def _within(sentence: list[str], said: str) -> bool:
    unit = SHARE if sum(bool(_ALONE.match(word)) for word in sentence) * 2 > len(sentence) else 1
    if len(sentence) < LEAST * unit:
        return False
    span = min(len(sentence), RUN * unit)
    return any(f" {' '.join(sentence[at : at + span])} " in said for at in range(len(sentence) - span + 1))
