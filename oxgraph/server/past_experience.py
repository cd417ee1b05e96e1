"""Past experience as text: the costliest failures of a workspace, and the patterns of each tool."""

import asyncio
from collections.abc import Iterable

from oxgraph.client import AsyncMemory
from oxgraph.prompt_blocks import heading
from oxgraph.types import Injection, PatternRow

MAX_PATTERNS = 500
"""Patterns, by confidence, whose action types have blocks."""

FIRST_LINE = "Pattern: "


async def by_action_type(memory: AsyncMemory, action_types: Iterable[str], session_id: str) -> dict[str, str]:
    """The block of each of these action types that has patterns, but for what is withheld from the session."""
    known = {row.action_type for row in await _visible(memory)}
    types = [one for one in action_types if one in known]
    found = zip(types, await asyncio.gather(*(lasting(memory, one, session_id) for one in types)), strict=True)
    return {name: injection.block for name, injection in found if injection.block}


async def lasting(memory: AsyncMemory, action_type: str, session_id: str | None) -> Injection:
    """Past experience with an action type that holds beyond the moment of the request.

    For blocks that an agent reads later, such as those in tool descriptions.
    """
    return without_situations(await memory.telemetry.inject(action_type=action_type, session_id=session_id))


def without_situations(injection: Injection) -> Injection:
    """The injection without situational patterns and the run's risk, which hold only at the moment of the request."""
    block = injection.block
    if injection.risk is not None:
        block = block.removesuffix(injection.risk.text).removesuffix("\n")
        injection = injection.model_copy(update={"block": block, "risk": None})
    parts = _parts(block)
    if len(parts) != len(injection.patterns) or all(row.context is None for row in injection.patterns):
        return injection
    kept = [(row, text) for row, text in zip(injection.patterns, parts, strict=True) if row.context is None]
    update = {"patterns": tuple(row for row, _ in kept), "block": _block([text for _, text in kept])}
    return injection.model_copy(update=update)


async def _visible(memory: AsyncMemory) -> list[PatternRow]:
    """The patterns that are not suppressed; injection decides by the workspace's settings which of them are shown."""
    return [row for row in await memory.telemetry.patterns(kind="plain", limit=MAX_PATTERNS) if not row.suppressed]


def _block(parts: list[str]) -> str:
    return "\n".join([heading("patterns", len(parts)), *parts]) if parts else ""


def _parts(block: str) -> list[str]:
    """The block's lines, grouped by pattern."""
    parts: list[str] = []
    for line in block.split("\n")[1:]:
        if line.startswith(FIRST_LINE):
            parts.append(line)
        elif parts:
            parts[-1] += "\n" + line
    return parts
