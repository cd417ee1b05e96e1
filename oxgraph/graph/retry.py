"""When a statement that failed is tried again: after a deadlock, a lost connection, a deletion, a server's absence."""

from neo4j.exceptions import ConstraintError, DriverError, Neo4jError

RETRY_SECONDS = 30.0
"""Seconds for which a statement is tried again."""

FIRST_RETRY, RETRY_GROWTH = 0.1, 1.3
"""Pause before the first retry, in seconds, and the factor of each further pause: a transaction is retried soon after a
deadlock and every few seconds while a server is unavailable. The driver's own 1, 2, 4, 8, 16 s miss its return."""

RETRY_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds between tries of a statement that met a deadlock, a lost connection or a deletion; some 6 seconds in all."""


def is_retryable(error: DriverError | Neo4jError) -> bool:
    """Whether a statement that lands on the same nodes each time may succeed when it is tried again.

    A constraint that it violates is such a case: where somebody deletes a node at that moment, MERGE no longer finds
    it, and cannot make it yet.
    """
    return error.is_retryable() or isinstance(error, ConstraintError) or met_deletion(error)


def met_deletion(error: DriverError | Neo4jError) -> bool:
    """Whether the statement failed at a node that somebody deleted after the statement had found it."""
    text = f"{error.code} {error.message}" if isinstance(error, Neo4jError) else ""
    return "EntityNotFound" in text or "org.neo4j.graphdb.NotFoundException" in text
