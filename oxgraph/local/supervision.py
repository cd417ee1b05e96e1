"""Starts the local server again when its process has ended by itself: after a full disk, a crash or a kill."""

import logging
import threading

from oxgraph.errors import OxgraphError
from oxgraph.local import process
from oxgraph.local.home import Home, Record
from oxgraph.local.server import up

LOOK_SECONDS = 1.0
RETRY_SECONDS = 5.0

log = logging.getLogger(__name__)


def ended(home: Home) -> Record | None:
    """The record of the home's server where it was not stopped by `oxgraph down` and its process is gone."""
    record = home.record()
    gone = record is not None and not record.stopped and not process.is_alive(record.pid, record.started)
    return record if gone else None


def supervise(stopping: threading.Event, home: Home | None = None) -> None:
    """Looks every second until `stopping` is set; several that supervise the same server start it once."""
    home = home or Home.default()
    pause = LOOK_SECONDS
    while not stopping.wait(pause):
        pause = LOOK_SECONDS
        if record := ended(home):
            log.warning("the server of %s has ended without `oxgraph down`; it is started again", home.path)
            try:
                up(home, heap=record.heap)
            except OxgraphError as error:
                log.error("%s", error)
                pause = RETRY_SECONDS
