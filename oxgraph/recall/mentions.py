"""Names in a query: quoted phrases and capitalised words.

The graph itself also looks up every run of words that is the key of an alias, so a name in lower case is found too;
these spans say how much the query is tied down, and whom a negation means.
"""

import re

from oxgraph.recall.word_lists import words

MOST = 20
"""Maximum number of names of one query."""

QUOTED = re.compile(r"\"([^\"\n]{1,200})\"|“([^”\n]{1,200})”|«([^»\n]{1,200})»|(?<!\w)['‘]([^'’\n]{2,200})['’](?!\w)")
WORD = re.compile(r"[^\W_][\w+#&.’'-]*")
JOINTS = words("joint")
"""Lower-case words inside a name, as in `Bank of America`."""

_POSSESSIVE = re.compile(r"['’]s?$")

NO_NAMES = words("opening") | words("calendar")
"""Capitalised words that are no names: question words and parts of dates."""


def mentions(text: str) -> tuple[str, ...]:
    """Returns the distinct names in `text` in order, at most MOST."""
    quoted = [(match.start(), _inside(match)) for match in QUOTED.finditer(text)]
    rest = QUOTED.sub(lambda match: " " * len(match[0]), text)
    found = (name.strip() for _, name in sorted(quoted + _capitalised(rest)))
    return tuple(dict.fromkeys(name for name in found if _names(name)))[:MOST]


def _inside(match: re.Match[str]) -> str:
    return next((group for group in match.groups() if group), "")


def _capitalised(text: str) -> list[tuple[int, str]]:
    """Yields runs of capitalised words with their positions."""
    found: list[tuple[int, str]] = []
    run: list[re.Match[str]] = []
    for word in WORD.finditer(text):
        joined = bool(run) and text[run[-1].end() : word.start()] == " " and run[-1][0][-1] not in ".'’"
        if run and not (joined and (word[0][0].isupper() or word[0] in JOINTS)):
            found.append(_named(run))
            run = []
        if run or (word[0][0].isupper() and not _opens(word[0])):
            run.append(word)
    return [*found, _named(run)] if run else found


def _named(run: list[re.Match[str]]) -> tuple[int, str]:
    """Returns a run as a name, without trailing linking words, dates and the possessive."""
    words = [word[0].rstrip(".-") for word in run]
    while words and (words[-1] in JOINTS or _opens(words[-1])):
        words.pop()
    return run[0].start(), _POSSESSIVE.sub("", " ".join(words))


def _opens(word: str) -> bool:
    return word.lower().replace("’", "'").rstrip(".-") in NO_NAMES


def _names(name: str) -> bool:
    return any(character.isalnum() for character in name) and name.lower() not in NO_NAMES
