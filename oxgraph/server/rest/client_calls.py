"""The calls of Python clients that have a token and no login: POST /v1/client/{call}.

The body is `{"arguments": {…}, "user_id": …}`, the answer the result as JSON. A long call is answered with lines: its
progress, an empty one every 10 s, and at the end the result or the error. Calls and arguments are those of the client
(`oxgraph.client.remote_calls`); this is no API for other programs, which have REST.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from oxgraph.client._async.served import ServedCall, served_calls
from oxgraph.client.remote_calls import decode
from oxgraph.errors import InvalidInput, MalformedJson, NotFound, OxgraphError
from oxgraph.server.authentication import Caller
from oxgraph.server.dispatch import Service
from oxgraph.server.rest import problems
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.bodies import read_body, refuse_duplicate_keys
from oxgraph.server.rest.idempotency import IdempotencyCache
from oxgraph.server.rest.operation_handlers import RawRoute, route

ALIVE_SECONDS = 10.0
"""Pause between two lines of a long call, so that its caller knows that it runs."""

LINES = "application/x-oxgraph-lines"


def client_routes(service: Service, authenticator: RequestAuthenticator) -> list[RawRoute]:
    """The one route of all calls."""
    return [route("/v1/client/{call}", {"POST": ClientCalls(service, authenticator).handle})]


@dataclass(frozen=True)
class Given:
    """The body of a call: its arguments, and for which user of the workspace it is."""

    arguments: dict[str, Any]
    user_id: str | None

    @classmethod
    def read(cls, body: bytes) -> "Given":
        """The body. Raises InvalidInput, MalformedJson."""
        refuse_duplicate_keys(body)
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            raise MalformedJson(field="body") from None
        if not isinstance(found, dict) or not found.keys() <= {"arguments", "user_id"}:
            raise InvalidInput(field="body", reason="must be an object with arguments and user_id")
        arguments, user_id = found.get("arguments", {}), found.get("user_id")
        if not isinstance(arguments, dict):
            raise InvalidInput(field="arguments", reason="must be an object")
        if user_id is not None and not isinstance(user_id, str):
            raise InvalidInput(field="user_id", reason="must be a text")
        return cls({name: decode(value) for name, value in arguments.items()}, user_id)


class ClientCalls:
    """Performs calls for callers."""

    def __init__(self, service: Service, authenticator: RequestAuthenticator) -> None:
        self._service = service
        self._authenticator = authenticator
        self._cache = IdempotencyCache()

    async def handle(self, request: Request) -> Response:
        """Answer one request. A call that is not listed is not found, whatever the client has under its name."""
        caller = await self._authenticator.caller(request)
        name = request.path_params["call"]
        call = served_calls().get(name)
        if call is None:
            raise NotFound(kind="call", id=name[:80])
        body = await read_body(request, self._service.config.client_body_bytes)
        if call.row.is_long:
            return StreamingResponse(self._lines(call, caller, body, request), media_type=LINES)

        async def perform() -> Response:
            result = await self._performed(call, caller, body)
            return Response(call.adapter.dump_json(result), media_type="application/json")

        if call.row.effect == "writes":
            return await self._cache.once(request, caller, body, perform)
        return await perform()

    async def _performed(
        self, call: ServedCall, caller: Caller, body: bytes, progress: Callable[..., None] | None = None
    ) -> Any:
        async def work() -> Any:
            given = Given.read(body)
            access = caller.access.as_user(given.user_id)
            arguments = call.checked(given.arguments)
            if progress is not None and "progress" in call.signature.parameters:
                arguments["progress"] = progress
            memory = caller.memory if access is caller.access else type(caller.memory)(access)
            return await call.function(memory, access)(**arguments)

        return await self._service.dispatcher.run(
            call.row.name, call.row.role_of, caller, work, transport="client", long=call.row.is_long
        )

    async def _lines(self, call: ServedCall, caller: Caller, body: bytes, request: Request) -> AsyncIterator[bytes]:
        """The answer to a long call. When the caller leaves, the call is cancelled."""
        reports: asyncio.Queue[tuple[object, ...]] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def report(*values: object) -> None:
            loop.call_soon_threadsafe(reports.put_nowait, values)

        work = asyncio.ensure_future(self._performed(call, caller, body, report))
        try:
            while not work.done() or not reports.empty():
                yield _progress(await _next(reports, work))
            yield b"result " + call.adapter.dump_json(work.result()) + b"\n"
        except OxgraphError as error:
            yield b"error " + bytes(problems.of(error, request).body) + b"\n"
        except Exception as error:
            yield b"error " + bytes(problems.unexpected(error, request).body) + b"\n"
        finally:
            work.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await work


async def _next(reports: "asyncio.Queue[tuple[object, ...]]", work: "asyncio.Future[Any]") -> tuple[object, ...] | None:
    """The next report; None where there was none for a while, or the work has ended."""
    reading = asyncio.ensure_future(reports.get())
    try:
        await asyncio.wait({reading, work}, timeout=ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        return reading.result() if reading.done() else None
    finally:
        reading.cancel()


def _progress(values: tuple[object, ...] | None) -> bytes:
    return b"\n" if values is None else b"progress " + json.dumps(values).encode() + b"\n"
