"""Brings a database's schema up to date from cypher/migrations.

Each file is applied once, in the order of its number, and its checksum is kept in the graph: a released file that
has changed since is refused, and so is a graph that a later version has migrated. Every statement is idempotent (IF
NOT EXISTS), so two that start at once, or one that was killed half-way, end with the same schema. What was dropped or
changed by hand since is made again.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from oxgraph import __version__, cypher, database_schema
from oxgraph.errors import CypherFileInvalid, MigrationChanged, SchemaNewer, SchemaOutdated
from oxgraph.graph import Graph, Row
from oxgraph.ids import SYSTEM_WORKSPACE

NAME = re.compile(r"^(V\d{4})__([a-z0-9_]+)\.cypher$")
OF_EVERY_NODE = re.compile(r"CREATE (CONSTRAINT|RANGE INDEX) \w+ IF NOT EXISTS FOR \(n:_mem\)")
INDEX_WAIT_SECONDS = 300


class Migration(NamedTuple):
    """One file of cypher/migrations."""

    version: str
    name: str
    checksum: str
    statements: list[str]


def _statements(text: str) -> list[str]:
    code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
    return [part.strip() for part in code.split(";") if part.strip()]


def available() -> list[Migration]:
    """The migrations that this version ships, in order. Raises CypherFileInvalid for a wrong name."""
    found = []
    for path in sorted((cypher.root() / "migrations").glob("*.cypher")):
        match = NAME.match(path.name)
        if match is None:
            raise CypherFileInvalid(file=path.name, reason="a migration is named like V0001__name.cypher")
        text = path.read_text(encoding="utf-8")
        checksum = hashlib.sha256(text.encode()).hexdigest()
        found.append(Migration(match[1], match[2], checksum, _statements(text)))
    return found


def pending(graph: Graph) -> list[Migration]:
    """What is not applied yet. Raises MigrationChanged when an applied file has another checksum now, and SchemaNewer
    when one is applied that this version does not know."""
    return outstanding(graph.read(cypher.statement("system/applied_migrations")))


def outstanding(rows: list[Row]) -> list[Migration]:
    """What is not among the rows of system/applied_migrations. Raises MigrationChanged and SchemaNewer."""
    applied = {row["version"]: row["checksum"] for row in rows}
    require_known("The schema", applied, [migration.version for migration in available()])
    for migration in available():
        if applied.get(migration.version, migration.checksum) != migration.checksum:
            raise MigrationChanged(version=migration.version)
    return [migration for migration in available() if migration.version not in applied]


def require_known(what: str, applied: Iterable[str], known: list[str]) -> None:
    """Raises SchemaNewer, which calls it `what`, where migrations are applied that are not among the known ones."""
    unknown = set(applied).difference(known)
    if unknown:
        raise SchemaNewer(what=what, found=max(unknown), known=known[-1], version=__version__)


def migrate(graph: Graph, now: datetime, progress: Callable[[str], None] = lambda _: None) -> list[str]:
    """Makes again what is missing of the schema, applies what is pending, waits for the indexes; the versions applied.

    Raises MigrationChanged, SchemaNewer, SchemaDuplicates, and the graph's errors.
    """
    mended = database_schema.mend(graph, _expected(_applied(graph)), progress)
    if not pending(graph):
        if mended:
            _await_indexes(graph, progress)
        return []
    graph.run_all(_of_every_node())
    with graph.exclusive(SYSTEM_WORKSPACE, "migrations"):
        todo = pending(graph)
        for migration in todo:
            progress(f"{migration.version} {migration.name}")
            graph.run_all(migration.statements)
            graph.write(
                cypher.statement("system/record_migration"),
                version=migration.version,
                name=migration.name,
                checksum=migration.checksum,
                now=now,
            )
    _await_indexes(graph, progress)
    return [migration.version for migration in todo]


def _await_indexes(graph: Graph, progress: Callable[[str], None]) -> None:
    progress("waiting for the indexes")
    graph.read(cypher.statement("system/await_indexes"), seconds=INDEX_WAIT_SECONDS)


def _applied(graph: Graph) -> list[Migration]:
    todo = pending(graph)
    return [migration for migration in available() if migration not in todo]


def _expected(found: list[Migration]) -> Iterable[database_schema.SchemaObject]:
    """The constraints and indexes that these migrations make."""
    return database_schema.expected(one for migration in found for one in migration.statements).values()


def _of_every_node() -> list[str]:
    """What the schema says of all memory nodes comes before the lock: that is one of them, made by MERGE, which only
    their uniqueness makes safe; and while somebody writes to one of them, they get no index."""
    return [one for migration in available() for one in migration.statements if OF_EVERY_NODE.match(one)]


def check(graph: Graph) -> None:
    """Raises SchemaOutdated when a migration is outstanding, SchemaNewer when one is applied that this version does
    not know, MigrationChanged when a released file changed, and SchemaIncomplete when a constraint or an index was
    dropped or made otherwise."""
    require_current(graph.read(cypher.statement("system/applied_migrations")))
    require_complete(graph.read(cypher.statement("system/indexes")))


def require_complete(rows: list[Row]) -> None:
    """Raises SchemaIncomplete, by rows of system/indexes that the caller has read."""
    database_schema.require(_expected(available()), rows)


def require_current(rows: list[Row]) -> None:
    """Raises SchemaOutdated, SchemaNewer and MigrationChanged, by rows of system/applied_migrations."""
    todo = outstanding(rows)
    if todo:
        newest = todo[-1].version
        applied = [m.version for m in available() if m not in todo]
        raise SchemaOutdated(found=applied[-1] if applied else "nothing", needed=newest)
