"""What the asynchronous and the synchronous graph share."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)
from neo4j.time import Date, DateTime

from oxgraph import __version__
from oxgraph.errors import (
    AuthenticationFailed,
    ConnectionFailed,
    DatabaseUnavailable,
    InvalidInput,
    OxgraphError,
    PasswordExpired,
    ServerError,
    from_plugin,
)

ROUTED = ("neo4j", "neo4j+s", "neo4j+ssc")
"""Schemes of addresses that may lead to a cluster."""
SCHEMES = (*ROUTED, "bolt", "bolt+s", "bolt+ssc")
"""Schemes of the addresses of a Neo4j."""
NO_ADDRESS = "{given!r} is no address of a Neo4j; write bolt://HOST:PORT (of a cluster neo4j://HOST:PORT)"

STOPPED = "critical error"
"""What Neo4j says of a database that has panicked: it is served again only when it is started anew."""

STOPPING = (
    "Neo.DatabaseError.Transaction.TransactionCommitFailed",
    "Neo.DatabaseError.Transaction.TransactionLogError",
)
"""The codes of a transaction whose commit could not be written; the database panics with it. It may be kept."""

EXPIRED = "Neo.ClientError.Security.CredentialsExpired"
"""What Neo4j says to a right password that has to be changed, as the one that a new Neo4j comes with."""

TOO_MANY_LOGINS = "Neo.ClientError.Security.AuthenticationRateLimit"
"""What Neo4j says, for some seconds after several wrong passwords, to the right one too."""

Row = dict[str, Any]
Auth = tuple[str, str] | None

Work = Callable[[], list[Row]]
AsyncWork = Callable[[], Awaitable[list[Row]]]
"""Runs a statement; its rows."""


@functools.cache
def version() -> str:
    """oxgraph's version."""
    return __version__


PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types of values that stay as they come: most of them, and looking a type up is quick."""


def plain(value: Any) -> Any:
    """A result value with Python's own dates and times instead of the driver's."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, DateTime | Date):
        return value.to_native()
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [item if type(item) in PLAIN else plain(item) for item in value]
    return value


def _chain(error: BaseException) -> str:
    """The texts of an error and of its causes; the guard's refusal arrives as a cause."""
    texts: list[str] = []
    cause: object = error
    while cause is not None:
        texts.append(str(getattr(cause, "gql_status_description", "")))
        texts.append(str(getattr(cause, "message", cause)))
        cause = getattr(cause, "__cause__", None)
    return "\n".join(texts)


def _why_unreachable(error: BaseException) -> str:
    """What the operating system says, such as Connection refused; else what the driver says of the innermost failure.

    The driver's outer texts repeat the address and each other.
    """
    cause: BaseException | None = error
    while cause is not None:
        error = cause
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror
        inner = cause.exceptions if isinstance(cause, ExceptionGroup) else ()
        cause = inner[0] if inner else cause.__cause__
    return " ".join(str(error).split())


def _refused_login(error: Exception, uri: str) -> AuthenticationFailed | None:
    code = getattr(error, "code", None)
    if code == EXPIRED:
        return PasswordExpired(uri=uri)
    if code == TOO_MANY_LOGINS:
        return AuthenticationFailed(uri=uri, user="given, and any for some seconds, after several wrong ones")
    return AuthenticationFailed(uri=uri, user="given") if isinstance(error, AuthError) else None


def translate(error: Exception, uri: str) -> OxgraphError:
    """The error of our tree that a driver's error stands for."""
    if isinstance(error, Neo4jError):
        known = from_plugin(error.message or "") or from_plugin(_chain(error))
        if known is not None:
            return known
        if STOPPED in _chain(error) or error.code in STOPPING:
            return DatabaseUnavailable(uri=uri, reason=" ".join((error.message or "").split()))
    refused = _refused_login(error, uri)
    if refused is not None:
        return refused
    if isinstance(error, ServiceUnavailable | SessionExpired | ConfigurationError | OSError):
        return ConnectionFailed(uri=uri, reason=_why_unreachable(error))
    code = getattr(error, "code", None) or type(error).__name__
    return ServerError(neo4j_code=code, reason=getattr(error, "message", None) or str(error))


def require_address(uri: str) -> None:
    """Raises InvalidInput for what is no address of a Neo4j; the driver tells of a wrong port at the first call."""
    try:
        parts = urlsplit(uri)
        _ = parts.port
        known = parts.scheme in SCHEMES
    except ValueError:
        known = False
    if not known:
        raise InvalidInput(field="uri", reason=NO_ADDRESS.format(given=uri.rpartition("@")[2]))
