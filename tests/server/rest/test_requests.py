"""REST over a real HTTP server: requests, responses, errors, pages, idempotency, logins."""

import concurrent.futures
import http.client
from typing import Any

import httpx
import pytest

from oxgraph.client import Memory
from oxgraph.client.roles import REQUIRED_ROLES
from oxgraph.operations import OPERATIONS
from tests.server.conftest import Site, Tokens, tokens_of

BY_OTHER_WAYS = {
    "patterns": "patterns_page",
    "sequences": "sequences_page",
    "timeline": "timeline_page",
    "episodic.messages": "episodic.messages_page",
    "episodic.conversations": "episodic.conversations_page",
    "episodic.episodes": "episodic.episodes_page",
    "semantic.list": "semantic.list_page",
    "semantic.entities.list": "semantic.entities.list_page",
    "semantic.ingest": "ingest",
    "lift": "effect",
    "way": "context",
    "semantic.take_up": "semantic.extract_pending",
}
"""Calls that give what others give that have a resource."""

SLOW = dict.fromkeys(
    ("history", "instructions", "episodes", "memories", "patterns", "slots", "embedding", "exchange"), 25.0
)
"""Seconds for the parts of a turn, on a machine that has other things to do."""

NOT_OVER_THE_WIRE = {
    "record": "a context manager round the caller's own code; POST /actions captures",
    "recall.all_users": "a field of POST /recall",
    "episodic.search.all_users": "a field of GET /messages/search",
    "find_ids": "completes short ids of the command line, by the client",
    "flush": "the server counts what was read by itself",
    "evaluations.run": "takes files",
    "evaluations.calibrate": "takes files",
    "episodic.import_chats": "takes files; POST /messages takes messages",
    "semantic.import_graph": "takes files",
    "semantic.adopt": "reaches nodes of the whole database: for its operators",
    "semantic.release": "as adopt",
    "semantic.connections.delete": "as adopt",
}


def test_each_call_of_the_client_has_a_route_or_a_reason() -> None:
    served = {operation.call for operation in OPERATIONS.values()}
    assert set(REQUIRED_ROLES) - served == BY_OTHER_WAYS.keys() | NOT_OVER_THE_WIRE.keys()
    assert set(BY_OTHER_WAYS.values()) <= served


def test_me_describes_the_tokens_workspace(site: Site, tokens: Tokens) -> None:
    with site.client(tokens.agent) as client:
        me = client.get("/v1/me").raise_for_status().json()
        assert (me["workspace_id"], me["role"]) == (tokens.workspace_id, "agent")
        assert "memory.search" in me["operations"]
        assert "tokens.create" not in me["operations"]
        found = client.get(f"{site.of(tokens)}/search", params={"limit": 5})
    assert found.json() == {"patterns": [], "sequences": []}
    assert found.headers["cache-control"] == "no-store"
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in found.headers


def test_memory_is_switched_off_and_on(site: Site, tokens: Tokens) -> None:
    with site.client(tokens.admin) as client:
        base = site.of(tokens)
        client.post(f"{base}/memory/disable").raise_for_status()
        assert client.get(f"{base}/settings").json()["memory"] == {"enabled": False}
        action = {"action_type": "test", "session_id": "s", "outcome": "success"}
        assert client.post(f"{base}/actions", json=action).json()["captured"] is False
        changed = client.put(f"{base}/settings", json={"memory": {"enabled": True}, "promote_samples": 3}).json()
        assert (changed["memory"], changed["injection"], changed["promote_samples"]) == (
            {"enabled": True},
            {"enabled": True},
            3,
        )
        client.post(f"{base}/memory/enable").raise_for_status()
        assert client.post(f"{base}/actions", json=action).json()["captured"] is True


def test_a_conversation_is_deleted_without_the_workspace_in_the_path(
    site: Site, tokens: Tokens, workspace: Memory
) -> None:
    name = "support/7?x"
    workspace.episodic.add_messages("Hello there.", conversation_id=name)
    with site.client(tokens.operator) as client:
        path = f"{site.of(tokens)}/conversations/support%2F7%3Fx"
        assert client.get(path).json()["conversation_id"] == name
        gone = client.delete("/v1/conversations/support%2F7%3Fx").raise_for_status().json()
        assert (gone["conversation_id"], gone["messages"]) == (name, 1)
        assert client.get(path).status_code == 404


def test_that_path_deletes_the_conversation_of_the_user_that_is_named(
    site: Site, tokens: Tokens, workspace: Memory
) -> None:
    workspace.episodic.add_messages("What all may read.", conversation_id="c1")
    workspace.as_user("ana").episodic.add_messages("What Ana said.", conversation_id="c1")
    with site.client(tokens.operator) as client:
        client.delete("/v1/conversations/c1", params={"user_id": "ana"}).raise_for_status()
    for reader in (workspace, workspace.as_user("ana")):  # A user without such a conversation reads the shared one.
        assert [message.text for message in reader.episodic.messages("c1")] == ["What all may read."]


