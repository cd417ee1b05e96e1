"""What an adapter leaves out, so that an agent goes on without its memory: calls that nothing answered."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from oxgraph.errors import (
    ConnectionFailed,
    Overloaded,
    RateLimited,
    ServerError,
    ServerUnreachable,
    TimedOut,
    WorkspaceMoving,
)

log = logging.getLogger("oxgraph")

UNANSWERED = (
    ConnectionFailed,
    Overloaded,
    RateLimited,
    ServerError,
    ServerUnreachable,
    TimedOut,
    WorkspaceMoving,
)
"""Errors of reaching the server and of its answer. All others are the caller's to mend, and are raised: a wrong option,
a token that may not, a workspace that is not there."""


@contextmanager
def left_out(what: str) -> Iterator[None]:
    """Logs that nothing answered, as "WHAT: the error", and goes on behind the block."""
    try:
        yield
    except UNANSWERED as error:
        log.warning("%s: %s", what, error)
