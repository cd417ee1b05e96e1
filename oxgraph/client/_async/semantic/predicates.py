"""Predicates: of which only one value holds at a time, and on which much hangs."""

from typing import TypeAlias

from oxgraph.client import audit
from oxgraph.client._async.access import AsyncAccess
from oxgraph.predicates import defaults
from oxgraph.types import PredicateRow
from oxgraph.types.semantic_inputs import PredicateDefinition

Rows: TypeAlias = list[PredicateRow]


class AsyncPredicates:
    """The predicates of one workspace: those that every workspace knows, and its own."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(self) -> Rows:
        """Every predicate that is known, by name. What stands nowhere is not stateful, importance 0.5."""
        known = {row["name"]: PredicateRow(**row) for row in defaults()}
        for row in await self._access.read("semantic.predicates.list", "semantic/predicates"):
            known[row["name"]] = PredicateRow(**row, defined=True)
        return [known[name] for name in sorted(known)]

    async def define(
        self, name: str, stateful: bool, importance: float = 0.5, description: str | None = None
    ) -> PredicateRow:
        """Says of a predicate whether only one value holds at a time, and how much hangs on it (0 to 1).

        Contradictions of a predicate from `review_importance` (0.7) on wait for a review. Goes for what is
        remembered from now on: what is there is not judged anew. Raises InvalidInput, PermissionDenied.
        """
        asked = PredicateDefinition(name=name, stateful=stateful, importance=importance, description=description)
        values = asked.model_dump()
        (row,) = await self._access.signed(
            "semantic.predicates.define", "semantic/define_predicate", **values, inputs=audit.given(values)
        )
        return PredicateRow(**row, defined=True)
