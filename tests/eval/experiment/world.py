"""A world of tools over the demo's shop: one SQLite database in memory for each run.

The tools are those of the demo, with its error codes. Whether a task is done is judged by the final state of the
database.
"""

import random
import sqlite3
from dataclasses import dataclass
from typing import Any

from oxgraph.demo.shop import PLENTY, Builder
from oxgraph.demo.tools import ToolError

Row = dict[str, Any]

SCHEMA = """
CREATE TABLE customers (node_id TEXT PRIMARY KEY, name TEXT, email TEXT, address TEXT, last_ticket TEXT);
CREATE TABLE products (node_id TEXT PRIMARY KEY, stock INTEGER, ordered INTEGER DEFAULT 0, last_ticket TEXT);
CREATE TABLE orders (node_id TEXT PRIMARY KEY, total, refunded REAL, last_ticket TEXT);
CREATE TABLE tickets (node_id TEXT PRIMARY KEY, status TEXT);
"""
DECOYS = 3
"""Customers in each database beside the one that the ticket is about."""


@dataclass(frozen=True)
class Task:
    """A ticket with the rows of its database. `customer` is the row that an address ticket is about."""

    number: int
    ticket: str
    request: Row
    customers: tuple[Row, ...]
    products: tuple[Row, ...]
    orders: tuple[Row, ...]
    customer: str


class Shop(Builder):
    """The demo's shop, with its shares of errors multiplied by a factor (0–1)."""

    def __init__(self, seed: int, errors: float) -> None:
        super().__init__("x", seed)
        self.errors = errors

    def _hit(self, share: float) -> bool:
        return self.random.random() < share * self.errors

    def tasks(self, count: int) -> list[Task]:
        """So many tasks of mixed kinds, in random order."""
        world = self.build(count)
        orders = {row["node_id"]: row for row in world.orders}
        found = []
        for number, ticket in enumerate(world.tickets):
            request, own = ticket["request"], int(ticket["node_id"].rpartition("-")[2])
            decoys = [world.customers[(own + n) % count] for n in range(1, min(DECOYS, count - 1) + 1)]
            rows = (world.customers[own], *decoys)
            order = orders.get(request["reference"])
            found.append(
                Task(
                    number,
                    ticket["node_id"],
                    request,
                    rows,
                    tuple(world.products),
                    (order,) if order else (),
                    world.customers[own]["node_id"],
                )
            )
        return found


