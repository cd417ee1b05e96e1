# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""All that is held about a person, in readable form: what an erasure of the person would remove."""

from pathlib import Path

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.erasure import held_about
from oxgraph.client.personal_data import personal_data, write_personal_data
from oxgraph.types.archive import UserExport

CALL = "semantic.erase_subject"


def export_user(access: Access, user_id: str, out: Path) -> UserExport:
    """Writes what is held about a user; see `AsyncClient.export_user`."""
    access.authorize(CALL)
    found = held_about(access, user_id)
    data = personal_data(access.name, user_id, access.now(), found)
    write_personal_data(out, data)
    return UserExport(
        workspace=access.name,
        user_id=user_id,
        file=out,
        counts={part: len(rows) for part, rows in data.items() if isinstance(rows, list) and part != "names"},
        exported_at=access.now(),
    )
