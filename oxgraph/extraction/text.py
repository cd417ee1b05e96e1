"""Texts brought to one form, as the plugin does it."""

import hashlib
import re
import unicodedata

SPACE = re.compile(r"\s+")
WORD = re.compile(r"\w+")


def normalise(text: str) -> str:
    """NFKC, lower case, runs of whitespace as one blank, none at the ends: as `oxgraph.normalise` in Cypher."""
    return SPACE.sub(" ", unicodedata.normalize("NFKC", text).lower()).strip()


def content_hash(text: str) -> str:
    """SHA-256 of the normalised text in hexadecimal: a memory's content_hash."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()


def sha256(text: str) -> str:
    """SHA-256 of the text's UTF-8 bytes in hexadecimal, as `oxgraph.sha256` in Cypher."""
    return hashlib.sha256(text.encode()).hexdigest()


def grams_of(text: str) -> frozenset[str]:
    """The distinct trigrams of the words of a normalised text, as pg_trgm counts them."""
    padded = (f"  {word} " for word in WORD.findall(text))
    return frozenset(word[at : at + 3] for word in padded for at in range(len(word) - 2))
