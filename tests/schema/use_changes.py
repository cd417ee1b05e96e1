"""Uses the changes of test_changes.py with the changed sources, and prints the results as JSON."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import neo4j
import psycopg
from neomodel import db

import oxgraph
from oxgraph import local, schema
from oxgraph.errors import InvalidInput
from oxgraph.graph import Graph
from oxgraph.mirror import Mirror
from oxgraph.server.rest.openapi import document


def refusal(call: Any, **values: Any) -> str:
    """The field that is refused; empty if none is."""
    try:
        call(**values)
    except InvalidInput as error:
        return str(error.values["field"])
    return ""


def use(server: local.Server, changed: Path, dsn: str) -> dict[str, Any]:
    """What a user sees of the new property, type and setting."""
    seen: dict[str, Any] = {}
    driver = neo4j.GraphDatabase.driver(server.uri, auth=server.auth, notifications_min_severity="OFF")
    with Graph.open(server.uri, server.auth) as graph, oxgraph.connect(server.uri, server.auth) as memory, driver:
        workspace: Any = memory.create_workspace("changed")
        step = {"action_type": "call", "session_id": "s", "outcome": "success"}
        workspace.telemetry.capture(**step, attempt=2)
        [(stored,)] = driver.execute_query("MATCH (a:action) RETURN a.attempt").records
        seen["stored"] = stored
        seen["refused by the client"] = refusal(workspace.telemetry.capture, **step, attempt=-1)
        query = "CALL oxgraph.capture($w, $action, datetime())"
        action = {**step, "attempt": 5_000}
        try:
            driver.execute_query(query, w=workspace.workspace_id, action=action)
        except neo4j.exceptions.Neo4jError as error:
            seen["refused by the plugin"] = "attempt" in str(error)
        seen["in the document of REST"] = "attempt" in json.dumps(document())
        db.set_connection(driver=driver)
        seen["neomodel"] = schema.Action.nodes.get(workspace_id=workspace.workspace_id).attempt
        mirror = Mirror(dsn, graph)
        mirror.init()
        mirror.run_once()
        with psycopg.connect(dsn) as connection:
            row = connection.execute("SELECT attempt FROM agent_memory.agent_actions").fetchone()
            seen["mirrored"] = row and row[0]
        with workspace.turn("c", "Is it done?") as turn:
            turn.action("ask", "success", attempt=3)
            turn.reply("It is.")
        [(stored,)] = driver.execute_query("MATCH (a:action {action_type: 'ask'}) RETURN a.attempt").records
        seen["stored of a turn"] = stored
        workspace.semantic.remember(type="habit", content="Ada drinks tea at noon", subject="Ada", predicate="drinks")
        seen["half-life"] = {one.name: one.half_life_days for one in workspace.semantic.types.list()}["habit"]
        seen["heading"] = "Habits" in workspace.recall("When does Ada drink tea?").context
        seen["default"] = workspace.settings().greeting_limit
        seen["changed"] = workspace.update_settings(greeting_limit=7).greeting_limit
        seen["range"] = refusal(workspace.update_settings, greeting_limit=10) == "greeting_limit"
        page = (changed / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
        seen["documented"] = "`greeting_limit` | 3 | 1 to 9" in page
    return seen


def main() -> None:
    """Starts a server in a home of its own, and stops it."""
    home = local.Home(Path(tempfile.mkdtemp(prefix="oxgraph-changed-")))
    try:
        seen = use(local.up(home, heap="512m"), Path(sys.argv[1]), sys.argv[2])
    finally:
        local.down(home)
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
