"""Lists of messages with tool calls: OpenAI's and Anthropic's forms, and runs of tau-bench and STATE-Bench.

A line or an object of a list is one session: {"messages": […]}, {"traj": […]} with task and trial (tau-bench),
{"simulations": […]} (tau2-bench), or {"conversation": […]} whose calls hold their results (STATE-Bench).
"""

from collections import Counter
from collections.abc import Iterator

from oxgraph.file_formats.sessions.records import (
    Item,
    Pending,
    Place,
    Row,
    Session,
    SessionMessage,
    ToolCall,
    arguments,
    digest,
    message_text,
    row,
    rows,
    text,
)
from oxgraph.file_formats.times import at

AGENT = "agent"
LISTS = ("messages", "traj", "conversation", "conversations", "trajectory")
IDS = ("session_id", "conversation_id", "thread_id", "run_id", "simulation_id")


def fits(value: Row) -> bool:
    """Whether an object holds such a list."""
    return bool(_messages(value)) or any(_messages(one) for one in rows(value.get("simulations"))[:5])


def _messages(value: Row) -> list[Row]:
    found = next((found for name in LISTS if (found := rows(value.get(name)))), [])
    return found if found and all("role" in one for one in found[:3]) else []


def read(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the sessions and their calls; sessions that begin alike are told apart by their order in the file."""
    seen: Counter[str] = Counter()
    for _, value in records:
        for one in [*rows(value.get("simulations"))] or [value]:
            messages = _messages(one)
            if messages:
                own = _session_id(one, messages, name)
                seen[own] += 1
                session = own if seen[own] == 1 else f"{own}#{seen[own]}"
                yield Session(session, _agent(one), outcome=_outcome(one), model=_model(one))
                yield from _items(session, _agent(one), messages)


def _session_id(value: Row, messages: list[Row], name: str) -> str:
    given = next((value[field] for field in IDS if isinstance(value.get(field), str) and value[field]), None)
    if given:
        return str(given)
    first = next((place for place, one in enumerate(messages) if one.get("role") == "assistant"), len(messages))
    start = [[one.get("role"), one.get("content"), one.get("tool_calls")] for one in messages[: first + 1]]
    return digest(name, value.get("id"), value.get("task_id"), value.get("trial"), start)


def _agent(value: Row) -> str:
    given = value.get("agent_id") or value.get("model")
    return given if isinstance(given, str) and given.strip() else AGENT


def _model(value: Row) -> str | None:
    given = value.get("model")
    return given if isinstance(given, str) and given.strip() else None


def _outcome(value: Row) -> str | None:
    reward = value.get("reward", row(value.get("reward_info")).get("reward"))
    if isinstance(reward, bool) or not isinstance(reward, (int, float)):
        return None
    return "success" if reward >= 1 else "failure"


def _items(session: str, agent: str, messages: list[Row]) -> Iterator[Item]:
    pending, latest = Pending(), ""
    for place, message in enumerate(messages):
        time = at(message.get("timestamp") or message.get("created_at"))
        for call in _calls(session, agent, place, message):
            call.started_at = time
            latest = call.call_id
            if call.answered:
                yield call
            else:
                pending.begin(call)
        for owner, result in _results(message, latest):
            yield from pending.end(owner, time, **result)
        if message.get("role") in ("user", "assistant") and (words := message_text(message.get("content"))):
            yield SessionMessage(session, message["role"], words, time)
    yield from pending.rest()


def _calls(session: str, agent: str, place: int, message: Row) -> Iterator[ToolCall]:
    if message.get("role") not in ("assistant", "user"):
        return
    legacy = [{"function": message["function_call"]}] if isinstance(message.get("function_call"), dict) else []
    for number, one in enumerate([*rows(message.get("tool_calls")), *legacy]):
        function = row(one.get("function")) or one
        own = str(one.get("id") or f"{place}/{number}")
        given = function.get("arguments", function.get("args", function.get("kwargs")))
        call = ToolCall(session, agent, own, str(function.get("name") or ""), arguments(given))
        if "result" in one:
            _conclude(call, one["result"])
        yield call
    for block in rows(message.get("content")):
        if block.get("type") == "tool_use" and message["role"] == "assistant":
            yield ToolCall(session, agent, str(block.get("id")), str(block.get("name") or ""), block.get("input"))


def _conclude(call: ToolCall, result: object) -> None:
    """A result that stands with its call; one with a member `error` is marked as failed."""
    error = row(result).get("error")
    call.answered, call.is_error = True, bool(error)
    call.text = text(error or result)


def _results(message: Row, latest: str) -> Iterator[tuple[str, Row]]:
    """The results in a message, with the ids of their calls; without an id it belongs to the latest call."""
    if message.get("role") in ("tool", "function"):
        owner = message.get("tool_call_id") or message.get("id") or latest
        inner = rows(message.get("tool_messages"))
        for one in inner or [message | {"tool_call_id": owner}]:
            yield str(one.get("tool_call_id") or one.get("id")), _facts(one)
    for block in rows(message.get("content")):
        if block.get("type") == "tool_result":
            yield str(block.get("tool_use_id")), _facts(block)


def _facts(result: Row) -> Row:
    mark = next((result[one] for one in ("is_error", "error", "isError") if isinstance(result.get(one), bool)), None)
    if mark is None and result.get("status") in ("error", "success"):
        mark = result["status"] == "error"
    if mark is None and result.get("type") == "tool_result":
        mark = False
    return {"text": text(result.get("content")), "is_error": mark}
