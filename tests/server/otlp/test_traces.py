"""OTLP in, by the exporter of the OpenTelemetry SDK, and by two instrumentation libraries."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTracePartialSuccess,
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Status, StatusCode, Tracer

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.server.otlp.encoding import status
from tests.server.captures import captured
from tests.server.conftest import Site, Tokens
from tests.server.queries import query

TRACE, SPAN = "5b8efff798038103d269b633813fc60c", "eee19b7ec3c1b174"
PROTOBUF, JSON = "application/x-protobuf", "application/json"


@contextmanager
def exporting(
    site: Site, tokens: Tokens, compression: Compression = Compression.NoCompression
) -> Iterator[TracerProvider]:
    """A provider of the SDK whose spans are exported to the server when the block ends."""
    exporter = OTLPSpanExporter(
        f"{site.url}/v1/traces", headers={"Authorization": f"Bearer {tokens.agent}"}, compression=compression
    )
    provider = TracerProvider(resource=Resource.create({"service.name": "shop agent"}))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    yield provider
    assert provider.force_flush()
    provider.shutdown()


def execute_tool(tracer: Tracer, tool: str, error: str | None = None, **attributes: Any) -> None:
    """A span of a tool by the GenAI conventions."""
    about = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool, **attributes}
    with tracer.start_as_current_span(f"execute_tool {tool}", attributes=about) as span:
        if error:
            span.set_attribute("error.type", error)
            span.set_status(Status(StatusCode.ERROR, "sesame"))


@pytest.mark.parametrize("compression", [Compression.NoCompression, Compression.Gzip, Compression.Deflate])
def test_spans_of_the_sdk(
    site: Site, tokens: Tokens, workspace: Memory, graph: Graph, compression: Compression
) -> None:
    secret = json.dumps({"order_id": 7, "note": "sesame"})
    with exporting(site, tokens, compression) as provider:
        tracer = provider.get_tracer("shop")
        about = {"gen_ai.operation.name": "invoke_agent", "gen_ai.conversation.id": "c-1"}
        with tracer.start_as_current_span("invoke_agent clerk", attributes=about):
            with tracer.start_as_current_span("chat gpt", attributes={"gen_ai.operation.name": "chat"}):
                pass
            execute_tool(tracer, "get_order", **{"gen_ai.tool.call.arguments": secret})
            execute_tool(tracer, "get_order", "shop.errors.OutOfStock", **{"gen_ai.tool.call.arguments": secret})
            execute_tool(tracer, "bash", "Exit code 127", **{"gen_ai.tool.call.arguments": '{"command": "pytest -q"}'})
    rows = captured(workspace)
    assert [(row.action_type, row.node_type, row.target_node_ids, row.outcome, row.error_code) for row in rows][:2] == [
        ("get_order", "order", ("7",), "success", None),
        ("get_order", "order", ("7",), "failure", "OutOfStock"),
    ]
    assert (rows[2].action_type, rows[2].outcome) == ("pytest", "failure")
    assert {(row.session_id, row.agent_id) for row in rows} == {("c-1", "shop agent")}
    assert all(row.latency_ms is not None and row.latency_ms >= 0 for row in rows)
    assert "sesame" not in str(graph.read(query("everything"), workspace_id=workspace.workspace_id))


def test_the_conversation_that_a_later_request_names(site: Site, tokens: Tokens, workspace: Memory) -> None:
    """The spans of one trace may come in several requests; those that follow its name belong to it."""
    for span, conversation in (("1" * 16, "c-2"), ("2" * 16, None)):
        about = [attribute("gen_ai.conversation.id", conversation)] if conversation else []
        assert post(site, tokens, request(spanId=span, more=about)).status_code == 200
    assert [row.session_id for row in captured(workspace)] == ["c-2", "c-2"]


def test_the_conversation_that_a_span_of_no_tool_names(site: Site, tokens: Tokens, workspace: Memory) -> None:
    """A model's span may come alone before the tools' of its trace, or with them from another program."""
    named = [attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.conversation.id", "c-3")]
    chat = request(spanId="3" * 16, attributes=named)
    other: dict[str, Any] = {"traceId": "4" * 32, "spanId": "5" * 16}
    together = {
        "resourceSpans": [
            *request(**other)["resourceSpans"],
            *request(**other | {"spanId": "6" * 16, "attributes": named})["resourceSpans"],
        ]
    }
    for sent in (chat, request(), together):
        assert post(site, tokens, sent).status_code == 200
    assert [row.session_id for row in captured(workspace)] == ["c-3", "c-3"]


def attribute(key: str, value: str) -> dict[str, Any]:
    """An attribute in OTLP JSON."""
    return {"key": key, "value": {"stringValue": value}}


def request(more: list[Any] | None = None, **changes: Any) -> dict[str, Any]:
    """A request with one span of a tool, in OTLP JSON."""
    span = {
        "traceId": TRACE,
        "spanId": SPAN,
        "name": "execute_tool search",
        "kind": 1,
        "startTimeUnixNano": "1760000000000000000",
        "endTimeUnixNano": "1760000000250000000",
        "attributes": [
            attribute("openinference.span.kind", "TOOL"),
            attribute("tool.name", "search"),
            attribute("input.value", "sesame"),
            *(more or []),
        ],
        "status": {"code": 2, "message": "TimeoutError: sesame"},
        **changes,
    }
    return {"resourceSpans": [{"scopeSpans": [{"scope": {}, "spans": [span]}]}]}


def post(site: Site, tokens: Tokens, body: Any, media_type: str = JSON, **headers: str) -> Any:
    """Send a request; the response."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    with site.client(tokens.agent) as client:
        return client.post("/v1/traces", content=content, headers={"Content-Type": media_type, **headers})


