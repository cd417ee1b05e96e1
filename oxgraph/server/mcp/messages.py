"""Messages: which lines of stdio and bodies of HTTP are none, and which requests of stdio have no answer yet.

The SDK only logs lines that are no messages, and the agent would wait; when its input ends, it cancels what runs.
"""

import asyncio
import contextlib
import json
from typing import Any

import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from oxgraph.errors import InvalidInput, MalformedJson, OxgraphError
from oxgraph.server.mcp.results import ERROR_KEY, error_data
from oxgraph.server.rest.bodies import strict_json

ENDLESS = "subscriptions/listen"
"""A request that is answered when its stream ends."""

CANCELLED = "notifications/cancelled"

NO_MESSAGE = InvalidInput(field="message", reason="must be one JSON-RPC request, notification or response")


def refused(line: bytes) -> types.JSONRPCError | None:
    """The answer to a line or body that is no message, read as REST reads its bodies; None for a message.

    It has the request's id where that can be read, else null, as JSON-RPC requires.
    """
    try:
        value = strict_json(line.lstrip(b"\xef\xbb\xbf"), "The message")
        types.jsonrpc_message_adapter.validate_python(value, by_name=False)
    except MalformedJson as error:
        return _answer(types.PARSE_ERROR, line, error)
    except InvalidInput as error:
        return _answer(types.INVALID_REQUEST, line, error)
    except ValidationError:
        return _answer(types.INVALID_REQUEST, line, NO_MESSAGE)
    return None


def _answer(number: int, line: bytes, error: OxgraphError) -> types.JSONRPCError:
    data = types.ErrorData(code=number, message=str(error), data={ERROR_KEY: error_data(error)})
    return types.JSONRPCError(jsonrpc="2.0", id=_id_of(line), error=data)


def _id_of(line: bytes) -> str | int | None:
    """The message's id; None where it has none, or two."""
    try:
        members = json.loads(line, object_pairs_hook=lambda pairs: pairs)
        (found,) = [value for name, value in members if name == "id"]
        valid: Any = types.JSONRPCRequest(jsonrpc="2.0", id=found, method="").id
    except (ValueError, TypeError, RecursionError):
        return None
    return valid if not isinstance(valid, str) or valid.isprintable() else None


class Unanswered:
    """The requests of one agent that have no answer yet."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._changed = asyncio.Event()

    def read(self, line: bytes) -> None:
        """Notes a line that is a message: a request waits for its answer, unless the agent takes it back."""
        message = json.loads(line.lstrip(b"\xef\xbb\xbf"))
        method = message.get("method")
        if method == CANCELLED:
            self._settle((message.get("params") or {}).get("requestId"))
        elif method is not None and method != ENDLESS and "id" in message:
            self._ids.add(str(message["id"]))

    def noted(self, output: Any) -> "NotedOutput":
        """The SDK's output, on which answers are noted."""
        return NotedOutput(output, self)

    def answered(self, message: types.JSONRPCMessage) -> None:
        """Notes what was sent to the agent."""
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError):
            self._settle(message.id)

    def _settle(self, id_: Any) -> None:
        self._ids.discard(str(id_))
        self._changed.set()

    async def wait(self, seconds: float) -> None:
        """Waits until all are answered, for at most `seconds`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._ids:
                    self._changed.clear()
                    await self._changed.wait()


class NotedOutput:
    """What is sent to the agent: the SDK's stream, which hands a message over before `send` returns."""

    def __init__(self, output: Any, unanswered: Unanswered) -> None:
        self._output = output
        self._unanswered = unanswered

    async def send(self, item: SessionMessage) -> None:
        """Sends a message."""
        await self._output.send(item)
        self._unanswered.answered(item.message)

    async def aclose(self) -> None:
        """Closes the stream."""
        await self._output.aclose()

    async def __aenter__(self) -> "NotedOutput":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
