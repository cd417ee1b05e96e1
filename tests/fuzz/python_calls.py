"""Calls of the Python client: every public method of a memory and of its parts, by its signature.

The same calls are made in three ways: sync and async with the database's login, and with a token over `oxgraph serve`.
"""

import asyncio
import functools
import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

from oxgraph import AsyncMemory, Memory
from tests.fuzz.report import Report
from tests.fuzz.world import World

PARTS = (
    "", "telemetry", "telemetry.metrics", "telemetry.benchmarks", "semantic", "semantic.entities",
    "semantic.connections", "semantic.predicates", "semantic.types", "episodic", "working", "tokens", "graph",
    "evaluations",
)  # fmt: skip
LEFT_OUT = ("close", "delete", "purge", "disable", "session")
"""What would end the workspace, and context managers, which `begin` what other methods do."""


def part_of(memory: Memory | AsyncMemory, path: str) -> Any:
    """A part of a memory by its dotted name."""
    found: Any = memory
    for name in filter(None, path.split(".")):
        found = getattr(found, name)
    return found


def methods(memory: Memory | AsyncMemory) -> list[tuple[str, Callable[..., Any]]]:
    """Every public method by its name."""
    found = []
    for path in PARTS:
        part = part_of(memory, path)
        kind: Any = type(part)
        found += [(f"{path}.{name}".lstrip("."), getattr(part, name)) for name in _names(kind)]
    return found


@functools.cache
def _names(kind: Any) -> list[str]:
    members = inspect.getmembers(kind, inspect.isfunction)
    return [name for name, _ in members if not name.startswith("_") and name not in LEFT_OUT]


def call(world: World, report: Report, surface: str, memory: Memory) -> None:
    """One call of a sync client, with a login or with a token."""
    name, method = world.values.random.choice(methods(memory))
    given = arguments(world, method)
    with report.call(surface, name, given) as made:
        answer = method(**given)
        if hasattr(answer, "__enter__"):
            with answer:
                pass
        elif inspect.isgenerator(answer):
            answer = list(answer)
        made.answered(answer)


def call_async(world: World, report: Report, memory: AsyncMemory, runner: asyncio.Runner) -> None:
    """One call of the async client."""
    name, method = world.values.random.choice(methods(memory))
    given = arguments(world, method)
    with report.call("async", name, given) as made:
        made.answered(runner.run(_awaited(method, given)))


async def _awaited(method: Callable[..., Any], given: dict[str, Any]) -> Any:
    answer = method(**given)
    if inspect.isawaitable(answer):
        answer = await answer
    if hasattr(answer, "__aenter__"):
        async with answer:
            pass
    elif hasattr(answer, "__aiter__"):
        answer = [one async for one in answer]
    return answer


def arguments(world: World, method: Callable[..., Any]) -> dict[str, Any]:
    """Values for the required parameters and some of the others."""
    given = {}
    for name, required, hint in _parameters(getattr(method, "__func__", method)):
        if required or world.values.random.random() < 0.3:
            given[name] = world.values.of(hint)
    return given


@functools.cache
def _parameters(function: Callable[..., Any]) -> list[tuple[str, bool, Any]]:
    """Name, whether it must be given, and annotation of each parameter but `self`."""
    hints = get_type_hints(inspect.unwrap(function), include_extras=True)
    listed = list(inspect.signature(function).parameters.values())[1:]
    named = [one for one in listed if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    return [(one.name, one.default is one.empty, hints.get(one.name, Any)) for one in named]
