"""The semantic layer of one workspace."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.semantic.adopting import AsyncAdopting
from oxgraph.client._async.semantic.changing import AsyncChanging
from oxgraph.client._async.semantic.connections import AsyncConnections
from oxgraph.client._async.semantic.entities import AsyncEntities
from oxgraph.client._async.semantic.erasure import AsyncErasure
from oxgraph.client._async.semantic.explaining import AsyncExplaining
from oxgraph.client._async.semantic.ingest import AsyncIngesting
from oxgraph.client._async.semantic.memory_types import AsyncTypes
from oxgraph.client._async.semantic.predicates import AsyncPredicates
from oxgraph.client._async.semantic.reembedding import AsyncReembedding
from oxgraph.client._async.semantic.review import AsyncReview


class AsyncSemantic(AsyncIngesting, AsyncExplaining, AsyncChanging, AsyncAdopting, AsyncReembedding, AsyncErasure):
    """What the workspace knows, and how it changes its mind."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
        self.review = AsyncReview(access, self)
        self.predicates = AsyncPredicates(access)
        self.types = AsyncTypes(access)
        self.entities = AsyncEntities(access)
        self.connections = AsyncConnections(access)
