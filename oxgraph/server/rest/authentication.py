"""Authentication of HTTP requests: a bearer token, or the cookie of a login session of the explorer."""

import asyncio
import ipaddress
from collections.abc import Awaitable

from starlette.requests import Request
from starlette.responses import Response

from oxgraph.client._async.tokens import digest, hashed
from oxgraph.errors import PermissionDenied, RateLimited, TimedOut, Unauthenticated, WorkspaceNotFound
from oxgraph.server.authentication import Authenticator, Caller
from oxgraph.server.config import ServerConfig
from oxgraph.server.rate_limit import RateLimiter
from oxgraph.server.rest.conditional import READS

CSRF_HEADER = "X-Oxgraph"
CSRF_MESSAGE = f"With a login's cookie, a request that changes something needs the header {CSRF_HEADER}: 1."
REFUSALS = "More than {calls} unknown tokens in a minute from this address; try again in {seconds} s."


class RequestAuthenticator:
    """Finds the caller of a request, and manages logins."""

    def __init__(self, authenticator: Authenticator, config: ServerConfig) -> None:
        self._authenticator = authenticator
        self._config = config
        self._refusals = RateLimiter(config.refusals_per_minute)

    @property
    def cookie(self) -> str:
        """The cookie's name; with the prefix __Host- browsers accept it only from this host over HTTPS."""
        return "__Host-oxgraph" if self._config.secure_cookies else "oxgraph"

    async def caller(self, request: Request) -> Caller:
        """The caller of a request.

        Raises Unauthenticated, PermissionDenied (a forged request), RateLimited (too many refused tokens), and
        ConnectionFailed where Neo4j cannot be reached: a login does not end by that.
        """
        given = _token(request)
        if given is not None:
            return await self._authenticated(request, self._authenticator.caller(given))
        login = request.cookies.get(self.cookie)
        if login is not None and request.method not in READS and request.headers.get(CSRF_HEADER) != "1":
            raise PermissionDenied(CSRF_MESSAGE)
        return await self._authenticated(request, self._authenticator.caller_of_login(login or ""))

    def token_hash(self, request: Request) -> str:
        """The hash of a request's token or login, which need not be known. Raises Unauthenticated for no token."""
        given = _token(request)
        return digest(given) if given is not None else hashed(request.cookies.get(self.cookie, ""))

    async def _authenticated(self, request: Request, finding: Awaitable[Caller]) -> Caller:
        """The caller that is found.

        The token is judged first and the address only for one that is refused: others behind the same address, such as
        a proxy's, must not be able to lock a valid token out.
        """
        try:
            async with asyncio.timeout(self._config.call_seconds):
                return await finding
        except TimeoutError:
            raise TimedOut(call="token", seconds=self._config.call_seconds) from None
        except Unauthenticated:
            self._refuse(request)
            raise

    def _refuse(self, request: Request) -> None:
        """Count a refused token for its address. Raises RateLimited where it has had too many."""
        if seconds := self._refusals.take(_client_network(request)):
            wait, limit = max(1, round(seconds)), self._refusals.per_minute
            raise RateLimited(REFUSALS.format(calls=limit, seconds=wait), calls=limit, seconds=wait)

    async def log_in(self, request: Request, token: str) -> tuple[Caller, str]:
        """The caller of a token, and the secret of a new login. Raises what `caller` raises."""
        caller = await self._authenticated(request, self._authenticator.caller(token))
        try:
            await caller.authorize("settings")
            return caller, await self._authenticator.open_login(caller, self._config.session_seconds)
        except (Unauthenticated, WorkspaceNotFound):
            self._refuse(request)
            raise Unauthenticated() from None

    async def log_out(self, request: Request) -> None:
        """End the login of the request's cookie, if it has one. Raises ConnectionFailed without Neo4j."""
        await self._authenticator.close_login(request.cookies.get(self.cookie, ""))

    def set_cookie(self, response: Response, login: str) -> None:
        """Set the login's cookie."""
        age = int(self._config.session_seconds)
        response.set_cookie(
            self.cookie, login, max_age=age, httponly=True, samesite="strict", secure=self._config.secure_cookies
        )

    def delete_cookie(self, response: Response) -> None:
        """Delete the login's cookie."""
        response.delete_cookie(self.cookie, httponly=True, samesite="strict", secure=self._config.secure_cookies)


def _token(request: Request) -> str | None:
    """The token of the Authorization header, '' where that is another's scheme; None without the header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return None
    return token.strip() if scheme.lower() == "bearer" else ""


def _client_network(request: Request) -> str:
    """The client's address; for IPv6 its /64 network, which one customer has as a whole."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return str(ipaddress.ip_network(f"{host}/64", strict=False)) if address.version == 6 else host
