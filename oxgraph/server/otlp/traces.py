"""The route of traces: POST /v1/traces takes OTLP, captures the spans of tools, and leaves every other span."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.action_codes import TOOL_ERROR
from oxgraph.actions import action_fields, error_class_of, repository_of
from oxgraph.errors import InvalidInput, OxgraphError
from oxgraph.file_formats.sessions import ToolCall
from oxgraph.file_formats.sessions.records import Place, Row, Session, row, rows
from oxgraph.file_formats.sessions.spans import read_otlp
from oxgraph.ids import stable_id
from oxgraph.integrations.tool_actions import described
from oxgraph.newest import Newest
from oxgraph.server.authentication import Caller
from oxgraph.server.dispatch import Service
from oxgraph.server.otlp import encoding
from oxgraph.server.rest import problems
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.bodies import read_body
from oxgraph.server.rest.operation_handlers import RawRoute, UnsupportedMedia, route
from oxgraph.types import Action, limits

MAX_TRACES = 10_000
"""Traces whose conversation is known, for the spans of a later request."""

ERROR_TYPE = re.compile(r"(?:[A-Za-z_]\w*\.)*(?=\w*[a-z_][A-Z_]|[A-Z])([A-Za-z_]\w{1,63})")
"""A type of error as programs name one: `OutOfStock`, `shop.OutOfStock`, `out_of_stock`."""

REASON = "{rejected} spans of tools were not captured: a time before 2000 or in the future, or no id"


def otlp_routes(service: Service, authenticator: RequestAuthenticator) -> list[RawRoute]:
    """The one route."""
    return [route("/v1/traces", {"POST": TraceHandler(service, authenticator).handle})]


@dataclass(frozen=True)
class Received:
    """What one request held: actions, and how many spans of tools cannot be one."""

    actions: list[Action]
    rejected: int


class TraceHandler:
    """Receives traces."""

    def __init__(self, service: Service, authenticator: RequestAuthenticator) -> None:
        self._service = service
        self._authenticator = authenticator
        self._conversations: Newest[tuple[str, str], str] = Newest(MAX_TRACES)

    async def handle(self, request: Request) -> Response:
        """Answer one export. Errors are a google.rpc.Status in the form of the request, as OTLP requires."""
        media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type not in (encoding.PROTOBUF, encoding.JSON):
            await self._authenticator.caller(request)
            raise UnsupportedMedia
        try:
            return await self._answer(request, media_type)
        except OxgraphError as error:
            return _as_status(problems.of(error, request), media_type)
        except Exception as error:
            return _as_status(problems.unexpected(error, request), media_type)

    async def _answer(self, request: Request, media_type: str) -> Response:
        """The response to an export that can be captured.

        What cannot be read is answered with 400, not with the 422 of the other routes: OTLP requires it for bad data,
        and exporters drop the data then.
        """
        caller = await self._authenticator.caller(request)
        most = self._service.config.client_body_bytes
        body = await read_body(request, most)
        packed = request.headers.get("content-encoding", "").strip().lower()

        async def perform() -> int:
            value = await asyncio.to_thread(_decoded, body, packed, media_type, most)
            received = self._received(value, caller)
            for first in range(0, len(received.actions), limits.BATCH):
                await caller.memory.telemetry.capture_many(received.actions[first : first + limits.BATCH])
            return received.rejected

        try:
            rejected = await self._service.dispatcher.run(
                "otlp.traces", "capture_many", caller, perform, transport="otlp"
            )
        except InvalidInput as error:
            refused = problems.problem(400, error.code, problems.title_of(type(error)), str(error))
            return _as_status(refused, media_type)
        answer = encoding.response(media_type, rejected, REASON.format(rejected=rejected))
        return Response(answer, media_type=media_type)

    def _received(self, value: Row, caller: Caller) -> Received:
        workspace_id, now = caller.memory.workspace_id, caller.memory.telemetry.now()
        found, rejected = Received([], 0), 0
        for trace_id, document in _by_trace(value):
            for call in read_otlp(iter([Place(1, document)]), ""):
                if isinstance(call, Session):  # of a request without a tool's span too
                    self._conversation(workspace_id, trace_id, call.session_id)
                if isinstance(call, ToolCall):
                    call.session_id = self._conversation(workspace_id, trace_id, call.session_id)
                    try:
                        action = _action(workspace_id, trace_id, call)
                        action.row(now)
                    except InvalidInput:
                        rejected += 1
                        continue
                    found.actions.append(action)
        return Received(found.actions, rejected)

    def _conversation(self, workspace_id: str, trace_id: str, named: str) -> str:
        """The conversation of a trace: as named, or as a former request named it."""
        key = (workspace_id, trace_id)
        if named == trace_id:
            return self._conversations.get(key, trace_id)
        self._conversations[key] = named
        return named


def _as_status(problem: Response, media_type: str) -> Response:
    """The same error as OTLP has it: what is wrong and the code in one text."""
    said = from_json(bytes(problem.body))
    headers = {name: value for name, value in problem.headers.items() if not name.startswith("content-")}
    message = encoding.status(media_type, f"{said['detail']} ({said['code']})")
    return Response(message, problem.status_code, headers=headers, media_type=media_type)


def _decoded(body: bytes, packed: str, media_type: str, most: int) -> Row:
    return encoding.decoded(encoding.unpacked(body, packed, most), media_type)


def _by_trace(value: Row) -> Iterator[tuple[str, Row]]:
    """For each trace a document with its spans alone, those of all programs that took part."""
    traces: dict[str, list[Row]] = defaultdict(list)
    for resource in rows(value.get("resourceSpans", value.get("resource_spans"))):
        found: dict[str, list[Row]] = defaultdict(list)
        for scope in rows(resource.get("scopeSpans", resource.get("scope_spans"))):
            for span in rows(scope.get("spans")):
                found[str(span.get("traceId", span.get("trace_id", "")))].append(span)
        for trace_id, spans in found.items():
            traces[trace_id].append({"resource": row(resource.get("resource")), "scopeSpans": [{"spans": spans}]})
    for trace_id, resources in traces.items():
        yield trace_id, {"resourceSpans": resources}


def _action(workspace_id: str, trace_id: str, call: ToolCall) -> Action:
    """The action of a span. The same span again is the same action. Raises InvalidInput."""
    if not trace_id or call.call_id in ("", "None"):
        raise InvalidInput(field="spanId", reason="is missing")
    tool = described(call.tool, call.arguments, coding=True, repository=repository_of(call.folder))
    fields = action_fields.action(call.session_id, call.agent, tool.action_type, tool.targets, tool.node_type)
    code = error_class_of(tool, is_error=call.is_error, text=call.text)
    if code == TOOL_ERROR and (named := ERROR_TYPE.fullmatch(call.text.partition("\n")[0])):
        code = named[1]
    return Action.given(
        **fields,
        outcome="success" if code is None else "failure",
        error_code=None if code is None else action_fields.error_code(code),
        latency_ms=action_fields.latency_ms(call.started_at, call.ended_at),
        started_at=call.started_at,
        id=stable_id(workspace_id, "action", [trace_id, call.call_id]),
    )