class World:
    """One run's database and tools."""

    def __init__(self, task: Task, mended: bool = False) -> None:
        self.task = task
        self.mended = mended
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        self.db.executescript(SCHEMA)
        self.db.execute("INSERT INTO tickets VALUES (?, 'open')", (task.ticket,))
        customers = [(one["node_id"], one["name"], one["email"], one["address"]) for one in task.customers]
        self.db.executemany("INSERT OR IGNORE INTO customers VALUES (?, ?, ?, ?, NULL)", customers)
        self.db.executemany(
            "INSERT INTO products (node_id, stock) VALUES (?, ?)", [(p["node_id"], p["stock"]) for p in task.products]
        )
        self.db.executemany(
            "INSERT INTO orders (node_id, total) VALUES (?, ?)", [(o["node_id"], o["total"]) for o in task.orders]
        )
        self.before = self._rows()

    def close(self) -> None:
        """Frees the database."""
        self.db.close()

    def call(self, tool: str, target: str, **values: Any) -> str:
        """Calls a tool; a word for its result. Raises ToolError."""
        try:
            return getattr(self, f"_{tool}")(target, values)  # type: ignore[no-any-return]
        except KeyError as error:
            raise ToolError("MissingArgumentError", f"the ticket lacks {error}") from error

    def error_of(self, tool: str, target: str, **values: Any) -> str | None:
        """The error that a call would give now, without its effect."""
        self.db.execute("SAVEPOINT look")
        try:
            self.call(tool, target, **values)
            return None
        except ToolError as error:
            return error.error_code
        finally:
            self.db.execute("ROLLBACK TO look")
            self.db.execute("RELEASE look")

    def _one(self, query: str, *values: Any) -> Any:
        row = self.db.execute(query, values).fetchone()
        return None if row is None else row[0]

    def _changed(self, code: str, query: str, *values: Any) -> str:
        if self.db.execute(query, values).rowcount < 1:
            raise ToolError(code, code)
        return "ok"

    def _read_ticket(self, _target: str, _values: Row) -> str:
        return str(self.task.request["kind"])

    def _close_ticket(self, target: str, _values: Row) -> str:
        return self._changed("NodeNotFoundError", "UPDATE tickets SET status = 'closed' WHERE node_id = ?", target)

    def _find_customer(self, _target: str, values: Row) -> str:
        found = self._one("SELECT node_id FROM customers WHERE email = ?", values["email"])
        if found is None:
            raise ToolError("NodeNotFoundError", "no such e-mail address")
        return str(found)

    def _check_customer(self, target: str, _values: Row) -> str:
        return "present" if self._one("SELECT 1 FROM customers WHERE node_id = ?", target) else "absent"

    def _update_customer(self, target: str, values: Row) -> str:
        if self.mended and target.startswith("crm-"):
            target = self.task.customer
        query = "UPDATE customers SET address = ?, last_ticket = ? WHERE node_id = ?"
        return self._changed("NodeNotFoundError", query, values["address"], self.task.ticket, target)

    def _create_customer(self, target: str, values: Row) -> str:
        row = (target, values["customer_name"], values["email"], values["address"], self.task.ticket)
        try:
            self.db.execute("INSERT INTO customers VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.IntegrityError as error:
            raise ToolError("ConstraintValidationFailed", str(error)) from error
        return "ok"

    def _inspect_order(self, target: str, _values: Row) -> str:
        return "text" if self._one("SELECT typeof(total) FROM orders WHERE node_id = ?", target) == "text" else "number"

    def _convert_total(self, target: str, _values: Row) -> str:
        try:
            total = float(self._one("SELECT total FROM orders WHERE node_id = ?", target))
        except (TypeError, ValueError) as error:
            raise ToolError("NotANumberError", str(error)) from error
        return self._changed("NotANumberError", "UPDATE orders SET total = ? WHERE node_id = ?", total, target)

    def _refund_order(self, target: str, values: Row) -> str:
        total = self._one("SELECT total FROM orders WHERE node_id = ?", target)
        if not isinstance(total, float):
            raise ToolError("TypeError", "the total is a text")
        query = "UPDATE orders SET refunded = ?, last_ticket = ? WHERE node_id = ?"
        return self._changed("NodeNotFoundError", query, total * values["share"], self.task.ticket, target)

    def _reserve_product(self, target: str, values: Row) -> str:
        query = "UPDATE products SET stock = stock - ?, last_ticket = ? WHERE node_id = ? AND stock >= ?"
        given = (values["quantity"], self.task.ticket, target, values["quantity"])
        return self._changed("NotEnoughStockError", query, *given)

    def _order_product(self, target: str, values: Row) -> str:
        query = "UPDATE products SET ordered = ordered + ?, last_ticket = ? WHERE node_id = ?"
        return self._changed("NodeNotFoundError", query, values["quantity"], self.task.ticket, target)

    def _rows(self) -> dict[tuple[str, str], tuple[Any, ...]]:
        tables = ("customers", "products", "orders")
        return {(name, row[0]): row for name in tables for row in self.db.execute(f"SELECT * FROM {name}")}

    def reached(self) -> bool:
        """Whether the ticket is closed, its node is as was asked for, and no other node has changed."""
        if self._one("SELECT status FROM tickets") != "closed":
            return False
        after = self._rows()
        touched = [key for key in after if after[key] != self.before.get(key)]
        return len(touched) == 1 and self._as_asked(touched[0], after[touched[0]])

    def _as_asked(self, key: tuple[str, str], row: tuple[Any, ...]) -> bool:
        request, name = self.task.request, key[1]
        match request["kind"]:
            case "address":
                return bool(name == self.task.customer and row[3] == request["address"])
            case "registration":
                return bool(name == request["reference"] and row[3] == request["address"])
            case "refund":
                return bool(row[2] is not None and row[2] == float(row[1]) * request["share"])
            case _:
                return self._reserved(row, request["quantity"])

    @staticmethod
    def _reserved(row: tuple[Any, ...], quantity: int) -> bool:
        """What is in stock is reserved; what is not is ordered, or half of it reserved."""
        stock, ordered = row[1], row[2]
        if quantity <= PLENTY:
            return bool(stock == PLENTY - quantity and ordered == 0)
        return bool(ordered == quantity or stock == PLENTY - quantity // 2)


def stream(*name: object) -> random.Random:
    """Random numbers that depend on a name alone, so that arms draw the same ones for the same task."""
    return random.Random("/".join(map(str, name)))
