"""The inputs of a transition as JSON, and transitions as rows of an audit."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from oxgraph.graph import Row
from oxgraph.types.pages import AuditRow

OPERATOR = "operator"
"""The author without a token, who has the database's login."""


def inputs(before: Mapping[str, Any], changes: Mapping[str, Any]) -> str:
    """JSON text of each change as [before, after]."""
    return json.dumps({name: [before.get(name), value] for name, value in changes.items()}, sort_keys=True)


def definition(before: BaseModel | None, values: Mapping[str, Any]) -> str:
    """JSON text of a definition: its values where it is new, else each that changes as [before, after].

    None leaves what was there.
    """
    if before is None:
        return given(values)
    was = before.model_dump(mode="json", include=set(values))
    return inputs(was, {name: value for name, value in values.items() if value is not None and value != was.get(name)})


def given(values: Mapping[str, Any]) -> str:
    """JSON text of the values that a change was made with."""
    return json.dumps(dict(values), sort_keys=True)


def audit_row(row: Row) -> AuditRow:
    """A transition as an audit shows it."""
    return AuditRow(**row | {"inputs": json.loads(row["inputs"] or "{}")})
