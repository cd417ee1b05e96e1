"""The Postgres mirror: rows of the graph for SQL, one way."""

from oxgraph.mirror.mirror import EVERY_SECONDS, Mirror

__all__ = ["EVERY_SECONDS", "Mirror"]
