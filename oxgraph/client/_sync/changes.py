# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The changes of a workspace, read from the change feed, which is that of all workspaces of the database."""

from oxgraph.client._sync.access import Access
from oxgraph.types.changes import Change, Changes, ChangesRequest

CALL = "changes"

READ_ROWS = 1_000
"""Changes of all workspaces in one answer of the graph."""

SCANNED_ROWS = 20_000
"""Changes of all workspaces that one call looks at; where it found none of this one, the next call goes on."""


def changes(access: Access, asked: ChangesRequest) -> Changes:
    """See `AsyncMemory.changes`."""
    if asked.after is None:
        (row,) = access.read(CALL, "workspace/changes_position")
        return Changes(items=(), position=str(row["position"]))
    position, found, seen, more = int(asked.after), list[Change](), 0, True
    while more and len(found) < asked.limit and seen < SCANNED_ROWS:
        rows = min(READ_ROWS, asked.limit - len(found)) if found else READ_ROWS
        (row,) = access.read(CALL, "workspace/changes", since=position, limit=rows)
        new = [Change(position=str(one.pop("rev")), **one) for one in row["changes"]]
        left = asked.limit - len(found)
        if len(new) > left:
            found += new[:left]
            return Changes(items=tuple(found), position=found[-1].position, more=True)
        found += new
        position, seen, more = row["position"], seen + row["rows"], row["rows"] >= rows
    return Changes(items=tuple(found), position=str(position), more=more)
