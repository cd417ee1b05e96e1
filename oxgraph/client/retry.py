"""Waiting for a server that is away for a while."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import TypeVar

from oxgraph.errors import ConnectionFailed, ImportInterrupted, OxgraphError, ServerError

WAIT_SECONDS = 120.0
PAUSE_SECONDS = 2.0

T = TypeVar("T")
Notify = Callable[[str], None]


@dataclass
class RetryPolicy:
    """Calls again what failed because the server is gone or starting, for at most `seconds`.

    Then ImportInterrupted is raised, with how much (`done`) of what (`things`) is in. Setting `ended` ends the wait.
    """

    uri: str
    things: str
    done: Callable[[], int]
    notify: Notify
    seconds: float = WAIT_SECONDS
    ended: Event = field(default_factory=Event)

    def call(self, work: Callable[[], T]) -> T:
        """What `work` returns."""
        deadline = time.monotonic() + self.seconds
        while True:
            try:
                return work()
            except OxgraphError as error:
                if not is_retryable(error):
                    raise
                if time.monotonic() >= deadline or self.ended.is_set():
                    raise self._interrupted() from error
                self.notify(f"Neo4j does not answer; trying again for {deadline - time.monotonic():.0f} s more")
            self.ended.wait(PAUSE_SECONDS)

    def _interrupted(self) -> ImportInterrupted:
        return ImportInterrupted(uri=self.uri, seconds=int(self.seconds), captured=self.done(), what=self.things)


def is_retryable(error: OxgraphError) -> bool:
    """Whether waiting may help: the server is gone or starting."""
    if isinstance(error, ServerError):
        return str(error.values.get("neo4j_code", "")).startswith("Neo.TransientError")
    return isinstance(error, ConnectionFailed)
