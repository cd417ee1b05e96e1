"""Exclusions in a query: `not Sarah`, `except the tax return`, `other than pottery`.

A negated verb is no such thing: `What didn't Sarah like?` asks about Sarah. So `not` and `without` keep out a name
alone, and only where no auxiliary verb stands before; words are kept out by what says so plainly.
"""

import re

from oxgraph.recall.mentions import NO_NAMES, QUOTED, mentions

MOST = 20
"""Maximum number of excluded names and words of one query."""

_STRONG = re.compile(
    r"(?i)\b(?:except(?: for)?|excepting|excluding|other than|apart from|aside from|besides|but not|anything but"
    r"|leav(?:e|ing) out|not about|nothing about|not including)\b[ :]*"
)
_WEAK = re.compile(r"(?i)(?<![\w'’])(?:not|without|minus)\b ?(?=[\"“«‘'A-Z])")
_AUXILIARY = re.compile(
    r"(?i)\b(?:am|is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|ca)"
    r"(?: \w+)? $"
)
_END = re.compile(
    r"(?i)[.,;:?!()\n]|\b(?:when|where|who|whom|which|that|what|how|why|because|since|before|after|during|in|at|on|for"
    r"|is|are|was|were|does|do|did|has|have|had|can|will|would|should|from|to|with|but)\b"
)
_ARTICLE = re.compile(
    r"(?i)^(?:(?:the|a|an|my|our|his|her|their|your|those|these|this|that|any|all|about|anything|what) )+"
)
_JOINT = re.compile(r"(?i)\s*(?:,|\band\b|\bor\b|\bnor\b)\s*")
WORDS = 4
"""Maximum number of words of one excluded phrase."""


def negations(text: str) -> tuple[str, ...]:
    """Returns the names and words to exclude, in order, at most MOST."""
    found: list[tuple[int, str]] = []
    for match in _STRONG.finditer(text):
        found += [(match.start(), phrase) for phrase in _phrases(text[match.end() :])]
    for match in _WEAK.finditer(text):
        if not _AUXILIARY.search(text[: match.start()]):
            found += [(match.start(), name) for name in _named(text[match.end() :])]
    return tuple(dict.fromkeys(phrase for _, phrase in sorted(found, key=lambda one: one[0])))[:MOST]


def _phrases(rest: str) -> list[str]:
    """Yields what follows up to the next clause: a quotation, or up to four words between commas and `and`."""
    quoted = QUOTED.match(rest)
    if quoted:
        return [next(group for group in quoted.groups() if group)]
    end = _END.search(rest)
    clause = rest[: end.start()] if end else rest
    parts = (_ARTICLE.sub("", part.strip()).removesuffix("'s") for part in _JOINT.split(clause))
    kept = (_leading_name(part) or part for part in parts)
    return [part for part in kept if part and len(part.split()) <= WORDS and part.lower() not in NO_NAMES]


def _named(rest: str) -> list[str]:
    """Returns the name directly after a `not`, if there is one."""
    end = _END.search(rest)
    name = _leading_name(rest[: end.start()] if end and not QUOTED.match(rest) else rest)
    return [name] if name else []


def _leading_name(clause: str) -> str | None:
    """Returns the name at the beginning of a clause: `Alice came` is about Alice."""
    first = next(iter(mentions(clause)), None)
    return first if first and clause.lstrip("\"“«‘' ").startswith(first) else None
