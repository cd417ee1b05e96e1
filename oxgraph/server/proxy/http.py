"""A server at an address: the agent's messages on stdio are posted by streamable HTTP, and the answers passed on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx2

from oxgraph.server.proxy import json_edit
from oxgraph.server.proxy.agent_io import ANSWER_SECONDS, Output, input_lines
from oxgraph.server.proxy.http_messages import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    LAST_EVENT,
    METHOD_NOT_FOUND,
    SESSION,
    AgentMessage,
    Headers,
    answers_in,
    error_response,
    one_line,
    with_id,
)
from oxgraph.server.proxy.observer import LISTEN, MessageObserver
from oxgraph.server.proxy.sse import EventDecoder

CONNECT_SECONDS, DELETE_SECONDS = 30.0, 2.0
RETRY_MS, MAX_RETRY_MS = 1_000, 30_000
MAX_RESUMES = 5
"""How often a broken event stream is resumed without receiving anything."""

MAX_REDIRECTS = 3
CLOSED_DATA = {"code": "ConnectionClosed"}
WRITERS = 8
INITIALIZED = "notifications/initialized"
EVENTS = "text/event-stream"


@dataclass
class _EventStream:
    """The state of an event stream: the ids of unanswered requests, and where to resume when it breaks off."""

    unanswered: list[Any]
    session: str | None = None
    last_event: str | None = None
    pause_ms: int = RETRY_MS
    tries: int = 0


class HttpServer:
    """Passes messages between the agent and a server at an address."""

    def __init__(self, url: str, headers: dict[str, str], observer: MessageObserver, output: Output) -> None:
        self._url = httpx2.URL(url)
        self._headers = Headers(headers)
        self._observer = observer
        self._output = output
        self._under_way: dict[asyncio.Task[None], AgentMessage] = {}
        self._event_stream: asyncio.Task[None] | None = None
        self._initialize: AgentMessage | None = None
        self._reopening = asyncio.Lock()
        self._writers = ThreadPoolExecutor(WRITERS)
        timeout = httpx2.Timeout(CONNECT_SECONDS, read=None, pool=None)
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=20)
        self._client = httpx2.AsyncClient(timeout=timeout, limits=limits, follow_redirects=False)

    async def run(self, stop: asyncio.Event) -> int:
        """Pass messages on until the agent's input ends and what it asked is answered, or `stop` is set.

        Returns the exit status.
        """
        ended = asyncio.ensure_future(stop.wait())
        reading = asyncio.ensure_future(self._read_agent())
        await asyncio.wait({ended, reading}, return_when=asyncio.FIRST_COMPLETED)
        answered = asyncio.ensure_future(self._answered())
        await asyncio.wait({answered, ended}, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        await self._close(reading, ended, answered)
        return 0

    async def _answered(self) -> None:
        """Wait until every request under way is answered, except those whose answer is the end of the connection."""
        while tasks := [task for task, sent in self._under_way.items() if sent.method != LISTEN]:
            await asyncio.wait(tasks)

    async def _read_agent(self) -> None:
        async for line in input_lines():
            if not line.strip():
                continue
            sent = AgentMessage.of(line)
            if sent.method == "notifications/cancelled" and self._cancelled(sent):
                self._observer.from_agent(line)
                continue
            self._observer.from_agent(line)
            task = asyncio.create_task(self._post(sent))
            self._under_way[task] = sent
            task.add_done_callback(lambda done: self._under_way.pop(done, None))
            if not sent.ids:
                await asyncio.wait({task})
            if sent.method == INITIALIZED and self._event_stream is None and sent.version is None:
                self._event_stream = asyncio.create_task(self._listen())

    def _cancelled(self, sent: AgentMessage) -> bool:
        """Cancel a request by closing its connection, as the protocol does since 2026-07-28; whether there was one."""
        asked = sent.params.get("requestId")
        for task, request in self._under_way.items():
            if request.version and asked in request.ids:
                task.cancel()
                return True
        return False

    async def _post(self, sent: AgentMessage, *, retry: bool = True) -> None:
        """Post a message and pass the answer on; a failure becomes an error response to its requests."""
        if sent.method == "initialize":
            self._initialize, self._headers.session = sent, None
        try:
            async with self._request("POST", self._headers.of(sent), sent.line) as response:
                lost = response.status_code == 404 and SESSION in response.request.headers
                if not lost or not retry or self._initialize is None:
                    await self._pass_response(sent, response)
                    return
            await self._reopen_session(response.request.headers[SESSION])
            await self._post(sent, retry=False)
        except httpx2.HTTPError as error:
            await self._respond_error(
                sent,
                CONNECTION_CLOSED,
                f"The server was not reached: {type(error).__name__}",
                CLOSED_DATA,
            )

    async def _pass_response(self, sent: AgentMessage, response: httpx2.Response) -> None:
        if response.status_code >= 300:
            await self._pass_http_error(sent, response)
        elif _is_event_stream(response):
            await self._pass_stream(sent, response)
        elif sent.ids and response.status_code == 200:
            await self._pass_body(sent, await response.aread(), response.headers.get(SESSION))
        elif sent.ids:
            await self._respond_error(sent, INTERNAL_ERROR, f"HTTP {response.status_code} without an answer", {})

    async def _pass_body(self, sent: AgentMessage, body: bytes, session: str | None) -> None:
        """Pass on a body; a request without an answer in it gets an error, as no other answer will come."""
        message = json_edit.parse(body)
        if message is None:
            await self._respond_error(sent, INTERNAL_ERROR, "The server's answer is not JSON", {})
            return
        self._headers.learn(sent, message, session)
        await self._send(one_line(body))
        answered = [answer["id"] for answer in answers_in(message)]
        text = "The server's answer is of another request"
        for message_id in (one for one in sent.ids if one not in answered):
            await self._send(error_response(message_id, INTERNAL_ERROR, text, {}))

    async def _pass_http_error(self, sent: AgentMessage, response: httpx2.Response) -> None:
        """Pass on an HTTP error: the server's JSON-RPC error if the body is one."""
        body, status = await response.aread(), response.status_code
        own = with_id(body, sent.ids[0]) if len(sent.ids) == 1 else None
        if own is not None:
            await self._send(one_line(own))
            return
        code = METHOD_NOT_FOUND if status == 404 and not self._headers.session else INTERNAL_ERROR
        await self._respond_error(
            sent, code, f"The server answered HTTP {status} {response.reason_phrase}", {"status": status}
        )

    async def _pass_stream(self, sent: AgentMessage, response: httpx2.Response) -> None:
        """Pass on the events of a response; where its stream breaks off, resume it."""
        stream = _EventStream(list(sent.ids), response.headers.get(SESSION))
        await self._pass_events(sent, stream, response)
        while stream.unanswered and stream.last_event is not None and stream.tries <= MAX_RESUMES:
            await asyncio.sleep(min(stream.pause_ms, MAX_RETRY_MS) / 1000)
            more = {LAST_EVENT: stream.last_event}
            async with self._request("GET", self._headers.of(accept=EVENTS) | more) as rest:
                if rest.status_code != 200:
                    break
                await self._pass_events(sent, stream, rest)
        for message_id in stream.unanswered:
            line = error_response(message_id, CONNECTION_CLOSED, "The server's answer broke off", CLOSED_DATA)
            await self._send(line)

    async def _pass_events(self, sent: AgentMessage, stream: _EventStream, response: httpx2.Response) -> None:
        """Pass on the events of one response, until every request is answered."""
        stream.tries += 1
        with contextlib.suppress(httpx2.HTTPError):
            async for event in EventDecoder().decode(response.aiter_bytes()):
                stream.last_event, stream.pause_ms = event.id or stream.last_event, event.retry_ms or stream.pause_ms
                if event.data:
                    stream.tries = 0
                    await self._pass_event(sent, event.data, stream)
                if not stream.unanswered:
                    return

    async def _pass_event(self, sent: AgentMessage, data: bytes, stream: _EventStream) -> None:
        for answer in answers_in(json_edit.parse(data)):
            if answer["id"] in stream.unanswered:
                stream.unanswered.remove(answer["id"])
                self._headers.learn(sent, answer, stream.session)
        await self._send(one_line(data))

    async def _listen(self) -> None:
        """Pass on the server's notifications and requests, on a stream of their own, if it offers one."""
        stream = _EventStream([])
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                more = {LAST_EVENT: stream.last_event} if stream.last_event else {}
                async with self._request("GET", self._headers.of(accept=EVENTS) | more) as response:
                    if 400 <= response.status_code < 500 or not _is_event_stream(response):
                        return
                    await self._pass_notifications(stream, response)
            await asyncio.sleep(min(stream.pause_ms, MAX_RETRY_MS) / 1000)
            stream.pause_ms *= 2

    async def _pass_notifications(self, stream: _EventStream, response: httpx2.Response) -> None:
        async for event in EventDecoder().decode(response.aiter_bytes()):
            stream.last_event, stream.pause_ms = event.id or stream.last_event, event.retry_ms or RETRY_MS
            if event.data:
                await self._send(one_line(event.data))

    async def _reopen_session(self, lost: str) -> None:
        """Open a session that the server has lost, as after a restart, by repeating the agent's initialize."""
        async with self._reopening:
            if self._initialize is None or self._headers.session != lost:
                return
            self._headers.session = None
            async with self._request("POST", self._headers.of(self._initialize), self._initialize.line) as response:
                if response.status_code == 200:
                    self._headers.session = response.headers.get(SESSION)
            initialized = AgentMessage.of(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
            async with self._request("POST", self._headers.of(initialized), initialized.line):
                pass

    @contextlib.asynccontextmanager
    async def _request(
        self, method: str, headers: dict[str, str], body: bytes | None = None
    ) -> AsyncIterator[httpx2.Response]:
        """The response to a request; redirects are followed within the same origin."""
        url = self._url
        for _ in range(MAX_REDIRECTS + 1):
            request = self._client.build_request(method, url, headers=headers, content=body)
            response = await self._client.send(request, stream=True)
            target = response.next_request.url if response.status_code in (307, 308) and response.next_request else None
            if target is None or (target.scheme, target.netloc) != (url.scheme, url.netloc):
                break
            await response.aclose()
            url = target
        try:
            yield response
        finally:
            await response.aclose()

    async def _respond_error(self, sent: AgentMessage, code: int, text: str, data: dict[str, Any]) -> None:
        for message_id in sent.ids:
            await self._send(error_response(message_id, code, text, data))

    async def _send(self, line: bytes) -> None:
        """Send a line to the agent, in a thread, as both the agent and Neo4j may be slow."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            await loop.run_in_executor(self._writers, self._observer.from_server, line, self._output.write)

    async def _close(self, *waiting: "asyncio.Future[Any]") -> None:
        tasks = [*waiting, *self._under_way, *([self._event_stream] if self._event_stream else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._headers.session:
            with contextlib.suppress(httpx2.HTTPError, TimeoutError):
                async with asyncio.timeout(DELETE_SECONDS), self._request("DELETE", self._headers.of()):
                    pass
        await self._client.aclose()
        self._output.close()
        self._observer.closed(by_agent=True)
        self._writers.shutdown(wait=False, cancel_futures=True)


def _is_event_stream(response: httpx2.Response) -> bool:
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower() == EVENTS
