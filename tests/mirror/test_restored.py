"""A backup in a storm of writes, restored: the graph as it was at that position, and a mirror without a difference."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import oxgraph
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.mirror import Mirror
from tests.moving.test_while_writing import ACTIONS, during_writes

pytestmark = pytest.mark.deep


def actions(graph: Graph, workspace_id: str) -> dict[str, int]:
    """The actions of a workspace with their revs."""
    found = graph.driver.execute_query(ACTIONS, id=workspace_id, database_=graph.database).records
    return {row["id"]: row["rev"] for row in found}


def test_a_backup_in_a_storm_is_of_its_positions(server: Server, graph: Graph, mirror: Mirror, tmp_path: Path) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        names = [f"storm {new_id()}" for _ in range(2)]
        for name in names:
            client.create_workspace(name)
        mirror.run_once()

        def back_up() -> list[datetime]:
            return [client.backup(tmp_path, workspaces=names).made_at for _ in range(4)]

        times = during_writes(server, names[0], lambda: during_writes(server, names[1], back_up))
        mirror.run_once()
        indexes = sorted((tmp_path / "backups").glob("*.json"))
        for place in (1, 3):
            backup = json.loads(indexes[place].read_text(encoding="utf-8"))
            expected = {}
            if place == 1:  # what was written later is only there until the first restoration
                for one in backup["workspaces"]:
                    found = graph.driver.execute_query(
                        ACTIONS, id=one["workspace_id"], database_=graph.database
                    ).records
                    expected[one["name"]] = {row["id"] for row in found if row["rev"] <= one["position"]}
                assert all(expected.values())
            for name in names:
                client.delete_workspace(name, hard=True)
            back = client.restore(tmp_path, at=times[place] + timedelta(microseconds=1))
            assert (back.made_at, back.written) == (times[place], 2)
            for one in backup["workspaces"]:
                assert client.digest_workspace(one["name"]).digest == one["digest"]
                if place == 1:
                    found = graph.driver.execute_query(
                        ACTIONS, id=one["workspace_id"], database_=graph.database
                    ).records
                    assert {row["id"] for row in found} == expected[one["name"]]
            mirror.run_once()
            assert mirror.check().ok
