"""The operations: everything that can be asked of a workspace's memory, each defined once for every transport.

One module holds the operations of one feature. In it, a function with the decorator `@operation` is

- a REST route: `@operation("memory.forget", "DELETE /memories/{memory_id}", …)` declares method and path, below
  `/v1/workspaces/{workspace_id}` (handled by `oxgraph.server.rest.operation_handlers`, described by
  `oxgraph.server.rest.openapi`);
- an MCP tool, if it has `tool=Tool(TOOLSET)`: its docstring is the tool's description, its parameters (type, bounds and
  `Field(description=…)`) are the tool's input schema (listed by `oxgraph.server.mcp.tool_listing`);
- a check of the input, a required role (that of the client call named by `call=`), a log line and a metric.

A new operation is one such function. A new module in this package is found by itself. Operations call the client
(`oxgraph.client`) and nothing below it; `definition` explains every argument of the decorator, `arguments` holds the
arguments that several operations share, so that one thing has one name everywhere.
"""

import importlib
import pkgutil

from oxgraph.operations.definition import OPERATIONS, Done, Operation, Page

for _module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{_module}")

__all__ = ["OPERATIONS", "Done", "Operation", "Page"]
