"""Writes the tables, views and questions of docs/mirror.md from a mirror's catalog (--dsn: of which)."""

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from oxgraph import environment
from oxgraph.mirror.connection import Connection, Row, connect
from oxgraph.mirror.sql import statement

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "mirror.md"
COMMON = ("workspace_id", "id", "rev", "created_at")


def tables(rows: list[Row]) -> Iterator[str]:
    """A heading and a table of columns for each table."""
    for name, columns in itertools.groupby(rows, key=lambda row: row["relation"]):
        found = list(columns)
        yield f"### {name}\n\n{found[0]['summary']}\n\n| column | type | |\n| --- | --- | --- |\n" + "".join(
            f"| {row['column_name']} | {row['type']} | {row['meaning'] or ''} |\n"
            for row in found
            if row["column_name"] not in COMMON
        )


def views(rows: list[Row]) -> str:
    """A line for each view."""
    lines = ["| view | what it answers | columns |\n| --- | --- | --- |\n"]
    for name, columns in itertools.groupby(rows, key=lambda row: row["relation"]):
        found = list(columns)
        lines.append(f"| {name} | {found[0]['summary']} | {', '.join(row['column_name'] for row in found)} |\n")
    return "".join(lines)


def questions() -> str:
    """A line for each file of questions."""
    lines = ["| file | the question | asks for |\n| --- | --- | --- |\n"]
    for path in sorted((ROOT / "sql" / "queries").glob("*.sql")):
        first, *rest = [line[3:] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("-- ")]
        asked = ", ".join(f"`{line.split()[0]}`" for line in rest if line.startswith(":"))
        lines.append(f"| [{path.stem}](../sql/queries/{path.name}) | {first} | {asked} |\n")
    return "".join(lines)


def written(page: str, connection: Connection) -> str:
    """The page with its parts written anew."""
    rows = connection.execute(statement("catalog")).fetchall()
    parts = {
        "queries": questions(),
        "views": views([row for row in rows if row["is_view"]]),
        "tables": "\n".join(tables([row for row in rows if not row["is_view"]])),
    }
    for name, text in parts.items():
        before, _, rest = page.partition(f"<!-- {name} -->")
        _, _, after = rest.partition(f"<!-- /{name} -->")
        page = f"{before}<!-- {name} -->\n\n{text.strip()}\n\n<!-- /{name} -->{after}"
    return page


def main() -> int:
    """Writes the page."""
    dsn = sys.argv[sys.argv.index("--dsn") + 1] if "--dsn" in sys.argv else None
    with connect(environment.mirror_dsn(dsn, admin=True)) as connection:
        FILE.write_text(written(FILE.read_text(encoding="utf-8"), connection), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
