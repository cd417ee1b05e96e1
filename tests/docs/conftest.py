"""A server over HTTP for the examples that ask one."""

from tests.server.conftest import site

__all__ = ["site"]
