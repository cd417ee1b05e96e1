"""What tests ask of the rows, past row-level security: with the superuser's login."""

from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

TABLES = {
    "action": "agent_memory.agent_actions",
    "sequence": "agent_memory.agent_sequences",
    "pattern": "agent_memory.agent_patterns",
    "metric": "agent_memory.agent_metric_definitions",
    "benchmark": "agent_memory.agent_benchmarks",
    "memory": "agent_memory.memories",
    "transition": "agent_memory.transitions",
    "episode": "app.memory_episodes",
    "workspace": "app.workspaces",
}


def rows(dsn: str, kind: str, workspace_id: str) -> dict[str, dict[str, Any]]:
    """The rows of a kind in a workspace, by id."""
    asked = sql.SQL("SELECT id::text AS id, to_jsonb(t) AS row FROM {} t WHERE workspace_id = %s")
    with psycopg.connect(dsn, row_factory=dict_row) as connection:
        found = connection.execute(asked.format(sql.Identifier(*TABLES[kind].split("."))), (workspace_id,))
        return {row["id"]: row["row"] for row in found}


def text(dsn: str, workspace_id: str) -> str:
    """All that the rows of a workspace say, in lower case."""
    return "\n".join(str(list(rows(dsn, kind, workspace_id).values())) for kind in TABLES).lower()


def counts(dsn: str, workspace_id: str) -> dict[str, int]:
    """How many rows a workspace has in each table."""
    return {kind: len(rows(dsn, kind, workspace_id)) for kind in TABLES}
