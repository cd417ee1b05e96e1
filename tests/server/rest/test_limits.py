"""Limits: rate, concurrency and time of calls, and the lifetime of a login."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from neo4j import GraphDatabase

from oxgraph.client import AsyncClient, Memory
from oxgraph.client._async.tokens import new as new_token
from oxgraph.errors import Overloaded, Unauthenticated
from oxgraph.graph import AsyncGraph, Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.server.authentication import Caller
from oxgraph.server.config import ServerConfig
from oxgraph.server.dispatch import Service
from oxgraph.server.rate_limit import RateLimiter
from tests.server.conftest import Site, Tokens
from tests.server.queries import query

Open = Callable[..., Site]
BASE = ServerConfig(port=0, drain_seconds=2)


@pytest.fixture
def opened(server: Server) -> Iterator[Open]:
    """Opens sites with limits of their own."""
    sites: list[Site] = []

    def open_site(**limits: Any) -> Site:
        sites.append(Site(server.uri, server.auth, replace(BASE, **limits)))
        return sites[-1]

    yield open_site
    for site in sites:
        site.close()


def test_calls_of_a_token_are_rate_limited(opened: Open, tokens: Tokens) -> None:
    site = opened(calls_per_minute=3)
    with site.client(tokens.agent) as http:
        answers = [http.get(f"{site.of(tokens)}/search") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 20
    assert "limit of calls in a minute, 3, is reached" in answers[-1].json()["detail"]
    with site.client(tokens.operator) as http:
        assert http.get(f"{site.of(tokens)}/search").status_code == 200


def test_refused_tokens_are_rate_limited_by_address(opened: Open, tokens: Tokens) -> None:
    site = opened(refusals_per_minute=5)
    with site.client() as http:
        answers = [http.post("/v1/login", json={"token": f"oxg_{number}"}) for number in range(7)]
        assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
        assert "retry-after" in answers[-1].headers
        assert "from this address" in answers[-1].json()["detail"]


def test_made_up_tokens_lock_no_valid_token_out(opened: Open, tokens: Tokens) -> None:
    site = opened(refusals_per_minute=5)
    with site.client() as http:
        for _ in range(130):
            made_up = {"Authorization": f"Bearer {new_token()}"}
            assert http.get(f"{site.of(tokens)}/search", headers=made_up).status_code in (401, 429)
        assert http.post("/v1/login", json={"token": tokens.admin}).status_code == 200
        assert http.get("/v1/me").status_code == 200
    with site.client(tokens.agent) as agent:
        assert agent.get(f"{site.of(tokens)}/search").status_code == 200
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        accepted = {"Accept": "application/json, text/event-stream"}
        assert agent.post("/mcp", json=ping, headers=accepted).status_code not in (401, 429)


async def test_a_flood_of_unknown_tokens_costs_few_statements(
    service: Service, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, statements = service.client.graph.read, list[int]()

    async def counted(file: Any, **params: Any) -> Any:
        statements.append(len(params["token_hashes"]))
        return await read(file, **params)

    monkeypatch.setattr(service.client.graph, "read", counted)
    unknown = [service.authenticator.caller(new_token()) for _ in range(1_500)]
    known = service.authenticator.caller(tokens.agent)
    *refused, caller = await asyncio.gather(*unknown, known, return_exceptions=True)
    assert {type(error) for error in refused} == {Unauthenticated}
    assert isinstance(caller, Caller)
    assert sum(statements) == 1_501
    assert len(statements) <= 5


async def test_an_unknown_token_is_looked_up_once_a_minute(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    read, statements = service.client.graph.read, list[str]()

    async def counted(file: Any, **params: Any) -> Any:
        statements.append(file.name)
        return await read(file, **params)

    monkeypatch.setattr(service.client.graph, "read", counted)
    token = new_token()
    for _ in range(3):
        with pytest.raises(Unauthenticated):
            await service.authenticator.caller(token)
    assert len(statements) == 1


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nX-Slow: ",
    ],
    ids=["nothing", "headers", "body", "second request"],
)
def test_a_connection_that_sends_too_slowly_is_closed(opened: Open, begun: bytes) -> None:
    site = opened(header_seconds=0.4, body_seconds=0.4)
    address = urlsplit(site.url)
    with socket.create_connection((address.hostname, address.port), timeout=20) as slow:
        slow.sendall(begun)
        began, received = time.monotonic(), b""
        while data := slow.recv(65_536):
            received += data
        assert time.monotonic() - began < 10
    assert received.count(b" 200 OK") == begun.count(b"\r\n\r\nGET")


def test_a_quick_client_keeps_its_connection(opened: Open, tokens: Tokens) -> None:
    site = opened(header_seconds=0.4, body_seconds=0.4)
    with site.client(tokens.agent) as http:
        for _ in range(3):
            assert http.post(f"{site.of(tokens)}/recall", json={"query": "Ada"}).status_code == 200


def test_a_login_ends_when_it_is_idle(opened: Open, tokens: Tokens) -> None:
    site = opened(session_idle_seconds=0.0)
    with site.client() as http:
        http.post("/v1/login", json={"token": tokens.admin}).raise_for_status()
        assert http.get("/v1/me").status_code == 401


def test_behind_https_the_cookie_is_secure(opened: Open, tokens: Tokens) -> None:
    site = opened(secure_cookies=True)
    with site.client() as http:
        answer = http.post("/v1/login", json={"token": tokens.admin})
    cookie = answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
    assert cookie.startswith("__Host-oxgraph=")
    assert "Secure" in cookie


def test_a_call_beyond_its_time_limit_is_cancelled(opened: Open, tokens: Tokens) -> None:
    site = opened(call_seconds=0.0001)
    with site.client(tokens.agent) as http:
        answer = http.get(f"{site.of(tokens)}/search")
    assert (answer.status_code, answer.json()["code"]) == (504, "timed_out")


def test_a_call_whose_transaction_is_ended_gets_503(
    opened: Open, tokens: Tokens, workspace: Memory, server: Server, graph: Graph
) -> None:
    """As by `oxgraph down`: it may be tried again, when Neo4j is back."""
    site, made, mark = opened(), workspace.tokens.create("agent", "held"), new_id()
    with GraphDatabase.driver(server.uri, auth=server.auth) as driver, driver.session() as session:
        holding = session.begin_transaction(metadata={"mark": mark})
        assert holding.run(query("hold_token").text, id=made.id).single()
        with site.client(tokens.admin) as http, ThreadPoolExecutor() as threads:
            call = threads.submit(http.delete, f"{site.of(tokens)}/tokens/{made.id}")
            while not call.done():
                graph.write(query("end_waiting"), mark=mark)
        answer = call.result()
        holding.rollback()
    assert (answer.status_code, answer.json()["code"]) == (503, "connection_failed")
    assert int(answer.headers["retry-after"]) > 0
    assert workspace.tokens.list()[-1].revoked_at is None


def test_a_call_without_a_free_slot_gets_503(opened: Open, tokens: Tokens) -> None:
    site = opened(calls_at_once=1, wait_seconds=0.05)
    taken = asyncio.run_coroutine_threadsafe(_hold(site), site.loop).result(10)
    with site.client(tokens.agent) as http:
        answer = http.get(f"{site.of(tokens)}/search")
    site.loop.call_soon_threadsafe(taken)
    assert (answer.status_code, answer.json()["code"]) == (503, "overloaded")
    assert "retry-after" in answer.headers


async def test_a_crowd_is_served_waits_or_is_refused(server: Server, tokens: Tokens) -> None:
    limits = replace(BASE, calls_at_once=4, calls_waiting=16, wait_seconds=0.2)
    async with AsyncClient(AsyncGraph.at(server.uri, server.auth)) as client:
        service, free = Service(client, limits), asyncio.Event()
        caller, run = await service.authenticator.caller(tokens.agent), service.dispatcher.run
        crowd = [asyncio.create_task(run("x", "timeline", caller, free.wait, transport="rest")) for _ in range(200)]
        refused, _ = await asyncio.wait(crowd, return_when=asyncio.FIRST_COMPLETED)
        assert len(refused) == 180
        late, _ = await asyncio.wait(set(crowd) - refused, return_when=asyncio.FIRST_COMPLETED)
        free.set()
        await asyncio.wait(crowd)
        assert all(isinstance(one.exception(), Overloaded) for one in refused | late)
        assert [one.exception() for one in crowd].count(None) >= 4
        assert await run("x", "timeline", caller, free.wait, transport="rest")
        await service.close()


async def _hold(site: Site) -> Callable[[], None]:
    """Takes the one place."""
    await site.service.dispatcher._slots.acquire()
    return site.service.dispatcher._slots.release


def test_neither_payload_nor_token_nor_query_is_logged(
    site: Site, tokens: Tokens, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("neo4j").setLevel(logging.WARNING)
    secret = "4111 1111 1111 1111"
    with site.client(tokens.agent) as http:
        http.post(f"{site.of(tokens)}/memories", json={"type": "fact", "content": f"The card is {secret}."})
        http.get(f"{site.of(tokens)}/memories", params={"subject": secret})
        http.get(f"{site.of(tokens)}/conversations/{secret}")
        http.post("/v1/login", json={"token": tokens.agent})
        http.post(f"{site.of(tokens)}/memories", json={secret: secret})
    ours = [record for record in caplog.records if record.name.startswith("oxgraph")]
    told = "\n".join(f"{record.getMessage()} {getattr(record, 'fields', '')}" for record in ours)
    assert "/v1/workspaces/{workspace_id}/memories" in told
    assert secret not in told
    assert tokens.agent not in told


def test_a_token_bucket_refills_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("oxgraph.server.rate_limit.time.monotonic", lambda: now)
    bucket = RateLimiter(60)
    assert [bucket.take("a") for _ in range(60)] == [0.0] * 60
    assert bucket.take("a") == pytest.approx(1.0)
    assert bucket.take("b") == 0.0
    now += 1.0
    assert bucket.take("a") == 0.0
    assert bucket.take("a") == pytest.approx(1.0)


def test_an_unexpected_error_reveals_no_details(site: Site, tokens: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*args: object, **given: object) -> None:
        raise RuntimeError("the secret plan")

    monkeypatch.setattr(site.service.dispatcher, "perform", broken)
    with site.client(tokens.agent) as http:
        answer: httpx.Response = http.get(f"{site.of(tokens)}/search")
    assert answer.status_code == 500
    assert "secret plan" not in answer.text
    assert answer.json()["instance"] == f"urn:uuid:{answer.headers['x-request-id']}"
