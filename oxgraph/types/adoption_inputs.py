"""What is asked of an adoption and a release, checked."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from oxgraph.types import limits
from oxgraph.types.fields import Input, Name, one_line


def _not_ours(label: str) -> str:
    if label.startswith("_mem"):
        raise ValueError("is a label of oxgraph's own")
    return label


Label = Annotated[
    str, StringConstraints(min_length=1, max_length=limits.NAME), AfterValidator(one_line), AfterValidator(_not_ours)
]


class AdoptionRequest(Input):
    """Which nodes, and which of their properties say what."""

    label: Label
    id: Name | None = None
    name: Name | None = None
    text: Name | None = None
    type: Name | None = None
    connection: Name | None = None

    @property
    def connection_name(self) -> str:
        """The connection; the label's own where none is given."""
        return self.connection or f"adopt:{self.label}"[: limits.NAME]

    @property
    def properties(self) -> list[str]:
        """The properties that nodes of the label must have."""
        return [name for name in (self.id, self.name, self.text) if name]


class ReleaseRequest(Input):
    """Which nodes are given back: of a label, of a connection, or of both at once."""

    label: Label | None = None
    connection: Name | None = None


class ConnectionName(Input):
    """Which connection."""

    name: Name
