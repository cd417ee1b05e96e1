"""What is asked of the working set."""

from typing import Annotated

from pydantic import Field

from oxgraph.types import limits
from oxgraph.types.fields import Id, Input, Name, OneOrMany

Seconds = Annotated[int, Field(ge=1, le=limits.SLOT_SECONDS)]


class Slot(Input):
    """A slot that is set; `ttl` in seconds, None for the workspace's."""

    conversation_id: Id
    slot: Name
    ttl: Seconds | None = None


class Slots(Input):
    """Slots of a conversation, by name; None for all."""

    conversation_id: Id
    slots: OneOrMany[Name] | None = None
