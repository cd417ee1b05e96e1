"""Runs of passes as rows of a list: what they counted are the properties beside the known ones."""

from oxgraph import tables
from oxgraph.graph import Row
from oxgraph.types.overview import PassRunRow

OF_EVERY_NODE = {"id", "workspace_id", "created_at", "rev"}
KNOWN = OF_EVERY_NODE | {row["property"] for row in tables.read("properties") if row["kind"] == "pass_run"}
"""The properties of a run that are no counters."""


def pass_run_row(row: Row) -> PassRunRow:
    """A run as a list shows it, without counters that are 0."""
    given = {name: row[name] for name in PassRunRow.model_fields if name in row}
    counters = {
        name: value
        for name, value in row["properties"].items()
        if name not in KNOWN and not isinstance(value, bool) and isinstance(value, int | float) and value
    }
    return PassRunRow(**given, name=row["pass"], counters=dict(sorted(counters.items())))
