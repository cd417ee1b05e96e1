"""What an erasure gives back."""

from datetime import datetime

from oxgraph.types.results import Result


class Finding(Result):
    """A text that still names the subject: the node's id and kind, and the property; never the text."""

    id: str
    kind: str
    property: str


class Receipt(Result):
    """What was removed, and that nothing is left: `findings` is what the scan at the end still found.

    `entity_ids` are the subject and all that had been merged with it; `removed` counts by kind what this call took
    away, `scanned` the nodes and texts that the last scan went through. `names` were sought in texts; those in
    `names_not_sought` were not, for the reason beside them. `released` are the domain nodes that the subject was or
    stood for: they are the caller's, and stay; `domain_nodes` are others (at most 1,000) whose own properties name
    it.
    """

    workspace_id: str
    subject: str
    entity_ids: tuple[str, ...]
    released: tuple[str, ...]
    names: tuple[str, ...]
    names_not_sought: dict[str, str]
    removed: dict[str, int]
    scanned: dict[str, int]
    findings: tuple[Finding, ...]
    domain_nodes: tuple[str, ...]
    at: datetime

    @property
    def clean(self) -> bool:
        """Whether nothing is left."""
        return not self.findings
