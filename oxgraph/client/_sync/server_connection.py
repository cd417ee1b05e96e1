# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The connection of a process with a token to `oxgraph serve`: HTTP over TCP or a Unix socket, kept open."""

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx2
from pydantic import TypeAdapter

from oxgraph.client.concurrency import run_in_thread
from oxgraph.client.remote_calls import RemoteCall, error_of, written
from oxgraph.errors import ConnectionFailed, InvalidInput, RateLimited, TimedOut
from oxgraph.graph.interrupts import CancelledBySignal, cancelling
from oxgraph.graph.loops import OwnLoop, require_loop
from oxgraph.ids import new_id

log = logging.getLogger("oxgraph")

PATH = "/v1/client/"
KEY = "Idempotency-Key"
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 90.0
"""How long an answer may take: longer than the server's own limits on waiting and on a call."""

KEEP_SECONDS = 20.0
"""How long an unused connection is kept; the server closes it after 30 s."""

STREAM_SECONDS = 45.0
"""How long nothing may come while a long call runs; the server sends something every 10 s."""

RETRY_SECONDS = 4.0
"""How long a call tries to reach a server that does not answer, such as one that is being started again."""

READY, NOT_READY = "/readyz", 503
PROBE_SECONDS = 1.0
"""How long a server that had no answer to a call is asked whether it is ready, before another call waits for it."""

RATE_SECONDS = 30.0
"""How long a call waits because the token calls too often."""

FIRST_PAUSE, MAX_PAUSE = 0.05, 1.0
UNSENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
"""Errors before anything was sent."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")

Locate = Callable[[None], str]
"""Returns the server's address; may start one. It may block."""

OnProgress = Callable[..., None]


class ServerConnection:
    """Performs calls on a server, over connections that are kept open.

    A call that could not be sent is sent again for a few seconds, one whose answer was lost too where that cannot do it
    twice. `locate` is asked again where the server does not answer: it may have another address since.
    """

    def __init__(self, token: str, locate: Locate, *, retry_seconds: float = RETRY_SECONDS) -> None:
        self._token = token.strip()  # of a file or a secret it may end with the end of the line
        self._locate = locate
        self._retry_seconds = retry_seconds
        self._address: str | None = None
        self._client: httpx2.Client | None = None
        self._silent = False
        self._loop = OwnLoop()

    @property
    def address(self) -> str:
        """Where the server was reached last."""
        return self._address or "(no address)"

    def perform(
        self,
        call: RemoteCall,
        arguments: Mapping[str, Any],
        user_id: str | None,
        result: TypeAdapter[Any],
        progress: OnProgress | None = None,
        *,
        seconds: float | None = None,
    ) -> Any:
        """The result of a call; `progress` is called with what the server reports of a long one.

        `seconds` is how long the answer is waited for (default ANSWER_SECONDS); of a long call, how long nothing may
        come (default STREAM_SECONDS). A call with `seconds` does not wait for a server that had no answer to the one
        before, and none to whether it is ready.
        Raises what the call raises there, and ConnectionFailed, TimedOut; InvalidInput once it is closed, in a
        forked process, and in another event loop.
        """
        body = written({"arguments": arguments, "user_id": user_id})
        headers = {KEY: new_id()} if call.effect == "writes" and not call.is_long else {}
        wait_seconds = seconds or (STREAM_SECONDS if call.is_long else ANSWER_SECONDS)
        timeout = httpx2.Timeout(wait_seconds, connect=CONNECT_SECONDS)
        attempts = _Attempts(call, self._retry_seconds, wait_seconds)
        with self._given_up_at_a_signal():
            if seconds is not None and self._silent:
                self._require_ready()
            while True:
                try:
                    client = self._open()
                    if call.is_long:
                        with client.stream("POST", PATH + call.name, content=body, timeout=timeout) as response:
                            self._silent = False
                            return self._streamed(response, result, progress)
                    response = client.post(PATH + call.name, content=body, headers=headers, timeout=timeout)
                    self._silent = False
                    if response.status_code == 200:
                        return result.validate_json(response.content)
                    raise error_of(response.status_code, response.content)
                except httpx2.TransportError as error:
                    self._silent = True
                    pause = attempts.lost(self.address, error)
                    self._disconnect(error)
                except RateLimited as error:
                    pause = attempts.limited(error)
                time.sleep(pause)

    @contextmanager
    def _given_up_at_a_signal(self) -> Iterator[None]:
        """What a handler of a signal raises within gives up the connections: it may have left a lock of them taken."""
        try:
            with cancelling():
                yield
        except CancelledBySignal as given_up:
            self._client = None
            raise given_up.raised from None

    def _require_ready(self) -> None:
        """Raises ConnectionFailed for a server that does not answer, or says that its database does not."""
        try:
            client = self._open()
            response = client.get(READY, timeout=PROBE_SECONDS)
        except httpx2.TransportError as error:
            self._disconnect(error)
            raise _no_answer(self.address, error) from error
        if response.status_code == NOT_READY:
            raise ConnectionFailed(NO_ANSWER.format(address=self.address, reason="it is not ready"))
        self._silent = False

    @staticmethod
    def _streamed(response: httpx2.Response, result: TypeAdapter[Any], progress: OnProgress | None) -> Any:
        """The result of a long call, which comes as lines: progress, then the result or the error."""
        if response.status_code != 200:
            raise error_of(response.status_code, response.read())
        for line in _lines(response):
            kind, _, content = line.partition(b" ")
            if kind == b"progress" and progress is not None:
                progress(*json.loads(content))
            elif kind == b"result":
                return result.validate_json(content)
            elif kind == b"error":
                raise error_of(500, content)
        raise httpx2.RemoteProtocolError("the answer broke off")

    def _open(self) -> httpx2.Client:
        require_loop()
        self._loop.require()
        if self._client is None:
            self._address = run_in_thread(self._locate, None)
            base, socket = parts_of(self._address)
            near = socket is not None or urlsplit(base).hostname in LOOPBACK
            if not near and base.startswith("http:"):
                log.warning("the token travels to %s unencrypted; use https beyond one machine", self._address)
            limits = httpx2.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=KEEP_SECONDS)
            secure = base.startswith("https:")  # reading the certificates takes 50 ms, which plain HTTP does not need
            transport = httpx2.HTTPTransport(uds=socket, limits=limits, verify=secure) if socket else None
            self._client = httpx2.Client(
                base_url=base,
                transport=transport,
                verify=secure,
                headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
                timeout=httpx2.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
                limits=limits,
                trust_env=not near,
                follow_redirects=False,
            )
        return self._client

    def _disconnect(self, error: httpx2.TransportError) -> None:
        """Forgets the address of a server that cannot be reached; calls under way keep their connections."""
        if isinstance(error, UNSENT):
            self._client = None

    def close(self) -> None:
        """Closes the connections."""
        is_own = self._loop.close()
        client, self._client = self._client, None
        if client is not None and is_own:
            client.close()


