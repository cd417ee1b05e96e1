"""A server over HTTP for the examples that ask one, and tokens of a workspace."""

from tests.server.conftest import site, tokens

__all__ = ["site", "tokens"]