def test_json_and_again(site: Site, tokens: Tokens, workspace: Memory) -> None:
    for body, headers in (
        (request(), {}),
        (gzip.compress(json.dumps(request()).encode()), {"Content-Encoding": "gzip"}),
    ):
        response = post(site, tokens, body, **headers)
        assert (response.status_code, response.json(), response.headers["content-type"]) == (200, {}, JSON)
    (row,) = captured(workspace)
    assert (row.action_type, row.error_code, row.session_id, row.latency_ms) == ("search", "Timeout", TRACE, 250)


@pytest.mark.parametrize(
    "given",
    [
        {"key": "gen_ai.tool.call.arguments", "value": {"kvlistValue": {"values": [
            {"key": "order_ids", "value": {"arrayValue": {"values": [{"intValue": "7"}, {"stringValue": "A-8"}]}}},
            {"key": "note", "value": {"stringValue": "sesame"}},
        ]}}},
        {"key": "tool_arguments", "value": {"stringValue": '{"order_ids": [7, "A-8"], "note": "sesame"}'}},
    ],
)  # fmt: skip
def test_ids_in_arguments_are_targets(site: Site, tokens: Tokens, workspace: Memory, given: dict[str, Any]) -> None:
    about = [attribute("gen_ai.operation.name", "execute_tool"), attribute("gen_ai.tool.name", "ship"), given]
    assert post(site, tokens, request(attributes=about)).status_code == 200
    (row,) = captured(workspace)
    assert (row.action_type, row.node_type, row.target_node_ids) == ("ship", "order", ("7", "A-8"))


def test_partial_success(site: Site, tokens: Tokens, workspace: Memory) -> None:
    body = request(startTimeUnixNano="33333333333333333333")
    body["resourceSpans"] += request()["resourceSpans"] + request(spanId="")["resourceSpans"]
    partial = post(site, tokens, body).json()["partialSuccess"]
    assert partial["rejectedSpans"] in {"1", "2"} and "not captured" in partial["errorMessage"]
    message = ExportTraceServiceRequest()
    span = message.resource_spans.add().scope_spans.add().spans.add(name="x", start_time_unix_nano=1)
    span.attributes.add(key="gen_ai.operation.name").value.string_value = "execute_tool"
    response = post(site, tokens, message.SerializeToString(), PROTOBUF)
    assert response.headers["content-type"] == PROTOBUF
    assert ExportTraceServiceResponse.FromString(response.content).partial_success.rejected_spans == 1
    assert "search" in {row.action_type for row in captured(workspace)}


def test_a_body_that_is_large_once_unpacked(site: Site, tokens: Tokens) -> None:
    body = gzip.compress(b"{}" + b" " * 40_000_000)
    assert post(site, tokens, body, JSON, **{"Content-Encoding": "gzip"}).status_code == 413


@pytest.mark.parametrize(
    ("body", "media_type", "headers", "status"),
    [
        (b"\xff\xff", PROTOBUF, {}, 400),
        (b"{", JSON, {}, 400),
        (b"[]", JSON, {}, 400),
        (b'{"resourceSpans": {}}', JSON, {}, 400),
        (b"plain", JSON, {"Content-Encoding": "gzip"}, 400),
        (b"plain", JSON, {"Content-Encoding": "deflate"}, 400),
        (b"{}", JSON, {"Content-Encoding": "br"}, 400),
        (b"{}", "text/plain", {}, 415),
        (b"{}", JSON, {}, 200),
        (b"", PROTOBUF, {}, 200),
    ],
)
def test_odd_requests(  # noqa: PLR0917 - fixtures and parameters
    site: Site, tokens: Tokens, body: bytes, media_type: str, headers: dict[str, str], status: int
) -> None:
    assert post(site, tokens, body, media_type, **headers).status_code == status


