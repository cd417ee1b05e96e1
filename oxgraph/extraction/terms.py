"""The content terms of a text: stems of words, or characters where words are not separated by blanks."""

import functools
import math
import re
from collections import Counter
from collections.abc import Callable
from importlib import resources
from itertools import pairwise

from oxgraph import tables
from oxgraph.extraction.text import normalise
from oxgraph.models.vocabulary import vocabulary
from oxgraph.wording import UNSPACED

LANGUAGES = {
    "en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
    "nl": "dutch", "ru": "russian",
}  # fmt: skip
"""Languages whose function words and inflection are known; in others words are compared by their beginnings."""

_UNSPACED = re.compile(f"[{UNSPACED}]")
_RUN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
_HIRAGANA = re.compile(r"[\u3040-\u309f]+")
_FUNCTION_CHARACTERS = frozenset(  # with numerals, which are compared as numbers, and what counts things and times
    "的了是在我你您他她它们們这這那有和与與也都就很不没沒吗嗎呢吧啊把被给給对對从從到为為之其个個会會说說"
    "年月日号號时時只匹头頭隻岁歳歲本台枚人位次杯〇零一二两兩三四五六七八九十百千万萬"
)
_USERS = re.compile("用户|用戶|使用者|利用者|ユーザー")
CHARACTERS_OF_A_WORD = 1.6
"""Average length of a word in Chinese and Japanese text, in characters: the estimate of a number of words."""

BEGINNING = 5
"""Letters by which words are compared that have no common stem."""

LEAST_WEIGHT = 0.2
_COMMON, _RARE = 200, 30_000


def word_count(text: str) -> int:
    """Returns the number of words of a text; an estimate where the script does not separate them."""
    unspaced = len(_UNSPACED.findall(text))
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", _UNSPACED.sub(" ", text))
    return len(words) + math.ceil(unspaced / CHARACTERS_OF_A_WORD)


@functools.cache
def sections() -> dict[str, list[str]]:
    """Returns the lines of the sections of `grounding_words.txt`."""
    text = resources.files("oxgraph.extraction").joinpath("grounding_words.txt").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif not line.startswith("#"):
            found.setdefault(name, []).append(line)
    return found


@functools.cache
def function_words(language: str) -> frozenset[str]:
    """Returns the words of a language that carry no content, its negations included."""
    return frozenset(" ".join(sections().get(f"function {language}", [])).split()) | negations(language)


@functools.cache
def negations(language: str) -> frozenset[str]:
    """Returns the negating words of a language; of `cjk` parts of words."""
    return frozenset(
        word for row in tables.read("negations") if row["language"] == language for word in row["words"].split()
    )


def language_of(text: str) -> str:
    """Returns the language whose function words a text has most of: one of LANGUAGES, `cjk`, or '' for another."""
    letters = sum(c.isalpha() for c in text)
    if not letters:
        return ""
    if len(_UNSPACED.findall(text)) * 3 > letters:
        return "cjk"
    words = Counter(re.findall(r"[^\W\d_]+", normalise(text)))
    counts = {name: sum(words[word] for word in function_words(name) if word in words) for name in LANGUAGES}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ("en" if text.isascii() else "")


@functools.cache
def no_values() -> frozenset[str]:
    """Returns the words that follow "the password is" without being one."""
    return frozenset(" ".join(sections()["no value"]).split())


@functools.cache
def stemmer(language: str) -> Callable[[str], str]:
    """Returns the function that cuts the inflection off a word; without its library, or for another language,
    what leaves the first letters."""
    try:
        import snowballstemmer
    except ImportError:
        return lambda word: word[:BEGINNING]
    if language not in LANGUAGES:
        return lambda word: word[: BEGINNING + 1]
    return functools.lru_cache(maxsize=50_000)(snowballstemmer.stemmer(LANGUAGES[language]).stemWord)


@functools.cache
def _ranks() -> dict[str, int]:
    """Returns the English words of the bundled vocabulary with their rank by frequency."""
    words = (term for term in vocabulary() if term.isascii() and term.isalpha())
    return {word: rank for rank, word in enumerate(words)}


@functools.cache
def weight(word: str, language: str) -> float:
    """Returns how much a word says, LEAST_WEIGHT to 1: the rarer, the more. Of other languages the length counts."""
    if language != "en":
        return min(1.0, 0.3 + 0.07 * len(word))
    ranks = _ranks()
    rank = min(ranks.get(word, _RARE), ranks.get(stemmer("en")(word), _RARE))
    return max(LEAST_WEIGHT, math.log(1 + rank / _COMMON) / math.log(1 + _RARE / _COMMON))


def terms(text: str, language: str, without: frozenset[str] = frozenset()) -> dict[str, float]:
    """Returns the content terms of a text with their weights; `without` are words that do not count, such as names."""
    found: dict[str, float] = {}
    ignored = function_words(language) | without
    stem = stemmer(language)
    for run in _RUN.findall(_USERS.sub(" ", normalise(text))):
        if _UNSPACED.match(run):
            found.update(_character_terms(run))
        elif run not in ignored and not run.isdigit():
            found.setdefault(stem(run), weight(run, language))
    return found


def words_of(text: str) -> frozenset[str]:
    """Returns the words of a text in lower case, such as those of a name."""
    return frozenset(_RUN.findall(normalise(text)))


def _character_terms(run: str) -> dict[str, float]:
    """Returns single characters that carry content, and pairs of them; hiragana is inflection and particles."""
    found: dict[str, float] = {}
    for part in _HIRAGANA.sub(" ", run).split() or [run]:
        kept = [c for c in part if c not in _FUNCTION_CHARACTERS]
        found.update(dict.fromkeys(kept, 0.4))
        found.update({a + b: 0.6 for a, b in pairwise(part) if a in kept and b in kept})
    return found
