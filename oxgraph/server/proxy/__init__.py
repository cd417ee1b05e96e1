"""Stands before another MCP server: passes every message on as it came, and gives its tools a memory."""
