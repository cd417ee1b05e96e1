"""The doors by which agents, programs and people come in: MCP, REST and the explorer, over one table of operations."""
