"""A Python client that openapi-python-client makes of the OpenAPI document, against the real server."""

import importlib
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oxgraph.ids import new_id
from oxgraph.server.rest.openapi import document_json
from tests.server.conftest import Site, Tokens

COMMAND = "OXGRAPH_OPENAPI_PYTHON_CLIENT"
PACKAGE = "generated_oxgraph_client"

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(COMMAND not in os.environ, reason=f"{COMMAND} names no openapi-python-client"),
]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The generated package, importable."""
    folder = tmp_path_factory.mktemp("generated")
    document = folder / "openapi.json"
    document.write_bytes(document_json())
    command = [*shlex.split(os.environ[COMMAND]), "generate", "--path", str(document), "--meta", "none"]
    made = subprocess.run(
        [*command, "--output-path", str(folder / PACKAGE)], capture_output=True, text=True, timeout=300, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "WARNING" not in (made.stdout + made.stderr).upper()
    sys.path.insert(0, str(folder))
    yield PACKAGE
    sys.path.remove(str(folder))


def test_it_writes_reads_and_tells_problems(package: str, site: Site, tokens: Tokens) -> None:
    def call(operation: str, /, **given: Any) -> Any:
        group = next(one.parent.name for one in Path(part("api").__path__[0]).glob(f"*/{operation}.py"))
        return part(f"api.{group}.{operation}").sync(tokens.workspace_id, client=client, **given)

    def part(name: str) -> Any:
        return importlib.import_module(f"{package}.{name}")

    models, session = part("models"), new_id()
    client = part("client").AuthenticatedClient(base_url=site.url, token=tokens.operator)
    body = {"type": "fact", "subject": "Ada", "predicate": "likes", "content": "Ada likes engines"}
    made = call("memory_remember", body=models.MemoryRememberBody.from_dict(body))
    assert call("semantic_get", memory_id=made.id).content == "Ada likes engines"
    found = call("memory_recall", body=models.MemoryRecallBody.from_dict({"query": "What does Ada like?"}))
    assert made.id in [one.id for one in found.results]
    step = {"action_type": "charge", "session_id": session, "outcome": "failure", "error_code": "Declined"}
    assert call("telemetry_capture", body=models.TelemetryCaptureBody.from_dict(step)).captured
    (row,) = call("telemetry_actions", session_id=session).items
    assert (row.action_type, row.error_code) == ("charge", "Declined")
    assert call("semantic_get", memory_id=new_id()).code == "not_found"
