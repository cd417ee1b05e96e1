"""The web application: REST, MCP over HTTP and the explorer on one port."""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.server import explorer
from oxgraph.server.rest import problems
from oxgraph.server.rest.authority import Authority
from oxgraph.server.rest.beside import Beside
from oxgraph.server.rest.frame import Frame
from oxgraph.server.rest.resources import verb_routes
from oxgraph.server.service import Service


def build(service: Service) -> Starlette:
    """The application over a service; it does not close the service."""
    authority = Authority(service.callers, service.config)
    app = Starlette(
        routes=[*Beside(service, authority).routes(), *verb_routes(service, authority), *explorer.routes()],
        middleware=[Middleware(Frame, config=service.config)],
        exception_handlers={404: _nothing_here},
    )
    app.router.redirect_slashes = False
    return app


async def _nothing_here(request: Request, error: Exception) -> Response:
    return problems.problem(404, "not_found", "Nothing here", "There is nothing at this path; see /openapi.json.")
