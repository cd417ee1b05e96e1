"""Predicates and memory types that a query asks about, by the question templates of `predicates.tsv`."""

import functools
import re

from oxgraph.memory_types import BUILT_IN
from oxgraph.predicates import question_templates
from oxgraph.recall.word_lists import words

MOST = 8
"""Maximum number of predicates of one query."""

WORD = re.compile(r"[^\W_]+")
ASKING = words("asking")
EMPTY = words("empty")
TOO_COMMON = words("common")
"""Ambiguous words: they count only together with the question word of their template."""

_IRREGULAR = {
    "went": "go", "gone": "go", "bought": "buy", "met": "meet", "knew": "know", "spoke": "speak", "spoken": "speak",
    "married": "marry", "allergies": "allergic", "allergy": "allergic", "favorite": "favourite",
    "favorites": "favourite", "favourites": "favourite", "preference": "prefer", "preferences": "prefer",
}  # fmt: skip
_PLURALS = {"entities" if name == "entity" else f"{name}s": name for name in BUILT_IN}
TYPE_WORDS = frozenset(BUILT_IN) | frozenset(_PLURALS)
_TYPE = re.compile(
    r"(?i)\b(?:which|what|what kinds? of|what sorts? of|list|show(?: me)?|any|all(?: of)?|give me|find|every)"
    r"(?: (?:the|my|our|her|his|their|those|these|of))*(?: [\w'’+-]+){0,2}? "
    rf"(?:(?P<one>{'|'.join(BUILT_IN)})|(?P<many>{'|'.join(_PLURALS)}))\b(?!['’-])"
)
_TO_DO = re.compile(
    r"(?i)\b(?:what|anything|everything|things)\b(?: \w+){0,2}? (?:i|we) (?:still |also |yet )?"
    r"(?:have|need|got|ought) to do"
    r"(?= *(?:[?.!,;]|$|(?:today|tomorrow|tonight|now|yet|this|next|by|before|until)\b))"
    r"|\bwhat(?:['’]s| is)(?: still)?(?: left| open)? to do(?= *(?:[?.!,;]|$))|\bmy to-?dos?\b"
)
"""`What do I still have to do?` asks for tasks."""


def stem(word: str) -> str:
    """Returns the stem of an English word, precise enough to compare questions with templates."""
    word = word.lower()
    if word in _IRREGULAR:
        return _IRREGULAR[word].rstrip("e")
    for ending, least in (("ies", 5), ("ing", 6), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            cut = word[: -len(ending)]
            return cut + "y" if ending == "ies" else cut.rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in WORD.findall(text) if word.lower() not in EMPTY)


@functools.cache
def _signatures() -> tuple[tuple[str, frozenset[str]], ...]:
    """Returns sets of stems with their predicate: of each template, and of the predicate's name."""
    found: dict[tuple[str, frozenset[str]], None] = {}
    for name, templates in question_templates().items():
        for template in templates:
            stems = _stems(template.replace("{subject}", " "))
            if any(one not in _asking_stems() for one in stems):
                found[name, stems] = None
        own = _stems(name.replace("_", " "))
        if own and not own & _common_stems() and not own <= _asking_stems():
            found[name, own] = None
    return tuple(found)


@functools.cache
def _asking_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in ASKING)


@functools.cache
def _common_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in TOO_COMMON)


def predicates(text: str) -> tuple[str, ...]:
    """Returns the predicates that `text` asks for, the most specific first, at most MOST."""
    present = _stems(text)
    hits: dict[str, int] = {}
    for name, stems in _signatures():
        if stems <= present:
            hits[name] = max(hits.get(name, 0), len(stems))
    return tuple(sorted(hits, key=lambda name: (-hits[name], name)))[:MOST]


def types(text: str) -> tuple[str, ...]:
    """Returns the memory types that `text` asks for: `which event`, `what preferences`, `what do I have to do`."""
    named = [found for match in _TYPE.finditer(text) if (found := _asked(match))]
    return tuple(dict.fromkeys([*named, "task"] if _TO_DO.search(text) else named))


def _asked(match: re.Match[str]) -> str | None:
    """Returns whether the query names a singular type: only after which or what, as `any event` is ambiguous."""
    if match["many"]:
        return _PLURALS[match["many"].lower()]
    return str(match["one"]).lower() if match[0].lower().startswith(("which", "what")) else None
