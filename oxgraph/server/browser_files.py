"""Neo4j Browser's guide, queries and style sheet, for the Browser itself: a page of another origin.

They say nothing of anybody's data, so whoever asks gets them.
"""

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from oxgraph.cypher import root

FILES = {
    "guide.html": "text/html; charset=utf-8",
    "queries.cypher": "text/plain; charset=utf-8",
    "oxgraph.grass": "text/plain; charset=utf-8",
}
HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "cache-control, pragma",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Browser asks before it fetches a guide, as it sends headers of its own."""


async def file(request: Request) -> Response:
    """One of the files; the answer to the question before."""
    name = request.url.path.rpartition("/")[2]
    if request.method == "OPTIONS":
        return Response(status_code=204, headers=HEADERS)
    return FileResponse(root() / "browser" / name, media_type=FILES[name], headers=HEADERS)


def routes() -> list[BaseRoute]:
    """`/browser/guide.html` and what goes with it."""
    return [Route(f"/browser/{name}", file, methods=["GET", "OPTIONS"]) for name in FILES]
