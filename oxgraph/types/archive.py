"""What export and import of a workspace give back."""

from datetime import datetime
from pathlib import Path

from oxgraph.types.results import Result


class WorkspaceDigest(Result):
    """A workspace's content as of one position of the change feed.

    `counts` and `digests` have a row for each kind of nodes and each type of relationships. `digest` stands for all of
    them: equal content has an equal digest, whatever the workspace's name, server and vectors are.
    """

    workspace: str
    position: int
    counts: dict[str, int]
    nodes: int
    relationships: int
    digests: dict[str, str]
    digest: str


class ExportReport(WorkspaceDigest):
    """What an archive holds. `vectors` counts them; `bytes` is the file's size."""

    file: Path
    embedding_model: str | None
    vectors: int
    bytes: int
    exported_at: datetime


class ImportReport(Result):
    """What was imported. `written` counts the nodes and relationships of this call: none where all was there already.

    `already_imported` is whether the same archive had been imported before, as a whole.
    """

    workspace: str
    workspace_id: str
    file: Path
    written: int
    already_imported: bool
    counts: dict[str, int]
    nodes: int
    relationships: int
    vectors: int
    digests: dict[str, str]
    digest: str


class UserExport(Result):
    """What was written about a user; `counts` has the number of items of each part of the document."""

    workspace: str
    user_id: str
    file: Path
    counts: dict[str, int]
    exported_at: datetime


class BackupReport(Result):
    """What a backup holds; `written` counts the workspaces that had changed since the last one there.

    `removed` counts the older backups that `keep` removed. `carried` names the workspaces that were not asked for and
    are in it as the backup before has them.
    """

    address: str
    workspaces: int
    written: int
    tokens: int
    removed: int
    carried: tuple[str, ...]
    digests: dict[str, str]
    made_at: datetime


class RestoreReport(Result):
    """What was restored; `tokens` counts the tokens that were not there.

    `written` counts the workspaces that were imported: those that were not there, and those without memory that the
    backup has some of.

    `kept` names the workspaces that are there and have changed since the backup: they stay as they are.

    `deleted` names those that were soft-deleted when the backup was made: they are soft-deleted again; `elsewhere`
    those that came to the main server, since the login of theirs is not here. `made_at` is when the backup was made.
    """

    address: str
    workspaces: int
    written: int
    tokens: int
    deleted: tuple[str, ...]
    elsewhere: tuple[str, ...]
    kept: tuple[str, ...]
    digests: dict[str, str]
    made_at: datetime
