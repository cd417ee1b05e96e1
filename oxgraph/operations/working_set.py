"""Operations on the working set: slots of JSON per conversation that expire unless they are read."""

from typing import Annotated, Any

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.errors import NotFound
from oxgraph.operations.arguments import ConversationId, Cursor, Limit, UserId
from oxgraph.operations.definition import Done, Page, operation
from oxgraph.types import limits
from oxgraph.types.fields import Name
from oxgraph.types.results import Result
from oxgraph.types.turn import SlotRow

Slot = Annotated[Name, Field(description="The slot's name.", examples=["planner_decision"])]


class SlotValue(Result):
    """A slot."""

    slot: str
    value: Any


class Slots(Result):
    """Slots by their names."""

    slots: dict[str, Any]


PATH = "/conversations/{conversation_id}/slots"


@operation("working.list", "GET /slots", call="working.list_page", effect="reads")
async def list_slots(
    memory: AsyncMemory,
    conversation_id: ConversationId | None = None,
    user_id: UserId | None = None,
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
) -> Page[SlotRow]:
    """List the slots that are there, the last to expire first; unlike reading, this keeps none alive."""
    return await memory.working.list_page(conversation_id, user_id=user_id, limit=limit, cursor=cursor)


@operation(
    "working.set",
    f"PUT {PATH}/{{slot}}",
    call="working.set",
    of_user=True,
    effect="writes",
    example={"value": {"step": 2, "of": 5}, "ttl": 3600},
)
async def set_slot(
    memory: AsyncMemory,
    conversation_id: ConversationId,
    slot: Slot,
    value: Annotated[Any, Field(description="Any JSON value, up to 1,000,000 characters.")],
    ttl: Annotated[
        int,
        Field(ge=1, le=limits.SLOT_SECONDS, description="Time to live in seconds; default: the workspace's setting."),
    ]
    | None = None,
) -> Done:
    """Set a slot; each read extends its life by its full time to live."""
    await memory.working.set(conversation_id, slot, value, ttl=ttl)
    return Done()


@operation("working.get", f"GET {PATH}/{{slot}}", call="working.get", of_user=True, effect="reads")
async def get(memory: AsyncMemory, conversation_id: ConversationId, slot: Slot) -> SlotValue:
    """Read a slot and extend its life; 404 where it has expired."""
    found = await memory.working.get_many(conversation_id, [slot])
    if slot not in found:
        raise NotFound(kind="slot", id=slot)
    return SlotValue(slot=slot, value=found[slot])


@operation("working.get_many", f"GET {PATH}", call="working.get_many", of_user=True, effect="reads")
async def get_many(
    memory: AsyncMemory,
    conversation_id: ConversationId,
    slots: Annotated[
        tuple[Name, ...], Field(max_length=limits.TARGETS, description="Names of the slots; default: all.")
    ] = (),
) -> Slots:
    """Read several slots and extend their lives; expired ones are left out."""
    return Slots(slots=await memory.working.get_many(conversation_id, slots or None))


@operation("working.delete", f"DELETE {PATH}/{{slot}}", call="working.delete", of_user=True, effect="destroys")
async def delete(memory: AsyncMemory, conversation_id: ConversationId, slot: Slot) -> Done:
    """Delete a slot; `count` is 0 where there was none."""
    return Done(count=int(await memory.working.delete(conversation_id, slot)))


@operation("working.clear", f"DELETE {PATH}", call="working.clear", of_user=True, effect="destroys")
async def clear(memory: AsyncMemory, conversation_id: ConversationId) -> Done:
    """Delete all slots of a conversation; `count` is their number."""
    return Done(count=await memory.working.clear(conversation_id))
