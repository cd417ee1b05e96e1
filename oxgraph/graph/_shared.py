"""What the asynchronous and the synchronous graph share."""

import functools
from collections.abc import Mapping
from typing import Any

from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)
from neo4j.time import Date, DateTime

from oxgraph import __version__
from oxgraph.errors import (
    AuthenticationFailed,
    ConnectionFailed,
    OxgraphError,
    ServerError,
    from_plugin,
)

Row = dict[str, Any]
Auth = tuple[str, str] | None

RETRY_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds between tries of a statement that met a deadlock or a lost connection; some 6 seconds in all."""


def is_retryable(error: DriverError | Neo4jError) -> bool:
    """Whether a statement that lands on the same nodes each time may succeed when it is tried again.

    A constraint that it violates is such a case: where somebody deletes a node at that moment, MERGE no longer finds
    it, and cannot make it yet.
    """
    return error.is_retryable() or isinstance(error, ConstraintError)


@functools.cache
def version() -> str:
    """oxgraph's version."""
    return __version__


def plain(value: Any) -> Any:
    """A result value with Python's own dates and times instead of the driver's."""
    if isinstance(value, DateTime | Date):
        return value.to_native()
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
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


def translate(error: Exception, uri: str) -> OxgraphError:
    """The error of our tree that a driver's error stands for."""
    if isinstance(error, Neo4jError):
        known = from_plugin(error.message or "") or from_plugin(_chain(error))
        if known is not None:
            return known
    if isinstance(error, AuthError):
        return AuthenticationFailed(uri=uri, user="given")
    if isinstance(error, ServiceUnavailable | SessionExpired | ConfigurationError | OSError):
        return ConnectionFailed(uri=uri, reason=" ".join(str(error).split()))
    code = getattr(error, "code", None) or type(error).__name__
    return ServerError(neo4j_code=code, reason=getattr(error, "message", None) or str(error))
