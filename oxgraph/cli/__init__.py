"""The command line: a skin over the client."""

from oxgraph.cli.main import main, run

__all__ = ["main", "run"]