@pytest.mark.parametrize("media_type", [PROTOBUF, JSON])
def test_errors_are_in_the_form_of_the_request(site: Site, tokens: Tokens, media_type: str) -> None:
    """As OTLP requires: a google.rpc.Status, which has its text in field 2."""
    refused = post(site, tokens, b"\xff\xff", media_type)
    with site.client() as client:
        unknown = client.post("/v1/traces", content=b"", headers={"Content-Type": media_type})
    assert (refused.status_code, unknown.status_code) == (400, 401)
    assert unknown.headers["www-authenticate"].startswith("Bearer")
    for response, code in ((refused, "("), (unknown, "(unauthenticated)")):
        assert response.headers["content-type"] == media_type
        assert code in (response.json()["message"] if media_type == JSON else status_message(response.content))


def test_a_status_of_any_length() -> None:
    for length in (0, 127, 128, 300, 20_000):
        assert status_message(status(PROTOBUF, "é" * length)) == "é" * length


def status_message(body: bytes) -> str:
    """The message of a Status, read by the type of OTLP that has a text in the same field."""
    return str(ExportTracePartialSuccess.FromString(body).error_message)


def test_it_needs_a_token(site: Site, tokens: Tokens) -> None:
    with site.client() as client:
        assert client.post("/v1/traces", json=request()).status_code == 401


def test_langchain_by_openinference(site: Site, tokens: Tokens, workspace: Memory) -> None:
    library = pytest.importorskip("openinference.instrumentation.langchain")
    from langchain_core.tools import tool
    from openinference.instrumentation import using_session

    @tool
    def get_order(order_id: int) -> str:
        """Get an order."""
        if order_id == 8:
            raise LookupError("sesame")
        return "sesame"

    with exporting(site, tokens) as provider:
        instrumentor = library.LangChainInstrumentor()
        instrumentor.instrument(tracer_provider=provider)
        try:
            with using_session("lc-1"):
                get_order.invoke({"order_id": 7})
                with pytest.raises(LookupError):
                    get_order.invoke({"order_id": 8})
        finally:
            instrumentor.uninstrument()
    rows = [(row.action_type, row.session_id, row.outcome, row.error_code) for row in captured(workspace)]
    assert rows == [("get_order", "lc-1", "success", None), ("get_order", "lc-1", "failure", "LookupError")]


async def test_the_agents_sdk_by_openinference(site: Site, tokens: Tokens, workspace: Memory) -> None:
    library = pytest.importorskip("openinference.instrumentation.openai_agents")
    from agents import Agent, Runner, function_tool
    from agents.testing import ScriptedModel, assistant_message, function_call

    @function_tool
    def get_order(order_id: int) -> str:
        """Get an order."""
        return "sesame"

    model = ScriptedModel(
        [[function_call("get_order", {"order_id": 7}, call_id="call-1")], [assistant_message("Done.", item_id="m-1")]]
    )
    with exporting(site, tokens) as provider:
        instrumentor = library.OpenAIAgentsInstrumentor()
        instrumentor.instrument(tracer_provider=provider)
        try:
            await Runner.run(Agent("Clerk", model=model, tools=[get_order]), "Order 7?")
        finally:
            instrumentor.uninstrument()
    assert [(row.action_type, row.outcome) for row in captured(workspace)] == [("get_order", "success")]


async def test_pydantic_ai_by_its_own_instrumentation(site: Site, tokens: Tokens, workspace: Memory) -> None:
    from pydantic_ai import Agent, ModelRetry
    from pydantic_ai.capabilities import Instrumentation
    from pydantic_ai.models.instrumented import InstrumentationSettings
    from pydantic_ai.models.test import TestModel

    with exporting(site, tokens) as provider:
        capability = Instrumentation(settings=InstrumentationSettings(tracer_provider=provider))
        agent = Agent(TestModel(), name="clerk", capabilities=[capability])
        tries = iter([ModelRetry("sesame"), None])

        @agent.tool_plain
        def get_order(order_id: int) -> str:
            if error := next(tries):
                raise error
            return "sesame"

        await agent.run("Order 7?", conversation_id="pa-1")
    rows = [(row.action_type, row.session_id, row.agent_id, row.error_code) for row in captured(workspace)]
    assert rows == [("get_order", "pa-1", "clerk", "ToolRetryError"), ("get_order", "pa-1", "clerk", None)]
