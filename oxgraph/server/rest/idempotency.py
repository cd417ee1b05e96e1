"""Requests that may be sent twice: the first answer under a key is given again."""

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
from oxgraph.server.callers import Caller

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
KEY = re.compile("[!-~]{1,200}")
DAY = 86_400.0
MOST = 10_000
MOST_BYTES = 64 * 2**20
UNKEPT = ("tokens.create",)
"""Calls whose answers hold secrets, which are kept nowhere."""
Answering = Callable[[], Awaitable[Response]]


@dataclass
class _Kept:
    """What came of the first request under a key; `ended` once it is known, with None where it came to nothing."""

    request: str
    at: float
    ended: asyncio.Future[Response | None] = field(default_factory=asyncio.Future)
    size: int = 0


def keyed(operation: Operation) -> bool:
    """Whether an operation takes a key."""
    return operation.method == "POST" and operation.call not in UNKEPT


class Answers:
    """The answers of a day, in the server's memory: at most 10,000 of them and 64 MiB, the oldest forgotten first.

    Only what was done is kept: after an error the same request under the same key is tried anew. Of two at once, one
    waits for the other.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._bytes = 0

    async def once(self, request: Request, caller: Caller, body: bytes, answering: Answering) -> Response:
        """The answer to a request. Raises IdempotencyConflict where the key stands for another one, InvalidInput."""
        key = request.headers.get(HEADER)
        if key is None:
            return await answering()
        if not KEY.fullmatch(key):
            raise InvalidInput(field=HEADER, reason="must have 1 to 200 visible ASCII characters")
        name, asked = (caller.token_hash, key), _digest(request, body)
        while (kept := self._kept.get(name)) is not None and time.monotonic() - kept.at < DAY:
            if kept.request != asked:
                raise IdempotencyConflict(key=key)
            answer = await asyncio.shield(kept.ended)
            if answer is not None:
                return _again(answer)
        return await self._first(name, asked, answering)

    async def _first(self, name: tuple[str, str], asked: str, answering: Answering) -> Response:
        self._forget(name)
        kept = self._kept[name] = _Kept(asked, time.monotonic())
        answer: Response | None = None
        try:
            answer = await answering()
            return answer
        finally:
            done = answer is not None and answer.status_code < 300
            if self._kept.get(name) is kept and not done:
                del self._kept[name]
            elif answer is not None and done:
                kept.size = len(answer.body)
                self._bytes += kept.size
            kept.ended.set_result(answer if done else None)
            self._bound()

    def _bound(self) -> None:
        for name in list(self._kept):
            if len(self._kept) <= MOST and self._bytes <= MOST_BYTES:
                return
            if self._kept[name].ended.done():
                self._forget(name)

    def _forget(self, name: tuple[str, str]) -> None:
        kept = self._kept.pop(name, None)
        self._bytes -= kept.size if kept else 0


def _digest(request: Request, body: bytes) -> str:
    """What makes a request the same: method, path, query, body."""
    scope = request.scope
    parts = (request.method.encode(), scope["raw_path"], scope["query_string"], hashlib.sha256(body).digest())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _again(answer: Response) -> Response:
    """The same answer, for another request."""
    headers = {"content-type": answer.headers["content-type"], REPLAYED: "true"}
    return Response(answer.body, answer.status_code, headers=headers)
