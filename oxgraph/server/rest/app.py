"""The web application: REST, MCP over HTTP and the explorer on one port."""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from oxgraph.server import browser_files, explorer
from oxgraph.server.mcp.http import PATH, HttpDoor
from oxgraph.server.rest import problems
from oxgraph.server.rest.authority import Authority
from oxgraph.server.rest.beside import Beside
from oxgraph.server.rest.frame import Frame
from oxgraph.server.rest.resources import operation_routes
from oxgraph.server.service import Service


def build(service: Service) -> Starlette:
    """The application over a service; it does not close the service. `state.stop` ends what only waits for news."""
    authority = Authority(service.callers, service.config)
    door = HttpDoor(service, authority.caller)
    app = Starlette(
        routes=[
            Route(PATH, door),
            *Beside(service, authority).routes(),
            *operation_routes(service, authority),
            *browser_files.routes(),
            *explorer.routes(),
        ],
        middleware=[Middleware(Frame, config=service.config)],
        exception_handlers={404: _nothing_here},
        lifespan=lambda app: door.run(),
    )
    app.state.stop = door.stop
    app.router.redirect_slashes = False
    return app


async def _nothing_here(request: Request, error: Exception) -> Response:
    return problems.problem(404, "not_found", "Nothing here", "There is nothing at this path; see /openapi.json.")
