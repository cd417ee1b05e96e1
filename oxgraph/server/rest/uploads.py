"""POST /imports/{traces,sessions,chats}: a recorded file as the body; the answer counts what was read and written.

The body goes to a temporary file as it comes, up to a size, and is read from there by the importers of
`oxgraph import` and `oxgraph chat import`; these are synchronous, so they run in a thread and make their calls in the
server's event loop, as the caller.
"""

import asyncio
import inspect
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.client import AsyncMemory, Memory
from oxgraph.errors import InvalidInput, TooLarge
from oxgraph.operations.arguments import Speaker, UserId
from oxgraph.server.authentication import Caller
from oxgraph.server.dispatch import Service
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.operation_handlers import BASE, RawRoute, require_own_workspace, route
from oxgraph.types.fields import Id, refusal

BODY = "body"
"""What an error calls the file."""

OF_LOOP = ("oxgraph.client", "oxgraph.graph")
"""The packages whose objects make calls in an event loop."""


class InLoop:
    """What belongs to an event loop, for a thread: each call of a coroutine function waits for its result."""

    def __init__(self, wrapped: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._wrapped = wrapped
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._wrapped, name)
        if callable(found):
            return partial(self._result, found)
        return InLoop(found, self._loop) if type(found).__module__.startswith(OF_LOOP) else found

    def _result(self, function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        made = function(*given, **named)
        return asyncio.run_coroutine_threadsafe(made, self._loop).result() if inspect.iscoroutine(made) else made


class Options(BaseModel):
    """The query of an upload. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


SkipInvalid = Annotated[bool, Field(description="Leave out what does not fit, and count it.")]


class TraceOptions(Options):
    """A line of JSON for each action of a recorded run. The same file again writes nothing twice."""

    skip_invalid: SkipInvalid = False
    keep_intents: Annotated[bool, Field(description="Keep the intents of sessions in their own words.")] = False


class SessionOptions(Options):
    """A file that a coding agent's program wrote; its format is recognised by content."""

    with_messages: Annotated[bool, Field(description="Store what user and assistant said, too.")] = False


class ChatOptions(Options):
    """An export of ChatGPT or Claude, or messages as JSON; its format is recognised by content."""

    conversation_id: Annotated[Id, Field(description="The conversation of messages that name none.")] | None = None
    speaker: Speaker | None = None
    skip_invalid: SkipInvalid = False
    user_id: UserId | None = None


Import = Callable[[AsyncMemory, str, Any], Awaitable[Any]]


async def _traces(memory: AsyncMemory, file: str, given: Any) -> Any:
    from oxgraph.imports.traces import import_traces

    return await _in_thread(import_traces, memory, file, given)


async def _sessions(memory: AsyncMemory, file: str, given: Any) -> Any:
    from oxgraph.imports.sessions import import_sessions

    return await _in_thread(import_sessions, memory, file, given)


async def _in_thread(importer: Callable[..., Any], memory: AsyncMemory, file: str, given: Any) -> Any:
    """What a synchronous importer of `oxgraph import` reports of a file."""
    calls = cast("Memory", InLoop(memory, asyncio.get_running_loop()))
    report = await asyncio.to_thread(importer, calls, [file], **given.model_dump())
    return report.as_dict()


async def _chats(memory: AsyncMemory, file: str, given: Any) -> Any:
    options = given.model_dump()
    mine = memory.as_user(options.pop("user_id"))
    return await mine.episodic.import_chats([file], **options)


KINDS: dict[str, tuple[str, type[Options], Import]] = {
    "traces": ("import_sessions", TraceOptions, _traces),
    "sessions": ("import_sessions", SessionOptions, _sessions),
    "chats": ("episodic.import_chats", ChatOptions, _chats),
}
"""The call whose role is needed, the query, and what imports, by kind."""


class Uploads:
    """Takes files of recorded runs and chats."""

    def __init__(self, service: Service, authenticator: RequestAuthenticator) -> None:
        self._service = service
        self._authenticator = authenticator

    def routes(self) -> list[RawRoute]:
        """One route a kind."""
        return [
            route(f"{BASE}/imports/{kind}", {"POST": partial(self._handle, kind)}, service=self._service)
            for kind in KINDS
        ]

    async def _handle(self, kind: str, request: Request) -> Response:
        call, options, perform = KINDS[kind]
        caller = request.scope["state"]["caller"] = await self._authenticator.caller(request)
        await require_own_workspace(request, caller)
        await caller.authorize(call)
        given = _options(options, request.query_params)
        with tempfile.TemporaryDirectory(prefix="oxgraph-upload-") as folder:
            file = Path(folder) / BODY
            await _stored(request, file, self._service.config.upload_bytes)
            return await self._imported(kind, caller, file, partial(perform, caller.memory, str(file), given))

    async def _imported(self, kind: str, caller: Caller, file: Path, work: Callable[[], Awaitable[Any]]) -> Response:
        """The answer of an import. It names the body where the importer names its file."""
        try:
            name, call = f"imports.{kind}", KINDS[kind][0]
            report = await self._service.dispatcher.run(name, call, caller, work, transport="rest", long=True)
        except InvalidInput as error:
            values = {key: str(value).replace(str(file), BODY) for key, value in error.values.items()}
            raise InvalidInput(**values) from None
        text = to_json(report).replace(to_json(str(file))[1:-1], BODY.encode())
        return Response(text, media_type="application/json")


def _options(model: type[Options], query: Mapping[str, str]) -> Options:
    """The query. Raises InvalidInput."""
    try:
        return model.model_validate(dict(query))
    except ValidationError as error:
        raise refusal(error, model.model_fields, query) from None


async def _stored(request: Request, file: Path, max_bytes: int) -> None:
    """Writes the body to a file as it comes. Raises TooLarge as soon as it is longer, InvalidInput for an empty one."""
    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > max_bytes:
        raise TooLarge(limit=max_bytes)
    size = 0
    with file.open("wb") as out:
        async for part in request.stream():
            size += len(part)
            if size > max_bytes:
                raise TooLarge(limit=max_bytes)
            await asyncio.to_thread(out.write, part)
    if not size:
        raise InvalidInput(field=BODY, reason="is empty; send the file itself")
