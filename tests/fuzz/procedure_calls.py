"""Calls of the plugin's procedures and functions, by the signatures that the database lists."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from neo4j.exceptions import ClientError, DriverError, Neo4jError

from oxgraph import cypher
from tests.fuzz.report import Report
from tests.fuzz.world import World

TYPED = (
    "Neo.ClientError.Statement.", "Neo.ClientError.Procedure.ProcedureNotFound",
    "Neo.ClientError.Transaction.TransactionHookFailed",
)  # fmt: skip
"""Prefixes of codes by which Neo4j says that an argument has the wrong type, or the guard that a write is refused."""

OF_ALL = ("oxgraph.changes",)
"""What serves the mirror with the changes of every workspace."""

OUT_OF_SERVICE = ("oxgraph.move_fence",)
"""After which nothing else of the workspace is answered."""


def signatures(world: World) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Kind, name and arguments (name, type) of each."""
    folder = Path(__file__).parents[1] / "cypher" / "fuzz"
    found = []
    for kind in ("procedures", "functions"):
        rows = world.client.graph.read(cypher.load(folder / f"{kind}.cypher", "query"))
        found += [
            (kind, row["name"], [(one["name"], one["type"]) for one in row["arguments"]])
            for row in rows
            if row["name"] not in OF_ALL + OUT_OF_SERVICE
        ]
    return found


def call(world: World, report: Report, known: list[tuple[str, str, list[tuple[str, str]]]]) -> None:
    """One call, in the workspace of the world."""
    values = world.values
    kind, name, arguments = values.random.choice(known)
    given: dict[str, Any] = {one: _value(world, one, of) for one, of in arguments}
    listed = ", ".join(f"${one}" for one in given)
    text = f"CALL {name}({listed})" if kind == "procedures" else f"RETURN {name}({listed}) AS value"
    with report.call("procedures", name, given) as made:
        try:
            found = world.client.graph.driver.execute_query(text, given, database_=world.client.graph.database)
            made.answered([record.data() for record in found.records[:100]])
        except (Neo4jError, DriverError) as error:
            made.failed(error)
            code, message = getattr(error, "code", "") or "", str(error)
            if "[oxgraph:" in message or code.startswith(TYPED) or not isinstance(error, ClientError | Neo4jError):
                made.kind = "typed"
        except (TypeError, ValueError, OverflowError) as error:  # the driver cannot send it
            made.ended("typed", str(error))


def _value(world: World, name: str, kind: str) -> Any:
    values = world.values
    if name == "workspace_id":
        return world.memory.workspace_id
    if values.random.random() < 0.2:
        return values.any(json=True)
    if "DATETIME" in kind:
        return datetime.now(UTC)
    if kind.startswith("LIST<MAP>"):
        return [_map(world) for _ in range(values.random.randrange(3))]
    if kind.startswith("LIST"):
        return [values.text().encode("utf-8", "replace").decode() for _ in range(values.random.randrange(3))]
    simple = {"STRING": lambda: values.text().encode("utf-8", "replace").decode(), "MAP": lambda: _map(world),
              "BOOLEAN": lambda: values.random.random() < 0.5,
              "INTEGER": lambda: values.random.choice((0, 1, 5, -1, 2**62)),
              "FLOAT": lambda: values.random.choice((0.0, 0.5, -1.0, 1e308, float("nan"), float("inf")))}  # fmt: skip
    make: Callable[[], Any] = simple.get(kind.split(" ", maxsplit=1)[0], lambda: values.any(json=True))
    return make()


KEYS = (
    "type", "content", "subject", "predicate", "object", "action_type", "session_id", "outcome", "target_node_ids", "k",
    "targets", "limit", "name", "id", "started_at", "vector", "kinds", "user_id", "budget", "workspace_id", "status",
)  # fmt: skip


def _map(world: World) -> dict[str, Any]:
    values = world.values
    keys = values.random.sample(KEYS, values.random.randrange(6))
    return {key: values.any(json=True) for key in keys}
