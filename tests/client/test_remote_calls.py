"""How calls travel to the server: every public call is listed, and what is sent arrives as it was."""

import inspect
import json
import math
import socket
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, cast, get_args

import pytest
from pydantic import BaseModel

from oxgraph import errors
from oxgraph.client._async import remote_memory
from oxgraph.client._async.memory import AsyncMemory
from oxgraph.client._async.remote_memory import AsyncRemoteAccess, AsyncRemoteMemory
from oxgraph.client._async.served import LAYERS, PARTS, USER, served_calls
from oxgraph.client._async.server_connection import AsyncServerConnection
from oxgraph.client._sync import served as sync_served
from oxgraph.client.remote_calls import MODELS, RemoteCall, arguments_of, decode, encode, error_of, table, written
from oxgraph.client.roles import REQUIRED_ROLES
from oxgraph.clock import utc_now
from oxgraph.errors import InvalidInput, PermissionDenied
from oxgraph.evaluation.gold import Gold
from oxgraph.types import Action, NewMemory
from oxgraph.types.ingest import NewMessage
from oxgraph.types.results import Connected
from oxgraph.types.turn import Limited, TurnRequest

NOWHERE = Connected(workspace_id="w", name="w", role="agent", user_id="", bound=False)


@pytest.fixture
def remote() -> AsyncRemoteMemory:
    """A remote memory that is not connected."""
    server = AsyncServerConnection("oxg_" + "0" * 64, lambda nothing: "http://127.0.0.1:1", retry_seconds=0)
    return AsyncRemoteMemory(AsyncRemoteAccess.of(server, NOWHERE, utc_now))


def public(kind: type) -> set[str]:
    return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}


def paths() -> Iterator[str]:
    for layer, kind in LAYERS.items():
        yield from (f"{layer}.{name}".lstrip(".") for name in public(kind))


def layers_of(thing: object, path: str = "") -> Iterator[tuple[str, type]]:
    """The public attributes that are layers, all the way down."""
    for name, value in vars(thing).items():
        if not name.startswith("_") and type(value).__module__.startswith("oxgraph.client."):
            below = f"{path}.{name}".lstrip(".")
            yield below, type(value)
            yield from layers_of(value, below)


def test_every_public_call_is_listed_and_nothing_else() -> None:
    assert set(table()) == set(paths())


def test_every_layer_of_a_memory_is_listed() -> None:
    memory = AsyncMemory(cast("Any", type("Access", (), {"name": "", "embedder": None})()))
    found = dict(layers_of(memory)) | {"": AsyncMemory, "evaluations": type(memory.evaluations)}
    assert found == {path: kind for path, kind in LAYERS.items() if path not in (USER, PARTS)}


def test_both_clients_have_the_same_layers() -> None:
    assert list(LAYERS) == list(sync_served.LAYERS)


@pytest.mark.parametrize("call", table().values(), ids=lambda call: call.name)
def test_a_served_call_has_a_role_and_a_result(call: RemoteCall) -> None:
    if call.performed == "here":
        assert (call.effect, call.role_of, call.id) == ("", "", "")
        return
    assert call.effect in ("reads", "writes", "once")
    assert REQUIRED_ROLES[call.role_of]
    if not call.name.startswith(PARTS):
        assert call.role_of == call.name.removeprefix("telemetry.")
    found = served_calls()[call.name]
    assert inspect.iscoroutinefunction(getattr(LAYERS[found.layer], found.method))
    assert isinstance(found.adapter.json_schema(mode="serialization"), dict)
    if "progress" in found.signature.parameters:
        assert call.is_long


def test_what_can_be_sent_is_what_calls_take() -> None:
    """No call takes a class of ours that could not be sent, and nothing else can be sent."""
    taken: set[type] = set()
    for call in served_calls().values():
        for parameter in call.signature.parameters.values():
            taken |= set(classes_in(parameter.annotation))
    assert {kind.__name__ for kind in taken} == set(MODELS)


def classes_in(annotation: Any) -> Iterator[type]:
    """The classes of ours in an annotation."""
    if isinstance(annotation, type) and (issubclass(annotation, BaseModel) or annotation is Gold):
        yield annotation
    for one in get_args(annotation):
        if isinstance(one, list):
            continue  # the parameters of a callable
        yield from classes_in(one)


def test_files_of_the_server_cannot_be_named() -> None:
    for call in served_calls().values():
        assert not {"files", "turns", "questions", "path"} & set(call.signature.parameters), call.row.name


def test_a_remote_memory_is_a_memory(remote: AsyncRemoteMemory) -> None:
    assert isinstance(remote, AsyncMemory)
    for path, kind in LAYERS.items():
        if path and path not in (USER, PARTS):
            layer: Any = remote
            for name in path.split("."):
                layer = getattr(layer, name)
            assert isinstance(layer, kind)
    for name in public(AsyncMemory):
        ours, theirs = getattr(type(remote), name), getattr(AsyncMemory, name)
        assert inspect.signature(ours) == inspect.signature(theirs), name
        assert inspect.iscoroutinefunction(ours) == inspect.iscoroutinefunction(theirs)


def test_a_process_with_a_token_has_no_database(remote: AsyncRemoteMemory) -> None:
    assert not remote.has_login
    with pytest.raises(PermissionDenied, match="the database's login"):
        remote._access.graph.driver  # noqa: B018 - the attribute is what is asked for


