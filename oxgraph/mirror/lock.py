"""Keeps two copiers of one mirror apart."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg

from oxgraph.errors import MirrorBusy
from oxgraph.mirror.connection import Rows, errors, server_of
from oxgraph.mirror.sql import statement

PATIENCE_SECONDS = 10.0
"""How long one waits for another to end: a worker's copying takes less, a first copy or a rebuild may take longer."""
LOOK_SECONDS = 0.1


@contextmanager
def held(connection: Rows) -> Iterator[None]:
    """Holds the copier's lock, which falls with the connection. Raises MirrorBusy when it stays with another one."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not _taken(connection):
        if time.monotonic() >= until:
            raise MirrorBusy(server=server_of(connection))
        time.sleep(LOOK_SECONDS)
    try:
        yield
    finally:
        with suppress(psycopg.Error):  # a connection that is lost holds nothing
            connection.execute(statement("copier_unlock"))


def _taken(connection: Rows) -> bool:
    with errors(connection):
        row = connection.execute(statement("copier_lock")).fetchone()
    return bool(row and row["held"])
