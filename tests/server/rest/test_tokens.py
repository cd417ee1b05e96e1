"""Tokens over their life: expiry, rotation, rate limits of their own, last use; and logins made with them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.errors import InvalidInput, NotFound, Unauthenticated
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.server.config import ServerConfig
from tests.fixtures.cli import Cli
from tests.server.conftest import PATIENT, Site, Tokens
from tests.server.queries import query

Open = Callable[..., Site]
EXPIRED = "The token is unknown, revoked or expired"


@pytest.fixture
def opened(server: Server) -> Iterator[Open]:
    """Opens servers, as after a restart."""
    sites: list[Site] = []

    def open_site(config: ServerConfig = PATIENT) -> Site:
        sites.append(Site(server.uri, server.auth, config))
        return sites[-1]

    yield open_site
    for site in sites:
        site.close()


def expire(graph: Graph, token_id: str) -> None:
    """Moves a token's end into the past."""
    graph.write(query("expire_token"), id=token_id, at=datetime.now(UTC) - timedelta(seconds=1))


def test_a_token_ends_when_it_expires(site: Site, workspace: Memory, graph: Graph, server: Server) -> None:
    made = workspace.tokens.create("agent", "short", expires_at=datetime.now(UTC) + timedelta(hours=1))
    with site.client(made.secret) as http, oxgraph.connect(server.uri, server.auth, token=made.secret) as memory:
        base = f"{site.url}/v1/workspaces/{workspace.workspace_id}"
        assert http.get(f"{base}/search").status_code == 200
        expire(graph, made.id)
        refused = http.get(f"{base}/search")
        assert (refused.status_code, refused.json()["detail"].split(";")[0]) == (401, EXPIRED)
        assert http.post(f"{base}/recall", json={"query": "Ada"}).status_code == 401
        for call in (memory.settings, lambda: memory.recall("Ada")):
            with pytest.raises(Unauthenticated):
                call()
    with pytest.raises(Unauthenticated):
        oxgraph.connect(server.uri, server.auth, token=made.secret)


def test_a_rotated_token_lives_as_long_as_the_former_was_to_live(workspace: Memory) -> None:
    tokens = workspace.tokens
    former = tokens.create("agent", "for a week", expires_at=datetime.now(UTC) + timedelta(days=7))
    new = tokens.rotate(former.id)
    assert new.expires_at and former.expires_at
    assert new.expires_at - new.created_at == former.expires_at - former.created_at
    end = datetime.now(UTC) + timedelta(days=2)
    assert tokens.rotate(new.id, expires_at=end).expires_at == end
    assert tokens.rotate(tokens.create("agent", "for ever").id).expires_at is None


def test_a_token_is_rotated_once_then_its_successor(site: Site, tokens: Tokens, workspace: Memory) -> None:
    former = workspace.tokens.create("agent", "for ever")
    new = workspace.tokens.rotate(former.id, overlap=timedelta(hours=1))
    with site.client(tokens.admin) as http:
        again = http.post(f"{site.of(tokens)}/tokens/{former.id}/rotate", json={"overlap_seconds": 7_200})
    assert again.status_code == 422 and new.id in again.json()["detail"]
    end = next(row.expires_at for row in workspace.tokens.list() if row.id == former.id)
    assert end is not None and end < datetime.now(UTC) + timedelta(hours=1)
    assert workspace.tokens.rotate(new.id, overlap=timedelta(hours=1)).expires_at is None


def test_of_two_rotations_at_once_one_is_made(workspace: Memory) -> None:
    made = workspace.tokens.create("agent", "twice")

    def rotate(_: int) -> bool:
        try:
            return bool(workspace.tokens.rotate(made.id))
        except InvalidInput:
            return False

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(rotate, range(4))) == [False, False, False, True]
    assert len(workspace.tokens.list()) == 2


@pytest.mark.parametrize("days", [-1, 0, 4_000])
def test_a_lifetime_has_bounds(workspace: Memory, days: int) -> None:
    with pytest.raises(InvalidInput, match="expires_at"):
        workspace.tokens.create("agent", "x", expires_at=datetime.now(UTC) + timedelta(days=days))


def test_a_rotated_token_stays_valid_for_a_while(site: Site, tokens: Tokens, workspace: Memory, graph: Graph) -> None:
    old = workspace.tokens.create("operator", "dashboards", calls_per_minute=50)
    with site.client(tokens.admin) as http:
        answer = http.post(f"{site.of(tokens)}/tokens/{old.id}/rotate", json={"overlap_seconds": 3_600})
    new = answer.json()
    assert answer.status_code == 201
    assert (new["name"], new["role"], new["calls_per_minute"]) == ("dashboards", "operator", 50)
    for secret in (old.secret, new["secret"]):
        with site.client(secret) as http:
            assert http.get(f"{site.of(tokens)}/search").status_code == 200
    rows = {row.id: row for row in workspace.tokens.list()}
    assert rows[old.id].expires_at is not None and rows[new["id"]].expires_at is None
    assert rows[old.id].last_used_at is not None
    assert next(row.rule for row in workspace.audit().items if row.subject_kind == "token") == "rotate"
    expire(graph, old.id)
    with site.client(old.secret) as http:
        assert http.get(f"{site.of(tokens)}/search").status_code == 401
    with pytest.raises(NotFound):
        workspace.tokens.rotate(old.id)


def test_rotation_without_overlap_ends_the_former_token_at_once(workspace: Memory, site: Site, tokens: Tokens) -> None:
    new = workspace.tokens.rotate(tokens.ids["agent"], overlap=timedelta(0))
    for secret, status in ((tokens.agent, 401), (new.secret, 200)):
        with site.client(secret) as http:
            assert http.get(f"{site.of(tokens)}/search").status_code == status