def _lines(response: httpx2.Response) -> Iterator[bytes]:
    """The lines of a body; httpx2's own end at other characters too, which texts may hold."""
    begun: list[bytes] = []
    for chunk in response.iter_bytes():
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield b"".join((*begun, end))
            begun = []
        begun.append(rest)


class _Attempts:
    """How often, and with what pauses, one call is sent."""

    def __init__(self, call: RemoteCall, retry_seconds: float, answer_seconds: float) -> None:
        self._call = call
        self._answer_seconds = answer_seconds
        self._failing_since: float | None = None
        self._retry_seconds = retry_seconds
        self._pause = FIRST_PAUSE
        self._lost = 0

    def lost(self, address: str, error: httpx2.TransportError) -> float:
        """The pause before the call is sent again. Raises ConnectionFailed, TimedOut where it is not."""
        if isinstance(error, httpx2.ReadTimeout):
            raise TimedOut(call=self._call.name, seconds=round(self._answer_seconds, 3)) from error
        self._lost += not isinstance(error, UNSENT)
        again = self._lost == 0 or (self._call.effect in ("reads", "writes") and not self._call.is_long)
        if not again or self._lost > 2 or self._failing() > self._retry_seconds:
            raise _no_answer(address, error) from error
        self._pause = min(MAX_PAUSE, self._pause * 2)
        return self._pause / 2

    def limited(self, error: RateLimited) -> float:
        """The pause before the call is sent again. Raises RateLimited where that would be too long."""
        seconds = float(str(error.values.get("seconds", 1)))
        if self._failing() + seconds > RATE_SECONDS:
            raise error
        return seconds

    def _failing(self) -> float:
        """Seconds since the first failure; a call may have taken long before that."""
        if self._failing_since is None:
            self._failing_since = time.monotonic()
        return time.monotonic() - self._failing_since


NO_ANSWER = (
    "No `oxgraph serve` answers at {address}: {reason}. Start it where the database is, and name its address in "
    "OXGRAPH_SERVER."
)


def _no_answer(address: str, error: httpx2.TransportError) -> ConnectionFailed:
    return ConnectionFailed(NO_ANSWER.format(address=address, reason=str(error) or type(error).__name__))


def parts_of(address: str) -> tuple[str, str | None]:
    """The base of the URL, and the path of the Unix socket where it is one. Raises InvalidInput."""
    with suppress(ValueError):  # of a port that is none, or of half an IPv6 address
        found = urlsplit(address)
        if found.scheme == "unix" and found.path:
            return "http://localhost", unquote(found.path)
        if found.scheme in ("http", "https") and found.hostname and found.port != 0:
            return address.rstrip("/"), None
    reason = (
        "must be http://HOST:PORT, https://HOST or unix:///PATH; look at what is given, OXGRAPH_SERVER and OXGRAPH_URI"
    )
    raise InvalidInput(field="uri", reason=reason)
