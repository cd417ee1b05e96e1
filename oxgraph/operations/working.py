"""The working set: what an agent holds in mind in a conversation, for an hour."""

from typing import Annotated, Any

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.errors import NotFound
from oxgraph.operations.fields import ConversationName
from oxgraph.operations.operation import Done, operation
from oxgraph.types import limits
from oxgraph.types.results import Result
from oxgraph.types.turn import SlotName

Slot = Annotated[SlotName, Field(description="The slot's name.", examples=["planner_decision"])]


class SlotValue(Result):
    """A slot."""

    slot: str
    value: Any


class Slots(Result):
    """Slots by their names."""

    slots: dict[str, Any]


PATH = "/conversations/{conversation_id}/slots"


@operation("working.set", f"PUT {PATH}/{{slot}}", call="working.set", effect="writes", tool=False)
async def set_slot(
    memory: AsyncMemory,
    conversation_id: ConversationName,
    slot: Slot,
    value: Annotated[Any, Field(description="Any JSON, at most 1,000,000 characters of it.")],
    ttl: Annotated[int, Field(ge=1, le=limits.SLOT_SECONDS, description="Seconds; default: the workspace's.")]
    | None = None,
) -> Done:
    """Set a slot, whatever it was before; each reading lets it live on for its whole time."""
    await memory.working.set(conversation_id, slot, value, ttl=ttl)
    return Done()


@operation("working.get", f"GET {PATH}/{{slot}}", call="working.get", effect="reads", tool=False)
async def get(memory: AsyncMemory, conversation_id: ConversationName, slot: Slot) -> SlotValue:
    """Read a slot, which lives on by that; 404 where it is gone."""
    found = await memory.working.get_many(conversation_id, [slot])
    if slot not in found:
        raise NotFound(kind="slot", id=slot)
    return SlotValue(slot=slot, value=found[slot])


@operation("working.get_many", f"GET {PATH}", call="working.get_many", effect="reads", tool=False)
async def get_many(
    memory: AsyncMemory,
    conversation_id: ConversationName,
    slots: Annotated[tuple[SlotName, ...], Field(max_length=100, description="Their names; default: all.")] = (),
) -> Slots:
    """Read the slots that are there."""
    return Slots(slots=await memory.working.get_many(conversation_id, slots or None))


@operation("working.delete", f"DELETE {PATH}/{{slot}}", call="working.delete", effect="destroys", tool=False)
async def delete(memory: AsyncMemory, conversation_id: ConversationName, slot: Slot) -> Done:
    """Delete a slot; `count` says whether it was there."""
    return Done(count=int(await memory.working.delete(conversation_id, slot)))


@operation("working.clear", f"DELETE {PATH}", call="working.clear", effect="destroys", tool=False)
async def clear(memory: AsyncMemory, conversation_id: ConversationName) -> Done:
    """Delete all slots of a conversation; `count` of them were there."""
    return Done(count=await memory.working.clear(conversation_id))