@pytest.mark.parametrize(
    ("route", "given", "field"),
    [
        ("GET why/a%0Ab", None, "node_id"),
        ("PATCH entities/twin-1", {}, "node_id"),
        ("PATCH entities/Twin", {"description": "One of two."}, "node_id"),
        ("POST entities/Twin/links", {"relationship_type": "KNOWS", "target": "twin-1"}, "source"),
        ("POST entities/twin-1/links", {"relationship_type": "KNOWS", "target": "Twin"}, "target"),
        ("POST entities/Twin/merge", {"absorb": "twin-1"}, "node_id"),
        ("POST entities/twin-1/merge", {"absorb": "Twin"}, "absorb"),
        ("PATCH metrics/Task success rate", {"window_days": 3}, "metric_id"),
        ("PATCH patterns/00000000-0000-4000-8000-000000000000", {}, "suppressed"),
        ("POST recall", {"query": "x", "since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"}, "until"),
    ],
)
def test_what_is_refused_is_named_as_the_route_names_it(
    site: Site, workspace: Memory, route: str, given: dict[str, str] | None, field: str
) -> None:
    tokens = tokens_of(workspace)
    for number in (1, 2):
        workspace.semantic.entities.create("Twin", type="person", node_id=f"twin-{number}")
    method, _, path = route.partition(" ")
    with site.client(tokens.operator) as client:
        refused = client.request(method, f"{site.of(tokens)}/{path}", json=given)
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert refused.json()["detail"].startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/me"),
        ("GET", "/v1/mirror"),
        ("DELETE", "/v1/conversations/c1"),
        ("GET", "/v1/workspaces/me/events"),
        ("POST", "/v1/workspaces/me/passes/1/runs"),
    ],
)
def test_a_route_that_is_no_operation_refuses_unknown_fields(
    site: Site, tokens: Tokens, method: str, path: str
) -> None:
    with site.client(tokens.admin) as client:
        refused = client.request(method, path, params={"colour": "red"})
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (422, "invalid_input", "colour")


def test_a_turn_is_begun_and_finished(site: Site, tokens: Tokens, workspace: Memory) -> None:
    path = f"{site.of(tokens)}/conversations/chat/turns"
    with site.client(tokens.agent) as client:
        begin = {"user_message": "Hello?", "system": "Be kind.", "limits": SLOW}
        begun = client.post(path, json=begin).raise_for_status().json()
        assert begun["messages"][-1] == {"role": "user", "content": "Hello?"}
        assert begun["messages"][0]["content"].startswith("Be kind.")
        action = {"action_type": "lookup", "outcome": "success", "targets": ["x"], "seq": 7}
        finish = {"user_message": "Hello?", "reply": "Hello!", "begun_at": begun["begun_at"], "actions": [action]}
        finish["limits"] = SLOW
        for _ in range(2):
            kept = client.post(f"{path}/{begun['turn_id']}/finish", json=finish).raise_for_status().json()
            assert (len(kept["message_ids"]), kept["failed"]) == (2, [])
    assert [one.text for one in workspace.episodic.history("chat")] == ["Hello?", "Hello!"]
    assert [row.action_type for row in workspace.telemetry.timeline() if row.kind == "action"] == ["lookup"]


def test_what_a_turn_showed_is_kept_with_the_reply(site: Site, tokens: Tokens, workspace: Memory) -> None:
    known = workspace.semantic.remember(type="fact", subject="Ada", content="Ada works at Acme.").memory_id
    base = site.of(tokens)
    asked = {"user_message": "Where does Ada work?", "limits": SLOW}
    with site.client(tokens.agent) as client:
        begun = client.post(f"{base}/conversations/chat/turns", json=asked).raise_for_status().json()
        assert known in begun["shown_ids"]
        given = {name: begun[name] for name in ("begun_at", "shown", "shown_ids")} | {"reply": "At Acme."}
        finish = f"{base}/conversations/chat/turns/{begun['turn_id']}/finish"
        ids = client.post(finish, json=asked | given).raise_for_status().json()["message_ids"]
        assert client.get(f"{base}/messages/{ids[1]}").json()["shown_ids"] == begun["shown_ids"]
        (row,) = [one for one in client.get(f"{base}/messages/{ids[1]}/shown").json()["items"] if one["id"] == known]
        assert (row["kind"], row["title"], row["status"]) == ("memory", "Ada works at Acme.", "active")
        refused = client.post(finish, json=asked | given | {"shown_ids": ["Acme"]})
        assert (refused.status_code, refused.json()["field"]) == (422, "shown_ids[0]")


