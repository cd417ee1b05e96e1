"""Types of memories, and how fast each loses its freshness."""

from typing import TypeAlias

from oxgraph.client import audit
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.memory_rows import PREFIX, SUFFIX, half_lives
from oxgraph.errors import InvalidInput
from oxgraph.types import TypeRow
from oxgraph.types.semantic_fields import KINDS
from oxgraph.types.semantic_inputs import TypeDefinition

Rows: TypeAlias = list[TypeRow]


class AsyncTypes:
    """The types of one workspace's memories: seven built in, others to be added."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(self) -> Rows:
        """Every type with its half-life in days, the built-in ones first."""
        (row,) = await self._access.read("semantic.types.list", "workspace/settings")
        built_in = half_lives()
        rows = [
            TypeRow(name=name, half_life_days=days, built_in=name in built_in)
            for name, days in half_lives(row["settings"]).items()
        ]
        return sorted(rows, key=lambda row: (not row.built_in, row.name))

    async def define(self, name: str, half_life_days: float) -> TypeRow:
        """Adds a type of memories, or changes the half-life of one. Raises InvalidInput, PermissionDenied."""
        asked = TypeDefinition(name=name, half_life_days=half_life_days)
        built_in = half_lives()
        if asked.name in KINDS and asked.name not in built_in:
            raise InvalidInput(field="name", reason="is the name of a kind of node")
        (row,) = await self._access.read("semantic.types.define", "workspace/settings")
        changes = {f"{PREFIX}{asked.name}{SUFFIX}": asked.half_life_days}
        inputs = audit.inputs(row["settings"], changes)
        call = "semantic.types.define"
        await self._access.signed(call, "workspace/update", changes=changes, rule="defined", inputs=inputs)
        return TypeRow(**asked.model_dump(), built_in=asked.name in built_in)
