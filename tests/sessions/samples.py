"""Small sessions in each format, as the programs write them; what must not be kept has the canary."""

# ruff: noqa: E501 - records of other programs are easier to compare in one line

import json
from typing import Any

CANARY = "zebra7canary"
HOME = f"/home/{CANARY}/projects/shop"
TIME = "2026-02-0{}T10:00:{:02}.000Z"


def lines(*records: Any) -> str:
    return "".join(json.dumps(one) + "\n" for one in records)


def at(day: int, second: int) -> str:
    return TIME.format(day, second)


def claude(session: str = "11111111-aaaa", calls: int = 3, agent: str | None = None, day: int = 1) -> str:
    """Claude Code: a failing command, an edit without a match, and successes after them."""
    base: dict[str, Any] = {"sessionId": session, "cwd": HOME, "isSidechain": agent is not None, "version": "2.1"}
    if agent:
        base["agentId"] = agent
    given = [
        ("Bash", {"command": f"cd {HOME} && pytest {CANARY}"}, f"Exit code 1\n=== 1 failed in 1s ===\n{CANARY}"),
        ("Edit", {"file_path": f"{HOME}/{CANARY}.py"}, "<tool_use_error>String to replace not found in file."),
        *[("Read", {"file_path": f"{HOME}/{CANARY}.md"}, None) for _ in range(calls)],
    ][:calls]
    found: list[dict[str, Any]] = [
        {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
        base | {"type": "user", "uuid": "u", "timestamp": at(day, 0), "message": {"role": "user", "content": CANARY}},
    ]
    for place, (name, arguments, error) in enumerate(given):
        own = f"toolu_{agent or session}_{place}"
        use = {"type": "tool_use", "id": own, "name": name, "input": arguments}
        result = {"type": "tool_result", "tool_use_id": own, "content": error or CANARY}
        if error:
            result["is_error"] = True  # type: ignore[assignment]
        said = {"role": "assistant", "model": "m", "content": [{"type": "text", "text": CANARY}, use]}
        answer = {"role": "user", "content": [result]}
        found += [
            base | {"type": "assistant", "uuid": f"a{place}", "timestamp": at(day, 2 * place + 1), "message": said},
            base | {"type": "user", "uuid": f"r{place}", "timestamp": at(day, 2 * place + 2), "message": answer},
        ]
    return lines(*found)


def codex() -> str:
    meta = {"id": "codex-1", "timestamp": at(1, 0), "cwd": HOME, "git": {"repository_url": "git@x.org:a/shop.git"}}
    item = "response_item"
    call = {"type": "function_call", "call_id": "c1", "name": "shell"}
    call["arguments"] = json.dumps({"command": ["bash", "-lc", f"cargo test {CANARY}"]})
    patch = {
        "type": "custom_tool_call",
        "call_id": "c2",
        "name": "apply_patch",
        "input": f"*** Update File: {CANARY}.rs\n",
    }
    run = {"type": "function_call", "call_id": "c3", "name": "exec_command", "arguments": json.dumps({"cmd": CANARY})}
    old = {"output": CANARY, "metadata": {"exit_code": 101, "duration_seconds": 1}}
    return lines(
        {"timestamp": at(1, 0), "type": "session_meta", "payload": meta},
        {"timestamp": at(1, 0), "type": "turn_context", "payload": {"cwd": HOME, "model": "m"}},
        {"timestamp": at(1, 1), "type": item, "payload": call},
        {"timestamp": at(1, 2), "type": item, "payload": {"type": "function_call_output", "call_id": "c1", "output": json.dumps(old)}},
        {"timestamp": at(1, 3), "type": item, "payload": patch},
        {"timestamp": at(1, 4), "type": item, "payload": {"type": "custom_tool_call_output", "call_id": "c2", "output": f"Exit code: 0\n{CANARY}"}},
        {"timestamp": at(1, 5), "type": item, "payload": run},
        {"timestamp": at(1, 6), "type": "event_msg", "payload": {"type": "exec_command_end", "call_id": "c3", "exit_code": 127}},
        {"timestamp": at(1, 6), "type": item, "payload": {"type": "function_call_output", "call_id": "c3", "output": f"{CANARY}: command not found"}},
        {"timestamp": at(1, 7), "type": item, "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": CANARY}]}},
    )  # fmt: skip


def gemini() -> str:
    def call(own: str, name: str, args: Any, status: str, answer: Any) -> dict[str, Any]:
        result = [{"functionResponse": {"id": own, "name": name, "response": answer}}]
        return {"id": own, "name": name, "args": args, "status": status, "timestamp": at(1, 3), "result": result}

    calls = [
        call("g1", "run_shell_command", {"command": f"npm test {CANARY}"}, "success", {"output": CANARY}),
        call("g2", "replace", {"file_path": f"{CANARY}.ts"}, "error", {"error": "0 occurrences found for old_string"}),
        call("g3", "write_file", {"file_path": f"{CANARY}.ts"}, "cancelled", {"error": CANARY}),
    ]
    messages = [
        {"id": "1", "timestamp": at(1, 1), "type": "user", "content": CANARY},
        {"id": "2", "timestamp": at(1, 2), "type": "gemini", "content": CANARY, "toolCalls": calls},
    ]
    return json.dumps(
        {"sessionId": "gemini-1", "projectHash": "h", "startTime": at(1, 0), "messages": messages}, indent=2
    )


