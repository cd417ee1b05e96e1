"""How writers call: the Python client, sync and async, by the database's login; the client, REST and MCP by a token.

Every one answers a call by an operation's name and arguments, as `oxgraph.operations` names them.
"""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

import httpx
from pydantic_core import to_jsonable_python

import oxgraph
from oxgraph import tables
from oxgraph.client import AsyncClient, AsyncMemory
from oxgraph.clock import Clock
from oxgraph.errors import OxgraphError
from oxgraph.graph import AsyncGraph
from oxgraph.operations import OPERATIONS
from oxgraph.server.mcp.tool_listing import tools

STATUS = {row["code"]: int(row["http"]) for row in tables.read("errors")}
REFUSED = {code for code, status in STATUS.items() if 400 <= status < 500 and status != 429} - {"pass_busy"}
"""Codes of errors after which nothing was written."""
AWAY = {code for code, status in STATUS.items() if status in (429, 503, 504)} | {
    "server_error",
    "transport",
    "pass_busy",
}
"""Codes that mean that a server was away or cut off; what the call wrote may be there or not."""
CLIENT_SECONDS = 30.0
"""The client tries a statement again for so long."""
HTTP_SECONDS = 20.0
JsonMap = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """How a call ended: done, refused, unknown, or `untyped`, which must not be."""

    status: str
    code: str = ""
    data: Any = None
    text: str = ""


class Transport(Protocol):
    """A way to call operations in one workspace."""

    seconds: float
    json: bool

    def call(self, name: str, arguments: JsonMap) -> Answer:
        """Performs an operation. Raises nothing."""

    def offers(self, name: str) -> bool:
        """Whether the operation can be called in this way."""

    def close(self) -> None:
        """Ends it."""


def failed(code: str, text: str) -> Answer:
    """The answer that an error code stands for."""
    return Answer("refused" if code in REFUSED else "unknown" if code in AWAY else "untyped", code, text=text[:400])


def guarded(perform: Callable[[], Any]) -> Answer:
    """What a call of the client gives; its errors have a type, and every other one must not be."""
    try:
        return Answer("done", data=to_jsonable_python(perform()))
    except OxgraphError as error:
        return failed(error.code, str(error))
    except Exception as error:  # what comes here is a finding
        return Answer("untyped", type(error).__name__, text=repr(error)[:400])


class AsyncClients:
    """An async client in an event loop of its own; several threads call it, and share its connections."""

    seconds = CLIENT_SECONDS
    json = False

    def __init__(self, opening: Callable[[], Awaitable[AsyncMemory]]) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._memory: AsyncMemory = self._run(opening())

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def offers(self, name: str) -> bool:
        """Every operation."""
        return name in OPERATIONS

    def call(self, name: str, arguments: JsonMap) -> Answer:
        """Calls the operation's function, without a server of ours between."""
        operation = OPERATIONS[name]
        return guarded(lambda: self._run(operation(self._memory, operation.validate(arguments))))

    def close(self) -> None:
        """Closes the connections."""
        self._run(self._memory.close())
        self._loop.call_soon_threadsafe(self._loop.stop)


def direct(uri: str, auth: tuple[str, str], workspace_id: str, workspace: str, clock: Clock) -> AsyncClients:
    """The async client with the database's login."""

    async def opening() -> AsyncMemory:
        return AsyncClient(AsyncGraph.at(uri, auth), clock).memory_of(workspace_id, workspace)

    return AsyncClients(opening)


def remote(base: str, token: str) -> AsyncClients:
    """The async client with a token, which speaks to `oxgraph serve`."""

    async def opening() -> AsyncMemory:
        return await oxgraph.connect_async(base, token=token)

    return AsyncClients(opening)


class Rest:
    """REST by a token."""

    seconds = HTTP_SECONDS
    json = True

    def __init__(self, base: str, token: str, workspace_id: str) -> None:
        self._base = f"/v1/workspaces/{workspace_id}"
        self._http = httpx.Client(
            base_url=base, headers={"Authorization": f"Bearer {token}"}, timeout=httpx.Timeout(HTTP_SECONDS)
        )

    def offers(self, name: str) -> bool:
        """Every operation."""
        return name in OPERATIONS

    def call(self, name: str, arguments: JsonMap) -> Answer:
        """Sends the request that stands for the operation."""
        operation = OPERATIONS[name]
        rest = {key: value for key, value in arguments.items() if key not in operation.path_parameters}
        path = self._base + operation.path.format(**{k: arguments[k] for k in operation.path_parameters})
        given: JsonMap = {"json": rest} if operation.has_body else {"params": rest}
        try:
            response = self._http.request(operation.method, path, **given)
        except httpx.HTTPError as error:
            return failed("transport", repr(error))
        return _answer_of(response)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()


def _answer_of(response: httpx.Response) -> Answer:
    try:
        data = response.json() if response.content else None
    except ValueError:
        return Answer("untyped", f"http_{response.status_code}", text=response.text[:400])
    if response.is_success:
        return Answer("done", data=data)
    code = data.get("code", "") if isinstance(data, dict) else ""
    if response.status_code == 500 and code != "server_error":
        return Answer("untyped", code or "http_500", text=response.text[:400])
    return failed(code or f"http_{response.status_code}", response.text)


class Mcp:
    """MCP over HTTP by a token; opens its session anew where the server has forgotten it."""

    seconds = HTTP_SECONDS
    json = True

    def __init__(self, base: str, token: str) -> None:
        headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/json",
            "Content-Type": "application/json",
        }
        self._http = httpx.Client(base_url=base, headers=headers, timeout=httpx.Timeout(HTTP_SECONDS / 2))
        self._session: str | None = None
        self._number = 0

    def offers(self, name: str) -> bool:
        """The tools."""
        return name in tools()

    def call(self, name: str, arguments: JsonMap) -> Answer:
        """Calls the tool."""
        try:
            if self._session is None and (refused := self._open()) is not None:
                return refused
            response = self._post("tools/call", {"name": name, "arguments": arguments})
        except httpx.HTTPError as error:
            return failed("transport", repr(error))
        if response.status_code in (400, 404):
            self._session = None
            return failed("transport", response.text)
        return self._result(response)

    def _open(self) -> Answer | None:
        response = self._post(
            "initialize",
            {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "campaign", "version": "1"},
            },
        )
        if not response.is_success:
            return _answer_of(response)
        self._session = response.headers["mcp-session-id"]
        self._http.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=self._headers())
        return None

    def _headers(self) -> dict[str, str]:
        return {"mcp-session-id": self._session} if self._session else {}

    def _post(self, method: str, params: JsonMap) -> httpx.Response:
        self._number += 1
        body = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        return self._http.post("/mcp", json=body, headers=self._headers())

    def _result(self, response: httpx.Response) -> Answer:
        if not response.is_success:
            return _answer_of(response)
        message = response.json()
        if "error" in message:
            return Answer("untyped", "json_rpc", text=json.dumps(message["error"])[:400])
        result = message["result"]
        if result.get("isError"):
            code = result.get("_meta", {}).get("oxgraph/error", {}).get("code", "")
            return failed(code, json.dumps(result.get("content")))
        return Answer("done", data=result.get("structuredContent") or result.get("content"))

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()
