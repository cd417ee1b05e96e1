"""Whom statements are about that name nobody, and to whom they belong."""

from collections.abc import Iterable, Mapping
from typing import Any

from oxgraph.client._async.access import AsyncAccess
from oxgraph.extraction.turns import USER

Item = dict[str, Any]

PARTIES = ("subject", "object")


async def user_entity(access: AsyncAccess, call: str, user_id: str) -> str:
    """The id of the entity that stands for a user, which is made when there is none."""
    found = await access.read(call, "semantic/user", user_id=user_id)
    return str(found[0]["id"]) if found else await _made(access, call, user_id, user_id, user_id)


def user_node_id(user_id: str, conversation_id: str) -> str:
    """The node_id of the entity that a user without a speaker's name is; '' is the user of a shared conversation."""
    return user_id or f"conversation:{conversation_id}"


async def anonymous_user(access: AsyncAccess, call: str, conversation_id: str) -> str:
    """The id of the entity that stands for the user of a shared conversation, who has neither name nor id.

    It is one of that conversation: what two of them say never meets.
    """
    node_id = user_node_id("", conversation_id)
    return await _made(access, call, node_id, f"user of conversation {conversation_id}", "")


async def _made(access: AsyncAccess, call: str, node_id: str, name: str, owner: str) -> str:
    given = {"user_id": node_id, "name": name, "owner": owner, "now": access.now()}
    (row,) = await access.write(call, "semantic/ensure_user", **given)
    return str(row["id"])


async def owned(access: AsyncAccess, call: str, rows: list[Item]) -> list[Item]:
    """Statements with their owners; `user` as subject or object of one that belongs to a user is that user.

    Raises PermissionDenied for an owner that the caller is not.
    """
    owners = [access.as_user(row.get("user_id")).user_id for row in rows]
    said: dict[str, list[str]] = {}
    for row, owner in zip(rows, owners, strict=True):
        if owner and _about_user(row):
            said.setdefault(owner, []).append(row["id"])
    made = {owner: await _user_of(access, call, owner, statements) for owner, statements in said.items()}
    entities = {owner: entity_id for owner, entity_id in made.items() if entity_id is not None}
    found = []
    for row, owner in zip(rows, owners, strict=True):
        placed = about(row, entities[owner]) if owner in entities else row
        found.append(placed | ({"user_id": owner} if owner else {}))
    return found


async def _user_of(access: AsyncAccess, call: str, user_id: str, statements: list[str]) -> str | None:
    """The id of a user's entity, made when there is none; None where all statements were deleted or erased before."""
    found = await access.read(call, "semantic/user", user_id=user_id)
    if found:
        return str(found[0]["id"])
    ids = list(set(statements))
    (row,) = await access.read(call, "semantic/known_statements", user_id=user_id, ids=ids)
    return None if row["known"] == len(ids) else await _made(access, call, user_id, user_id, user_id)


def _about_user(row: Mapping[str, Any]) -> bool:
    return any(row.get(party) == USER for party in PARTIES)


def about(row: Item, entity_id: str) -> Item:
    """A statement in which `user` stands for an entity."""
    placed = dict(row)
    for party in PARTIES:
        if row.get(party) == USER:
            del placed[party]
            placed.pop(f"{party}_type", None)
            placed[f"{party}_id"] = entity_id
    return placed


async def of_conversation(access: AsyncAccess, call: str, conversation_id: str, items: Iterable[Item]) -> list[Item]:
    """Extracted statements of a shared conversation, in which `user` is its anonymous user; a user's as they are."""
    given = list(items)
    if access.user_id or not any(_about_user(item) for item in given):
        return given
    entity_id = await anonymous_user(access, call, conversation_id)
    return [about(item, entity_id) for item in given]
