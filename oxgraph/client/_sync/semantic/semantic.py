# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The semantic layer of one workspace."""

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.semantic.adopting import Adopting
from oxgraph.client._sync.semantic.changing import Changing
from oxgraph.client._sync.semantic.connections import Connections
from oxgraph.client._sync.semantic.entities import Entities
from oxgraph.client._sync.semantic.erasure import Erasure
from oxgraph.client._sync.semantic.explaining import Explaining
from oxgraph.client._sync.semantic.ingest import Ingesting
from oxgraph.client._sync.semantic.memory_types import Types
from oxgraph.client._sync.semantic.predicates import Predicates
from oxgraph.client._sync.semantic.reembedding import Reembedding
from oxgraph.client._sync.semantic.review import Review


class Semantic(Ingesting, Explaining, Changing, Adopting, Reembedding, Erasure):
    """What the workspace knows, and how it changes its mind."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.review = Review(access, self)
        self.predicates = Predicates(access)
        self.types = Types(access)
        self.entities = Entities(access)
        self.connections = Connections(access)
