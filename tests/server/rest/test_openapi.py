"""The OpenAPI text says what the server does: checked from outside, by requests that are made from it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oxgraph.operations import OPERATIONS
from oxgraph.server.rest.openapi import document
from tests.fixtures.server import Site, Tokens


def _operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_every_operation_has_a_name_of_its_own_and_a_summary() -> None:
    names = [operation["operationId"] for _, _, operation in _operations()]
    assert len(names) == len(set(names))
    assert all(operation["summary"].endswith(".") for _, _, operation in _operations())


def test_references_lead_somewhere() -> None:
    text = document()

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
    for operation in OPERATIONS.values():
        fields = set(operation.input.model_fields) - set(operation.path_parameters)
        if not operation.has_body or not fields:
            continue
        body = operation.example
        assert body is not None, f"{operation.name} needs example=…"
        assert set(body) <= fields, operation.name
        placed = dict.fromkeys(operation.path_parameters, "0b9f4c1e-5a7d-4e0f-9a53-0f6f6f0f2a11")
        if "name" in placed:
            placed["name"] = "works_at"
        operation.validate(placed | body, "json")


def test_no_workspace_is_a_field() -> None:
    for operation in OPERATIONS.values():
        assert "workspace_id" not in operation.input.model_fields, operation.name


def test_the_text_is_json_and_needs_no_other_host() -> None:
    text = json.dumps(document())
    assert "http://" not in text
    assert "https://" not in text


CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
)
PHASES = os.environ.get("OXGRAPH_SCHEMATHESIS", "examples,fuzzing")
"""`examples,coverage,fuzzing,stateful` is the long way."""


def test_requests_that_are_made_from_the_text_break_nothing(site: Site, tokens: Tokens, tmp_path: Path) -> None:
    """By a program of its own, with a fixed seed. The workspace is not deleted under it."""
    told = tmp_path / "schemathesis.toml"
    own = f'[parameters]\n"path.workspace_id" = "{tokens.workspace_id}"\n'
    told.write_text(own + Path(__file__).with_name("schemathesis.toml").read_text(encoding="utf-8"), encoding="utf-8")
    program = Path(sys.executable).with_name("schemathesis")
    options = ["--seed", "1", "--max-examples", "3", "--phases", PHASES, "--checks", ",".join(CHECKS), "--workers", "2"]
    rest = ["--continue-on-failure", "--no-color", "--exclude-operation-id", "workspace_delete", "--warnings", "off"]
    slow = ["--request-timeout", "90"]
    auth = ["--header", f"Authorization: Bearer {tokens.admin}"]
    done = subprocess.run(
        [program, "--config-file", told, "run", f"{site.url}/openapi.json", *auth, *options, *rest, *slow],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-6_000:]
