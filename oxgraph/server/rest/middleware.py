"""The outermost middleware: request id, check of the Host header, security headers, trace context, access log."""

import ipaddress
import logging
import time
from collections.abc import Mapping
from typing import Any

from opentelemetry import context, propagate
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oxgraph.ids import new_id
from oxgraph.server.config import ServerConfig
from oxgraph.server.rest.problems import problem

log = logging.getLogger("oxgraph.server.http")

CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""For responses that are data; the explorer's pages have a policy of their own."""

FEATURES = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-get",
    "screen-wake-lock",
    "sync-xhr",
    "usb",
    "xr-spatial-tracking",
)
"""Features of browsers that no page here uses."""

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Permitted-Cross-Domain-Policies": "none",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in FEATURES),
}
"""Those of the OWASP Secure Headers Project, without Clear-Site-Data: it would take the cookies of every other program
at this host name."""

TRANSPORT_SECURITY = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}
"""Only behind HTTPS."""

MISDIRECTED = "This server is not reached by that name; `oxgraph serve --host-name NAME` adds one."


class RequestMiddleware:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, config: ServerConfig) -> None:
        self._app = app
        names = {"localhost", config.host, *config.trusted_hosts}
        self._trusted = frozenset(name.lower().rstrip(".") for name in names)
        self._headers = SECURITY_HEADERS | (TRANSPORT_SECURITY if config.secure_cookies else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, send, self._headers)
        scope.setdefault("state", {})["request_id"] = exchange.id
        app = self._app if self._is_trusted_host(scope) else _misdirected()
        traced = context.attach(propagate.extract(Headers(scope=scope)))
        try:
            await app(scope, receive, exchange.send)
        finally:
            context.detach(traced)
            exchange.log()

    def _is_trusted_host(self, scope: Scope) -> bool:
        """Whether the Host header is a name of this server, against DNS rebinding.

        IP addresses are always accepted: a foreign page cannot make one resolve to this server.
        """
        host = Headers(scope=scope).get("host", "")
        name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
        if name.lower().rstrip(".") in self._trusted:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _misdirected() -> ASGIApp:
    return problem(421, "misdirected", "Not a name of this server", MISDIRECTED)


class _Exchange:
    """One request and its response. The log has its route, never its path or query, which may contain payloads."""

    def __init__(self, scope: Scope, send: Send, headers: Mapping[str, str]) -> None:
        self.id = new_id()
        self._headers = headers
        self._scope = scope
        self._send = send
        self._began = time.perf_counter()
        self._status = 0

    async def send(self, message: Message) -> None:
        """Send a message of the response, with the headers added."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            headers["X-Request-Id"] = self.id
        await self._send(message)

    def log(self) -> None:
        """Write the line of the access log."""
        fields: dict[str, Any] = {
            "request": self.id,
            "method": self._scope["method"] if self._scope["method"].isalpha() else "?",
            "route": self._scope["state"].get("route", "-"),
            "status": self._status,
            "ms": round((time.perf_counter() - self._began) * 1000, 1),
        }
        log.info("request", extra={"fields": fields})
