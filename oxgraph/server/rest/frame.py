"""What stands round every request: its id, the check of its Host, the headers of every answer, a line in the log."""

import ipaddress
import logging
import time
from typing import Any

from opentelemetry import context, propagate
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oxgraph.ids import new_id
from oxgraph.server.config import ServerConfig
from oxgraph.server.rest.problems import problem

log = logging.getLogger("oxgraph.server.http")

CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""Answers are data; pages have a policy of their own."""
FIXED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
MISDIRECTED = "This server is not reached by that name; `oxgraph serve --host-name NAME` adds one."


class Frame:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, config: ServerConfig) -> None:
        self._app = app
        names = {"localhost", config.host, *config.trusted_hosts}
        self._names = frozenset(name.lower().rstrip(".") for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seen = _Seen(scope, send)
        scope.setdefault("state", {})["request_id"] = seen.id
        app = self._app if self._known(scope) else _misdirected()
        traced = context.attach(propagate.extract(Headers(scope=scope)))
        try:
            await app(scope, receive, seen.send)
        finally:
            context.detach(traced)
            seen.tell()

    def _known(self, scope: Scope) -> bool:
        """Whether the Host is one of ours: a foreign name that leads here is another page's trick (DNS rebinding).

        Addresses are no names, and cannot be made to lead here.
        """
        host = Headers(scope=scope).get("host", "")
        name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
        if name.lower().rstrip(".") in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _misdirected() -> ASGIApp:
    return problem(421, "misdirected", "Not a name of this server", MISDIRECTED)


class _Seen:
    """One request, as the log tells of it: its route, never its path or query, as those may hold what was said."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.id = new_id()
        self._scope = scope
        self._send = send
        self._began = time.perf_counter()
        self._status = 0

    async def send(self, message: Message) -> None:
        """Adds the headers."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in FIXED.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            headers["X-Request-Id"] = self.id
        await self._send(message)

    def tell(self) -> None:
        """Writes the line."""
        fields: dict[str, Any] = {
            "request": self.id,
            "method": self._scope["method"] if self._scope["method"].isalpha() else "?",
            "route": self._scope["state"].get("route", "-"),
            "status": self._status,
            "ms": round((time.perf_counter() - self._began) * 1000, 1),
        }
        log.info("request", extra={"fields": fields})
