"""Checks of functions to be recorded, and the error code of an exception."""

import inspect
import re
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeAlias, TypeVar

from oxgraph.errors import InvalidInput
from oxgraph.types import limits

P = ParamSpec("P")
T = TypeVar("T")
AsyncFunction: TypeAlias = Callable[P, Awaitable[T]]
Function: TypeAlias = Callable[P, T]

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,99}")
SUCCESS_CODE = "None"


def error_code(error: BaseException) -> str:
    """The code of an exception: its `error_code` or `code` when that is a short identifier, else its class's name."""
    for attribute in ("error_code", "code"):
        code = getattr(error, attribute, None)
        if isinstance(code, str) and code != SUCCESS_CODE and IDENTIFIER.fullmatch(code):
            return code
    return type(error).__name__[: limits.NAME]


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
