"""Calls of the Python client: every public method of a memory and of its parts, by its signature."""

import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

from oxgraph import Memory
from tests.fuzz.report import Report
from tests.fuzz.world import World

PARTS = (
    "", "telemetry", "telemetry.metrics", "telemetry.benchmarks", "semantic", "semantic.entities",
    "semantic.connections", "semantic.predicates", "semantic.types", "episodic", "working", "tokens", "graph",
    "evaluations",
)  # fmt: skip
LEFT_OUT = ("close", "delete", "purge", "disable", "session")
"""What would end the workspace, and context managers, which `begin` what other methods do."""


def part_of(memory: Memory, path: str) -> Any:
    """A part of a memory by its dotted name."""
    found: Any = memory
    for name in filter(None, path.split(".")):
        found = getattr(found, name)
    return found


def methods(memory: Memory) -> list[tuple[str, Callable[..., Any]]]:
    """Every public method by its name."""
    found = []
    for path in PARTS:
        part = part_of(memory, path)
        found += [
            (f"{path}.{name}".lstrip("."), getattr(part, name))
            for name, _ in inspect.getmembers(type(part), inspect.isfunction)
            if not name.startswith("_") and name not in LEFT_OUT
        ]
    return found


def call(world: World, report: Report) -> None:
    """One call."""
    name, method = world.values.random.choice(methods(world.memory))
    given = arguments(world, method)
    with report.call("python", name, given) as made:
        answer = method(**given)
        if hasattr(answer, "__enter__"):
            with answer:
                pass
        elif inspect.isgenerator(answer):
            answer = list(answer)
        made.answered(answer)


def arguments(world: World, method: Callable[..., Any]) -> dict[str, Any]:
    """Values for the required parameters and some of the others."""
    function = inspect.unwrap(method)
    hints = get_type_hints(function, include_extras=True)
    given = {}
    for one in inspect.signature(method).parameters.values():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        if one.default is one.empty or world.values.random.random() < 0.3:
            given[one.name] = world.values.of(hints.get(one.name, Any))
    return given
