"""Closes connections whose client sends a request too slowly: each would keep a place for ever.

uvicorn closes only connections that are idle between two requests. Here a connection also has a time for the headers,
from its opening or from the first byte of a further request, and one for the body, from the end of the headers.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class TimedProtocol(H11Protocol):
    """uvicorn's protocol with these times, in seconds."""

    header_seconds = 10.0
    body_seconds = 60.0

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._awaited: object = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the headers."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take in what has arrived; the time runs on unless it completes the headers or the body."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the rest of a request that has begun to arrive; for another one uvicorn's keep-alive time runs."""
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self._stop()
        if self.conn.their_state is not h11.IDLE or self.conn.trailing_data[0]:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        awaited = self.conn.their_state
        if awaited is self._awaited:
            return
        self._stop()
        self._awaited = awaited
        seconds = {h11.IDLE: self.header_seconds, h11.SEND_BODY: self.body_seconds}.get(awaited)
        if seconds is not None and not self.transport.is_closing():
            self._timer = self.loop.call_later(seconds, self.transport.close)

    def _stop(self) -> None:
        self._awaited = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def timed_protocol(header_seconds: float, body_seconds: float) -> type[TimedProtocol]:
    """The protocol with the times of one server."""
    return type("Protocol", (TimedProtocol,), {"header_seconds": header_seconds, "body_seconds": body_seconds})
