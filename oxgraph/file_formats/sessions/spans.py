"""Spans of tools: OTLP JSON by the GenAI conventions and OpenInference, exports of Langfuse and of LangSmith."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from oxgraph.file_formats.sessions.records import (
    Item,
    Place,
    Row,
    Session,
    ToolCall,
    arguments,
    row,
    rows,
    text,
)
from oxgraph.file_formats.times import at

CONVERSATION = (
    "gen_ai.conversation.id",
    "session.id",
    "langfuse.session.id",
    "traceloop.association.properties.session_id",
)
ARGUMENTS = ("gen_ai.tool.call.arguments", "input.value", "tool_arguments")
"""Where a tool's span has the arguments: by the GenAI conventions, by OpenInference, in Pydantic AI's older spans."""
SNAKE = re.compile(r"_([a-z])")
THREAD = ("session_id", "thread_id", "conversation_id")


def fits_otlp(value: Row) -> bool:
    """Whether an object is OTLP JSON."""
    return isinstance(value.get("resourceSpans", value.get("resource_spans")), list)


def read_otlp(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the conversations and their tool spans; a trace without a conversation's id is one."""
    traces: dict[str, _Trace] = {}
    conversations: set[str] = set()
    for _, value in records:
        for trace in dict.fromkeys(_added(value, traces)):
            if trace.complete:
                yield from trace.release(conversations)
    for trace in traces.values():
        yield from trace.release(conversations)


def _added(value: Row, traces: "dict[str, _Trace]") -> "Iterator[_Trace]":
    """Put the spans of an object into their traces; yields the trace of each."""
    for resource in rows(value.get("resourceSpans", value.get("resource_spans"))):
        program = str(_attributes(row(resource.get("resource"))).get("service.name") or "agent")
        for scope in rows(resource.get("scopeSpans", resource.get("scope_spans"))):
            for span in rows(scope.get("spans")):
                trace_id = str(span.get("traceId") or span.get("trace_id") or span.get("spanId"))
                trace = traces.setdefault(trace_id, _Trace(trace_id, program))
                given = _attributes(span)
                named = next((str(given[one]) for one in CONVERSATION if given.get(one)), None)
                is_root = not span.get("parentSpanId", span.get("parent_span_id"))
                trace.add(named, is_root, _call(span, program))
                yield trace


@dataclass(slots=True, eq=False)
class _Trace:
    """A trace, whose conversation one of its spans names, mostly the agent's.

    A span is written once it has ended, so the tools' come before the agent's: their calls wait until the root of the
    trace is there, or the file ends.
    """

    conversation: str
    program: str
    complete: bool = False
    calls: list[ToolCall] = field(default_factory=list)

    def add(self, named: str | None, is_root: bool, call: ToolCall | None) -> None:
        """Take a span: the conversation that it names, and its call where it is a tool's."""
        self.conversation = named or self.conversation
        self.complete = self.complete or is_root
        if call:
            self.calls.append(call)

    def release(self, conversations: set[str]) -> Iterator[Item]:
        """The waiting calls, and the conversation where it is not among those that were yielded."""
        if self.conversation not in conversations:
            conversations.add(self.conversation)
            yield Session(self.conversation, self.program)
        for call in self.calls:
            call.session_id = self.conversation
            yield call
        self.calls.clear()


def _attributes(value: Row, member: str = "attributes") -> dict[str, Any]:
    return {str(one.get("key")): _value(row(one.get("value"))) for one in rows(value.get(member))}


def _value(value: Row) -> Any:
    if "arrayValue" in value:
        return [_value(one) for one in rows(row(value["arrayValue"]).get("values"))]
    if "kvlistValue" in value:
        return _attributes(row(value["kvlistValue"]), "values")
    return next(iter(value.values()), None)


def _call(span: Row, program: str) -> ToolCall | None:
    """The call of a tool's span, whose session is to be set; None of another span."""
    given = _attributes(span)
    is_tool = given.get("gen_ai.operation.name") == "execute_tool" or given.get("openinference.span.kind") == "TOOL"
    if not is_tool and given.get("traceloop.span.kind") != "tool":
        return None
    tool = given.get("gen_ai.tool.name") or given.get("tool.name") or given.get("traceloop.entity.name")
    call = ToolCall("", str(given.get("gen_ai.agent.name") or program), str(span.get("spanId")), "")
    call.tool = str(tool or str(span.get("name", "")).removeprefix("execute_tool "))
    call.arguments = arguments(next((given[name] for name in ARGUMENTS if given.get(name)), None))
    call.started_at, call.ended_at = at(span.get("startTimeUnixNano")), at(span.get("endTimeUnixNano"))
    status = row(span.get("status"))
    call.is_error = status.get("code") in {2, "2", "STATUS_CODE_ERROR"} or bool(given.get("error.type"))
    call.answered = True
    kind = given.get("error.type") or _exception(span)
    call.text = "\n".join(str(one) for one in (kind, status.get("message")) if one)
    return call


