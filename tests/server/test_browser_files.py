"""Neo4j Browser, a page of another origin, gets its guide from the server."""

import httpx
import pytest

from oxgraph.server.explorer.routes import BROWSER_FILES
from tests.server.conftest import Site


@pytest.mark.parametrize("name", BROWSER_FILES)
async def test_a_page_of_another_origin_gets_them(site: Site, name: str) -> None:
    origin = {"Origin": "http://127.0.0.1:7474"}
    names = "authorization,cache-control,x-anything"
    wanted = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": names}
    async with httpx.AsyncClient(base_url=site.url) as http:
        asked = await http.options(f"/browser/{name}", headers=origin | wanted)
        given = await http.get(f"/browser/{name}", headers=origin)
    assert (asked.status_code, given.status_code) == (204, 200)
    assert asked.headers["Access-Control-Allow-Headers"] == names
    assert "Access-Control-Allow-Credentials" not in given.headers
    assert asked.headers["Access-Control-Allow-Origin"] == given.headers["Access-Control-Allow-Origin"] == "*"
    assert "oxgraph" in given.text or "_mem" in given.text
    async with httpx.AsyncClient(base_url=site.url) as http:
        assert (await http.get("/browser/README.md")).status_code == 404
