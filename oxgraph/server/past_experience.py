"""Past experience as text: the costliest failures of a workspace, and the patterns of each tool."""

import asyncio
from collections.abc import Iterable

from oxgraph.client import AsyncMemory
from oxgraph.extraction.recalled_text import PATTERNS_OPENING
from oxgraph.types import Injection, PatternRow
from oxgraph.wording import count

MAX_PATTERNS = 500
"""Patterns, by confidence, whose action types have blocks."""

FIRST_LINE = "Pattern: "


async def strongest(memory: AsyncMemory, session_id: str | None = None) -> str:
    """A block of the failures that cost the workspace most, situational ones too; '' where there are none.

    What the holdout withholds from the session is left out.
    """
    return (await memory.telemetry.costliest_failures(session_id=session_id)).block


async def by_action_type(memory: AsyncMemory, action_types: Iterable[str]) -> dict[str, str]:
    """The block of each of these action types that has patterns."""
    known = {row.action_type for row in await _visible(memory)}
    types = [one for one in action_types if one in known]
    found = zip(types, await _injections(memory, types), strict=True)
    return {name: injection.block for name, injection in found if injection.block}


def without_situations(injection: Injection) -> Injection:
    """The injection without situational patterns, which hold only at the moment of the request.

    For blocks that an agent reads later, such as those in tool descriptions.
    """
    parts = _parts(injection.block)
    if len(parts) != len(injection.patterns) or all(row.context is None for row in injection.patterns):
        return injection
    kept = [(row, text) for row, text in zip(injection.patterns, parts, strict=True) if row.context is None]
    update = {"patterns": tuple(row for row, _ in kept), "block": _block([text for _, text in kept])}
    return injection.model_copy(update=update)


async def _visible(memory: AsyncMemory) -> list[PatternRow]:
    """The patterns that are not suppressed; injection decides by the workspace's settings which of them are shown."""
    return [row for row in await memory.telemetry.patterns(kind="plain", limit=MAX_PATTERNS) if not row.suppressed]


async def _injections(memory: AsyncMemory, action_types: Iterable[str]) -> list[Injection]:
    found = await asyncio.gather(*(memory.telemetry.inject(action_type=one) for one in action_types))
    return [without_situations(injection) for injection in found]


def _block(parts: list[str]) -> str:
    return "\n".join([f"{PATTERNS_OPENING} — {count(len(parts), 'relevant pattern')}]", *parts]) if parts else ""


def _parts(block: str) -> list[str]:
    """The block's lines, grouped by pattern."""
    parts: list[str] = []
    for line in block.split("\n")[1:]:
        if line.startswith(FIRST_LINE):
            parts.append(line)
        elif parts:
            parts[-1] += "\n" + line
    return parts
