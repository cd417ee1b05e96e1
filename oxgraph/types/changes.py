"""The changes of a workspace's nodes, as its change feed serves them."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import Field, StringConstraints, computed_field

from oxgraph.types import limits
from oxgraph.types.fields import DIGITS, Input
from oxgraph.types.results import Result

REV_BITS = 16
"""A rev is milliseconds since 1970 times 2 to this power."""

Position = Annotated[str, StringConstraints(pattern=DIGITS)]
"""A place in the change feed. A text, as JavaScript's numbers are too small for it."""


def time_of(rev: int) -> datetime:
    """The time at which a rev was assigned."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=rev >> REV_BITS)


class Change(Result):
    """The last change of a node: what it is, and whether it was deleted. Read the node for what is there now.

    `position` is the place of the change in the feed, and later changes have greater ones.
    """

    position: Position
    id: str
    kind: str
    deleted: bool

    @computed_field(description="When it was committed.")  # type: ignore[prop-decorator]
    @property
    def at(self) -> datetime:
        """When it was committed, by the server's clock."""
        return time_of(int(self.position))


class Changes(Result):
    """Changes in their order. Go on `after` this `position`, at once where there are `more`."""

    items: tuple[Change, ...]
    position: Position
    more: bool = False


class ChangesRequest(Input):
    """From where on, and how many. Raises InvalidInput."""

    after: Position | None = None
    limit: Annotated[int, Field(ge=1, le=1_000)] = limits.PAGE