def _exception(span: Row) -> Any:
    """The class of the exception that a span recorded as an event."""
    events = (_attributes(event) for event in rows(span.get("events")) if event.get("name") == "exception")
    return next((one["exception.type"] for one in events if one.get("exception.type")), None)


def fits_langfuse(value: Row) -> bool:
    """Whether an object is a trace with observations, an observation, or a page of either, of Langfuse."""
    if isinstance(value.get("data"), list):
        return any(fits_langfuse(one) for one in rows(value["data"])[:3])
    if isinstance(value.get("observations"), list) and "id" in value:
        return True
    named = _camel(value)
    return {"traceId", "startTime", "type"} <= named.keys() and bool(named.keys() & {"level", "projectId"})


def read_langfuse(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the sessions and the observations of type TOOL."""
    seen: set[str] = set()
    for _, record in records:
        for value in map(_camel, rows(record.get("data")) or [record]):
            about = value if "observations" in value else {}
            for one in map(_camel, rows(value.get("observations")) or [value]):
                trace = str(one.get("traceId") or value.get("id"))
                session = str(value.get("sessionId") or one.get("sessionId") or trace)
                agent = str(about.get("name") or one.get("traceName") or "agent")
                if session not in seen:
                    seen.add(session)
                    yield Session(session, agent)
                if str(one.get("type")).upper() == "TOOL":
                    yield _observation(one, session, agent)


def _camel(value: Row) -> Row:
    """An object with names such as traceId, which the export to blob storage writes as trace_id."""
    return {SNAKE.sub(lambda match: match[1].upper(), name): one for name, one in value.items()}


def _observation(one: Row, session: str, agent: str) -> ToolCall:
    call = ToolCall(session, agent, str(one.get("id")), str(one.get("name") or ""), arguments(one.get("input")))
    call.started_at, call.ended_at = at(one.get("startTime")), at(one.get("endTime"))
    call.answered = call.ended_at is not None
    call.is_error = str(one.get("level")).upper() == "ERROR"
    call.text = text(one.get("statusMessage") or (one.get("output") if call.is_error else None))
    return call


def fits_langsmith(value: Row) -> bool:
    """Whether an object is a run of LangSmith, or holds some."""
    if isinstance(value.get("runs"), list):
        return any(fits_langsmith(one) for one in rows(value["runs"])[:3])
    return "run_type" in value and "start_time" in value


def read_langsmith(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the threads and the runs of type tool; a trace without a thread is one."""
    traces: dict[str, _Trace] = {}
    threads: set[str] = set()
    for _, value in records:
        for trace_id, one in _runs(value):
            trace = traces.setdefault(trace_id, _Trace(trace_id, "agent"))
            trace.add(_thread(one), one.get("id") == trace_id, _run(one) if one.get("run_type") == "tool" else None)
            if trace.complete:
                yield from trace.release(threads)
    for trace in traces.values():
        yield from trace.release(threads)


def _runs(value: Row) -> Iterator[tuple[str, Row]]:
    """A run and those below it, each with the id of its trace, which is that of the trace's root."""
    stack = [(str(one.get("trace_id") or one.get("id")), one) for one in rows(value.get("runs")) or [value]]
    while stack:
        trace_id, one = stack.pop(0)
        yield trace_id, one
        stack[:0] = [(trace_id, below) for below in rows(one.get("child_runs"))]


def _thread(one: Row) -> str | None:
    about = row(row(one.get("extra")).get("metadata")) or row(one.get("metadata"))
    return next((str(about[name]) for name in THREAD if about.get(name)), None)


def _run(one: Row) -> ToolCall:
    """The call of a tool's run, whose session is to be set."""
    given = row(one.get("inputs"))
    call = ToolCall("", "agent", str(one.get("id")), str(one.get("name") or ""))
    call.arguments = arguments(given["input"]) if set(given) == {"input"} else given
    call.started_at, call.ended_at = at(one.get("start_time")), at(one.get("end_time"))
    call.answered = call.ended_at is not None or bool(one.get("error"))
    call.is_error = bool(one.get("error")) or one.get("status") == "error"
    call.text = text(one.get("error"))
    return call
