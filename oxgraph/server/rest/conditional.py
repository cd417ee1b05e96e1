"""Conditional requests (RFC 9110): an ETag on what is read, 304 where it is known, If-Match before a change."""

import asyncio
import contextlib
import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from oxgraph.errors import InvalidInput, PreconditionFailed

EVENTS = "text/event-stream"
"""The media type of server-sent events, which have no state to name."""

READS = ("GET", "HEAD")
CHANGES = ("PUT", "PATCH", "DELETE")
OF_USER = "user_id"
"""The field of a query that says whose resource it is."""

ENTITY_TAGS = r'\*|(?:W/)?"[^"]*"(?:\s*,\s*(?:W/)?"[^"]*")*'
"""What If-Match and If-None-Match may have."""

NO_REPRESENTATION = "nothing is read at this path"
CHANGED = "this has changed since it was read; read it again"

OF_THE_MOMENT = re.compile(rb'("needs_review":(?:true|false),)"freshness":[^,}]*')
"""What changes of a memory by time alone; a tag names what was read without it."""

Handler = Callable[[Request], Awaitable[Response]]


def tagged(request: Request, response: Response) -> Response:
    """A response to a request that reads, with its ETag; 304 where the caller has it already."""
    if request.method not in READS or response.status_code != 200 or response.media_type == EVENTS:
        return response
    tag = _tag(response)
    if _names(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers={"ETag": tag})
    response.headers["ETag"] = tag
    return response


class Preconditions:
    """Checks If-Match. Changes of one path that ask for it wait for each other, so that of two only one is made."""

    def __init__(self) -> None:
        self._locks: dict[bytes, tuple[asyncio.Lock, int]] = {}

    async def change(self, request: Request, read: Handler | None, change: Handler) -> Response:
        """The response of `change`, if what `read` gives is what the caller knows.

        Raises PreconditionFailed, InvalidInput for a header that has no tags.
        """
        wanted = request.headers.get("if-match")
        if wanted is None or request.method not in CHANGES:
            return await change(request)
        if not re.fullmatch(ENTITY_TAGS, wanted):
            raise InvalidInput(field="If-Match", reason="must be the tags of ETag headers, in double quotes, or *")
        if read is None:
            raise PreconditionFailed(reason=NO_REPRESENTATION)
        async with self._alone(request.scope["raw_path"]):
            present = await read(_reading(request))
            if not _names(wanted, _tag(present)):
                raise PreconditionFailed(reason=CHANGED)
            return await change(request)

    @contextlib.asynccontextmanager
    async def _alone(self, path: bytes) -> AsyncIterator[None]:
        lock, waiting = self._locks.get(path, (asyncio.Lock(), 0))
        self._locks[path] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            waiting = self._locks[path][1] - 1
            self._locks[path] = lock, waiting
            if not waiting:
                del self._locks[path]


def _reading(request: Request) -> Request:
    """The request that reads what another one changes."""
    owner = [(OF_USER, value) for value in request.query_params.getlist(OF_USER)]
    return Request({**request.scope, "method": "GET", "query_string": urlencode(owner).encode()})


def _tag(response: Response) -> str:
    lasting = OF_THE_MOMENT.sub(rb"\1", bytes(response.body))
    return f'"{hashlib.sha256(lasting).hexdigest()[:32]}"'


def _names(header: str, tag: str) -> bool:
    """Whether a list of tags has this one."""
    return any(one.strip().removeprefix("W/") in (tag, "*") for one in header.split(","))
