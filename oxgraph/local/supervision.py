"""Starts the local server again when its process has ended by itself: after a full disk, a crash or a kill."""

import logging
import threading

from oxgraph.errors import OxgraphError
from oxgraph.local.home import Home
from oxgraph.local.server import ended, up_again

LOOK_SECONDS = 1.0
RETRY_SECONDS = 5.0

log = logging.getLogger(__name__)


def supervise(stopping: threading.Event, home: Home | None = None) -> None:
    """Looks every second until `stopping` is set; several that supervise the same server start it once."""
    home = home or Home.default()
    pause = LOOK_SECONDS
    while not stopping.wait(pause):
        pause = LOOK_SECONDS
        if ended(home):
            try:
                up_again(home)
            except OxgraphError as error:
                log.error("%s", error)
                pause = RETRY_SECONDS
