"""Existing graphs as the semantic layer: what is reserved on a node, and the outcome of an adoption or an import."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from oxgraph import memory_types, tables
from oxgraph.types import limits
from oxgraph.types.fields import Input, Many, Name, one_line
from oxgraph.types.results import Result
from oxgraph.types.semantic_inputs import KINDS

OURS = tuple(sorted({*KINDS, *memory_types.BUILT_IN}))
"""Labels that mean something to oxgraph: a domain node that has one of them is not labelled as an entity itself."""

ADDED = ("id", "workspace_id", "node_id", "type", "name", "description", "connection", "created_at")
"""Properties of an entity that a domain node may have already, where it is the same value."""

KEPT = (
    "rev",
    *(row["property"] for row in tables.read("properties") if row["kind"] == "entity" and row["property"] not in ADDED),
)
"""Properties of an entity that a domain node must not have."""

RESERVED = frozenset((*ADDED, *KEPT))
EDGE_RESERVED = frozenset(("connection", "mem_edge_id"))


class AdoptionReport(Result):
    """The result of an adoption.

    Of `nodes` with the label, `already` were in this workspace's memory and `elsewhere` in another's; `adopted` got
    the labels; for `stand_ins`, whose node has properties of its own where ours would stand (`taken` counts them by
    name), an entity was made beside the node; `restored` of both took up again what a release had kept for them.
    Left out are `without_id` and `duplicates`: nodes whose id another node of the label has (some in `examples`).
    `unnamed` are called by their id. `rate` is nodes a second.
    """

    label: str
    connection: str
    nodes: int = 0
    already: int = 0
    elsewhere: int = 0
    adopted: int = 0
    stand_ins: int = 0
    restored: int = 0
    without_id: int = 0
    duplicates: int = 0
    unnamed: int = 0
    taken: dict[str, int] = Field(default_factory=dict)
    examples: tuple[str, ...] = ()
    seconds: float = 0.0
    rate: float = 0.0


class ReleaseReport(Result):
    """The result of a release.

    `released` nodes are again as they were, `stand_ins` are gone; for `kept` of both, on which memories, references
    or names hung, an entity of our own stays.
    """

    released: int = 0
    stand_ins: int = 0
    kept: int = 0
    seconds: float = 0.0


class ConnectionRemoval(Result):
    """The result of the deletion of a connection: its edges, its own entities and those that were released.

    `kept` are those of the entities on which memories or references hung; they stay, bare.
    """

    name: str
    edges: int = 0
    entities: int = 0
    released: int = 0
    kept: int = 0
    seconds: float = 0.0


class GraphImportReport(Result):
    """The result of the import of a graph.

    `nodes` lines = created + updated + unchanged + elsewhere (in the workspace from another source, left as they are)
    + invalid; `edges` lines = edges_created + edges_unchanged + dangling + edges_invalid. `by_type` and
    `edges_by_type` count the lines that are in the graph now. `renamed` counts, by name, properties stored as
    `property_<name>` because the name is ours; `unlabelled` counts types that are no label because the label is ours;
    `dropped_fields` are fields of a line that mean nothing here. `refusals` are some of the lines left out.
    """

    connection: str
    nodes: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    elsewhere: int = 0
    invalid: int = 0
    edges: int = 0
    edges_created: int = 0
    edges_unchanged: int = 0
    dangling: int = 0
    edges_invalid: int = 0
    by_type: dict[str, int] = Field(default_factory=dict)
    edges_by_type: dict[str, int] = Field(default_factory=dict)
    renamed: dict[str, int] = Field(default_factory=dict)
    unlabelled: dict[str, int] = Field(default_factory=dict)
    dropped_fields: dict[str, int] = Field(default_factory=dict)
    refusals: tuple[str, ...] = ()
    seconds: float = 0.0
    rate: float = 0.0


def _not_ours(label: str) -> str:
    if label.startswith("_mem"):
        raise ValueError("is a label of oxgraph's own")
    return label


Label = Annotated[
    str, StringConstraints(min_length=1, max_length=limits.NAME), AfterValidator(one_line), AfterValidator(_not_ours)
]


SHOWN = 10
"""Properties of an entity that recall may show."""


def _no_colon(name: str) -> str:
    if ": " in name:
        raise ValueError("must not contain a colon and a blank")
    return name


Shown = Annotated[Many[Annotated[Name, AfterValidator(_no_colon)]], Field(max_length=SHOWN)]
"""Names of the properties of an entity that recall searches and shows."""


class AdoptionRequest(Input):
    """Which nodes, and which of their properties say what."""

    label: Label
    id: Name | None = None
    name: Name | None = None
    text: Name | None = None
    type: Name | None = None
    connection: Name | None = None
    shown: Shown = ()

    @property
    def connection_name(self) -> str:
        """The connection; the label's own where none is given."""
        return self.connection or f"adopt:{self.label}"[: limits.NAME]

    @property
    def properties(self) -> list[str]:
        """The properties that nodes of the label must have."""
        return [name for name in (self.id, self.name, self.text, *self.shown) if name]


class ReleaseRequest(Input):
    """Which nodes are given back: of a label, of a connection, or of both at once."""

    label: Label | None = None
    connection: Name | None = None


class ConnectionName(Input):
    """Which connection."""

    name: Name
