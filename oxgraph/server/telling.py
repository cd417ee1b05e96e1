"""What an agent is told of a workspace's past before it asks: the strongest patterns, and those of each tool."""

import asyncio
from collections.abc import Iterable

from oxgraph.client import AsyncMemory
from oxgraph.types import InjectedPattern, Injection, PatternRow

PATTERNS = 500
"""Patterns among which the strongest are looked for, by confidence."""

STRONGEST = 5
BEGINNING = "Pattern: "


async def strongest(memory: AsyncMemory) -> str:
    """The workspace's strongest patterns as a block, the annotated ones first; '' where there is none to be shown."""
    rows = sorted(await _shown(memory), key=lambda row: (not row.annotation, -row.confidence))
    types = list(dict.fromkeys(row.action_type for row in rows))[:STRONGEST]
    return merged(await _injections(memory, types))


async def by_action_type(memory: AsyncMemory, action_types: Iterable[str]) -> dict[str, str]:
    """The block of each of these action types that has one."""
    known = {row.action_type for row in await _shown(memory)}
    types = [one for one in action_types if one in known]
    found = zip(types, await _injections(memory, types), strict=True)
    return {name: injection.block for name, injection in found if injection.block}


def standing(injection: Injection) -> Injection:
    """What of it is told once and read later: no warning of the situation that it was asked in."""
    parts = _parts(injection.block)
    if len(parts) != len(injection.patterns) or all(row.context is None for row in injection.patterns):
        return injection
    kept = [(row, text) for row, text in zip(injection.patterns, parts, strict=True) if row.context is None]
    update = {"patterns": tuple(row for row, _ in kept), "block": _block([text for _, text in kept])}
    return injection.model_copy(update=update)


async def _shown(memory: AsyncMemory) -> list[PatternRow]:
    """The patterns that may be shown; what decides is injection, by the workspace's settings."""
    return [row for row in await memory.telemetry.patterns(kind="plain", limit=PATTERNS) if not row.suppressed]


async def _injections(memory: AsyncMemory, action_types: Iterable[str]) -> list[Injection]:
    found = await asyncio.gather(*(memory.telemetry.inject(action_type=one) for one in action_types))
    return [standing(injection) for injection in found]


def merged(injections: Iterable[Injection]) -> str:
    """One block of several, the strongest of their patterns, made of their own lines."""
    lines: list[tuple[InjectedPattern, str]] = []
    for injection in injections:
        parts = _parts(injection.block)
        if len(parts) == len(injection.patterns):
            lines += zip(injection.patterns, parts, strict=True)
    lines.sort(key=lambda one: (not one[0].annotation, -one[0].confidence, one[0].name))
    return _block([text for _, text in lines[:STRONGEST]])


def _block(parts: list[str]) -> str:
    count = f"{len(parts)} relevant pattern" + ("" if len(parts) == 1 else "s")
    return "\n".join([f"[Oxagen memory — {count}]", *parts]) if parts else ""


def _parts(block: str) -> list[str]:
    """The block's lines, pattern by pattern."""
    parts: list[str] = []
    for line in block.split("\n")[1:]:
        if line.startswith(BEGINNING):
            parts.append(line)
        elif parts:
            parts[-1] += "\n" + line
    return parts
