# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Why a node is as it is."""

from oxgraph.client._sync.semantic.reading import Reading
from oxgraph.client.explaining import explanation, others
from oxgraph.errors import NotFound
from oxgraph.types import Explanation
from oxgraph.types.semantic_inputs import NodeId

MOST = 1_000
"""Transitions, links and messages that are told of one node: the last ones."""


class Explaining(Reading):
    """Explanations of memories and entities."""

    def why(self, id: str) -> Explanation:
        """How a memory or an entity came to be as it is, whatever its status, also when it is deleted.

        Every change with its rule, what it went by, and a sentence; its evidence, its links, and the numbers of
        today. Not an access. Raises InvalidInput, NotFound.
        """
        asked = NodeId(id=id).id
        rows = self._access.read("semantic.why", "semantic/why", id=asked, limit=MOST)
        if not rows:
            raise NotFound(kind="memory or entity", id=asked)
        named = others(rows[0])
        words = self._access.read("semantic.why", "semantic/words", ids=named) if named else []
        return explanation(asked, rows[0], words, rows[0]["settings"], self._access.now())
