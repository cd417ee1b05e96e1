"""The OpenAPI text says what the server does: checked from outside, by requests that are made from it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from oxgraph.server.rest.openapi import examples, openapi
from oxgraph.server.rest.reading import IN_QUERY
from oxgraph.server.verbs import VERBS


def _operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in openapi()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_every_operation_has_a_name_of_its_own_and_a_summary() -> None:
    names = [operation["operationId"] for _, _, operation in _operations()]
    assert len(names) == len(set(names))
    assert all(operation["summary"].endswith(".") for _, _, operation in _operations())


def test_references_lead_somewhere() -> None:
    text = openapi()

    def look(node: Any) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                found = text
                for part in node["$ref"].removeprefix("#/").split("/"):
                    found = found[part]
            for value in node.values():
                look(value)
        elif isinstance(node, list):
            for value in node:
                look(value)

    look(text)


def test_every_body_has_an_example_that_is_taken() -> None:
    for verb in VERBS.values():
        fields = set(verb.input.model_fields) - set(verb.placed)
        if verb.method in IN_QUERY or not fields:
            continue
        body = examples()[verb.name]
        assert set(body) <= fields, verb.name
        placed = dict.fromkeys(verb.placed, "0b9f4c1e-5a7d-4e0f-9a53-0f6f6f0f2a11")
        if "name" in placed:
            placed["name"] = "works_at"
        verb.read(placed | body, "json")


def test_no_workspace_is_a_field() -> None:
    for verb in VERBS.values():
        assert "workspace_id" not in verb.input.model_fields, verb.name


def test_the_text_is_json_and_needs_no_other_host() -> None:
    text = json.dumps(openapi())
    assert "http://" not in text
    assert "https://" not in text


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
