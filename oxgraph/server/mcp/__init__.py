"""The operations as tools of the Model Context Protocol (MCP), over streamable HTTP and stdio.

`tools` lists them (a tool's description is the docstring of its operation in `oxgraph.operations`), `server` handles
the protocol's requests whatever the transport, `results` renders results as text, `sessions` decides which session a
call belongs to; `http` and `stdio` are the transports.
"""
