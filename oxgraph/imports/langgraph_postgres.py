"""LangGraph's store in Postgres."""

from collections.abc import Iterator

from oxgraph.file_formats.memories.langgraph import ASKED, Item, LangGraph, item_of

SCHEMES = ("postgresql://", "postgres://")


def is_postgres(name: str) -> bool:
    """Whether a source is the address of a Postgres."""
    return name.startswith(SCHEMES)


def postgres_source(dsn: str) -> LangGraph:
    """The store behind an address. Reading it raises MirrorFailed, and ExtraMissing without the extra [mirror]."""
    return LangGraph(place="postgresql", items=_items(dsn), is_file=False)


def _items(dsn: str) -> Iterator[Item]:
    from oxgraph.mirror import connection

    with (
        connection.connect(dsn, "oxgraph import") as db,
        connection.errors(db),
        db.transaction(),
        db.cursor("oxgraph_import") as rows,
    ):
        rows.execute(ASKED)
        for row in rows:
            yield item_of(row)
