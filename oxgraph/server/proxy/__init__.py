"""The proxy: runs before another MCP server, captures the calls of its tools, and adds past experience to its answers.

A message's path: `agent_io` (lines from and to the agent) → `observer` (captures calls, decides what to add) → `stdio`
(a server run as a child process) or `http` (a server at an address). Messages pass through byte for byte; where
something is added, `injection` decides where and `json_edit` changes only these bytes.

`mapping` turns a tool's name and arguments into an action, with the values that `captured_values` allows; `outcome`
names how a call ended. `memory_thread` is the only part that waits for Neo4j, by `memory_client`. `run` starts it all.

The proxy does not use the SDK's client transports: they parse each message into models and serialize it anew, which
changes bytes (number formats, key order, unknown members). `sse` decodes event streams as bytes for the same reason.
"""
