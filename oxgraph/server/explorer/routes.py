"""The routes of static files: the explorer's pages at `/`, and Neo4j Browser's guide and style sheet at `/browser`."""

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from oxgraph.cypher import root

STATIC = Path(__file__).parent / "static"
"""The pages: index.html, modules, styles, and `vendor` with third-party libraries."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
}
"""Nothing from other hosts, nothing inline, in no frame; cached by the browser and revalidated. The middleware adds the
other security headers."""

BROWSER_FILES = {
    "guide.html": "text/html; charset=utf-8",
    "queries.cypher": "text/plain; charset=utf-8",
    "oxgraph.grass": "text/plain; charset=utf-8",
}
"""Files that Neo4j Browser fetches, with their media types. They contain no data of a workspace and are public."""

CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Vary": "Access-Control-Request-Headers",
}
"""Neo4j Browser is a page of another origin, and sends a preflight request; which headers it asks for depends on its
version. They are ignored here, so any may be sent."""

HEADER_NAMES = re.compile(r"[A-Za-z0-9-]+(, ?[A-Za-z0-9-]+)*")


class ExplorerFiles(StaticFiles):
    """The static files, with the explorer's headers."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file. Raises HTTPException 404, 405."""
        response = await super().get_response(path, scope)
        response.headers.update(HEADERS)
        return response


async def index(request: Request) -> Response:
    """The page; which view it shows is in the URL's fragment, which never reaches the server."""
    return FileResponse(STATIC / "index.html", headers=HEADERS)


async def browser_file(request: Request) -> Response:
    """A file for Neo4j Browser, or the response to its preflight request."""
    name = request.url.path.rpartition("/")[2]
    if request.method == "OPTIONS":
        asked = request.headers.get("access-control-request-headers", "")
        allowed = {"Access-Control-Allow-Headers": asked} if HEADER_NAMES.fullmatch(asked) else {}
        return Response(status_code=204, headers=CORS_HEADERS | allowed)
    return FileResponse(root() / "browser" / name, media_type=BROWSER_FILES[name], headers=CORS_HEADERS)


def routes() -> list[BaseRoute]:
    """`/`, `/static` and `/browser`."""
    return [
        *(Route(f"/browser/{name}", browser_file, methods=["GET", "OPTIONS"]) for name in BROWSER_FILES),
        Route("/", index, methods=["GET"]),
        Mount("/static", ExplorerFiles(directory=STATIC), name="explorer"),
    ]
