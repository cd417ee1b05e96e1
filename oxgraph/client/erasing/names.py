"""What names a subject in a text, and the text without it."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import resources

from oxgraph.client.erasing.searched import SKIPPED

ERASED = "[erased]"
WORD_END = r"(?![^\W_])"
WORD_START = r"(?<![^\W_])"
BETWEEN = r"[\W_]+"
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Scripts that put no blanks between words: Thai, Lao, Burmese, Khmer, kana and Chinese characters."""


def words_of(text: str) -> list[str]:
    """The words that a name is compared by, as oxgraph.name_key gives them."""
    plain = unicodedata.normalize("NFKC", text).lower()
    return "".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in plain).split()


def common_words() -> frozenset[str]:
    """Words that a text has without meaning somebody: function words, roles, months, words that are names too."""
    text = resources.files("oxgraph.client.erasing").joinpath("common_words.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


@dataclass
class Names:
    """The names that are sought, and how.

    `keys` stand in a text's key whatever its case and punctuation; `exact` are patterns of names that are common
    words, sought as they are written; `values` are whole texts, such as node ids. `left_out` says of the other names
    why they are not sought.
    """

    sought: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    exact: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    _patterns: list[re.Pattern[str]] = field(default_factory=list)
    _as_written: list[re.Pattern[str]] = field(default_factory=list)

    @classmethod
    def of(cls, names: Iterable[str], shared: Iterable[str], values: Iterable[str], *, chosen: bool = False) -> "Names":
        """Sorts names out. `shared` are borne by others too; `chosen` were named by the caller and all count."""
        found, common, others = cls(values=list(dict.fromkeys(values))), common_words(), set(shared)
        for name in dict.fromkeys(name for name in names if name.strip()):
            words = words_of(name)
            reason = "" if chosen and words else _reason(name, words, name in others, common)
            if reason:
                found.left_out[name] = reason
            elif not chosen and len(words) == 1 and words[0] in common:
                found._exactly(name)
            else:
                found._anyhow(name, words)
        return found

    def _anyhow(self, name: str, words: list[str]) -> None:
        self.sought.append(name)
        loose = any(UNSPACED.search(word) for word in words)
        key = " ".join(words)
        self.keys.append(key if loose else f" {key} ")
        pattern = BETWEEN.join(re.escape(word) for word in words)
        pattern = pattern if loose else f"{WORD_START}{pattern}{WORD_END}"
        self._patterns.append(re.compile(pattern, re.IGNORECASE))

    def _exactly(self, name: str) -> None:
        self.sought.append(name)
        quoted = name.strip().replace("\\E", "")
        self.exact.append(rf"(?s).*(?<![\p{{L}}\p{{N}}])\Q{quoted}\E(?![\p{{L}}\p{{N}}]).*")
        self._as_written.append(re.compile(f"{WORD_START}{re.escape(quoted)}{WORD_END}"))
        self._patterns.append(self._as_written[-1])

    def seeks_in(self, kind: str, property: str) -> bool:
        """Whether a property of nodes of a kind is searched."""
        return property not in SKIPPED and f"{kind}.{property}" not in SKIPPED

    def names_it(self, text: str) -> bool:
        """Whether a text names the subject, by the rules of the statement erasure/find and by nothing else."""
        key = f" {' '.join(words_of(text))} "
        return (
            text in self.values
            or any(one in key for one in self.keys)
            or any(pattern.search(text) for pattern in self._as_written)
        )

    def without(self, text: str) -> str:
        """The text with each name as [erased]; nothing but that where a name stands in it in a form of its own."""
        found = text
        for pattern in self._patterns:
            found = pattern.sub(ERASED, found)
        return found if found != text else ERASED

    def stands_in(self, text: str) -> bool:
        """Whether the text is one of the values or names the subject."""
        key = f" {' '.join(words_of(text))} "
        return (
            text in self.values
            or any(one in key for one in self.keys)
            or any(pattern.search(text) for pattern in self._patterns)
        )


def _reason(name: str, words: list[str], shared: bool, common: frozenset[str]) -> str:
    """Why a name is not sought in texts; empty when it is."""
    if shared:
        return "another entity bears it too"
    key = "".join(words)
    if len(key) < 2:
        return "it is too short to mean somebody"
    if key.isdecimal():
        return "it is a number"
    if len(words) == 1 and words[0] in common and name.strip() == words[0]:
        return "it is a common word"
    return ""
