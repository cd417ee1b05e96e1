"""A new operation costs one module: defined once, it is a REST route, in the OpenAPI document, and an MCP tool."""

import subprocess
import sys
from pathlib import Path

import pytest

from oxgraph import operations

MODULE = '''
"""Operations on greetings."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.definition import Tool, operation
from oxgraph.types.results import Result


class Greeting(Result):
    """A greeting."""

    text: str


@operation(
    "greeting.say",
    "POST /greetings/{name}",
    call="recall",
    tool=Tool("memory"),
    effect="reads",
    example={"polite": True},
)
async def say(
    memory: AsyncMemory,
    name: Annotated[str, Field(max_length=50, description="The person's name.")],
    polite: Annotated[bool, Field(description="Whether to be polite.")] = False,
) -> Greeting:
    """Greet a person by name."""
    return Greeting(text=f"Good day, {name}." if polite else f"Hi {name}")
'''

CHECK = """
from starlette.applications import Starlette
from starlette.testclient import TestClient
from types import SimpleNamespace
from oxgraph.operations import OPERATIONS
from oxgraph.server.config import ServerConfig
from oxgraph.server.dispatch import Dispatcher
from oxgraph.server.mcp.tool_listing import ListOptions, listing
from oxgraph.server.rest.middleware import RequestMiddleware
from oxgraph.server.rest.openapi import document
from oxgraph.server.rest.operation_handlers import operation_routes

(tool,) = [one for one in listing("agent", {}, ListOptions(full=True)) if one.name == "greeting.say"]
assert tool.description == "Greet a person by name."
assert tool.input_schema["properties"]["name"] == {
    "maxLength": 50, "type": "string", "description": "The person's name."
}
assert tool.annotations.read_only_hint

described = document()["paths"]["/v1/workspaces/{workspace_id}/greetings/{name}"]["post"]
assert described["operationId"] == "greeting_say"
assert described["requestBody"]["content"]["application/json"]["example"] == {"polite": True}

config = ServerConfig(trusted_hosts=("testserver",))
memory = SimpleNamespace(workspace_id="w-1", role="agent")

class Caller:
    memory, token_hash, rate_key, calls_per_minute = memory, "t", "t", None

    async def authorize(self, call):
        pass

class Anyone:
    async def caller(self, request):
        return Caller()

service = SimpleNamespace(config=config, dispatcher=Dispatcher(config))
app = Starlette(routes=operation_routes(service, Anyone()))
app.add_middleware(RequestMiddleware, config=config)
with TestClient(app) as http:
    answer = http.post("/v1/workspaces/w-1/greetings/Ada", json={"polite": True})
    assert (answer.status_code, answer.json()) == (200, {"text": "Good day, Ada."}), answer.text
    refused = http.post("/v1/workspaces/w-1/greetings/Ada", json={"polite": "very"})
    assert (refused.status_code, refused.json()["field"]) == (422, "polite"), refused.text
print("ok")
"""


@pytest.mark.parametrize("module", ["greetings"])
def test_a_module_with_one_function_is_enough(module: str, tmp_path: Path) -> None:
    """In a process of its own: the package's folder is extended by one with the new module."""
    (tmp_path / f"{module}.py").write_text(MODULE, encoding="utf-8")
    (folder,) = operations.__path__
    extend = f"""
import importlib.util
import sys
spec = importlib.util.spec_from_file_location(
    "oxgraph.operations", {str(Path(folder) / "__init__.py")!r},
    submodule_search_locations=[{folder!r}, {str(tmp_path)!r}],
)
package = importlib.util.module_from_spec(spec)
sys.modules["oxgraph.operations"] = package
spec.loader.exec_module(package)
"""
    done = subprocess.run([sys.executable, "-c", extend + CHECK], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "ok\n"), done.stderr[-3_000:]
