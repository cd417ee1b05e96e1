"""Idempotency-Key: a repeated request gets the response of the first one."""

import asyncio
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

from oxgraph.errors import IdempotencyConflict, InvalidInput
from oxgraph.operations import Operation
from oxgraph.server.authentication import Caller

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
MAX_KEY = 200
"""Characters of a key."""

KEY = re.compile(f"[!-~]{{1,{MAX_KEY}}}")
LIFETIME_SECONDS = 86_400.0
MAX_ENTRIES = 10_000
MAX_BYTES = 64 * 2**20
NOT_CACHED = ("tokens.create", "tokens.rotate")
"""Calls whose responses contain secrets, which are stored nowhere."""

Perform = Callable[[], Awaitable[Response]]


@dataclass
class _Entry:
    """The first request with a key; `response` is set when it ends, to None where it failed."""

    request: str
    at: float
    response: asyncio.Future[Response | None] = field(default_factory=asyncio.Future)
    size: int = 0


def takes_key(operation: Operation) -> bool:
    """Whether requests of an operation may have a key."""
    return operation.method == "POST" and operation.call not in NOT_CACHED


class IdempotencyCache:
    """The responses of a day, in memory: at most 10,000 and 64 MiB; the oldest are dropped first.

    Only successful responses are cached: after an error the same request is performed again. Of two concurrent
    requests with one key, the second waits for the first.
    """

    def __init__(self) -> None:
        self._entries: OrderedDict[tuple[str, str], _Entry] = OrderedDict()
        self._bytes = 0

    async def once(self, request: Request, caller: Caller, body: bytes, perform: Perform) -> Response:
        """The response to a request.

        Raises IdempotencyConflict where the key was used for another request, InvalidInput for a malformed key, and
        what the caller's token would raise now.
        """
        key = request.headers.get(HEADER)
        if key is None:
            return await perform()
        if not KEY.fullmatch(key):
            raise InvalidInput(field=HEADER, reason=f"must have 1 to {MAX_KEY} visible ASCII characters")
        name, digest = (caller.token_hash, key), _digest(request, body)
        while (entry := self._entries.get(name)) is not None and time.monotonic() - entry.at < LIFETIME_SECONDS:
            if entry.request != digest:
                raise IdempotencyConflict(key=key)
            response = await asyncio.shield(entry.response)
            if response is not None:
                await caller.authorize("settings")  # A token that was revoked meanwhile gets nothing that is kept.
                return _replayed(response)
        return await self._first(name, digest, perform)

    async def _first(self, name: tuple[str, str], digest: str, perform: Perform) -> Response:
        self._drop(name)
        entry = self._entries[name] = _Entry(digest, time.monotonic())
        response: Response | None = None
        try:
            response = await perform()
            return response
        finally:
            succeeded = response is not None and response.status_code < 300
            if self._entries.get(name) is entry and not succeeded:
                del self._entries[name]
            elif response is not None and succeeded:
                entry.size = len(response.body)
                self._bytes += entry.size
            entry.response.set_result(response if succeeded else None)
            self._evict()

    def _evict(self) -> None:
        if self._fits():
            return
        for name in list(self._entries):
            if self._entries[name].response.done():
                self._drop(name)
            if self._fits():
                return

    def _fits(self) -> bool:
        return len(self._entries) <= MAX_ENTRIES and self._bytes <= MAX_BYTES

    def _drop(self, name: tuple[str, str]) -> None:
        entry = self._entries.pop(name, None)
        self._bytes -= entry.size if entry else 0


def _digest(request: Request, body: bytes) -> str:
    """What makes two requests the same: method, path, query, body."""
    scope = request.scope
    parts = (request.method.encode(), scope["raw_path"], scope["query_string"], hashlib.sha256(body).digest())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _replayed(response: Response) -> Response:
    """The same response, for another request."""
    kept = {name: response.headers[name] for name in ("content-type", "location") if name in response.headers}
    headers = {**kept, REPLAYED: "true"}
    return Response(response.body, response.status_code, headers=headers)