def test_a_turn_brings_as_many_memories_as_fit(site: Site, tokens: Tokens, workspace: Memory) -> None:
    towns = ("Oslo", "Lima", "Rome", "Bonn", "Kyiv", "Riga", "Baku", "Cork", "Graz", "Faro", "Lund", "Pisa", "Turin")
    kites = [f"Ada flew her kite in {town}" for town in towns]
    others = [f"The printer of room {number} was repaired by {number % 7} people" for number in range(60)]
    workspace.semantic.remember_many({"type": "event", "content": one} for one in (*kites, *others))
    asked = {"user_message": "Where was it that Ada flew her kite?", "limits": SLOW}
    with site.client(tokens.agent) as client:
        begun = client.post(f"{site.of(tokens)}/conversations/chat/turns", json=asked).raise_for_status().json()
        bounded = client.post(f"{site.of(tokens)}/conversations/chat/turns", json=asked | {"limit": 3})
    assert len(begun["supports"]["memories"]) == len(towns)
    assert len(bounded.raise_for_status().json()["supports"]["memories"]) == 3


def test_pages_follow_each_other(site: Site, tokens: Tokens, workspace: Memory) -> None:
    workspace.telemetry.capture_many(
        {"action_type": f"a{n}", "session_id": "s", "outcome": "success", "seq": n} for n in range(7)
    )
    seen: list[str] = []
    with site.client(tokens.agent) as client:
        url: str | None = f"{site.of(tokens)}/timeline?limit=3"
        while url:
            answer = client.get(url).raise_for_status()
            seen += [row["id"] for row in answer.json()["items"] if row["kind"] == "action"]
            assert (answer.json()["next"] is None) == ("next" not in answer.links)
            url = answer.links["next"]["url"] if answer.links else None
    assert len(seen) == len(set(seen)) == 7


@pytest.mark.parametrize(
    ("method", "path", "given", "status", "code"),
    [
        ("GET", "/nothing", {}, 404, "not_found"),
        ("GET", "/search/", {}, 404, "not_found"),
        ("PUT", "/search", {}, 405, "method_not_allowed"),
        ("OPTIONS", "/search", {}, 405, "method_not_allowed"),
        ("POST", "/inject", {"content": b"{}", "headers": {"Content-Type": "text/plain"}}, 415, "unsupported_media"),
        ("POST", "/inject", {"content": b"{}"}, 415, "unsupported_media"),
        ("POST", "/inject", {"content": b"{", "headers": {"Content-Type": "application/json"}}, 400, "malformed_json"),
        (
            "POST",
            "/inject",
            {"content": b"NaN", "headers": {"Content-Type": "application/json"}},
            400,
            "malformed_json",
        ),
        ("POST", "/inject", {"json": []}, 422, "invalid_input"),
        ("POST", "/inject", {"json": {"unknown": 1}}, 422, "invalid_input"),
        ("POST", "/inject?node_ids=a", {"json": {"node_ids": ["b"]}}, 422, "invalid_input"),
        ("GET", "/search?limit=0", {}, 422, "invalid_input"),
        ("GET", "/search?limit=1&limit=2", {}, 422, "invalid_input"),
        ("GET", "/search?workspace_id=x", {}, 422, "invalid_input"),
        ("GET", "/timeline?since=1700000000", {}, 422, "invalid_input"),
        ("GET", "/timeline?cursor=x", {}, 422, "invalid_input"),
        ("GET", "/memories/6efe7840-abe5-4392-9102-b59271108806", {}, 404, "not_found"),
        ("GET", "/memories/nonsense", {}, 422, "invalid_input"),
    ],
)
def test_errors_are_problem_json(
    site: Site, tokens: Tokens, method: str, path: str, given: dict[str, Any], *, status: int, code: str
) -> None:
    with site.client(tokens.agent) as client:
        answer = client.request(method, site.of(tokens) + path, **given)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == status
    if status == 405:
        assert answer.headers["allow"] == "GET, HEAD"


