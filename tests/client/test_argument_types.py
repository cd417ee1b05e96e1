"""Values of wrong types: one typed error that names the argument, from every public method, before anything is sent."""

import asyncio
import inspect
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.client._async.memory import AsyncMemory
from oxgraph.client.argument_types import _plan, typed_arguments
from oxgraph.errors import InvalidInput, OxgraphError


@typed_arguments
class Sample:
    """Methods with one argument of each kind."""

    def text(self, given: str, other: int | None = None) -> str:
        return given

    def number(self, given: float) -> float:
        return given

    def whole(self, given: int) -> int:
        return given

    def time(self, *, given: datetime | None = None) -> object:
        return given

    def many(self, given: list[str] | None) -> object:
        return given

    def pair(self, given: tuple[int, int] | None = None) -> object:
        return given

    async def later(self, given: bool) -> bool:
        return given

    def anything(self, given: Any, **more: object) -> object:
        return given


@pytest.mark.parametrize(
    ("method", "value", "reason"),
    [
        ("text", 5, "given: must be a text"),
        ("text", None, "given: must be a text"),
        ("text", b"x", "given: must be a text"),
        ("number", "5", "given: must be a number"),
        ("number", True, "given: must be a number"),
        ("whole", 1.0, "given: must be a whole number"),
        ("whole", False, "given: must be a whole number"),
        ("many", 7, "given: must be a list"),
        ("pair", 7, "given: must be a pair"),
    ],
)
def test_a_wrong_type_is_named(method: str, value: object, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        getattr(Sample(), method)(value)


def test_what_the_models_accept_passes() -> None:
    sample: Any = Sample()
    assert (sample.number(5), sample.text("x", None), sample.time(given="2026-01-01T00:00:00Z")) == (
        5,
        "x",
        "2026-01-01T00:00:00Z",
    )
    assert (sample.many(("a",)), sample.many(None), sample.anything(object, x=1)) == (("a",), None, object)
    assert (sample.pair((1, 2)), sample.pair([1, 2]), sample.pair()) == ((1, 2), [1, 2], None)


def test_it_is_raised_by_the_awaited_call() -> None:
    call = Sample().later("yes")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="given: must be true or false"):
        asyncio.run(call)


class Wrong:
    """A value of no type that any method takes."""


PARTS = ("telemetry", "telemetry.metrics", "telemetry.benchmarks", "semantic", "semantic.entities",
         "semantic.connections", "semantic.predicates", "semantic.types", "episodic", "working", "tokens", "graph",
         "evaluations", "")  # fmt: skip


def methods(memory: Any) -> Iterator[tuple[str, Any]]:
    """Every public method of a memory and its parts."""
    for part in PARTS:
        found = memory
        for name in filter(None, part.split(".")):
            found = getattr(found, name)
        for name, _ in inspect.getmembers(type(found), inspect.isfunction):
            if not name.startswith("_"):
                yield f"{part}.{name}", getattr(found, name)


def test_every_public_method_refuses_a_wrong_type(workspace: Memory) -> None:
    """One argument wrong at a time, the others of the right type."""
    tried = 0
    for name, method in methods(workspace):
        _, accepted = _plan(inspect.unwrap(method))
        for argument in accepted:
            with pytest.raises(OxgraphError) as refused:
                method(**_right(method, argument) | {argument: Wrong()})
            assert isinstance(refused.value, InvalidInput), (name, argument)
            tried += 1
    assert tried > 300


def _right(method: Any, but: str) -> dict[str, Any]:
    required = [p for p in inspect.signature(method).parameters.values() if p.default is p.empty and p.name != but]
    return {p.name: "x" for p in required if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}


def test_a_metric_is_not_read_under_another_call(workspace: Memory) -> None:
    """Which call is authorized is no caller's choice."""
    for kind in (Memory, AsyncMemory):
        assert kind is not None
    assert "call" not in inspect.signature(workspace.telemetry.metrics.value).parameters


def test_an_id_has_a_limit(workspace: Memory) -> None:
    with pytest.raises(InvalidInput, match="conversation_id"):
        workspace.episodic.add_messages("Hello.", conversation_id="c" * 513)
    with pytest.raises(InvalidInput, match="conversation_id"):
        workspace.ingest("Hello.", conversation_id="c" * 513)


@pytest.mark.parametrize("key", ["a\x00b", "a\nb", " ", "x" * 201])
def test_a_property_has_a_name_that_can_be_stored(workspace: Memory, key: str) -> None:
    with pytest.raises(InvalidInput, match="properties"):
        workspace.semantic.entities.create("Ada", properties={key: 1})
