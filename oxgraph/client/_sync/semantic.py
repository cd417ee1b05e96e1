# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The semantic layer of one workspace."""

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.adoption import Adopting
from oxgraph.client._sync.connections import Connections
from oxgraph.client._sync.embeddings import Reembedding
from oxgraph.client._sync.entities import Entities
from oxgraph.client._sync.erasure import Erasure
from oxgraph.client._sync.ingest import Ingesting
from oxgraph.client._sync.memories import Changing, Explaining
from oxgraph.client._sync.ontology import Predicates, Types
from oxgraph.client._sync.review import Review


class Semantic(Ingesting, Explaining, Changing, Adopting, Reembedding, Erasure):
    """What the workspace knows, and how it changes its mind."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.review = Review(access, self)
        self.predicates = Predicates(access)
        self.types = Types(access)
        self.entities = Entities(access)
        self.connections = Connections(access)
