"""Terms of a fulltext query, and the number of tokens of a text."""

import re
from collections.abc import Iterable, Iterator

from oxgraph.types.episodic import Message

WORD = re.compile(r"\w+")
MOST = 64
STOPPED = """a an and are as at be but by for if in into is it no not of on or such that the their then there these
they this to was will with"""
"""Words that the index's analyzer leaves out: a query of nothing else would find everything."""


def words(text: str) -> list[str]:
    """The words of a text in lower case, each once, for a query; none where the index knows none of them.

    Only letters, digits and underscores get through: nothing in `text` can be an operator, a field or the end of a
    bracket.
    """
    found = list(dict.fromkeys(WORD.findall(text.lower())))[:MOST]
    return found if set(found) - set(STOPPED.split()) else []


def query(text: str, workspace_term: str) -> str | None:
    """A Lucene query for any of the words of `text` within a workspace; None when there is no word."""
    found = words(text)
    return f"+workspace_term:{workspace_term} +intent_summary:({' '.join(found)})" if found else None


def workspace_term(workspace_id: str) -> str:
    """The one word by which the index knows a workspace: the analyzer would cut an id at its hyphens."""
    return "w" + workspace_id.replace("-", "")


SINGLE = re.compile(
    "[\u0e00-\u0eff\u0f00-\u109f\u1100-\u11ff\u1780-\u17ff\u19e0-\u19ff\u2e80-\u2fdf\u3005\u3007\u3021-\u3029"
    "\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u3131-\u318e\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97c\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00010000-\U0010ffff]"
)
"""Characters of scripts that set no blanks between words, of Hangul, and those beyond the first plane (emoji)."""

CHARACTERS_PER_TOKEN = 4
"""Characters of a token, of all other scripts."""


def tokens(text: str) -> int:
    """Four characters are one token, rounded up; one of a script without blanks is one by itself."""
    single = len(SINGLE.findall(text))
    return single - (single - len(text)) // CHARACTERS_PER_TOKEN


def within_tokens(messages: Iterable[Message], most: int) -> tuple[Message, ...]:
    """The latest of these messages (in order, oldest first) that have `most` tokens together."""
    return tuple(reversed(list(_from_the_end(messages, most))))


def _from_the_end(messages: Iterable[Message], most: int) -> Iterator[Message]:
    for message in reversed(list(messages)):
        most -= tokens(message.text)
        if most < 0:
            return
        yield message