ACTION = {"action_type": "a", "session_id": "s", "outcome": "success"}
OF_NO_TYPE = {"type": "nonsense", "content": "Ada lives in Lisbon now."}
NO_TYPE = "is not a type of this workspace; define it first"


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        (
            "/actions/batch",
            {"actions": [ACTION, ACTION | {"outcome": "maybe"}]},
            ("actions[1].outcome", "must be 'success' or 'failure'"),
        ),
        ("/actions", ACTION | {"latency_ms": "x"}, ("latency_ms", "must be a number")),
        ("/actions", ACTION | {"targets": [1]}, ("targets[0]", "must be a text")),
        ("/sessions/s/end", {"intent": ""}, ("intent", "must not be empty")),
        ("/memories", OF_NO_TYPE, ("type", NO_TYPE)),
        ("/memories/batch", {"memories": [OF_NO_TYPE]}, ("memories[0].type", NO_TYPE)),
    ],
)
def test_a_refused_field_is_named_by_its_place(
    site: Site, tokens: Tokens, path: str, body: dict[str, Any], said: tuple[str, str]
) -> None:
    with site.client(tokens.admin) as client:
        answer = client.post(site.of(tokens) + path, json=body)
    assert answer.status_code == 422, answer.text
    assert (answer.json()["field"], answer.json()["reason"]) == said
    assert answer.json()["detail"] == ": ".join(said)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"query": "Ada", "query": "Bob"}', "query"),
        (b'{"query": "Ada", "\\u0071uery": "Bob"}', "query"),
        (b'{"query": "Ada", "fusion": {"a": 1, "a": 2}}', "a"),
    ],
)
def test_a_key_that_stands_twice_is_refused(site: Site, tokens: Tokens, body: bytes, field: str) -> None:
    with site.client(tokens.agent) as client:
        answer = client.post(f"{site.of(tokens)}/recall", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert answer.json()["detail"] == f"{field}: is given twice"


def test_security_headers_follow_the_owasp_list(site: Site, tokens: Tokens) -> None:
    """https://owasp.org/www-project-secure-headers, for data and for pages; HSTS goes only with HTTPS."""
    with site.client(tokens.agent) as client:
        answers = [client.get(path) for path in ("/", "/v1/me", "/static/main.js", "/nothing", "/openapi.json")]
    for answer in answers:
        headers = answer.headers
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "'unsafe" not in headers["content-security-policy"]
        assert headers["x-permitted-cross-domain-policies"] == "none"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-embedder-policy"] == "require-corp"
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
        assert "geolocation=()" in headers["permissions-policy"]
        assert headers["cache-control"] in ("no-store", "no-cache")
        assert not {"server", "x-powered-by", "strict-transport-security", "access-control-allow-origin"} & set(headers)


def test_a_long_body_is_refused_before_it_is_read(site: Site, tokens: Tokens) -> None:
    connection = http.client.HTTPConnection(site.url.removeprefix("http://"), timeout=30)
    connection.putrequest("POST", f"/v1/workspaces/{tokens.workspace_id}/inject")
    for name, value in (("Authorization", f"Bearer {tokens.agent}"), ("Content-Length", str(10**9))):
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_an_idempotency_key_replays_the_first_response(site: Site, tokens: Tokens, workspace: Memory) -> None:
    url, headers = f"{site.of(tokens)}/sessions", {"Idempotency-Key": "k-1"}
    with site.client(tokens.agent) as client:
        first = client.post(url, json={"intent": "one"}, headers=headers)
        again = client.post(url, json={"intent": "one"}, headers=headers)
        assert (first.status_code, first.content) == (again.status_code, again.content)
        assert again.headers["idempotency-replayed"] == "true"
        assert client.post(url, json={"intent": "two"}, headers=headers).json()["code"] == "idempotency_conflict"
        assert client.post(url, json={}, headers={b"Idempotency-Key": "ö".encode()}).status_code == 422
        refused = {"Idempotency-Key": "k-2"}
        assert client.post(url, json={"unknown": 1}, headers=refused).status_code == 422
        assert client.post(url, json={"unknown": 1}, headers=refused).status_code == 422
    with site.client(tokens.operator) as client:
        other = client.post(url, json={"intent": "one"}, headers=headers)
        assert other.json() != first.json()


def test_of_two_concurrent_requests_with_one_key_one_is_performed(site: Site, tokens: Tokens) -> None:
    url, headers = f"{site.of(tokens)}/sessions", {"Idempotency-Key": "k-3"}
    with site.client(tokens.agent) as client, concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: client.post(url, json={}, headers=headers).text, range(8)))
    assert len(set(answers)) == 1


def test_a_login_is_a_cookie(site: Site, tokens: Tokens) -> None:
    with site.client() as client:
        answer = client.post("/v1/login", json={"token": tokens.admin}).raise_for_status()
        assert tokens.admin not in str(answer.headers) + answer.text
        cookie = answer.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/"))
        assert client.get("/v1/me").json()["role"] == "admin"
        url = f"{site.of(tokens)}/inject"
        assert client.post(url, json={}).status_code == 403
        assert client.post(url, json={}, headers={"X-Oxgraph": "1"}).status_code == 200
        old = dict(client.cookies)
        client.post("/v1/logout").raise_for_status()
        assert client.get("/v1/me").status_code == 401
        assert httpx.get(f"{site.url}/v1/me", cookies=old, timeout=30).status_code == 401


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", ""])
def test_a_foreign_host_header_is_refused(site: Site, host: str) -> None:
    answer = httpx.get(f"{site.url}/healthz", headers={"Host": host})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:80"])
def test_own_host_names_are_accepted(site: Site, host: str) -> None:
    assert httpx.get(f"{site.url}/healthz", headers={"Host": host}).status_code == 200
