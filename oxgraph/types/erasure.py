"""What an erasure gives back."""

from datetime import datetime
from typing import Protocol

from pydantic import Field

from oxgraph.types.mirror import MirrorRemains
from oxgraph.types.results import Result

ERASED = "[erased]"
"""What a text has in the place of an erased name."""


class Finding(Result):
    """A text that still names the subject: the node's id and kind, and the property; never the text."""

    id: str
    kind: str
    property: str


class Sought(Protocol):
    """What names the subject, and where that is sought."""

    def seeks_in(self, kind: str, property: str) -> bool:
        """Whether a property of nodes of a kind, or the column that mirrors it, is searched."""
        ...

    def names_it(self, text: str) -> bool:
        """Whether a text names the subject."""
        ...


class MirrorScan(Result):
    """What the rows in Postgres said once the copier had caught up with the end of the erasure.

    `caught_up` is whether it had: where not, the rows may be older than the erasure. `scanned` counts the rows and
    texts that were searched, `findings` are the rows that still name the subject. Postgres keeps the former versions
    of rows until they are vacuumed: `vacuumed` is whether that was done; `not_vacuumed` names the tables whose old
    versions another transaction still needs, or that the login may not vacuum. `error` is what went wrong.
    """

    server: str
    caught_up: bool
    position: int = 0
    scanned: dict[str, int] = Field(default_factory=dict)
    findings: tuple[MirrorRemains, ...] = ()
    vacuumed: bool = False
    not_vacuumed: tuple[str, ...] = ()
    error: str | None = None

    @property
    def clean(self) -> bool:
        """Whether the rows are as new as the erasure, and none names the subject."""
        return self.caught_up and not self.findings


class MirrorScanner(Protocol):
    """A mirror that an erasure ends in; `oxgraph.mirror.Mirror` is one. Both calls may block."""

    def ready(self) -> None:
        """Raises a MirrorFailed, or another error of the mirror's, when it could not be caught up with now."""
        ...

    def scan(self, workspace_id: str, sought: Sought) -> MirrorScan:
        """Copies what the graph has, then searches every text of a workspace's rows. Raises nothing of the mirror's."""
        ...


class Receipt(Result):
    """What was removed, and that nothing is left: `findings` is what the scan at the end still found.

    `entity_ids` are the subject and all that had been merged with it; `removed` counts by kind what this call took
    away, `scanned` the nodes and texts that the last scan went through. `names` were sought in texts; those in
    `names_not_sought` were not, for the reason beside them. `released` are the domain nodes that the subject was or
    stood for: they are the caller's, and stay; `domain_nodes` are others (at most 1,000) whose own properties name
    it. `mirror` is the same scan over the rows in Postgres, and None where no mirror was given.
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
    mirror: MirrorScan | None = None

    @property
    def clean(self) -> bool:
        """Whether nothing is left, in the mirror neither where one was given."""
        return not self.findings and (self.mirror is None or self.mirror.clean)
