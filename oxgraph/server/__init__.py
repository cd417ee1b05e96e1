"""The server: the operations (`oxgraph.operations`) over REST, over MCP (HTTP and stdio), and as the explorer's pages.

- `http_server` runs the web application of `rest.app` on one port; `mcp.stdio` serves one agent on standard input
  and output; `proxy` runs another MCP server and adds past experience to its tools.
- Every call of an operation goes through `dispatch`: rate limit, role, validation, concurrency limit, time limit, log.
- `authentication` finds the workspace and role of a bearer token; `health` knows whether Neo4j can be reached.
- `tool_calls` injects past experience before a tool call and captures the call after it.
"""
