"""Who sends a request: a bearer token, or a login's cookie."""

import asyncio
import ipaddress

from starlette.requests import Request
from starlette.responses import Response

from oxgraph.client._async.tokens import hashed
from oxgraph.errors import PermissionDenied, RateLimited, TimedOut, Unauthenticated, WorkspaceNotFound
from oxgraph.server.buckets import Buckets
from oxgraph.server.callers import Caller, Callers
from oxgraph.server.config import ServerConfig
from oxgraph.server.rest.logins import Logins

HEADER = "X-Oxgraph"
SAFE = ("GET", "HEAD")
FORGERY = f"With a login's cookie, whatever changes something needs the header {HEADER}: 1."


class Authority:
    """Finds the caller of a request, and keeps the logins."""

    def __init__(self, callers: Callers, config: ServerConfig) -> None:
        self._callers = callers
        self._config = config
        self._logins = Logins(config)
        self._refused = Buckets(config.refusals_per_minute)

    @property
    def cookie(self) -> str:
        """The cookie's name; the prefix has browsers refuse it from anyone but this host over HTTPS."""
        return "__Host-oxgraph" if self._config.secure_cookies else "oxgraph"

    async def caller(self, request: Request) -> Caller:
        """Who calls. Raises Unauthenticated, PermissionDenied (a forged request), RateLimited (refused too often)."""
        return await self._watched(request, self._hash(request))

    async def _watched(self, request: Request, token_hash: str | None) -> Caller:
        """The caller of a hash. Whoever is refused again and again waits, however many tokens are tried."""
        address = _network(request)
        if seconds := self._refused.wait(address):
            raise RateLimited(calls=self._refused.per_minute, seconds=max(1, round(seconds)))
        try:
            if token_hash is None:
                raise Unauthenticated()
            async with asyncio.timeout(self._config.call_seconds):
                return await self._callers.of_hash(token_hash)
        except TimeoutError:
            raise TimedOut(call="token", seconds=self._config.call_seconds) from None
        except Unauthenticated:
            self._refused.take(address)
            raise

    def _hash(self, request: Request) -> str | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            return hashed(token.strip()) if scheme.lower() == "bearer" else None
        name = request.cookies.get(self.cookie)
        if name is None:
            return None
        if request.method not in SAFE and request.headers.get(HEADER) != "1":
            raise PermissionDenied(FORGERY)
        return self._logins.token_hash(name)

    async def log_in(self, request: Request, token: str) -> tuple[Caller, str]:
        """The caller of a token, and the id of a new login. Raises what `caller` raises."""
        caller = await self._watched(request, hashed(token))
        try:
            await caller.enter("settings")
        except (Unauthenticated, WorkspaceNotFound):
            self._refused.take(_network(request))
            raise Unauthenticated() from None
        return caller, self._logins.open(caller.token_hash)

    def log_out(self, request: Request) -> None:
        """Ends the login of the request's cookie, if it has one."""
        name = request.cookies.get(self.cookie)
        if name is not None:
            self._logins.close(name)

    def give(self, response: Response, name: str) -> None:
        """Sets the cookie."""
        age = int(self._config.session_seconds)
        response.set_cookie(
            self.cookie, name, max_age=age, httponly=True, samesite="strict", secure=self._config.secure_cookies
        )

    def take_back(self, response: Response) -> None:
        """Deletes the cookie."""
        response.delete_cookie(self.cookie, httponly=True, samesite="strict", secure=self._config.secure_cookies)


def _network(request: Request) -> str:
    """Where a request comes from; of IPv6 the network that one customer has."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return str(ipaddress.ip_network(f"{host}/64", strict=False)) if address.version == 6 else host