def opencode() -> str:
    def tool(own: str, name: str, state: Any) -> dict[str, Any]:
        return {"id": f"prt_{own}", "type": "tool", "callID": own, "tool": name, "state": state}

    time = {"start": 1_770_000_000_000, "end": 1_770_000_001_000}
    parts = [
        tool("o1", "bash", {"status": "completed", "input": {"command": f"go test {CANARY}"}, "output": CANARY, "metadata": {"exit": 1}, "time": time}),
        tool("o2", "edit", {"status": "error", "input": {"filePath": f"{CANARY}.go"}, "error": "oldString not found in content", "time": time}),
        {"type": "text", "text": CANARY},
    ]  # fmt: skip
    info = {
        "id": "msg_1",
        "role": "assistant",
        "path": {"cwd": HOME, "root": HOME},
        "time": {"created": 1_770_000_000_000},
    }
    session = {"id": "ses_1", "title": CANARY, "directory": HOME}
    return json.dumps({"info": session, "messages": [{"info": info, "parts": parts}]})


def openhands() -> str:
    run = {
        "id": 1,
        "timestamp": "2026-02-01T10:00:00",
        "source": "agent",
        "action": "run",
        "args": {"command": f"make {CANARY}"},
    }
    read = {
        "id": 3,
        "timestamp": "2026-02-01T10:00:02",
        "source": "agent",
        "action": "read",
        "args": {"path": f"{CANARY}.py"},
    }
    return json.dumps([
        {"id": 0, "timestamp": "2026-02-01T09:59:59", "source": "user", "action": "message", "args": {"content": CANARY}},
        run,
        {"id": 2, "timestamp": "2026-02-01T10:00:01", "source": "agent", "observation": "run", "cause": 1, "content": CANARY, "extras": {"metadata": {"exit_code": 2}}},
        read,
        {"id": 4, "timestamp": "2026-02-01T10:00:03", "source": "agent", "observation": "error", "cause": 3, "content": f"File not found: {CANARY}"},
    ])  # fmt: skip


def swe_agent() -> str:
    history = [
        {"role": "system", "content": CANARY, "agent": "main"},
        {"role": "user", "content": CANARY, "agent": "main", "is_demo": True},
        {"role": "assistant", "content": CANARY, "action": f"ls {CANARY}\n", "agent": "main"},
        {"role": "user", "content": f"ls: {CANARY}", "agent": "main"},
        {"role": "assistant", "content": CANARY, "action": "edit 1:2\nx\nend_of_edit", "agent": "main"},
    ]
    state = json.dumps({"open_file": f"/{CANARY}/a.py", "working_dir": "/acme__shop"})
    steps = [
        {"action": f"ls {CANARY}\n", "observation": CANARY, "state": state},
        {"action": "edit 1:2\nx\nend_of_edit", "observation": "Your proposed edit has introduced new syntax error(s).", "state": state},
    ]  # fmt: skip
    return json.dumps({"environment": "main", "trajectory": steps, "history": history, "info": {}})


def mini_swe_agent(instance: str = "acme__shop-1", actions: int = 2) -> str:
    def answer(created: int, command: str) -> dict[str, Any]:
        extra = {"response": {"id": f"gen-{instance}", "created": created}}
        return {"role": "assistant", "content": f"{CANARY}\n```bash\n{command}\n```", "extra": extra}

    messages: list[dict[str, Any]] = [{"role": "system", "content": CANARY}, {"role": "user", "content": CANARY}]
    for place in range(actions):
        messages.append(answer(1_770_000_000 + place, f"grep {CANARY} x"))
        messages.append({"role": "user", "content": f"<returncode>{place % 2}</returncode>\n<output>{CANARY}</output>"})
    two = {"role": "assistant", "content": "```bash\nls\n```\n```bash\nls\n```", "extra": {}}
    messages += [two, {"role": "user", "content": "Please always provide EXACTLY ONE action"}]
    info = {"exit_status": "Submitted", "mini_version": "1.15", "config": {"environment": {"cwd": "/testbed"}}}
    return json.dumps(
        {"info": info, "messages": messages, "trajectory_format": "mini-swe-agent-1", "instance_id": instance}
    )


def messages() -> str:
    call = {
        "id": "t1",
        "type": "function",
        "function": {"name": "get_order", "arguments": json.dumps({"order_id": CANARY})},
    }
    chat = [
        {"role": "user", "content": CANARY},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "t1", "name": "get_order", "content": f"Error: order {CANARY} not found"},
    ]
    return lines({"task_id": 1, "trial": 0, "reward": 0.0, "traj": chat}, {"messages": chat, "task_id": 2})


