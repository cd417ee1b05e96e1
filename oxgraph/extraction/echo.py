"""Recalled text that comes back as a turn: known by the content hash of its sentences, and left out."""

import re
from collections.abc import Iterable

from oxgraph.extraction.text import content_hash
from oxgraph.memory_types import BUILT_IN

SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]*[\"'”’)]*")
SHORTENED = re.compile(r"(?:\b(?:Dr|Mr|Mrs|Ms|Prof|St|Mt|Jr|Sr|vs|No|approx|Inc|Ltd|Co|e\.g|i\.e|a\.m|p\.m|[A-Z]))\.$")
"""A point that ends no sentence."""

BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
NOTE = re.compile(rf"\s*\((?:confidence|{'|'.join(BUILT_IN)})[^)]*\)\s*$")


def sentences(text: str) -> list[str]:
    """The text cut into sentences, with the blanks between them: joined they are the text again."""
    return [part for line in text.splitlines(keepends=True) for part in _parts(line)]


def _parts(line: str) -> Iterable[str]:
    start = at = 0
    while at < len(line):
        match = SENTENCE.match(line, at)
        at = max(match.end() if match else at, at + 1)
        if at == len(line) or not SHORTENED.search(line[start:at]):
            yield line[start:at]
            start = at


def hashes(text: str) -> list[str]:
    """The content hashes under which a sentence or a line of the text could be a memory."""
    return list(dict.fromkeys(found for part in (*sentences(text), *text.splitlines()) for found in _forms(part)))


def _forms(part: str) -> list[str]:
    plain = NOTE.sub("", BULLET.sub("", part)).strip()
    return [content_hash(form) for form in dict.fromkeys((plain, plain.rstrip(".!?"), plain.rstrip(".") + ".")) if form]


def strip_echoes(text: str, known: frozenset[str]) -> str:
    """The text without the lines and sentences whose hash is among `known`."""
    if not known:
        return text
    lines = [line for line in text.splitlines(keepends=True) if not known & set(_forms(line))]
    kept = [part for part in sentences("".join(lines)) if not known & set(_forms(part))]
    return "".join(kept).strip()
