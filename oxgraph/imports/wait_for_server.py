"""The retry policy of long imports, for a server that is unavailable for a while."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING, NoReturn, TypeVar

from oxgraph.errors import ConnectionFailed, ImportInterrupted, ServerError

if TYPE_CHECKING:
    from tenacity import RetryCallState

WAIT_SECONDS = 120.0
PAUSE_SECONDS = 2.0

T = TypeVar("T")
Notify = Callable[[str], None]


@dataclass
class RetryPolicy:
    """Calls again, every PAUSE_SECONDS, what failed because the server is gone or starting.

    After `seconds` it gives up with ImportInterrupted, which says how many (`done`) `things` are stored. Setting the
    event `ended` makes it give up at the next failure. `notify` is called with a line of text before each pause.
    """

    uri: str
    things: str
    done: Callable[[], int]
    notify: Notify
    seconds: float = WAIT_SECONDS
    ended: Event = field(default_factory=Event)

    def call(self, work: Callable[[], T]) -> T:
        """The result of `work`. Raises ImportInterrupted, and at once every error that is not retryable."""
        # Imported here: only imports of files need it, and every command would pay for it.
        from tenacity import Retrying, retry_if_exception, stop_after_delay, stop_when_event_set, wait_fixed
        from tenacity.nap import sleep_using_event

        retrying = Retrying(
            retry=retry_if_exception(is_retryable),
            stop=stop_after_delay(self.seconds) | stop_when_event_set(self.ended),
            wait=wait_fixed(PAUSE_SECONDS),
            sleep=sleep_using_event(self.ended),
            before_sleep=self._notify,
            retry_error_callback=self._give_up,
        )
        return retrying(work)

    def _notify(self, state: "RetryCallState") -> None:
        left = self.seconds - (state.seconds_since_start or 0.0)
        self.notify(f"Neo4j does not answer; trying again for {left:.0f} s more")

    def _give_up(self, state: "RetryCallState") -> NoReturn:
        error = state.outcome.exception() if state.outcome else None
        raise ImportInterrupted(
            uri=self.uri, seconds=int(self.seconds), captured=self.done(), what=self.things
        ) from error


def is_retryable(error: BaseException) -> bool:
    """Whether a later try may succeed: the server is gone or starting."""
    if isinstance(error, ServerError):
        return str(error.values.get("neo4j_code", "")).startswith("Neo.TransientError")
    return isinstance(error, ConnectionFailed)