def statebench() -> str:
    calls = [
        {"name": "get_booking", "arguments": {"booking_id": CANARY}, "result": {"booking_id": CANARY}},
        {"name": "cancel", "arguments": {"booking_id": CANARY}, "result": {"error": f"cannot be cancelled: {CANARY}"}},
    ]
    turns = [{"role": "user", "content": CANARY}, {"role": "assistant", "content": CANARY, "tool_calls": calls}]
    return json.dumps({"conversation": turns})


def otlp() -> str:
    def attributes(**given: str) -> list[dict[str, Any]]:
        return [{"key": name.replace("__", "."), "value": {"stringValue": value}} for name, value in given.items()]

    times = {"startTimeUnixNano": "1770000000000000000", "endTimeUnixNano": "1770000001000000000"}
    tool = attributes(gen_ai__operation__name="execute_tool", gen_ai__tool__name="search_flights", error__type="Timeout",
                      gen_ai__tool__call__arguments=json.dumps({"flight_id": CANARY}))  # fmt: skip
    inference = attributes(openinference__span__kind="TOOL", tool__name="lookup", input__value=CANARY)
    chat = attributes(gen_ai__operation__name="chat", gen_ai__conversation__id="conv-1", gen_ai__prompt=CANARY)
    spans = [
        {"traceId": "t1", "spanId": "s0", "name": "chat", **times, "attributes": chat},
        {"traceId": "t1", "spanId": "s1", "name": "execute_tool x", **times, "attributes": tool, "status": {"code": 2, "message": CANARY}},
        {"traceId": "t2", "spanId": "s2", "name": "lookup", **times, "attributes": inference, "status": {"code": 1}},
    ]  # fmt: skip
    resource = {"attributes": attributes(service__name="planner")}
    return lines({"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": spans}]}]})


def langfuse() -> str:
    tool: dict[str, Any] = {
        "id": "l1",
        "traceId": "t9",
        "type": "TOOL",
        "name": "lookup",
        "level": "ERROR",
        "statusMessage": f"timed out after 5 s {CANARY}",
    }
    tool |= {"startTime": at(1, 1), "endTime": at(1, 2), "input": {"q": CANARY}, "output": CANARY}
    other = {"id": "l0", "traceId": "t9", "type": "GENERATION", "name": "chat", "input": CANARY, "startTime": at(1, 0)}
    return json.dumps(
        [{"id": "t9", "sessionId": "sess-9", "name": "planner", "input": CANARY, "observations": [other, tool]}]
    )


def langfuse_page() -> str:
    """What /api/public/v2/observations answers."""
    (trace,) = json.loads(langfuse())
    rows = [{"level": "DEFAULT", "projectId": "p", "sessionId": "sess-9"} | one for one in trace["observations"]]
    return json.dumps({"data": rows, "meta": {}})


def langfuse_blob() -> str:
    """The export to blob storage: JSON lines with other names and times, of which `level` may be left out."""
    tool = {"id": "l1", "trace_id": "t9", "project_id": "p", "type": "TOOL", "name": "lookup", "session_id": "sess-9"}
    tool |= {"start_time": f"{at(1, 1)[:19].replace('T', ' ')}.500000", "end_time": at(1, 2)[:19].replace("T", " ")}
    tool |= {"level": "ERROR", "status_message": f"timed out after 5 s {CANARY}", "input": json.dumps({"q": CANARY})}
    other = {"id": "l0", "trace_id": "t9", "project_id": "p", "type": "SPAN", "start_time": tool["start_time"]}
    return "\n".join(json.dumps(one) for one in (other | {"session_id": "sess-9"}, tool))


def langsmith() -> str:
    run: dict[str, Any] = {
        "id": "r1",
        "name": "lookup",
        "run_type": "tool",
        "trace_id": "t5",
        "start_time": at(1, 1),
        "end_time": at(1, 2),
    }
    run |= {
        "inputs": {"input": CANARY},
        "outputs": None,
        "error": f"ValueError('{CANARY}')",
        "extra": {"metadata": {"thread_id": "th-5"}},
    }
    root: dict[str, Any] = {
        "id": "r0",
        "name": "agent",
        "run_type": "chain",
        "trace_id": "t5",
        "start_time": at(1, 0),
        "inputs": {"x": CANARY},
    }
    return lines(root | {"extra": {"metadata": {"thread_id": "th-5"}}}, run)


SAMPLES = {
    "claude-code": (claude(), 1, 3, 2),
    "codex": (codex(), 1, 3, 2),
    "gemini": (gemini(), 1, 3, 1),
    "opencode": (opencode(), 1, 2, 2),
    "openhands": (openhands(), 1, 2, 2),
    "swe-agent": (swe_agent(), 1, 2, 0),
    "mini-swe-agent": (mini_swe_agent(), 1, 2, 1),
    "messages": (messages(), 2, 2, 0),
    "statebench": (statebench(), 1, 2, 1),
    "otlp": (otlp(), 2, 2, 1),
    "langfuse": (langfuse(), 1, 1, 1),
    "langsmith": (langsmith(), 1, 1, 1),
}
"""Each with its numbers of sessions, of tool calls, and of calls that the program marks as failed."""
