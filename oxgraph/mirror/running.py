"""Copies again and again, and waits for servers that are away."""

import logging
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from oxgraph.errors import ConnectionFailed, MirrorBusy, MirrorFailed, OxgraphError, ServerError
from oxgraph.mirror.copier import Copier, Progress
from oxgraph.mirror.lock import held
from oxgraph.types.mirror import Copied

PASSING = (ConnectionFailed, ServerError, MirrorFailed, MirrorBusy)
"""What may pass by itself; anything else needs somebody."""
LONGEST_PAUSE_SECONDS = 30.0
FIRST_PAUSE_SECONDS = 1.0

Opening = Callable[[], AbstractContextManager[Copier]]
"""Gives a copier on a connection of its own."""

log = logging.getLogger(__name__)


def keep_copying(
    opening: Opening,
    stop: threading.Event,
    every: float,
    failed: Callable[[OxgraphError], None],
    progress: Progress | None = None,
) -> None:
    """Copies every so many seconds until `stop`, which ends it after the page at hand.

    A server that is away is waited for, each time twice as long, up to half a minute. `failed` is told each error.
    Raises what does not pass: MirrorOfAnotherGraph, MirrorOutdated, MirrorDenied, AuthenticationFailed, PluginMissing.
    """
    pauses = _pauses()
    while not stop.is_set():
        try:
            with opening() as copier:
                while True:
                    _tell(run_once(copier, stop, progress))
                    pauses = _pauses()
                    if stop.wait(every):
                        return
        except PASSING as error:
            pause = next(pauses)
            log.warning("%s; trying again in %.0f s", error, pause)
            failed(error)
            stop.wait(pause)
        except OxgraphError as error:
            failed(error)
            raise


def run_once(copier: Copier, stop: threading.Event | None = None, progress: Progress | None = None) -> Copied:
    """Copies what there is, under the lock."""
    with held(copier.connection):
        return copier.copy(enough=stop.is_set if stop else lambda: False, progress=progress)


def _tell(copied: Copied) -> None:
    if copied.pages:
        log.info("%d rows written, %d taken out, at %d", copied.rows, copied.deleted, copied.position)


def _pauses() -> Iterator[float]:
    pause = FIRST_PAUSE_SECONDS
    while True:
        yield pause * random.uniform(0.75, 1.25)
        pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
