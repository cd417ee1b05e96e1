"""The agent's tools: Cypher statements with real failures."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from oxgraph.cypher import statement
from oxgraph.errors import ServerError
from oxgraph.graph import Graph

Row = dict[str, Any]

MISSING = {"reserve_product": "NotEnoughStockError", "convert_total": "NotANumberError"}
"""The error code of a tool that finds nothing; by default NodeNotFoundError."""

NODE_TYPES = {
    "read_ticket": "Ticket",
    "close_ticket": "Ticket",
    "find_customer": "Customer",
    "check_customer": "Customer",
    "update_customer": "Customer",
    "create_customer": "Customer",
    "refund_order": "Order",
    "inspect_order": "Order",
    "convert_total": "Order",
    "reserve_product": "Product",
    "order_product": "Product",
}
"""Each tool with the type of its target nodes."""


class ToolError(Exception):
    """A tool failed with an `error_code`."""

    def __init__(self, error_code: str, text: str) -> None:
        self.error_code = error_code
        super().__init__(text)


@dataclass(frozen=True)
class Tools:
    """Calls tools by name in one workspace."""

    graph: Graph
    workspace_id: str

    def call(self, tool: str, now: datetime, **values: Any) -> Row:
        """Runs the tool and returns its first row.

        Raises ToolError: what Neo4j reports (ConstraintValidationFailed, TypeError), or that nothing was found.
        """
        file = statement(f"demo/{tool}")
        given = {"workspace_id": self.workspace_id, "now": now} | values
        try:
            rows = self.graph.write(file, **{name: given[name] for name in file.params})
        except ServerError as error:
            raise ToolError(str(error.values["neo4j_code"]).rpartition(".")[2], str(error)) from error
        if not rows:
            raise ToolError(MISSING.get(tool, "NodeNotFoundError"), f"{tool} found nothing")
        return rows[0]

    def reached(self, ticket: str) -> bool:
        """Returns whether the ticket's task is done, according to the graph."""
        row = self.graph.single(statement("demo/goal_reached"), workspace_id=self.workspace_id, ticket=ticket)
        return bool(row and row["reached"])
