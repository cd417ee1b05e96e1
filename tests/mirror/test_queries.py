"""The questions of docs/mirror.md are answered to a reader; the page says what the catalog says."""

import re
import runpy
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.rows import dict_row

from oxgraph.demo import ShopDemo
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.local.postgres import Postgres
from oxgraph.mirror import Mirror
from oxgraph.mirror.connection import connect
from oxgraph.models import embedder
from tests.docs.test_operator_queries import remember
from tests.mirror.rows import rows

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]
QUERIES = sorted((ROOT / "sql" / "queries").glob("*.sql"))
VARIABLE = re.compile(r":'(\w+)'")


@pytest.fixture(scope="module")
def mirror(postgres: Postgres, server: Server, graph: Graph) -> Iterator[Mirror]:
    name = f"queries_{uuid.uuid4().hex}"
    with psycopg.connect(postgres.dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            found = Mirror(postgres.dsn.rpartition("/")[0] + f"/{name}", graph)
            found.init()
            yield found
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="module")
def values(mirror: Mirror, server: Server, graph: Graph) -> dict[str, Any]:
    """A workspace in which something has happened: what the questions ask for, and the reader's DSN."""
    name, now = f"queries-{uuid.uuid4()}", datetime.now(UTC) - timedelta(hours=2)
    demo = ShopDemo(server.uri, server.auth, name, 1, now, embedder("none"), lambda step, done, of: None)
    report = demo.run()
    remember(server, graph, name, report)
    mirror.run_once()
    memories = rows(mirror.dsn, "memory", report.workspace_id).values()
    actions = rows(mirror.dsn, "action", report.workspace_id).values()
    return {
        "dsn": mirror.reader(report.workspace_id).dsn,
        "subject_id": next(row["subject_id"] for row in memories if row["predicate"] == "lives_in"),
        "session_id": next(row["session_id"] for row in actions if row["injected_pattern_ids"]),
        "error_code": next(
            one["error_code"]
            for one, then in pairwise(sorted(actions, key=lambda row: (row["session_id"], row["started_at"])))
            if one["error_code"] and one["session_id"] == then["session_id"] and then["outcome"] == "success"
        ),
        "agent_id": next(row["agent_id"] for row in actions if row["agent_id"]),
        "metric": "Task success rate",
        "day": datetime.now(UTC).date().isoformat(),
        "days": 365,
    }


@pytest.mark.parametrize("path", QUERIES, ids=[path.stem for path in QUERIES])
def test_question(path: Path, values: dict[str, Any]) -> None:
    text = VARIABLE.sub(r"%(\1)s", path.read_text(encoding="utf-8"))
    with psycopg.connect(values["dsn"], row_factory=dict_row) as connection:
        found = connection.execute(text, values).fetchall()
    assert found, path.stem


@pytest.mark.parametrize("path", QUERIES, ids=[path.stem for path in QUERIES])
def test_it_says_what_it_asks(path: Path) -> None:
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    assert re.fullmatch(r"-- .+[?.]", first)
    asked = {VARIABLE.findall(line)[0] for line in rest if line.startswith("-- :")}
    assert asked == set(VARIABLE.findall("\n".join(line for line in rest if not line.startswith("--"))))


@pytest.mark.skipif(not shutil.which("psql"), reason="there is no psql")
def test_psql_takes_them_as_they_are(values: dict[str, Any]) -> None:
    given = [word for name, value in values.items() for word in ("-v", f"{name}={value}")]
    files = [word for path in QUERIES for word in ("-f", str(path))]
    run = subprocess.run(
        ["psql", values["dsn"], "-v", "ON_ERROR_STOP=1", "-q", *given, *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_the_page_says_what_the_catalog_says(mirror: Mirror) -> None:
    page = (ROOT / "docs" / "mirror.md").read_text(encoding="utf-8")
    written = runpy.run_path(str(ROOT / "tools" / "generate_mirror_docs.py"))["written"]
    with connect(mirror.dsn) as connection:
        assert page == written(page, connection), "run tools/generate_mirror_docs.py"


def test_every_column_says_what_it_is(mirror: Mirror) -> None:
    with connect(mirror.dsn) as connection:
        described = (ROOT / "sql" / "statements" / "catalog.sql").read_text(encoding="utf-8")
        found = connection.execute(described).fetchall()
    assert [row["relation"] for row in found if not row["summary"]] == []
    assert [(row["relation"], row["column_name"]) for row in found if not row["is_view"] and not row["meaning"]] == []
