"""What ends a memory, and what brings it back."""

from typing import Any

from oxgraph.client._async.access import AsyncAccess
from oxgraph.errors import NotFound
from oxgraph.types import StatusChange
from oxgraph.types.semantic_inputs import ForgetRequest, MemoryId


class AsyncChanging:
    """Forgetting and reviving."""

    _access: AsyncAccess

    async def forget(self, memory_id: str, restore: bool = False) -> StatusChange:
        """Takes a memory out of every answer; it is kept, explained by `why`, and brought back by `revive`.

        With `restore`, what it alone had superseded holds again. Raises InvalidInput, NotFound.
        """
        asked = ForgetRequest(memory_id=memory_id, restore=restore)
        return await self._change("semantic.forget", "semantic/forget", asked.memory_id, restore=asked.restore)

    async def revive(self, memory_id: str) -> StatusChange:
        """Makes an expired or forgotten memory active again. Raises InvalidInput, NotFound."""
        return await self._change("semantic.revive", "semantic/revive", MemoryId(memory_id=memory_id).memory_id)

    async def _change(self, call: str, file: str, memory_id: str, **params: Any) -> StatusChange:
        row = await self._access.direct(call, file, ids=[memory_id], **params, now=self._access.now())
        if row["outcome"] == "not_found":
            raise NotFound(kind="memory", id=memory_id)
        return StatusChange(**row)