# Values


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -(2**70),
        1.5,
        "text",
        "\ud800 half a pair",
        "\u2028",
        [1, [2, {"a": "b"}]],
        {"$time": "no time", "other": 1},
        {1: 2, "a": None},
        {"a", "b"},
        b"\x00\xff",
        datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC),
        datetime(2026, 1, 2, tzinfo=timezone(timedelta(hours=2))),
        datetime(2026, 1, 2),
        date(2026, 1, 2),
        timedelta(hours=1.5),
        math.inf,
        Action(action_type="get", session_id="s", outcome="success", targets=("a",)),
        NewMemory(type="fact", content="It is so.", embedding=cast("Any", [0.5, 0.25]), valid_from=utc_now()),
        NewMessage(text="Hello", said_at=utc_now(), metadata={"$a": [1]}),
        TurnRequest(conversation_id="c", user_message="Hi", limits={"history": 1.0}, slots=("a",)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_arrives_as_it_was(value: object) -> None:
    body = written({"value": encode("value", value)})
    found = decode(json.loads(body)["value"])
    assert found == value
    assert type(found) is type(value)


def test_a_tuple_arrives_as_a_list_and_a_generator_as_an_iterator() -> None:
    assert decode(encode("a", (1, 2))) == [1, 2]
    assert list(decode(encode("a", (n for n in (1, 2))))) == [1, 2]
    assert not isinstance(decode(encode("a", (n for n in (1, 2)))), list)
    assert math.isnan(decode(encode("a", math.nan)))


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("content", object(), "is a object, which cannot be sent"),
        ("model", object(), "is set where the memory is served"),
        ("value", [[]], None),
        ("as_of", Connected(workspace_id="", name="", role="agent", user_id="", bound=False), "cannot be sent"),
    ],
)
def test_what_cannot_be_sent_is_refused(field: str, value: object, reason: str | None) -> None:
    if reason is None:
        for _ in range(400):
            value = [value]
        reason = "is nested more than"
    with pytest.raises(InvalidInput, match=reason):
        encode(field, value)


@pytest.mark.parametrize(
    "value",
    [
        {"$time": 5},
        {"$time": "yesterday"},
        {"$float": "1"},
        {"$model": "Popen", "fields": {}},
        {"$model": "Action", "fields": {"action_type": ""}},
        {"$model": "MetricRow", "fields": {}},
        {"$seconds": 1e300},
        {"$bytes": "?"},
        {"$map": [[[], 1]]},
        {"$set": [[]]},
        {"$import": "os"},
    ],
    ids=str,
)
def test_what_no_client_has_sent_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput):
        decode(value)


# Arguments


def arguments(name: str, **given: Any) -> dict[str, Any]:
    call = served_calls()[name]
    return arguments_of(call.row, call.signature, call.signature.bind(**given).arguments)


def test_the_id_is_made_before_the_call_is_sent() -> None:
    given = {"action_type": "get", "session_id": "s", "outcome": "success"}
    first = arguments("telemetry.capture", **given)
    assert len(first["id"]) == 36
    assert arguments("telemetry.capture", **given)["id"] != first["id"]
    assert arguments("telemetry.capture", **given, id="mine")["id"] == "mine"
    many = arguments("telemetry.capture_many", actions=[given, given | {"id": "mine"}])["actions"]
    assert len(many[0]["id"]) == 36
    assert many[1]["id"] == "mine"


def test_defaults_are_not_sent() -> None:
    assert set(arguments("telemetry.inject", targets=("a",), limit=None)) == {"targets"}


def test_unknown_fields_are_sent_so_that_the_call_refuses_them() -> None:
    given: dict[str, Any] = {"action_type": "get", "session_id": "s", "outcome": "success", "arguments": {"a": 1}}
    assert arguments("telemetry.capture", **given)["arguments"] == {"a": 1}


# Errors


@pytest.mark.parametrize("kind", errors.error_classes().values(), ids=lambda kind: kind.__name__)
def test_an_error_comes_back_as_its_own_class(kind: type[errors.OxgraphError]) -> None:
    body = {"type": "x", "title": "x", "status": 1, "detail": "What is wrong.", "code": kind.code, "field": "f"}
    found = error_of(400, json.dumps(body).encode())
    assert type(found) is kind
    assert str(found) == "What is wrong."
    assert found.values == {"field": "f"}


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"{}", b'{"code": []}'])
def test_what_no_server_of_ours_answers_is_an_error_too(body: bytes) -> None:
    assert type(error_of(502, body)) is errors.ServerError


async def test_a_server_that_does_not_answer_holds_a_turn_up_for_its_time_limits_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every other call is waited for as long as the server may take."""
    monkeypatch.setattr(remote_memory, "SPARE_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        server = AsyncServerConnection("oxg_" + "0" * 64, lambda nothing: address)
        memory = AsyncRemoteMemory(AsyncRemoteAccess.of(server, NOWHERE, utc_now))
        parts: tuple[Any, ...] = get_args(Limited)
        limits = dict.fromkeys(parts, 0.1)
        async with memory.turn("c-1", "What does Ada like?", limits=limits) as turn:
            found = dict(turn.parts)
            turn.reply("Tea.")
        await server.close()
    assert {(part.reason, part.detail.split(" and ")[0]) for part in found.values()} == {
        ("failed", "parts.prepare_turn took longer than 0.35 s")
    }
    assert turn.recorded.failed == ("exchange",)
