"""All that is held about a person, in readable form: what an erasure of the person would remove."""

from pathlib import Path

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.erasure import held_about
from oxgraph.client.personal_data import personal_data, write_personal_data
from oxgraph.types.archive import UserExport

CALL = "semantic.erase_subject"


async def export_user(access: AsyncAccess, user_id: str, out: Path) -> UserExport:
    """Writes what is held about a user; see `AsyncClient.export_user`."""
    await access.authorize(CALL)
    found = await held_about(access, user_id)
    data = personal_data(access.name, user_id, access.now(), found)
    write_personal_data(out, data)
    return UserExport(
        workspace=access.name,
        user_id=user_id,
        file=out,
        counts={part: len(rows) for part, rows in data.items() if isinstance(rows, list) and part != "names"},
        exported_at=access.now(),
    )
