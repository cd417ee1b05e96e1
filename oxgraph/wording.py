"""Names of predicates and topic keys in one wording (case, blanks, punctuation, British spelling, singular); counts.

The plugin has the same rules (`text/Wording`, `text/Spelling`); the words stand in `tables/spellings.tsv` and
`tables/plurals.tsv`.
"""

import functools
import re
import unicodedata

from oxgraph import tables

SPACE = re.compile(r"\s")
POSSESSIVE = re.compile(r"['’]s(?![^\W_])")
ARTICLES = frozenset({"the", "a", "an"})
POSSESSIVES = frozenset({"my", "your", "his", "her", "its", "our", "their"})

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
"""Scripts without blanks between words (Thai, Lao, Burmese, Khmer, Chinese, Japanese): ranges of a character class."""

NOTHING_STORED = {
    "memory_disabled": "Nothing was stored: memory is switched off in this workspace.",
    "low_confidence": "Nothing was remembered: the confidence is below the workspace's setting remember_confidence.",
    "deleted": "Nothing was remembered: the memory of this id was deleted.",
}
"""Messages by the field `reason` of a result, for calls that stored nothing and did not fail."""

ENDINGS = ("", "s")
DERIVED = ("ed", "ing", "ful", "able", "less", "er", "ers", "ite", "ites")
"""Endings of words in -our."""

IZE = re.compile(r"([a-z]{3,}i)z(e|es|ed|ing|er|ers|ation|ations)")
SIZES = re.compile(r"(?:re|cap|down|over|out|super|under|mid)siz.*")
NO_PLURAL = re.compile(r".{0,3}|.*(?:ss|us|is|ics|[^a-z]s|[^s])", re.DOTALL)
SIBILANT_PLURAL = re.compile(r".*(?:ss|sh|ch|x|zz|o)es")


def predicate(text: str) -> str:
    """The name of a predicate: its words in lower case and British spelling, joined by `_`; empty without any."""
    return "_".join(_words(text, humps=True))


def topic_key(text: str) -> str:
    """A topic key: its words in lower case, British spelling and singular, joined by blanks; empty without any.

    Articles, and a possessive before them, are left out.
    """
    words = _words(text, humps=text[:1].islower())
    named = words[1:] if len(words) > 1 and words[0] in POSSESSIVES else words
    telling = [word for word in named if word not in ARTICLES]
    return " ".join(singular(word) for word in telling or words)


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: `1 day`, `1,200 days`, `2 memories`; `many` where the plural is none of a single noun."""
    if many is None:
        many = f"{one[:-1]}ies" if one.endswith("y") and one[-2] not in "aeiou" else f"{one}s"
    return f"{number:,} {one if number == 1 else many}"


def british(word: str) -> str:
    """A lower-case word in British spelling."""
    known = _british().get(word)
    if known is not None:
        return known
    match = None if SIZES.fullmatch(word) else IZE.fullmatch(word)
    return f"{match[1]}s{match[2]}" if match else word


def singular(word: str) -> str:
    """A lower-case word in the singular."""
    known = _singulars().get(word)
    if known is not None:
        return known
    if NO_PLURAL.fullmatch(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if SIBILANT_PLURAL.fullmatch(word) else word[:-1]


def _words(text: str, humps: bool) -> list[str]:
    """The lower-case words in British spelling; `humps`: whether camelCase without blanks is several words."""
    plain = unicodedata.normalize("NFKC", text)
    apart = _apart(plain) if humps and not SPACE.search(plain.strip()) else plain
    return [british(word) for word in _tokens(POSSESSIVE.sub("", apart.lower()))]


def _apart(text: str) -> str:
    """`worksAt` as `works At`, `isCEOOf` as `is CEO Of`."""
    kinds = [unicodedata.category(character) for character in text] + [""]
    parts = []
    for place, character in enumerate(text):
        before, here, after = kinds[place - 1] if place else "", kinds[place], kinds[place + 1]
        if here == "Lu" and (before in ("Ll", "Nd") or (before == "Lu" and after == "Ll")):
            parts.append(" ")
        parts.append(character)
    return "".join(parts)


def _tokens(text: str) -> list[str]:
    """Runs of letters and digits with their marks; also + and # at a word's end."""
    found, word = [], ""
    for place, character in enumerate(text):
        kind = unicodedata.category(character)[0]
        if kind in "LN" or (word and (kind == "M" or (character in "+#" and _ends_word(text, place)))):
            word += character
        else:
            found.append(word)
            word = ""
    return [one for one in [*found, word] if one]


def _ends_word(text: str, place: int) -> bool:
    """Whether no letter or digit follows the run of + and # at a place."""
    rest = text[place:].lstrip("+#")
    return not rest or unicodedata.category(rest[0])[0] not in "LN"


@functools.cache
def _british() -> dict[str, str]:
    """British spellings by the American ones."""
    return {
        row["american"] + ending: row["british"] + ending
        for row in tables.read("spellings")
        for ending in (ENDINGS + DERIVED if row["british"].endswith("our") else ENDINGS)
    }


@functools.cache
def _singulars() -> dict[str, str]:
    return {row["plural"]: row["singular"] for row in tables.read("plurals")}
