"""REST over a real HTTP server: who may come in, what the answers look like."""

import httpx

from tests.server.conftest import Site, Tokens


def test_a_token_opens_its_workspace(site: Site, tokens: Tokens) -> None:
    with site.client(tokens.agent) as http:
        me = http.get("/v1/me").raise_for_status().json()
        assert (me["workspace_id"], me["role"]) == (tokens.workspace_id, "agent")
        found = http.get(f"{site.of(tokens)}/search", params={"limit": 5})
    assert found.json() == {"patterns": [], "sequences": []}
    assert found.headers["cache-control"] == "no-store"
    assert found.headers["x-content-type-options"] == "nosniff"


def test_a_foreign_workspace_is_as_one_that_is_not_there(site: Site, tokens: Tokens, other: Tokens) -> None:
    with site.client(tokens.admin) as http:
        foreign = http.get(f"{site.of(other)}/search")
        nowhere = http.get(f"{site.url}/v1/workspaces/nowhere/search")
    assert foreign.status_code == nowhere.status_code == 404
    assert foreign.headers["content-type"] == "application/problem+json"
    assert foreign.text.replace(other.workspace_id, "nowhere") == nowhere.text


def test_without_a_token_nothing_is_told(site: Site, tokens: Tokens) -> None:
    for headers in ({}, {"Authorization": "Bearer oxg_x"}, {"Authorization": "Basic YTpi"}):
        refused = httpx.get(f"{site.of(tokens)}/search", headers=headers)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Bearer")
        assert refused.json()["code"] == "unauthenticated"


def test_a_login_is_a_cookie(site: Site, tokens: Tokens) -> None:
    with site.client() as http:
        answer = http.post("/v1/login", json={"token": tokens.admin}).raise_for_status()
        assert tokens.admin not in str(answer.headers) + answer.text
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert http.get("/v1/me").json()["role"] == "admin"
        body = {"node_ids": ["a"]}
        assert http.post(f"{site.of(tokens)}/inject", json=body).status_code == 403
        assert http.post(f"{site.of(tokens)}/inject", json=body, headers={"X-Oxgraph": "1"}).status_code == 200
        http.post("/v1/logout").raise_for_status()
        assert http.get("/v1/me").status_code == 401
