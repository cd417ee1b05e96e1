"""The web application: REST, MCP over HTTP and the explorer on one port."""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from oxgraph.server import explorer
from oxgraph.server.dispatch import Service
from oxgraph.server.hooks.routes import hook_routes
from oxgraph.server.mcp.http import PATH, HttpTransport
from oxgraph.server.metrics_route import metrics_routes
from oxgraph.server.otlp.traces import otlp_routes
from oxgraph.server.rest import problems
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.client_calls import client_routes
from oxgraph.server.rest.events import EventStreams
from oxgraph.server.rest.login_and_health import SystemRoutes
from oxgraph.server.rest.middleware import RequestMiddleware
from oxgraph.server.rest.operation_handlers import operation_routes
from oxgraph.server.rest.pass_runs import pass_routes
from oxgraph.server.rest.uploads import Uploads


def build(service: Service) -> Starlette:
    """The application over a service, which it does not close. `state.stop` ends the event streams."""
    authenticator = RequestAuthenticator(service.authenticator, service.config)
    mcp = HttpTransport(service, authenticator)
    events = EventStreams(service, authenticator)
    app = Starlette(
        routes=[
            *client_routes(service, authenticator),  # first: routes are tried one after the other
            *metrics_routes(service),
            *hook_routes(service, authenticator),
            *otlp_routes(service, authenticator),
            Route(PATH, mcp),
            *SystemRoutes(service, authenticator).routes(),
            *events.routes(),
            *pass_routes(service, authenticator),
            *Uploads(service, authenticator).routes(),
            *operation_routes(service, authenticator),
            *explorer.routes(),
        ],
        middleware=[Middleware(RequestMiddleware, config=service.config)],
        exception_handlers={404: _not_found},
        lifespan=lambda app: mcp.run(),
    )

    def stop() -> None:
        mcp.stop()
        events.stop()

    app.state.stop = stop
    app.router.redirect_slashes = False
    return app


async def _not_found(request: Request, error: Exception) -> Response:
    return problems.problem(404, "not_found", "Nothing here", "There is nothing at this path; see /openapi.json.")
