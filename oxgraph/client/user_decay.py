"""The rules of fading, from the pass that applies them to all users, for one."""

from typing import Any

from oxgraph import cypher
from oxgraph.cypher import CypherFile
from oxgraph.graph import Row
from oxgraph.predicates import default_importances
from oxgraph.settings import WorkspaceSettings

PASS = "user_memory"


def pass_file() -> CypherFile:
    """The newest version of the pass."""
    return next(file for file in cypher.passes() if file.name == PASS)


def settings_of(stored: Row, predicates: list[Row]) -> dict[str, Any]:
    """The workspace's numbers as the pass takes them."""
    known = {name: stored[name] for name in WorkspaceSettings.model_fields if stored.get(name) is not None}
    importances = default_importances() | {row["name"]: row["importance"] for row in predicates}
    return WorkspaceSettings(**known).model_dump() | {"importances": importances}