def test_tokens_on_the_command_line(cli: Cli, workspace: Memory) -> None:
    limits = ("--expires-in", "30d", "--calls-per-minute", "10")
    made = cli("token", "create", "ci", *limits, "--workspace", workspace.name, "--json").json
    left = datetime.fromisoformat(made["expires_at"]) - datetime.now(UTC)
    assert timedelta(days=29) < left <= timedelta(days=30)
    new = cli("token", "rotate", made["id"], "--overlap", "12h", "--expires-in", "90d", "--json").json
    assert (new["name"], new["calls_per_minute"]) == ("ci", 10)
    short = cli("token", "create", "short", "--expires-in", "1h", "--workspace", workspace.name, "--json").json
    said = cli("token", "rotate", short["id"], "--overlap", "1d").err
    assert f"valid until {datetime.fromisoformat(short['expires_at']):%Y-%m-%d %H:%MZ}." in said
    assert "expires_at" in cli("token", "list", "--workspace", workspace.name, "--wide").out
    own = ("--workspace", workspace.name)
    for wrong in ("soon", "0d", "3651d"):
        refused = cli("token", "create", "x", "--expires-in", wrong, *own, ok=False)
        assert (refused.status, "'--expires-in'" in refused.err) == (2, True)
    refused = cli("token", "rotate", made["id"], "--overlap", "3651d", ok=False)
    assert "3651d must be from 0s to 3650d" in refused.err


def test_a_token_has_a_rate_limit_of_its_own_that_its_logins_share(site: Site, workspace: Memory) -> None:
    made = workspace.tokens.create("agent", "slow", calls_per_minute=3)
    path = f"{site.url}/v1/workspaces/{workspace.workspace_id}/search"
    with site.client(made.secret) as http, site.client() as browser:
        assert browser.post("/v1/login", json={"token": made.secret}).status_code == 200
        answers = [client.get(path).status_code for client in (http, browser, http, browser, http)]
    assert answers == [200, 200, 200, 429, 429]


def test_a_login_survives_a_restart_of_the_server(opened: Open, tokens: Tokens) -> None:
    first, second = opened(), opened()
    with first.client() as http:
        http.post("/v1/login", json={"token": tokens.admin}).raise_for_status()
        cookie = http.cookies["oxgraph"]
        first.close()
    with second.client(cookies={"oxgraph": cookie}) as http:
        assert http.get("/v1/me").json()["role"] == "admin"
        http.post("/v1/logout", headers={"X-Oxgraph": "1"}).raise_for_status()
    with second.client(cookies={"oxgraph": cookie}) as http:
        assert http.get("/v1/me").status_code == 401
    with opened().client(cookies={"oxgraph": cookie}) as http:
        assert http.get("/v1/me").status_code == 401


def test_a_login_ends_with_its_token(opened: Open, tokens: Tokens, workspace: Memory) -> None:
    site = opened()
    with site.client() as http:
        http.post("/v1/login", json={"token": tokens.agent}).raise_for_status()
        assert http.get("/v1/me").status_code == 200
        workspace.tokens.revoke(tokens.ids["agent"])
        assert http.get("/v1/me").status_code == 401


def test_what_is_kept_for_a_key_ends_with_the_token(site: Site, tokens: Tokens, workspace: Memory) -> None:
    key = {"Idempotency-Key": "recall-1"}
    with site.client(tokens.agent) as http:
        url, query = f"{site.of(tokens)}/recall", {"query": "Where is it?"}
        assert [http.post(url, json=query, headers=key).status_code for _ in range(2)] == [200, 200]
        workspace.tokens.revoke(tokens.ids["agent"])
        assert http.post(url, json=query, headers=key).status_code == 401


def test_a_login_is_no_token_and_stands_in_no_list(site: Site, tokens: Tokens, workspace: Memory) -> None:
    before = len(workspace.tokens.list())
    with site.client() as http:
        http.post("/v1/login", json={"token": tokens.agent}).raise_for_status()
        login = http.cookies["oxgraph"]
    assert len(workspace.tokens.list()) == before
    with site.client(login) as http:
        assert http.get("/v1/me").status_code == 401
    with site.client(cookies={"oxgraph": tokens.agent}) as http:
        assert http.get("/v1/me").status_code == 401


def test_ended_logins_leave_no_nodes_behind(site: Site, tokens: Tokens, graph: Graph) -> None:
    def count() -> Any:
        return graph.read(query("logins"), workspace_id=tokens.workspace_id)[0]["logins"]

    with site.client() as http:
        for _ in range(4):
            http.post("/v1/login", json={"token": tokens.agent}, headers={"X-Oxgraph": "1"}).raise_for_status()
            http.post("/v1/logout", headers={"X-Oxgraph": "1"}).raise_for_status()
    assert count() <= 2
    for _ in range(3):
        with site.client() as http:
            http.post("/v1/login", json={"token": tokens.agent}).raise_for_status()
    assert count() <= 4


def test_headers_of_a_proxy_give_nothing(site: Site, tokens: Tokens) -> None:
    person = {"X-Forwarded-User": "admin", "X-Forwarded-Email": "a@b.c", "X-Auth-Request-User": tokens.admin}
    with site.client() as http:
        assert http.get(f"{site.of(tokens)}/settings", headers=person).status_code == 401
        http.post("/v1/login", json={"token": tokens.admin}, headers=person).raise_for_status()
        assert http.get(f"{site.of(tokens)}/settings", headers=person).status_code == 200
        assert http.get(f"{site.of(tokens)}/settings", headers={"Authorization": "Basic YTpi"}).status_code == 401
