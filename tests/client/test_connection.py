"""Where the client looks for Neo4j when it is not told."""

import json
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph.client._async import tokens
from oxgraph.environment import connection, local_connection, local_serve, server_address
from oxgraph.errors import ConnectionFailed, InvalidInput, Unauthenticated
from oxgraph.graph import Graph


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("OXGRAPH_URI", "OXGRAPH_USER", "OXGRAPH_PASSWORD", "OXGRAPH_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path))
    return tmp_path


def local(home: Path, **changes: object) -> None:
    (home / "server.json").write_text(json.dumps({"bolt": 7690, "stopped": False} | changes))
    (home / "password").write_text("local-secret\n")


def test_nothing_is_known() -> None:
    with pytest.raises(ConnectionFailed, match="`oxgraph up` starts one"):
        connection()


def test_the_server_of_this_machine(empty: Path) -> None:
    local(empty)
    assert connection() == ("bolt://127.0.0.1:7690", ("neo4j", "local-secret"))
    assert connection("bolt://127.0.0.1:7690") == ("bolt://127.0.0.1:7690", ("neo4j", "local-secret"))


def test_its_password_goes_nowhere_else(empty: Path) -> None:
    local(empty)
    assert connection("bolt://elsewhere:7687") == ("bolt://elsewhere:7687", None)


@pytest.mark.parametrize("changes", [{"stopped": True}, {"bolt": None}, {"bolt": "x"}])
def test_a_server_that_is_stopped_or_unreadable_is_none(empty: Path, changes: dict[str, object]) -> None:
    local(empty, **changes)
    assert local_connection() is None


def test_the_environment_comes_before_the_machine(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local(empty)
    monkeypatch.setenv("OXGRAPH_URI", "neo4j://db")
    monkeypatch.setenv("OXGRAPH_PASSWORD", "p")
    assert connection() == ("neo4j://db", ("neo4j", "p"))
    assert connection("bolt://given", ("a", "b")) == ("bolt://given", ("a", "b"))


BOLT, HTTP, SOCKET = "bolt://db:7687", "http://serve:7600", "unix:///run/serve.sock"


@pytest.mark.parametrize(
    ("given", "set_to", "address"),
    [
        ({}, {}, ""),
        ({}, {"SERVER": HTTP}, HTTP),
        ({}, {"SERVER": HTTP, "URI": BOLT, "PASSWORD": "p"}, HTTP),
        ({}, {"URI": HTTP}, HTTP),
        ({}, {"URI": BOLT}, None),
        ({}, {"PASSWORD": "p"}, None),
        ({"uri": HTTP}, {"URI": BOLT}, HTTP),
        ({"uri": SOCKET}, {"SERVER": HTTP}, SOCKET),
        ({"uri": "https://memory.example.org"}, {}, "https://memory.example.org"),
        ({"uri": BOLT}, {"SERVER": HTTP}, None),
        ({"auth": ("a", "b")}, {"SERVER": HTTP}, None),
    ],
)
def test_a_token_goes_to_the_server_unless_a_login_is_given(
    given: dict[str, Any], set_to: dict[str, str], address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in set_to.items():
        monkeypatch.setenv(f"OXGRAPH_{name}", value)
    assert server_address(**given) == address


def test_the_record_of_the_server_of_this_machine(empty: Path) -> None:
    assert local_serve() is None
    for text in ("", "[]", '{"url": 5}', json.dumps({"url": HTTP, "oxgraph": "0.0.1"})):
        (empty / "serve.json").write_text(text)
        assert local_serve() is None
    (empty / "serve.json").write_text(json.dumps({"url": HTTP, "oxgraph": oxgraph.__version__}))
    assert local_serve() == HTTP


def test_an_operator_cannot_connect_to_the_server() -> None:
    with pytest.raises(ConnectionFailed, match="that is the address of `oxgraph serve`"):
        connection(HTTP)


@pytest.mark.parametrize(
    "address",
    [
        *("nonsense", "", HTTP, "localhost:7687", "neo4j://x:y:z", "bolt://127.0.0.1:99999", "bolt://[::1"),
    ],
)
def test_what_is_no_address_of_a_neo4j_is_refused_in_plain_words(address: str) -> None:
    with pytest.raises(InvalidInput, match=r"^uri: '.*' is no address of a Neo4j; write bolt://HOST:PORT"):
        Graph.at(address, ("neo4j", "p"))


def test_a_token_is_256_random_bits_and_kept_as_a_hash() -> None:
    token = tokens.new()
    assert len(token) == 4 + 64
    assert token != tokens.new()
    assert len(tokens.digest(token)) == 64
    assert tokens.digest(token) not in token
    assert tokens.digest(f" {token}\r\n") == tokens.digest(token)


@pytest.mark.parametrize(
    "token", ["", "oxg_", "oxg_" + "G" * 64, "oxg_" + "a" * 65, "Bearer x", "x" * 10_000_000, None, 5]
)
def test_what_cannot_be_a_token_is_refused_before_it_is_sent(token: str) -> None:
    with pytest.raises(Unauthenticated):
        tokens.digest(token)
