# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Entities: whom and what memories are about."""

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.semantic.ontology import Ontology


class Entities(Ontology):
    """The entities of one workspace."""

    def __init__(self, access: Access) -> None:
        self._access = access
