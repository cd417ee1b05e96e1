"""How exceptions become error codes, and what can be recorded."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from oxgraph.client.recording import error_code, require_coroutine, require_plain
from oxgraph.errors import InvalidInput


class NodeNotFoundError(Exception):
    """An agent's own error."""


def coded(**attributes: object) -> Exception:
    error = NodeNotFoundError("a message with user data in it")
    for name, value in attributes.items():
        setattr(error, name, value)
    return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NodeNotFoundError("secret"), "NodeNotFoundError"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (
            coded(code="Neo.ClientError.Schema.ConstraintValidationFailed"),
            "Neo.ClientError.Schema.ConstraintValidationFailed",
        ),
        (coded(code="a", error_code="b"), "b"),
        (coded(code=404), "NodeNotFoundError"),
        (coded(code="a sentence, with data"), "NodeNotFoundError"),
        (coded(code="None"), "NodeNotFoundError"),
        (coded(code="x" * 101), "NodeNotFoundError"),
        (coded(error_code=None), "NodeNotFoundError"),
    ],
)
def test_an_error_code_is_a_short_identifier_and_never_the_message(error: BaseException, code: str) -> None:
    assert error_code(error) == code


def test_only_calls_that_end_when_they_return_are_recorded() -> None:
    async def coroutine() -> None: ...
    async def stream() -> AsyncIterator[int]:
        yield 1

    def plain() -> None: ...
    def generator() -> Iterator[int]:
        yield 1

    require_coroutine(coroutine)
    require_plain(plain)
    not_async: list[Callable[..., object]] = [plain, stream, generator]
    for refused in not_async:
        with pytest.raises(InvalidInput):
            require_coroutine(refused)
    not_plain: list[Callable[..., object]] = [coroutine, stream, generator]
    for refused in not_plain:
        with pytest.raises(InvalidInput):
            require_plain(refused)
