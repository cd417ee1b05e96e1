"""What an adapter leaves out, so that an agent goes on without its memory: calls that nothing answered.

Left out is what a framework asks for on the way of a run: history, context, storing what was said. What a program asks
for on purpose is raised: deleting, which would seem done, and the values of a store, which would seem not to be there.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from oxgraph.client import AsyncMemory, Memory
from oxgraph.errors import (
    ConnectionFailed,
    LocalError,
    Overloaded,
    RateLimited,
    ServerError,
    ServerUnreachable,
    TimedOut,
    WorkspaceMoving,
)

log = logging.getLogger("oxgraph")

AGENT_SECONDS = 15.0
"""How long each call of memory may hold an agent up. The parts of a turn have limits of their own, which end before."""

M = TypeVar("M", bound=Memory | AsyncMemory)

UNANSWERED = (
    ConnectionFailed,
    LocalError,
    Overloaded,
    RateLimited,
    ServerError,
    ServerUnreachable,
    TimedOut,
    WorkspaceMoving,
)
"""Errors of reaching the server (that of this machine may not start again) and of its answer. All others are the
caller's to mend, and are raised: a wrong option, a token that may not, a workspace that is not there."""


NO_HISTORY = "the history of the conversation could not be fetched"
NOT_STORED = "messages of the conversation could not be stored"


def within_turn(memory: M, user_id: str | None = None) -> M:
    """The memory of a user, for what stands in an agent's turn: a server, or a database, has AGENT_SECONDS to answer.

    Raises InvalidInput, and PermissionDenied for a token that is bound to another user.
    """
    kind: Any = type(memory)
    return cast("M", kind(memory._access.within(AGENT_SECONDS)).as_user(user_id))


@contextmanager
def left_out(what: str) -> Iterator[None]:
    """Logs that nothing answered, as "WHAT: the error", and goes on behind the block."""
    try:
        yield
    except UNANSWERED as error:
        log.warning("%s: %s", what, error)
