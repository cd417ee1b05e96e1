"""How many tokens of a language model a text takes, as estimated without one; the same as the plugin's Tokens."""

import re
from collections.abc import Iterable, Iterator

from oxgraph.types.episodic import Message

SINGLE = re.compile(
    "[\u0e00-\u0eff\u0f00-\u109f\u1100-\u11ff\u1780-\u17ff\u19e0-\u19ff\u2e80-\u2fdf\u3005\u3007\u3021-\u3029"
    "\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u3131-\u318e\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97c\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00010000-\U0010ffff]"
)
"""Characters of scripts that set no blanks between words, of Hangul, and those beyond the first plane (emoji)."""

CHARACTERS = 4
"""Characters of a token, of all other scripts."""


def tokens(text: str) -> int:
    """Four characters are one token, rounded up; one of a script without blanks is one by itself."""
    single = len(SINGLE.findall(text))
    return single - (single - len(text)) // CHARACTERS


def within(messages: Iterable[Message], most: int) -> tuple[Message, ...]:
    """The latest of these messages (in order, oldest first) that have `most` tokens together."""
    return tuple(reversed(list(_from_the_end(messages, most))))


def _from_the_end(messages: Iterable[Message], most: int) -> Iterator[Message]:
    for message in reversed(list(messages)):
        most -= tokens(message.text)
        if most < 0:
            return
        yield message
