"""Tells the format of a file from its first objects, whatever its name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from oxgraph.file_formats.sessions import (
    claude_code,
    codex,
    gemini,
    message_lists,
    mini_swe_agent,
    opencode,
    openhands,
    spans,
    swe_agent,
)
from oxgraph.file_formats.sessions.records import Item, Place, Reader, Row, Unreadable
from oxgraph.file_formats.sessions.source import SessionFile

FIRST = 50
"""Objects at the beginning of a file by which its format is recognised."""


@dataclass(frozen=True)
class Format:
    """A format: its name, whether an object is of it, and its reader."""

    name: str
    fits: Callable[[Row], bool]
    read: Reader


FORMATS = (
    Format("claude-code", claude_code.fits, claude_code.read),
    Format("codex", codex.fits, codex.read),
    Format("gemini", gemini.fits, gemini.read),
    Format("mini-swe-agent", mini_swe_agent.fits, mini_swe_agent.read),
    Format("opencode", opencode.fits, opencode.read),
    Format("otlp", spans.fits_otlp, spans.read_otlp),
    Format("langfuse", spans.fits_langfuse, spans.read_langfuse),
    Format("langsmith", spans.fits_langsmith, spans.read_langsmith),
    Format("openhands", openhands.fits, openhands.read),
    Format("swe-agent", swe_agent.fits, swe_agent.read),
    Format("messages", message_lists.fits, message_lists.read),
)
"""In the order in which they are tried: the most particular first."""


def recognised(value: Row) -> Format | None:
    """The format that an object is of.

    Where words are expected a file may have a list or a mapping. Readers look for them in tuples: a set fails there.
    """
    return next((one for one in FORMATS if one.fits(value)), None)


def holds_sessions(file: SessionFile) -> bool:
    """Whether a file is of a known format. Raises InvalidInput for a file that cannot be opened."""
    return any(isinstance(one, Place) and recognised(one.value) for one in islice(file, FIRST))


def read_sessions(file: SessionFile) -> Iterator[Item]:
    """Yields what a file holds. Raises InvalidInput for a file that cannot be opened or goes beyond the bounds."""
    items = iter(file)
    first: list[Place] = []
    format: Format | None = None
    named = False
    for item in items:
        if isinstance(item, Unreadable):
            named = named or item.line == 0
            yield item
            continue
        first.append(item)
        format = recognised(item.value)
        if format is not None or len(first) == FIRST:
            break
    if format is None:
        if not named:
            yield Unreadable(0, "holds no session of a known format")
        return
    unread: list[Unreadable] = []
    for found in format.read(_places(chain(first, items), unread), file.name):
        yield from unread
        unread.clear()
        yield found
    yield from unread


def _places(items: Iterator[Place | Unreadable], unread: list[Unreadable]) -> Iterator[Place]:
    """The objects; what could not be read is put aside."""
    for item in items:
        if isinstance(item, Unreadable):
            unread.append(item)
        else:
            yield item
