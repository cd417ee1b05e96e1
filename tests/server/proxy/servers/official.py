"""A server made with the SDK: the second make behind the proxy."""

import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("official", instructions="Adds.")


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def find(person_id: str) -> str:
    """Finds a person."""
    raise LookupError(f"nobody is called {person_id}")


if __name__ == "__main__":
    server.run(transport="streamable-http" if sys.argv[1:] == ["http"] else "stdio")
