"""What became of chats out of files."""

from collections.abc import Mapping

from pydantic import Field

from oxgraph.types.ingest import IngestReport
from oxgraph.types.results import Result


class ChatImport(Result):
    """What became of files of chats.

    Of `read` messages, `written` are new, `known` were there already, `invalid` did not fit and were left out (a few
    of them in `refusals`), and `left_out` counts the others by reason: system, tool, reasoning, hidden, other branch,
    other role, without text; attachments, which are parts of messages, count there too. `naive_times` had no zone and
    were read as UTC. `ingested` is the report of the extraction, where that was asked for.
    """

    conversations: int = 0
    read: int = 0
    written: int = 0
    known: int = 0
    invalid: int = 0
    naive_times: int = 0
    left_out: Mapping[str, int] = Field(default_factory=dict)
    refusals: tuple[str, ...] = ()
    seconds: float = 0.0
    ingested: IngestReport | None = None
