"""Authorization: every route refuses every kind of caller that may not use it."""

import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from oxgraph.client import Memory
from oxgraph.client.roles import RANK
from oxgraph.operations import OPERATIONS, Operation
from tests.server.conftest import Site, Tokens, tokens_of

REQUIRED = {
    "predicate": "works_at",
    "name": "works_at",
    "confirm": "no name of any",
    "query": "anything",
    "text": "anything",
    "subject": "nobody",
    "pattern": "anything",
    "since": "2025-01-01T00:00:00Z",
    "until": "2025-01-08T00:00:00Z",
}


def _request(operation: Operation, base: str) -> tuple[str, str, dict[str, Any]]:
    """A request that is well made, and changes nothing that matters."""
    fields = operation.input.model_fields
    values = {name: REQUIRED.get(name, str(uuid.uuid4())) for name, field in fields.items() if field.is_required()}
    path = operation.path
    for name in operation.path_parameters:
        path = path.replace(f"{{{name}}}", quote(values.pop(name, REQUIRED.get(name, str(uuid.uuid4()))), safe=""))
    if not operation.has_body:
        return operation.method, base + path, {"params": values}
    return operation.method, base + path, {"json": operation.example or {}}


@pytest.fixture(scope="module")
def here(memory: Any) -> Tokens:
    """Tokens of a workspace that is shared by this module, as nothing is done in it."""
    return tokens_of(memory.create_workspace(f"here-{uuid.uuid4()}"))


@pytest.fixture(scope="module")
def there(memory: Any) -> Tokens:
    """Those of another one."""
    return tokens_of(memory.create_workspace(f"there-{uuid.uuid4()}"))


ALL = list(OPERATIONS.values())
IDS = [operation.name for operation in ALL]


@pytest.fixture(scope="module")
def refused(site: Site, memory: Any) -> Iterator[dict[str, str]]:
    """Authorization headers that open nothing here: of each kind, why."""
    made = memory.create_workspace(f"refused-{uuid.uuid4()}")
    token = made.tokens.create("admin", "to be revoked")
    headers = {"Authorization": f"Bearer {token.secret}"}
    httpx.get(f"{site.url}/v1/me", headers=headers, timeout=30).raise_for_status()
    made.tokens.revoke(token.id)
    yield {
        "no": "",
        "wrong": f"Bearer oxg_{'0' * 64}",
        "malformed": "Bearer a b",
        "not ASCII": "Bearer ümläut",
        "another scheme": "Basic YTpi",
        "revoked": f"Bearer {token.secret}",
    }


@pytest.mark.parametrize("operation", ALL, ids=IDS)
def test_an_invalid_token_is_refused(site: Site, here: Tokens, refused: dict[str, str], operation: Operation) -> None:
    method, url, given = _request(operation, site.of(here))
    answers = {}
    with httpx.Client(timeout=30) as http:
        for kind, value in refused.items():
            headers = {b"Authorization": value.encode()} if value else {}
            answers[kind] = http.request(method, url, headers=headers, **given)
    assert {answer.status_code for answer in answers.values()} == {401}
    assert len({answer.text for answer in answers.values()}) == 1
    assert all("www-authenticate" in answer.headers for answer in answers.values())


@pytest.mark.parametrize("operation", ALL, ids=IDS)
def test_another_workspace_is_not_found(site: Site, here: Tokens, there: Tokens, operation: Operation) -> None:
    method, foreign, given = _request(operation, site.of(there))
    nowhere = foreign.replace(there.workspace_id, NOWHERE)
    with site.client(here.admin) as http:
        one = http.request(method, foreign, **given)
        two = http.request(method, nowhere, **given)
    assert one.status_code == two.status_code == 404
    assert one.text.replace(there.workspace_id, NOWHERE) == two.text
    assert one.headers.keys() == two.headers.keys()


NOWHERE = str(uuid.UUID(int=7))


@pytest.mark.parametrize("operation", [operation for operation in ALL if operation.role != "agent"])
def test_an_insufficient_role_is_refused(site: Site, here: Tokens, operation: Operation) -> None:
    method, url, given = _request(operation, site.of(here))
    for role in ("agent", "operator"):
        if RANK[role] >= RANK[operation.role]:
            continue
        with site.client(getattr(here, role)) as http:
            answer = http.request(method, url, **given)
        assert answer.status_code == 403, answer.text
        assert answer.json()["needed"] == operation.role


@pytest.mark.parametrize("path", ["/v1/me", "/v1/conversations/x"])
def test_system_routes_refuse_invalid_tokens(site: Site, refused: dict[str, str], path: str) -> None:
    method = "DELETE" if "conversations" in path else "GET"
    with httpx.Client(base_url=site.url, timeout=30) as http:
        for value in refused.values():
            headers = {b"Authorization": value.encode()} if value else {}
            assert http.request(method, path, headers=headers).status_code == 401


def test_a_revoked_token_is_refused_at_once_although_it_was_known(
    site: Site, tokens: Tokens, workspace: Memory
) -> None:
    with site.client(tokens.operator) as http:
        assert http.get("/v1/me").status_code == 200
        workspace.tokens.revoke(tokens.ids["operator"])
        assert http.get("/v1/me").status_code == 401
        assert http.get(f"{site.of(tokens)}/settings").status_code == 401
        assert http.post(f"{site.of(tokens)}/actions", json={"wrong": 1}).status_code == 401


def test_a_login_ends_with_its_token(site: Site, tokens: Tokens, workspace: Memory) -> None:
    with site.client() as http:
        http.post("/v1/login", json={"token": tokens.operator}).raise_for_status()
        assert http.get("/v1/me").status_code == 200
        workspace.tokens.revoke(tokens.ids["operator"])
        assert http.get("/v1/me").status_code == 401
        assert http.post("/v1/login", json={"token": tokens.operator}).status_code == 401


def test_a_deleted_workspace_is_gone(site: Site, tokens: Tokens, workspace: Memory) -> None:
    workspace.delete()
    with site.client(tokens.agent) as http:
        answer = http.get(f"{site.of(tokens)}/search")
    assert answer.status_code == 410
