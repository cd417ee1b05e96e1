"""The explorer's files, and the headers with which browsers get them."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
"""The pages' folder: index.html, modules, styles, and `vendor` with the libraries of others."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""Nothing of other hosts, nothing inline, in nobody's frame; kept by the browser, and asked for whether it changed."""


class Files(StaticFiles):
    """The files beside the page."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file with the explorer's headers. Raises HTTPException 404, 405."""
        response = await super().get_response(path, scope)
        response.headers.update(HEADERS)
        return response


async def page(request: Request) -> Response:
    """The page itself; which of its views is shown stands behind the # and never reaches the server."""
    return FileResponse(STATIC / "index.html", headers=HEADERS)


def routes() -> list[BaseRoute]:
    """What an application mounts: `/` and `/static`."""
    return [Route("/", page, methods=["GET"]), Mount("/static", Files(directory=STATIC), name="explorer")]
