"""The changes of a workspace, read from the change feed, which is that of all workspaces of the database."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.types.changes import Change, Changes, ChangesRequest

CALL = "changes"

READ_ROWS = 1_000
"""Changes of all workspaces in one answer of the graph."""

SCANNED_ROWS = 20_000
"""Changes of all workspaces that one call looks at; where it found none of this one, the next call goes on."""


async def changes(access: AsyncAccess, asked: ChangesRequest) -> Changes:
    """See `AsyncMemory.changes`."""
    if asked.after is None:
        (row,) = await access.read(CALL, "workspace/changes_position")
        return Changes(items=(), position=str(row["position"]))
    position, found, seen, more = int(asked.after), list[Change](), 0, True
    while more and len(found) < asked.limit and seen < SCANNED_ROWS:
        rows = min(READ_ROWS, asked.limit - len(found)) if found else READ_ROWS
        (row,) = await access.read(CALL, "workspace/changes", since=position, limit=rows)
        new = [Change(position=str(one.pop("rev")), **one) for one in row["changes"]]
        left = asked.limit - len(found)
        if len(new) > left:
            found += new[:left]
            return Changes(items=tuple(found), position=found[-1].position, more=True)
        found += new
        position, seen, more = row["position"], seen + row["rows"], row["rows"] >= rows
    return Changes(items=tuple(found), position=str(position), more=more)
