"""Stands before a server that is reached by streamable HTTP: what an agent says on stdio is posted, and answered."""

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx2

from oxgraph.server.proxy import splice
from oxgraph.server.proxy.exchange import (
    CLOSED,
    INTERNAL,
    LAST_EVENT,
    NO_METHOD,
    SESSION,
    Headers,
    Sent,
    one_line,
    refusal,
    with_id,
)
from oxgraph.server.proxy.lines import Lines
from oxgraph.server.proxy.sse import Events
from oxgraph.server.proxy.stdio import CHUNK, Output
from oxgraph.server.proxy.watcher import Watcher

CONNECT_SECONDS, LEAVING_SECONDS, DELETE_SECONDS = 30.0, 5.0, 2.0
RETRY_MS, LONGEST_RETRY_MS = 1_000, 30_000
RESUMED = 5
"""An answer whose stream broke off is asked for again so often, without anything of it coming."""

REDIRECTS = 3
WRITERS = 8
REPEATED = ("notifications/initialized",)


EVENTS = "text/event-stream"


@dataclass
class _Stream:
    """How far a stream of events has come: what it still owes, and where to go on when it breaks off."""

    waiting: list[Any]
    session: str | None = None
    last: str | None = None
    pause_ms: int = RETRY_MS
    tries: int = 0


