"""A connection that is being opened, to be awaited or entered: both `await connect_async()` and `async with` it."""

import functools
from collections.abc import Callable, Coroutine, Generator
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., object])
Opened_co = TypeVar("Opened_co", bound=AbstractAsyncContextManager[Any], covariant=True)


class AsyncOpening(Coroutine[Any, Any, Opened_co], Generic[Opened_co]):
    """The coroutine that opens something, which is also what `async with` opens and closes."""

    def __init__(self, opening: Coroutine[Any, Any, Opened_co]) -> None:
        self._opening = opening

    def __await__(self) -> Generator[Any, Any, Opened_co]:
        return self._opening.__await__()

    def send(self, value: Any, /) -> Any:
        """Of a coroutine, so that `asyncio.run` and `create_task` take it."""
        return self._opening.send(value)

    def throw(self, *raised: Any) -> Any:
        """Of a coroutine."""
        return self._opening.throw(*raised)

    def close(self) -> None:
        """Of a coroutine."""
        self._opening.close()

    async def __aenter__(self) -> Opened_co:
        self._opened = await self._opening
        await self._opened.__aenter__()
        return self._opened

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool | None:
        return await self._opened.__aexit__(kind, error, traceback)


def opens_async(function: Callable[P, Coroutine[Any, Any, Opened_co]]) -> Callable[P, AsyncOpening[Opened_co]]:
    """What a call of `function` opens can be awaited or entered."""

    @functools.wraps(function)
    def opening(*args: P.args, **kwargs: P.kwargs) -> AsyncOpening[Opened_co]:
        return AsyncOpening(function(*args, **kwargs))

    return opening


def opens(function: F) -> F:
    """The twin of `opens_async`: what is open when a call returns needs nothing."""
    return function
