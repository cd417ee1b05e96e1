"""Normalises, hashes and splits texts. Normalisation and hashes equal those of the plugin."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from oxgraph import tables

SPACE = re.compile(r"\s+")
WORD = re.compile(r"\w+")
SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]*[\"'”’)]*")
_ABBREVIATIONS = (re.escape(word) for row in tables.read("abbreviations") for word in row["words"].split())
ABBREVIATION = re.compile(rf"\b(?:{'|'.join(_ABBREVIATIONS)}|[A-Z])\.$")
"""An abbreviation or an initial, whose full stop does not end a sentence."""


def normalise(text: str) -> str:
    """Returns a text in NFKC and lower case, with single spaces and none at its ends (`oxgraph.normalise`)."""
    return SPACE.sub(" ", unicodedata.normalize("NFKC", text).lower()).strip()


def content_hash(text: str) -> str:
    """Returns the SHA-256 of the normalised text in hexadecimal: a memory's content_hash."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()


def sha256(text: str) -> str:
    """Returns the SHA-256 of the text's UTF-8 bytes in hexadecimal, as `oxgraph.sha256` in Cypher."""
    return hashlib.sha256(text.encode()).hexdigest()


def grams_of(text: str) -> frozenset[str]:
    """Returns the distinct trigrams of the words of a normalised text, as pg_trgm counts them."""
    padded = (f"  {word} " for word in WORD.findall(text))
    return frozenset(word[at : at + 3] for word in padded for at in range(len(word) - 2))


def sentences(text: str) -> list[str]:
    """Splits a text into sentences with their whitespace; joined they equal the text."""
    return [part for line in text.splitlines(keepends=True) for part in _sentences_of_line(line)]


def _sentences_of_line(line: str) -> Iterable[str]:
    start = at = 0
    while at < len(line):
        match = SENTENCE.match(line, at)
        at = max(match.end() if match else at, at + 1)
        if at == len(line) or not ABBREVIATION.search(line[start:at]):
            yield line[start:at]
            start = at
