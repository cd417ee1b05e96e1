"""What `telemetry.record` knows of a call, checks of functions to be recorded, the error code of an exception."""

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ParamSpec, Self, TypeAlias, TypeVar

from oxgraph.action_codes import SUCCESS
from oxgraph.errors import InvalidInput
from oxgraph.types import Outcome, limits

P = ParamSpec("P")
T = TypeVar("T")
AsyncFunction: TypeAlias = Callable[P, Awaitable[T]]
Function: TypeAlias = Callable[P, T]


@dataclass(frozen=True)
class RecordedAction:
    """The fields of an action that are known before it is done.

    A field may be a function of the recorded call's arguments. `unknown` are arguments of other names, which `Action`
    refuses.
    """

    action_type: str
    session_id: str | Callable[..., str]
    targets: Iterable[str] | Callable[..., Iterable[str]]
    agent_id: str | None
    target_node_type: str | None
    seq: int | None
    unknown: Mapping[str, Any]

    def fields(self) -> dict[str, Any]:
        """The given fields by name."""
        own = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "unknown"}
        return {name: value for name, value in own.items() if value is not None} | dict(self.unknown)

    def for_call(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Self:
        """The same with functions replaced by their results for a call's arguments."""
        called = {name: value(*args, **kwargs) for name, value in self.fields().items() if callable(value)}
        return replace(self, **called)


IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,99}")


def error_code(error: BaseException) -> str:
    """The code of an exception: its `error_code` or `code` when that is a short identifier, else its class's name."""
    for attribute in ("error_code", "code"):
        code = getattr(error, attribute, None)
        if isinstance(code, str) and code != SUCCESS and IDENTIFIER.fullmatch(code):
            return code
    return type(error).__name__[: limits.NAME]


def call_ended(outcome: Outcome | None, code: str | None, error: BaseException | None) -> dict[str, Any]:
    """Outcome and error code of a recorded call, by what was set in its block and the exception that left it.

    An exception is a failure whatever was set, with the code that was set, else its own. Without one the outcome is
    the one that was set, else a failure where a code was set.
    """
    if error is not None:
        return {"outcome": "failure", "error_code": code or error_code(error)}
    return {"outcome": outcome or ("failure" if code else "success"), "error_code": code or None}


def require_coroutine(function: Callable[..., object]) -> None:
    """Raises InvalidInput unless `function` is an `async def` whose end is the end of the call."""
    if not inspect.iscoroutinefunction(function):
        raise InvalidInput(field="record", reason="is for async functions here; oxgraph.connect gives the other")


def require_plain(function: Callable[..., object]) -> None:
    """Raises InvalidInput for functions that have not ended when they return: async ones and generators."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise InvalidInput(field="record", reason="is for plain functions here; oxgraph.connect_async gives the other")
    if inspect.isgeneratorfunction(function):
        raise InvalidInput(field="record", reason="cannot decorate a generator; use it as a context manager inside")