class Remote:
    """A server at an address, and the passing on of its messages."""

    def __init__(self, url: str, headers: dict[str, str], watcher: Watcher, output: Output) -> None:
        self._url = httpx2.URL(url)
        self._headers = Headers(headers)
        self._watcher = watcher
        self._output = output
        self._under_way: dict[asyncio.Task[None], Sent] = {}
        self._listening: asyncio.Task[None] | None = None
        self._opening: Sent | None = None
        self._reopening = asyncio.Lock()
        self._writers = ThreadPoolExecutor(WRITERS)
        timeout = httpx2.Timeout(CONNECT_SECONDS, read=None, pool=None)
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=20)
        self._client = httpx2.AsyncClient(timeout=timeout, limits=limits, follow_redirects=False)

    async def run(self, stop: asyncio.Event) -> int:
        """Passes everything on until the agent's input ends or `stop` is set; the exit status."""
        ended = asyncio.ensure_future(stop.wait())
        talking = asyncio.ensure_future(self._talk())
        await asyncio.wait({ended, talking}, return_when=asyncio.FIRST_COMPLETED)
        if self._under_way and not stop.is_set():
            await asyncio.wait([*self._under_way, ended], timeout=LEAVING_SECONDS, return_when=asyncio.ALL_COMPLETED)
        await self._leave(talking, ended)
        return 0

    async def _talk(self) -> None:
        async for line in _input():
            if not line.strip():
                continue
            sent = Sent.of(line)
            if sent.method == "notifications/cancelled" and self._broken_off(sent):
                self._watcher.from_client(line)
                continue
            self._watcher.from_client(line)
            task = asyncio.create_task(self._post(sent))
            self._under_way[task] = sent
            task.add_done_callback(lambda done: self._under_way.pop(done, None))
            if not sent.ids:
                await asyncio.wait({task})
            if sent.method in REPEATED and self._listening is None and sent.version is None:
                self._listening = asyncio.create_task(self._listen())

    def _broken_off(self, sent: Sent) -> bool:
        """Where each message stands for itself (2026-07-28), a request is cancelled by hanging up."""
        asked = sent.params.get("requestId")
        for task, request in self._under_way.items():
            if request.version and asked in request.ids:
                task.cancel()
                return True
        return False

    async def _post(self, sent: Sent, *, again: bool = True) -> None:
        """Posts a message and passes on what is answered; whatever goes wrong is the answer to its requests."""
        if sent.method == "initialize":
            self._opening, self._headers.session = sent, None
        try:
            async with self._answer("POST", self._headers.of(sent), sent.line) as response:
                lost = response.status_code == 404 and SESSION in response.request.headers
                if not lost or not again or self._opening is None:
                    await self._answered(sent, response)
                    return
            await self._reopened(response.request.headers[SESSION])
            await self._post(sent, again=False)
        except httpx2.HTTPError as error:
            await self._refused(
                sent, CLOSED, f"The server was not reached: {type(error).__name__}", {"code": "ConnectionClosed"}
            )

    async def _answered(self, sent: Sent, response: httpx2.Response) -> None:
        if response.status_code >= 300:
            await self._failed(sent, response)
        elif _of_events(response):
            await self._streamed(sent, response)
        elif sent.ids and response.status_code == 200:
            body = await response.aread()
            self._headers.learn(sent, splice.parsed(body), response.headers.get(SESSION))
            await self._passed(one_line(body))
        elif sent.ids:
            await self._refused(sent, INTERNAL, f"HTTP {response.status_code} without an answer", {})

    async def _failed(self, sent: Sent, response: httpx2.Response) -> None:
        """A refusal: the server's own words where they are a JSON-RPC error."""
        body, status = await response.aread(), response.status_code
        own = with_id(body, sent.ids[0]) if len(sent.ids) == 1 else None
        if own is not None:
            await self._passed(one_line(own))
            return
        code = NO_METHOD if status == 404 and not self._headers.session else INTERNAL
        await self._refused(
            sent, code, f"The server answered HTTP {status} {response.reason_phrase}", {"status": status}
        )

    async def _streamed(self, sent: Sent, response: httpx2.Response) -> None:
        """Passes on the events of an answer; where its stream breaks off, asks for the rest."""
        stream = _Stream(list(sent.ids), response.headers.get(SESSION))
        await self._events(sent, stream, response)
        while stream.waiting and stream.last is not None and stream.tries <= RESUMED:
            await asyncio.sleep(min(stream.pause_ms, LONGEST_RETRY_MS) / 1000)
            more = {LAST_EVENT: stream.last}
            async with self._answer("GET", self._headers.of(accept=EVENTS) | more) as rest:
                if rest.status_code != 200:
                    break
                await self._events(sent, stream, rest)
        for message_id in stream.waiting:
            line = refusal(message_id, CLOSED, "The server's answer broke off", {"code": "ConnectionClosed"})
            await self._passed(line)

    async def _events(self, sent: Sent, stream: "_Stream", response: httpx2.Response) -> None:
        """Passes on the events of one response, until all that is waited for has come."""
        stream.tries += 1
        with contextlib.suppress(httpx2.HTTPError):
            async for event in Events().of(response.aiter_bytes()):
                stream.last, stream.pause_ms = event.id or stream.last, event.retry_ms or stream.pause_ms
                if event.data:
                    stream.tries = 0
                    await self._event(sent, event.data, stream)
                if not stream.waiting:
                    return

    async def _event(self, sent: Sent, data: bytes, stream: "_Stream") -> None:
        message = splice.parsed(data)
        for one in message if isinstance(message, list) else [message]:
            if isinstance(one, dict) and "method" not in one and one.get("id") in stream.waiting:
                stream.waiting.remove(one["id"])
                self._headers.learn(sent, one, stream.session)
        await self._passed(one_line(data))

    async def _listen(self) -> None:
        """What the server says without being asked; not every server has something to say."""
        stream = _Stream([])
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                more = {LAST_EVENT: stream.last} if stream.last else {}
                async with self._answer("GET", self._headers.of(accept=EVENTS) | more) as response:
                    if 400 <= response.status_code < 500 or not _of_events(response):
                        return
                    await self._heard(stream, response)
            await asyncio.sleep(min(stream.pause_ms, LONGEST_RETRY_MS) / 1000)
            stream.pause_ms *= 2

    async def _heard(self, stream: "_Stream", response: httpx2.Response) -> None:
        async for event in Events().of(response.aiter_bytes()):
            stream.last, stream.pause_ms = event.id or stream.last, event.retry_ms or RETRY_MS
            if event.data:
                await self._passed(one_line(event.data))

    async def _reopened(self, lost: str) -> None:
        """The server has forgotten the session, as after a restart: it is opened anew, as the agent opened it."""
        async with self._reopening:
            if self._opening is None or self._headers.session != lost:
                return
            self._headers.session = None
            async with self._answer("POST", self._headers.of(self._opening), self._opening.line) as response:
                if response.status_code == 200:
                    self._headers.session = response.headers.get(SESSION)
            hello = Sent.of(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
            async with self._answer("POST", self._headers.of(hello), hello.line):
                pass

    @contextlib.asynccontextmanager
    async def _answer(
        self, operation: str, headers: dict[str, str], body: bytes | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """The response to a request, which is followed to another path of the same origin at most."""
        url = self._url
        for _ in range(REDIRECTS + 1):
            request = self._client.build_request(operation, url, headers=headers, content=body)
            response = await self._client.send(request, stream=True)
            to = response.next_request.url if response.status_code in (307, 308) and response.next_request else None
            if to is None or (to.scheme, to.netloc) != (url.scheme, url.netloc):
                break
            await response.aclose()
            url = to
        try:
            yield response
        finally:
            await response.aclose()

    async def _refused(self, sent: Sent, code: int, text: str, data: dict[str, Any]) -> None:
        for message_id in sent.ids:
            await self._passed(refusal(message_id, code, text, data))

    async def _passed(self, line: bytes) -> None:
        """A line for the agent; in a thread, as either the agent or the graph may be waited for."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            await loop.run_in_executor(self._writers, self._watcher.from_server, line, self._output.write)

    async def _leave(self, *waiting: "asyncio.Future[Any]") -> None:
        tasks = [*waiting, *self._under_way, *([self._listening] if self._listening else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._headers.session:
            with contextlib.suppress(httpx2.HTTPError, TimeoutError):
                async with asyncio.timeout(DELETE_SECONDS), self._answer("DELETE", self._headers.of()):
                    pass
        await self._client.aclose()
        self._output.close()
        self._watcher.closed(by_client=True)
        self._writers.shutdown(wait=False, cancel_futures=True)


def _of_events(response: httpx2.Response) -> bool:
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower() == EVENTS


async def _input() -> AsyncIterator[bytes]:
    """The agent's lines, read by a thread that is never further ahead than a few of them."""
    loop, queue = asyncio.get_running_loop(), asyncio.Queue[bytes | None](16)

    def put(line: bytes | None) -> None:
        asyncio.run_coroutine_threadsafe(queue.put(line), loop).result()

    def read() -> None:
        lines, parts = Lines(), []
        with contextlib.suppress(OSError, RuntimeError):
            while data := os.read(0, CHUNK):
                for piece in lines.fed(data):
                    parts.append(piece.data)
                    if piece.last:
                        put(b"".join(parts))
                        parts = []
        with contextlib.suppress(RuntimeError):
            rest = lines.rest()
            if parts or rest:
                put(b"".join([*parts, rest.data if rest else b""]))
            put(None)

    threading.Thread(target=read, daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line
