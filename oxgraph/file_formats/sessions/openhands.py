"""Events of OpenHands: a trajectory as one list, JSON lines, one file an event, or `history` in an evaluation's output.

An observation names by `cause` the action that it answers. Events of the newer SDK have a `kind` instead.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from oxgraph.file_formats.sessions.records import (
    Item,
    Pending,
    Place,
    Row,
    Session,
    SessionMessage,
    ToolCall,
    arguments,
    code,
    digest,
    row,
    rows,
    text,
)
from oxgraph.file_formats.times import at

AGENT = "openhands"
NO_TOOLS = {"message", "system", "change_agent_state", "recall", "condensation", "condensation_request", "null"}
NO_TOOLS |= {"start", "think", "finish", "reject", "delegate", "pause", "resume", "stop", "loop_recovery"}
NO_TOOLS |= {"task_tracking"}
RUNNING = -1
"""The exit code of a command that still runs when its time is over."""

KINDS: tuple[str, ...] = ("ActionEvent", "ObservationEvent", "AgentErrorEvent", "UserRejectObservation", "MessageEvent")
KINDS += ("SystemPromptEvent", "ConversationStateUpdateEvent", "Condensation")


def fits(value: Row) -> bool:
    """Whether an object is an event, or holds a history of them."""
    if value.get("kind") in KINDS and "source" in value:
        return True
    if ("action" in value or "observation" in value) and "source" in value and "id" in value:
        return True
    history = rows(value.get("history"))
    return bool(history) and fits(history[0])


@dataclass(slots=True)
class _Run:
    session: str = ""
    pending: Pending = field(default_factory=Pending)


def read(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the sessions and their calls."""
    run = _Run()
    for line, value in records:
        history = rows(value.get("history"))
        if history:
            own = _Run(digest(name, value.get("instance_id"), line))
            yield Session(own.session, AGENT, outcome=_outcome(value))
            for event in history:
                yield from _event(own, event)
            yield from own.pending.rest()
        elif fits(value):
            if not run.session:
                run.session = str(value.get("conversation_id") or digest(name, value.get("timestamp"), value.get("id")))
                yield Session(run.session, AGENT)
            yield from _event(run, value)
    yield from run.pending.rest()


def _outcome(value: Row) -> str | None:
    resolved = row(value.get("test_result")).get("resolved", row(value.get("report")).get("resolved"))
    return None if not isinstance(resolved, bool) else "success" if resolved else "failure"


def _event(run: _Run, event: Row) -> Iterator[Item]:
    time = at(event.get("timestamp"))
    if event.get("kind") in KINDS:
        yield from _sdk_event(run, event)
    elif isinstance(event.get("action"), str):
        if event["action"] not in NO_TOOLS and event.get("source", "agent") == "agent":
            call = ToolCall(run.session, AGENT, str(event.get("id")), event["action"], event.get("args"), time)
            run.pending.begin(call)
        elif event["action"] == "message" and event.get("source") in ("user", "agent"):
            role = "user" if event["source"] == "user" else "assistant"
            yield SessionMessage(run.session, role, text(row(event.get("args")).get("content")), time)
    elif isinstance(event.get("observation"), str):
        yield from run.pending.end(str(event.get("cause")), time, **_facts(event))


def _facts(event: Row) -> Row:
    extras, kind = row(event.get("extras")), event["observation"]
    exit_code = code(extras.get("exit_code", row(extras.get("metadata")).get("exit_code")))
    timed_out = exit_code == RUNNING
    return {
        "exit_code": None if timed_out else exit_code,
        "is_error": True if kind == "error" else None if exit_code is not None else False,
        "text": text(event.get("content")),
        "known_class": "RejectedByUser" if kind == "user_rejected" else "Timeout" if timed_out else None,
    }


def _sdk_event(run: _Run, event: Row) -> Iterator[Item]:
    time, kind, own = at(event.get("timestamp")), event["kind"], str(event.get("tool_call_id"))
    if kind == "ActionEvent":
        given = event.get("action") or arguments(row(event.get("tool_call")).get("arguments"))
        run.pending.begin(ToolCall(run.session, AGENT, own, str(event.get("tool_name") or ""), given, time))
    elif kind == "ObservationEvent":
        seen = row(event.get("observation"))
        exit_code = code(seen.get("exit_code", row(seen.get("metadata")).get("exit_code")))
        timed_out = seen.get("timeout") is True or exit_code == RUNNING
        yield from run.pending.end(
            own,
            time,
            exit_code=None if timed_out else exit_code,
            is_error=seen.get("is_error") is True or bool(seen.get("error")),
            text=text(seen.get("content") or seen.get("output") or seen.get("error")),
            known_class="Timeout" if timed_out else None,
        )
    elif kind == "AgentErrorEvent":
        yield from run.pending.end(own, time, is_error=True, text=text(event.get("error")))
    elif kind == "UserRejectObservation":
        by_hook = event.get("rejection_source") == "hook"
        yield from run.pending.end(own, time, known_class="FailedHook" if by_hook else "RejectedByUser")
    elif kind == "MessageEvent":
        role = "user" if event.get("source") == "user" else "assistant"
        yield SessionMessage(run.session, role, text(row(event.get("llm_message")).get("content")), time)
