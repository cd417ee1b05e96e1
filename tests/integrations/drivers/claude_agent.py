"""The Claude Agent SDK: its own CLI, which asks a stand-in of the model's API on the loopback address."""

import inspect
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, create_sdk_mcp_server, query, tool

from oxgraph import AsyncMemory, Memory
from oxgraph.integrations.claude_agent import OxgraphMemory
from tests.integrations.frameworks import Call, Ran, Shop, Step

IS_ASYNC = True
MODEL = "claude-sonnet-4-5"
OURS = ("recall_memory", "remember")


class Script:
    """A stand-in of the messages API: gives the answers of the test, in their order, to what has the tools."""

    def __init__(self, given: list[str], steps: tuple[Step, ...]) -> None:
        self.given, self.steps = given, iter(steps)
        script = self

        class Handler(BaseHTTPRequestHandler):
            """One request."""

            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing."""

            def do_POST(self) -> None:
                """Answers."""
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                script.answer(self, asked)

            def do_GET(self) -> None:
                """Nothing is there."""
                self.send_error(404)

            def do_HEAD(self) -> None:
                """It is up."""
                self.send_response(200)
                self.end_headers()

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def answer(self, handler: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        """The next step, as the events of a stream; what the CLI asks for itself gets a word."""
        is_agent = bool(asked.get("tools")) and bool(asked.get("stream"))
        if is_agent:
            self.given.append(json.dumps([asked.get("system"), asked["messages"]], ensure_ascii=False))
        step: Step = next(self.steps) if is_agent else "ok"
        blocks = list(events(step, len(self.given)))
        body = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in blocks).encode()
        kind = "text/event-stream"
        if not asked.get("stream"):
            content = [{"type": "text", "text": "ok"}]
            message = blocks[0]["message"] | {"content": content, "stop_reason": "end_turn"}
            body, kind = json.dumps(message | {"input_tokens": 1}).encode(), "application/json"
        handler.send_response(200)
        handler.send_header("content-type", kind)
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def close(self) -> None:
        """Ends it."""
        self.server.shutdown()
        self.server.server_close()


def events(step: Step, number: int) -> Iterator[dict[str, Any]]:
    """The events of one answer."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": MODEL, "content": []}
    yield {"type": "message_start", "message": message | {"stop_reason": None, "stop_sequence": None, "usage": usage}}
    if isinstance(step, Call):
        name = f"mcp__{'oxgraph' if step.name in OURS else 'shop'}__{step.name}"
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
    else:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": step}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    reason = "tool_use" if isinstance(step, Call) else "end_turn"
    yield {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage}
    yield {"type": "message_stop"}


SCRIPTS: list[Script] = []


def scripted(given: list[str], *script: Step) -> str:
    """The name of a model that follows the script, and notes what it is given; the CLI asks it from now on."""
    while SCRIPTS:
        SCRIPTS.pop().close()
    SCRIPTS.append(Script(given, script))
    os.environ |= environment(SCRIPTS[0])
    return MODEL


def environment(script: Script) -> dict[str, str]:
    """What leads the CLI to the stand-in, and lets it ask for nothing else."""
    return {
        "ANTHROPIC_BASE_URL": script.url,
        "ANTHROPIC_API_KEY": "stand-in",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_TELEMETRY": "1",
    }


@contextmanager
def home() -> Iterator[tuple[str, dict[str, str]]]:
    """A folder to work in, and a home for the CLI's own files."""
    with TemporaryDirectory() as folder:
        work = Path(folder) / "work"
        work.mkdir()
        yield str(work), {"HOME": folder, "CLAUDE_CONFIG_DIR": f"{folder}/config"}


async def run(
    memory: Memory | AsyncMemory, question: str, *script: Step, shop: Shop | None = None, **options: Any
) -> Ran:
    """A run of a new agent in a session of its own."""
    given: list[str] = []
    model = scripted(given, *script)
    chat = OxgraphMemory(memory, "talk", **options)
    tools = chat.watch([sdk_tool(function) for function in (shop or Shop()).tools()])
    with home() as (folder, environ):
        asked = ClaudeAgentOptions(
            model=model,
            system_prompt="Be kind.",
            hooks=chat.hooks(),
            mcp_servers={"shop": create_sdk_mcp_server("shop", tools=tools), "oxgraph": chat.server()},
            allowed_tools=[*chat.tools, *(f"mcp__shop__{one.name}" for one in tools)],
            tools=[],
            setting_sources=[],
            cwd=folder,
            env=environ,
        )
        results = [one async for one in query(prompt=question, options=asked) if isinstance(one, ResultMessage)]
    return Ran(str(results[-1].result), given)


def sdk_tool(function: Any) -> Any:
    """A function as a tool of the SDK."""

    async def call(given: dict[str, Any]) -> dict[str, Any]:
        return {"content": [{"type": "text", "text": function(**given)}]}

    return tool(function.__name__, inspect.getdoc(function) or "", {"order_id": str, "card": str})(call)
