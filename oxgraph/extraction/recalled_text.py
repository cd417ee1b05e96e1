"""Finds recalled text in messages, so that it is not extracted again.

Blocks that oxgraph put into a prompt are known by their first lines, memories by the content hash of a sentence.
"""

import re

from oxgraph.extraction.text import content_hash, sentences
from oxgraph.memory_types import BUILT_IN
from oxgraph.prompt_blocks import TITLES, opening

EPISODES_OPENING = "Earlier conversation summaries (most recent last):"
"""The first line of the block of episodes."""

STOPPED_ONCE = "This call was stopped once, because memory warns of it. The same call again is not stopped."
"""The last line of what an agent's model reads in place of a call's result, after the block of past experience."""

CLOSING = "[/Memory]"
"""An optional last line; without one a block ends at the first empty line."""

_TITLE = "|".join(map(re.escape, TITLES))
_OPENING = re.compile(rf"\[(?:{_TITLE}) —[^\]\n]*\]|{re.escape(EPISODES_OPENING)}")
_BLOCK = re.compile(rf"(?:{_OPENING.pattern})" + rf".*?(?:{re.escape(CLOSING)}|\n[ \t]*\n|\Z)", re.DOTALL)
_MARK = re.compile(rf"\[(?=/?(?:{_TITLE}|Memory)\b)")
_STOPPED = re.compile(rf"[^\n]{{0,100}}{re.escape(opening('patterns'))}.*{re.escape(STOPPED_ONCE)}", re.DOTALL)
"""Before it some agents write a few words, such as `Command blocked by PreToolUse hook: `."""
BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
NOTE = re.compile(rf"\s*\((?:confidence|{'|'.join(BUILT_IN)})[^)]*\)\s*$")


def unmarked(text: str) -> str:
    """A text to be put into a block, with nothing in it that could end the block or begin another: `[/Memory]`.

    The bracket becomes a round one, as in the blocks that the plugin writes (`text/PromptBlocks`).
    """
    return _MARK.sub("(", text)


def one_line(text: str) -> str:
    """The same on one line: line breaks and runs of blanks become one blank."""
    return unmarked(" ".join(text.split()))


def without_blocks(text: str) -> str:
    """Returns a text without the blocks of oxgraph, as recalled text is not a new statement."""
    return _BLOCK.sub("\n", text).strip()


def has_block(text: str) -> bool:
    """Returns whether a text contains a block of oxgraph."""
    return _OPENING.search(text) is not None


def was_stopped(result: str) -> bool:
    """Returns whether a tool call's result says that memory has stopped the call, so that it was not made."""
    return _STOPPED.match(result) is not None


def content_hashes(text: str) -> list[str]:
    """Returns the content hashes that a memory would have whose content is a sentence or line of a text."""
    return list(dict.fromkeys(found for part in (*sentences(text), *text.splitlines()) for found in _hashes_of(part)))


def _hashes_of(part: str) -> list[str]:
    plain = NOTE.sub("", BULLET.sub("", part)).strip()
    return [content_hash(form) for form in dict.fromkeys((plain, plain.rstrip(".!?"), plain.rstrip(".") + ".")) if form]


def strip_echoes(text: str, known: frozenset[str]) -> str:
    """Removes the lines and sentences of a text whose content hash is in `known`."""
    if not known:
        return text
    lines = [line for line in text.splitlines(keepends=True) if not known & set(_hashes_of(line))]
    kept = [part for part in sentences("".join(lines)) if not known & set(_hashes_of(part))]
    return "".join(kept).strip()
