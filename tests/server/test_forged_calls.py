"""What a caller that is not our client may send to the route of the client's calls."""

import json

import httpx
import pytest

from oxgraph.client._async.served import served_calls
from oxgraph.client.remote_calls import served
from tests.server.conftest import Site, Tokens


def post(site: Site, token: str, path: str, body: object) -> httpx.Response:
    with site.client(token) as http:
        return http.post(path, content=body if isinstance(body, bytes) else json.dumps(body).encode())


@pytest.mark.parametrize(
    "call",
    [
        "_access.graph.driver.execute_query",
        "_access",
        "telemetry._capture.capture",
        "telemetry.__init__",
        "telemetry.metrics._value",
        "graph.driver",
        "close",
        "turn",
        "as_user",
        "episodic.import_chats",
        "evaluations.run",
        "parts._memory",
        "..%2F..%2Fworkspaces",
        "%2e%2e",
        "semantic.get%00",
        "telemetry.capture/../../../healthz",
        "x" * 10_000,
    ],
)
def test_nothing_but_the_listed_calls_can_be_reached(site: Site, tokens: Tokens, call: str) -> None:
    found = post(site, tokens.admin, f"/v1/client/{call}", {"arguments": {}})
    assert found.status_code in (400, 404, 405)


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        {"arguments": []},
        {"arguments": {"ids": ["x"]}, "user_id": 5},
        {"arguments": {}, "workspace_id": "another"},
        {"arguments": {"self": 1}},
        {"arguments": {"progress": 1}},
        {"arguments": {"query": {"$model": "Gold", "fields": 1}}},
        {"arguments": {"query": "a", "_access": 1}},
        b'{"arguments": {"query": "a", "query": "b"}}',
        {"arguments": {}},
    ],
    ids=lambda body: str(body)[:40],
)
def test_a_body_that_no_client_sends(site: Site, tokens: Tokens, body: object) -> None:
    found = post(site, tokens.agent, "/v1/client/recall", body)
    assert (found.status_code, found.json()["code"]) == (422, "invalid_input"), found.text


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000], ids=lambda body: str(body)[:40])
def test_a_body_that_is_not_json(site: Site, tokens: Tokens, body: bytes) -> None:
    found = post(site, tokens.agent, "/v1/client/recall", body)
    assert (found.status_code, found.json()["code"]) == (400, "malformed_json"), found.text


@pytest.mark.parametrize("call", served())
def test_every_call_refuses_what_it_does_not_know(site: Site, tokens: Tokens, call: str) -> None:
    found = post(site, tokens.admin, f"/v1/client/{call}", {"arguments": {"no_such_field": 1}})
    text = found.text
    assert found.status_code in (200, 422)
    assert found.status_code == 422 or text.startswith("error") or "invalid_input" in text or call == "update_settings"


def test_without_a_token_nothing_is_called(site: Site) -> None:
    with site.client() as http:
        assert http.post("/v1/client/settings", json={}).status_code == 401
        assert http.get("/v1/client/settings").status_code == 405


WRONG = {
    "conversation_id": ("episodic.add_messages", "ingest", "semantic.ingest"),
    "messages": ("episodic.add_messages", "ingest", "semantic.ingest", "parts.import_chat"),
    "speaker": ("episodic.add_messages", "ingest"),
    "roles": ("ingest", "semantic.ingest"),
    "a": ("evaluations.compare",),
    "b": ("evaluations.compare",),
    "limit": ("evaluations.list",),
    "name": ("evaluations.list",),
    "kinds": ("graph.neighbours",),
    "names": ("semantic.entities.resolve",),
    "types": ("semantic.entities.traverse",),
    "batch": ("semantic.extract_pending", "semantic.take_up"),
    "synonyms": ("semantic.predicates.define",),
    "model": ("semantic.reembed", "ingest"),
    "memories": ("semantic.remember_many",),
    "actions": ("telemetry.capture_many",),
    "sessions": ("telemetry.import_sessions",),
    "all": ("telemetry.metrics.list",),
    "metric": ("telemetry.metrics.value",),
    "since": ("telemetry.metrics.value",),
    "request": ("parts.prepare_turn", "parts.finish_turn"),
    "gold": ("parts.measure", "parts.learn"),
    "call": ("parts.authorize",),
    "ids": ("parts.node_type",),
}
"""Arguments that no model checks first, by the calls that take them."""

OTHERS = {"messages": "Hello", "a": "a", "b": "b", "id": "i", "names": ["n"], "entity": "e", "name": "n", "numbers": []}
"""What the other arguments of these calls may be."""


@pytest.mark.parametrize(("field", "call"), [(field, call) for field, calls in WRONG.items() for call in calls])
def test_an_argument_of_a_wrong_type_is_named(site: Site, tokens: Tokens, field: str, call: str) -> None:
    """It fails somewhere inside; the caller learns which argument it was, and no 500 is answered."""
    signature = served_calls()[call].signature
    others = {name: OTHERS[name] for name in signature.parameters if name in OTHERS and name != field}
    found = post(site, tokens.admin, f"/v1/client/{call}", {"arguments": others | {field: 5.5}})
    body = found.json() if found.status_code != 200 else json.loads(found.text.partition(" ")[2])
    assert (body["code"], body["status"]) == ("invalid_input", 422), found.text
