"""The semantic layer of one workspace."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.adoption import AsyncAdopting
from oxgraph.client._async.connections import AsyncConnections
from oxgraph.client._async.embeddings import AsyncReembedding
from oxgraph.client._async.entities import AsyncEntities
from oxgraph.client._async.erasure import AsyncErasure
from oxgraph.client._async.ingest import AsyncIngesting
from oxgraph.client._async.memories import AsyncChanging, AsyncExplaining
from oxgraph.client._async.ontology import AsyncPredicates, AsyncTypes
from oxgraph.client._async.review import AsyncReview


class AsyncSemantic(AsyncIngesting, AsyncExplaining, AsyncChanging, AsyncAdopting, AsyncReembedding, AsyncErasure):
    """What the workspace knows, and how it changes its mind."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
        self.review = AsyncReview(access, self)
        self.predicates = AsyncPredicates(access)
        self.types = AsyncTypes(access)
        self.entities = AsyncEntities(access)
        self.connections = AsyncConnections(access)
