"""The working set: named slots of JSON in a conversation, with a time to live."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.conversation_parts import slots_of
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.readable import results_or_none
from oxgraph.errors import InvalidInput
from oxgraph.ids import new_id
from oxgraph.types import limits
from oxgraph.types.fields import json_text
from oxgraph.types.pages import LATEST, Page, PageRequest
from oxgraph.types.turn import Slot, SlotFilter, SlotRow, Slots

SHOWN = 2_000
"""Characters of a value in a list."""


def seconds(ttl: float | timedelta | None) -> int | None:
    """A time to live in whole seconds. Raises InvalidInput."""
    given = ttl.total_seconds() if isinstance(ttl, timedelta) else ttl
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int | float) or given != given // 1:
        raise InvalidInput(field="ttl", reason="must be whole seconds")
    return int(given)


def text_of(value: Any) -> str:
    """A value as JSON. Raises InvalidInput for what JSON has no form for, and where it is too long."""
    try:
        return json_text(value, limits.SLOT_VALUE)
    except ValueError as error:
        raise InvalidInput(field="value", reason=str(error)[:200]) from None


@typed_arguments
class AsyncWorking:
    """What an agent holds in mind in a conversation: named slots of JSON, an hour each, and again with each reading.

    A slot is gone for every reader once it has expired, to the second of the connection's clock. It works with
    memory switched off, and is no part of recall. With a `user_id` a slot is that user's: setting, deleting and
    clearing touch no other's, and reading gives the shared one where the user has none of the name.
    """

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def set(
        self,
        conversation_id: str,
        slot: str,
        value: Any,
        *,
        ttl: float | timedelta | None = None,
        user_id: str | None = None,
    ) -> None:
        """Sets a slot to a value, whatever it was before, for `ttl` (whole seconds; 1 second to 30 days).

        Without `ttl` it lives for the workspace's `slot_seconds` (an hour). The value is whatever JSON holds, at most
        1,000,000 characters of it, and None is a value too; the slot's name has 1–200 characters. Durable when this
        returns. Raises InvalidInput.
        """
        given, access = (
            Slot(conversation_id=conversation_id, slot=slot, ttl=seconds(ttl)),
            self._access.as_user(user_id),
        )
        await access.call(
            "working.set",
            "slot/set",
            id=access.owned_id("slot", conversation_id, slot),
            conversation_id=given.conversation_id,
            name=given.slot,
            value=text_of(value),
            ttl_seconds=given.ttl,
            version=new_id(),
            now=access.now(),
        )

    async def get(self, conversation_id: str, slot: str, *, user_id: str | None = None) -> Any:
        """The value of a slot, which lives on for its whole time from now; None where it is gone. One round trip.

        Raises InvalidInput.
        """
        return (await self._got("working.get", conversation_id, [slot], user_id)).get(slot)

    async def get_many(
        self, conversation_id: str, slots: str | Iterable[str] | None = None, *, user_id: str | None = None
    ) -> dict[str, Any]:
        """The values of the slots that are there, by name; of all without `slots` (at most 100). One round trip.

        Each of them lives on for its whole time from now. Raises InvalidInput.
        """
        return await self._got("working.get_many", conversation_id, slots, user_id)

    async def list_page(
        self,
        conversation_id: str | None = None,
        *,
        user_id: str | None = None,
        limit: int = limits.PAGE,
        cursor: str | None = None,
    ) -> Page[SlotRow]:
        """The slots that are there, of a conversation or of all, the last to expire first, a page at a time.

        With `user_id` those of that user alone. Up to `limit` (1 to 1,000) come at once. This is a look from outside:
        unlike reading, it keeps no slot alive. Raises InvalidInput.
        """
        asked, page = SlotFilter(conversation_id=conversation_id), PageRequest(limit=limit, cursor=cursor)
        listed = f"slots {asked.conversation_id or ''}"
        place = {"after": page.place(listed, [LATEST, ""]), "limit": page.one_more, "now": self._access.now()}
        given = place | asked.model_dump() | {"visible": self._access.owners(user_id), "most": SHOWN}
        rows = await self._access.read("working.list_page", "slot/list", **given)
        return page.page(listed, results_or_none(SlotRow, rows), [row["place"] for row in rows])

    async def delete(self, conversation_id: str, slot: str, *, user_id: str | None = None) -> bool:
        """Deletes a slot; whether it was there. Raises InvalidInput."""
        return await self._deleted("working.delete", conversation_id, [slot], user_id) > 0

    async def clear(self, conversation_id: str, *, user_id: str | None = None) -> int:
        """Deletes all slots of a conversation, in one statement; how many were there. Raises InvalidInput."""
        return await self._deleted("working.clear", conversation_id, None, user_id)

    async def _got(
        self, call: str, conversation_id: str, names: str | Iterable[str] | None, user_id: str | None
    ) -> dict[str, Any]:
        params = self._asked(conversation_id, names)
        row = await self._access.as_user(user_id).call(call, "slot/get", **params)
        return slots_of(row)

    async def _deleted(
        self, call: str, conversation_id: str, names: str | Iterable[str] | None, user_id: str | None
    ) -> int:
        row = await self._access.as_user(user_id).call(call, "slot/delete", **self._asked(conversation_id, names))
        return int(row["deleted"])

    def _asked(self, conversation_id: str, names: str | Iterable[str] | None) -> dict[str, Any]:
        asked = tuple(names) if isinstance(names, Iterable) and not isinstance(names, str) else names
        given = Slots(conversation_id=conversation_id, slots=asked)
        chosen = None if given.slots is None else list(given.slots)
        return {"conversation_id": given.conversation_id, "names": chosen, "now": self._access.now()}
