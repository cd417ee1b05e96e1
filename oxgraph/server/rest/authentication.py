"""Authentication of HTTP requests: a bearer token, or the cookie of a login session of the explorer."""

import asyncio
import hashlib
import ipaddress
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from oxgraph.client._async.tokens import hashed
from oxgraph.errors import PermissionDenied, RateLimited, TimedOut, Unauthenticated, WorkspaceNotFound
from oxgraph.server.authentication import Authenticator, Caller
from oxgraph.server.config import ServerConfig
from oxgraph.server.rate_limit import RateLimiter

CSRF_HEADER = "X-Oxgraph"
SAFE_METHODS = ("GET", "HEAD")
CSRF_MESSAGE = f"With a login's cookie, a request that changes something needs the header {CSRF_HEADER}: 1."
MAX_LOGINS = 10_000


class RequestAuthenticator:
    """Finds the caller of a request, and manages logins."""

    def __init__(self, authenticator: Authenticator, config: ServerConfig) -> None:
        self._authenticator = authenticator
        self._config = config
        self._logins = Logins(config)
        self._refusals = RateLimiter(config.refusals_per_minute)

    @property
    def cookie(self) -> str:
        """The cookie's name; with the prefix __Host- browsers accept it only from this host over HTTPS."""
        return "__Host-oxgraph" if self._config.secure_cookies else "oxgraph"

    async def caller(self, request: Request) -> Caller:
        """The caller of a request.

        Raises Unauthenticated, PermissionDenied (a forged request), RateLimited (too many refused tokens).
        """
        return await self._authenticated(request, self._token_hash(request))

    async def _authenticated(self, request: Request, token_hash: str | None) -> Caller:
        """The caller with this hash. Limits the rate of refused tokens by address, whatever the tokens."""
        address = _client_network(request)
        if seconds := self._refusals.wait(address):
            raise RateLimited(calls=self._refusals.per_minute, seconds=max(1, round(seconds)))
        try:
            if token_hash is None:
                raise Unauthenticated()
            async with asyncio.timeout(self._config.call_seconds):
                return await self._authenticator.caller_of_hash(token_hash)
        except TimeoutError:
            raise TimedOut(call="token", seconds=self._config.call_seconds) from None
        except Unauthenticated:
            self._refusals.take(address)
            raise

    def _token_hash(self, request: Request) -> str | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            return hashed(token.strip()) if scheme.lower() == "bearer" else None
        login_id = request.cookies.get(self.cookie)
        if login_id is None:
            return None
        if request.method not in SAFE_METHODS and request.headers.get(CSRF_HEADER) != "1":
            raise PermissionDenied(CSRF_MESSAGE)
        return self._logins.token_hash(login_id)

    async def log_in(self, request: Request, token: str) -> tuple[Caller, str]:
        """The caller of a token, and the id of a new login. Raises what `caller` raises."""
        caller = await self._authenticated(request, hashed(token))
        try:
            await caller.authorize("settings")
        except (Unauthenticated, WorkspaceNotFound):
            self._refusals.take(_client_network(request))
            raise Unauthenticated() from None
        return caller, self._logins.open(caller.token_hash)

    def log_out(self, request: Request) -> None:
        """End the login of the request's cookie, if it has one."""
        login_id = request.cookies.get(self.cookie)
        if login_id is not None:
            self._logins.close(login_id)

    def set_cookie(self, response: Response, login_id: str) -> None:
        """Set the login's cookie."""
        age = int(self._config.session_seconds)
        response.set_cookie(
            self.cookie, login_id, max_age=age, httponly=True, samesite="strict", secure=self._config.secure_cookies
        )

    def delete_cookie(self, response: Response) -> None:
        """Delete the login's cookie."""
        response.delete_cookie(self.cookie, httponly=True, samesite="strict", secure=self._config.secure_cookies)


def _client_network(request: Request) -> str:
    """The client's address; for IPv6 its /64 network, which one customer has as a whole."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return str(ipaddress.ip_network(f"{host}/64", strict=False)) if address.version == 6 else host


@dataclass
class Login:
    """A login session: the hash of its token, when it was opened and last used (seconds of the monotonic clock)."""

    token_hash: str
    opened_at: float
    used_at: float


class Logins:
    """The open login sessions, in memory, by the hash of their random id (so that lookup time reveals nothing)."""

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self._open: OrderedDict[str, Login] = OrderedDict()

    def open(self, token_hash: str) -> str:
        """Open a login session and return its id."""
        login_id = secrets.token_urlsafe(32)
        now = time.monotonic()
        self._open[_key(login_id)] = Login(token_hash, now, now)
        while len(self._open) > MAX_LOGINS:
            self._open.popitem(last=False)
        return login_id

    def token_hash(self, login_id: str) -> str | None:
        """The token's hash of an open login, whose use is recorded; None for one that is unknown or has ended."""
        login, now = self._open.get(_key(login_id)), time.monotonic()
        if login is None:
            return None
        idle, age = now - login.used_at, now - login.opened_at
        if idle > self._config.session_idle_seconds or age > self._config.session_seconds:
            self.close(login_id)
            return None
        login.used_at = now
        self._open.move_to_end(_key(login_id))
        return login.token_hash

    def close(self, login_id: str) -> None:
        """End a login session."""
        self._open.pop(_key(login_id), None)


def _key(login_id: str) -> str:
    return hashlib.sha256(login_id.encode("utf-8", "replace")).hexdigest()
