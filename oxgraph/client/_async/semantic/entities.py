"""Entities: whom and what memories are about."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.semantic.ontology import AsyncOntology


class AsyncEntities(AsyncOntology):
    """The entities of one workspace."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
