"""The explorer: pages for people at `/`, static files that call the REST routes of the same server."""

from oxgraph.server.explorer.routes import HEADERS, STATIC, routes

__all__ = ["HEADERS", "STATIC", "routes"]
