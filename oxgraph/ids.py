"""Identifiers: random ones, and ones derived from what they name, so that writing twice lands on one node."""

import uuid

NAMESPACE = uuid.UUID("85495b4c-963d-525a-ab84-ce03ce2c1db5")
"""oxgraph's namespace for UUIDv5: uuid5(NAMESPACE_DNS, 'oxgraph'). The plugin holds the same value."""

SEPARATOR = "\x1f"
UUID_LENGTH = 36
SYSTEM_WORKSPACE = "system"
"""The workspace_id of nodes that belong to no workspace, such as migrations."""


def new_id() -> str:
    """A random UUID as text."""
    return str(uuid.uuid4())


def stable_id(workspace_id: str, kind: str, parts: list[str | None]) -> str:
    """The id of what `parts` name in a workspace; the same as the Cypher function oxgraph.stable_id.

    In a workspace that was imported under another name, ids are those of the workspace that it is a copy of.
    """
    name = SEPARATOR.join([origin(workspace_id), kind, *(part or "" for part in parts)])
    return str(uuid.uuid5(NAMESPACE, name))


def origin(workspace_id: str) -> str:
    """The workspace from which the ids in this one derive: of a copy the original, else itself."""
    is_copy = len(workspace_id) == 2 * UUID_LENGTH + 1 and workspace_id[UUID_LENGTH] == "-"
    return workspace_id[:UUID_LENGTH] if is_copy else workspace_id


def owned_id(workspace_id: str, kind: str, parts: list[str | None], user_id: str = "") -> str:
    """The id of what `parts` name for a user; for what is shared (`user_id` is '') that of `stable_id`."""
    return stable_id(workspace_id, kind, [*parts, "user", user_id] if user_id else parts)


def is_uuid(text: str) -> bool:
    """Whether a text has the form of an id."""
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False
