"""An MCP server in plain Python: odd in every way that JSON and the protocol allow, and always the same.

`python plain.py` serves on standard input and output, `python plain.py http` over HTTP at a port that it prints.
"""

import importlib
import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

TOOLS = [
    {"inputSchema": {"type": "object"}, "name": "get_issue", "description": "Gets \u201can issue\u201d \\ by number."},
    {"name": "set_issue", "inputSchema": {"type": "object"}, "description": None},
    {"name": "close_issue", "inputSchema": {"type": "object"}},
]

FAILURES = {
    "text": {
        "content": [{"type": "text", "text": "FileNotFoundError: /home/alice/private letter.txt"}],
        "isError": True,
    },
    "wrapped": {"content": [{"type": "text", "text": "Error executing tool x: ENOENT: no such file"}], "isError": True},
    "structured": {"isError": True, "content": [], "structuredContent": {"code": "ISSUE_LOCKED", "by": "alice"}},
    "words": {"isError": True, "content": [{"type": "text", "text": "Alice says the tulips are dead"}]},
}


def answers(message: dict[str, Any]) -> Iterator[str]:
    """The lines that answer a message, as written."""
    method, params, mid = message.get("method"), message.get("params") or {}, json.dumps(message.get("id"))
    if method == "initialize":
        version = json.dumps(params.get("protocolVersion"))
        yield (
            f'{{"result" : {{"capabilities": {{"tools":{{"listChanged" :true}}}} ,"serverInfo":{{"version":"1",'
            f'"name":"odd \\u0074racker"}},"protocolVersion":{version}, '
            f'"instructions":"Be kind\\u002e \\/ \\ud83d\\ude00"}},'
            f'  "\\u0069d":{mid},"jsonrpc":"2.0"}}\r\n'
        )
    elif method == "server/discover":
        yield (
            f'{{"id":{mid},"jsonrpc":"2.0","result":{{"resultType":"complete","ttlMs":0,"cacheScope":"private",'
            f'"supportedVersions":["2026-07-28"],"capabilities":{{"tools":{{"listChanged":true}}}},'
            f'"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"odd tracker","version":"1"}}}}}}}}\n'
        )
    elif method == "tools/list":
        tools = " , ".join(json.dumps(tool, indent=None, separators=(" ,", ": ")) for tool in TOOLS)
        more = ',"resultType":"complete","ttlMs":0,"cacheScope":"private"' if "_meta" in params else ""
        yield f'{{"jsonrpc":"2.0","id":{mid},"result":{{"tools":[ {tools}\t]{more}}}}}\n'
    elif method == "tools/call":
        yield from called(params, mid)
    elif method == "ping":
        yield f'{{"result":{{}},"id":{mid},"jsonrpc":"2.0","x":1e400,"y":-0.0,"z":123456789012345678901234567890}}\n'
    elif "id" in message and "method" in message:
        yield f'{{"error":{{"message":"no such method","code":-32601}},"id":{mid},"jsonrpc":"2.0"}}\n'


def called(params: dict[str, Any], mid: str) -> Iterator[str]:
    """What comes of a tool's call."""
    given = params.get("arguments") or {}
    how = given.get("how")
    if how == "rpc":
        yield f'{{"error":{{"code":-32602,"message":"Alice may not"}},"id":{mid},"jsonrpc":"2.0"}}\n'
    elif how in FAILURES:
        yield json.dumps({"id": json.loads(mid), "jsonrpc": "2.0", "result": FAILURES[how]}) + "\n"
    elif how == "big":
        text = "x" * given["size"]
        yield f'{{"jsonrpc":"2.0","id":{mid},"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}\n'
    elif how == "noisy":
        yield "this is no message\n"
        yield '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.50}}\n'
        yield '\n{"method":"sampling\\/createMessage","id":1,"jsonrpc":"2.0","params":{"n":NaN}}\n'
        yield f'[{{"id":{mid},"jsonrpc":"2.0","result":{{"content":[]}}}},{{"jsonrpc":"2.0","method":"x"}}]\n'
    elif how == "crash":
        yield '{"jsonrpc":"2.0","id":'
        sys.stdout.flush()
        os._exit(7)
    elif how == "forever":
        return
    else:
        time.sleep(given.get("late", 0))
        text = json.dumps(json.dumps(given))
        yield f'{{"id" :{mid},"result":{{"content":[ {{"text":{text},"type":"text"}}]}}, "jsonrpc":"2.0"}}\n'


def serve() -> None:
    """Serves until the input ends."""
    print("odd tracker is up", file=sys.stderr, flush=True)
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        try:
            message = json.loads(line)
        except ValueError:
            out.write(b'{"id":null,"error":{"code":-32700,"message":"what?"},"jsonrpc":"2.0"}\n')
            out.flush()
            continue
        for one in message if isinstance(message, list) else [message]:
            for answer in answers(one):
                out.write(answer.encode())
                out.flush()
    print("odd tracker is done", file=sys.stderr, flush=True)
    sys.exit(3)


if __name__ == "__main__":
    if sys.argv[1:] == ["http"]:
        importlib.import_module("http_plain").serve_http(answers)
    else:
        serve()
