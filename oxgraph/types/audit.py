"""Who changed what in a workspace."""

from datetime import datetime
from typing import Any

from oxgraph.types.results import Result


class AuditRow(Result):
    """A change that a person made in a workspace's house: tokens, settings, metrics, patterns, definitions, deletions.

    `by` is the name of the token that it was made with, and `by_id` that token's id; `operator` and None where it was
    the database's login. `subject` is what it is called, where it is still there. `inputs` are what it was made with.
    """

    id: str
    at: datetime
    by: str
    by_id: str | None
    rule: str
    subject_kind: str
    subject_id: str
    subject: str | None
    from_status: str | None
    to_status: str | None
    inputs: dict[str, Any]
