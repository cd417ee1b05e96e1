"""Memory on and off."""

from oxgraph.client import AsyncMemory
from oxgraph.operations.operation import operation
from oxgraph.types.results import Result


class MemorySwitch(Result):
    """Whether the workspace's memory is on now."""

    workspace_id: str
    memory_enabled: bool


@operation("workspace.enable_memory", "POST /memory/enable", call="enable", effect="writes", idempotent=True)
async def enable_memory(memory: AsyncMemory) -> MemorySwitch:
    """Switch agent memory on for the workspace of your token.

    From now on actions are captured and past experience is shown before them; what happened while it was off is not
    filled in. Takes no arguments. Use it only when an operator asks for it.
    """
    await memory.enable()
    return MemorySwitch(workspace_id=memory.workspace_id, memory_enabled=True)


@operation("workspace.disable_memory", "POST /memory/disable", call="disable", effect="writes", idempotent=True)
async def disable_memory(memory: AsyncMemory) -> MemorySwitch:
    """Switch agent memory off for the workspace of your token.

    Nothing more is captured, injected or remembered; everything that is there stays and can be asked for. Takes no
    arguments; workspace.enable_memory undoes it. Use it only when an operator asks for it.
    """
    await memory.disable()
    return MemorySwitch(workspace_id=memory.workspace_id, memory_enabled=False)
