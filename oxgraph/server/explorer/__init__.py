"""The explorer: pages for people at `/`, plain files that ask the REST door beside them."""

from oxgraph.server.explorer.pages import HEADERS, STATIC, routes

__all__ = ["HEADERS", "STATIC", "routes"]
