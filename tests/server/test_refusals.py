"""What is refused is answered alike by every route and tool: with code, field, reason, and a plain sentence."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

from oxgraph.operations import OPERATIONS, Operation
from tests.server.conftest import Site, Tokens
from tests.server.mcp.clients import over_http, texts

RAW = re.compile(
    r"should (?:be|have|match)|Value error|valid (?:integer|number|string|list|dictionary|boolean|datetime)|instance of"
    r"|after validation|pydantic|unable to|[Ee]rrno|Error\b|Exception|\^\["
)
"""Words of pydantic, of Python and of Neo4j."""

FIELD = re.compile(r"[A-Za-z_]\w*(?:\[\d+\]|\.[A-Za-z_][\w-]*)*")
TYPES = re.compile(r"\.(?:int|float|str|bool|list|dict|none|datetime|function-\w+)\b|[A-Z]\w+Input|\.\d")
"""What pydantic calls a type that a field may have; and an index in its notation."""

LONG = 60_000

FEW = 6
"""Wrong inputs of each operation that are sent to a server."""


def wrong_values(schema: dict[str, Any], defs: dict[str, Any], depth: int = 0) -> Iterator[Any]:
    """Values that a field of this schema may not have, and perhaps some that it may."""
    schema = defs[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    yield from ({"x": [1]}, [[1]], "", "x" * LONG, -1, 1.5, True, None, "\x07")
    for one in schema.get("anyOf", ()) if depth < 3 else ():
        yield from wrong_values(one, defs, depth + 1)
    if "items" in schema and depth < 3:
        yield from ([], ["x"] * 3_000)
        yield from ([one] for one in wrong_values(schema["items"], defs, depth + 1))
    if "properties" in schema and depth < 3:
        yield from ({}, {"nothing_like_it": 1})
        for name, inner in schema["properties"].items():
            yield from ({name: value} for value in itertools.islice(wrong_values(inner, defs, depth + 1), 8))


def wrong_inputs(operation: Operation) -> Iterator[dict[str, Any]]:
    """Inputs, each with one field that is wrong, most likely."""
    schema = operation.input.model_json_schema()
    example = dict(operation.example or {})
    yield from ({}, example | {"nothing_like_it": 1})
    for name, field in schema.get("properties", {}).items():
        if name not in operation.path_parameters:
            yield {key: value for key, value in example.items() if key != name}
            yield from (example | {name: value} for value in wrong_values(field, schema.get("$defs", {})))


def refused(operation: Operation, data: dict[str, Any], given: object) -> None:
    """Checks an error of an input: its field is one of the operation's, or none that is known."""
    first = re.split(r"[.\[]", data["field"])[0]
    assert first in {*operation.input.model_fields, *operation.renamed, "nothing_like_it"}, (data, given)
    assert FIELD.fullmatch(data["field"]), (data, given)
    assert not TYPES.search(data["field"]), (data, given)
    assert data["reason"], (data, given)
    assert not RAW.search(data["reason"]), (data, given)
    assert not re.match(r"\w+(?:\[\d+\])?: ", data["reason"]), (data, given)


def short(given: object) -> str:
    """What was sent, for a message."""
    return repr(given)[:300]


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_an_input_is_refused_by_its_field(name: str) -> None:
    operation, seen = OPERATIONS[name], 0
    path = dict.fromkeys(operation.path_parameters, "x")
    for given in wrong_inputs(operation):
        for encoding in ("plain", "json"):
            try:
                operation.validate(path | given, encoding)
            except Exception as error:
                assert type(error).__name__ == "InvalidInput", (error, short(given))
                refused(operation, error.values, short(given))  # type: ignore[attr-defined]
                assert str(error) == "{field}: {reason}".format(**error.values)  # type: ignore[attr-defined]
                seen += 1
    assert seen


def few(operation: Operation) -> list[dict[str, Any]]:
    """Some of the wrong inputs that the validation lets through or refuses, spread over the fields."""
    found = [one for one in wrong_inputs(operation) if len(str(one)) < 10_000]
    return found[:: max(1, len(found) // FEW)]


@pytest.mark.deep
async def test_every_route_and_tool_says_what_is_wrong(site: Site, tokens: Tokens) -> None:
    """What is accepted is done in a workspace of this test."""
    with site.client(tokens.admin) as client:
        for operation in OPERATIONS.values():
            url = site.of(tokens) + re.sub(r"{\w+}", "x", operation.path)
            for given in few(operation):
                if operation.has_body:
                    found = client.request(operation.method, url, json=given)
                else:
                    query = {key: str(value) for key, value in given.items()}
                    found = client.request(operation.method, url, params=query)
                assert found.status_code < 500, (found.text, operation.name, short(given))
                if found.status_code == 422 and found.json()["code"] == "invalid_input":
                    refused_over_the_wire(operation, found.json(), found.json()["detail"], given)
    async with over_http(site, tokens.admin) as tools:
        for operation in (one for one in OPERATIONS.values() if one.tool):
            for given in few(operation):
                answer = await tools.call_tool(
                    operation.tool_name, dict.fromkeys(operation.path_parameters, "x") | given
                )
                data = (answer.meta or {}).get("oxgraph/error", {})
                assert data.get("code") != "server_error", (operation.name, short(given))
                if data.get("code") == "invalid_input":
                    refused_over_the_wire(operation, data, texts(answer)[-1], given)


def refused_over_the_wire(operation: Operation, data: dict[str, Any], said: str, given: object) -> None:
    """Checks an answer; the server knows some refusals that the validation of the input does not."""
    assert said == f"{data['field']}: {data['reason']}", (operation.name, data, short(given))
    assert not TYPES.search(data["field"]), (operation.name, data, short(given))
    assert not RAW.search(said), (operation.name, data, short(given))
