"""The error tree. Every error that a caller can meet is one of these.

    OxgraphError
    ├── InputError              InvalidInput, EmbeddingModelMismatch, EmbeddingModelUnset, LinkedToOtherWorkspace;
    │                           writes that the transaction guard refuses: GuardMissingScope, GuardScopeChanged,
    │                           GuardCrossWorkspace, GuardAppendOnly, GuardInvalidNode, GuardKindChanged,
    │                           GuardWorkspaceKept
    ├── LookupFailed            NotFound, MemoryReplaced, WorkspaceNotFound, WorkspaceExists, WorkspaceDeleted,
    │                           MemoryDisabled, ConversationDeleted, WorkspaceNotEmpty, WorkspaceImporting
    ├── MoveError               WorkspaceMoving, ServerUnknown, ServerUnreachable, MoveLost, MoveUnlike
    ├── ArchiveError            ArchiveInvalid, ArchiveVersion, ExportUnsettled, BackupPlaceFailed, BackupMissing
    ├── AccessError             Unauthenticated, PermissionDenied
    ├── SetupError              ExtraMissing, ConnectionFailed (DatabaseUnavailable), AuthenticationFailed
    │   │                       (PasswordExpired), ImportInterrupted, PluginMissing, PluginVersionMismatch,
    │   │                       SchemaOutdated, SchemaNewer, SchemaIncomplete, SchemaDuplicates, MigrationChanged,
    │   │                       CypherFileInvalid, FileChanged
    │   └── LocalError          HomeUnusable, HomeBusy, HomeRuns, HomeNotEmpty, JavaMissing, BuildToolMissing,
    │                           PluginBuildFailed, DownloadFailed, ChecksumMismatch, StartFailed, StopFailed,
    │                           NotRunning, PostgresFailed, DumpFailed
    ├── MirrorError             MirrorUnknown, MirrorFailed, MirrorOutdated, MirrorDenied, MirrorOfAnotherGraph,
    │                           MirrorBusy
    ├── RequestError            RateLimited, Overloaded, TimedOut, MalformedJson, PreconditionFailed, TooLarge,
    │                           IdempotencyConflict (of `oxgraph serve`)
    ├── LanguageModelFailed
    ├── PassBusy
    └── ServerError

Codes, exit statuses, HTTP statuses and messages stand in `tables/errors.tsv`, which the plugin reads too.
"""

import functools
import re
from typing import ClassVar, NamedTuple

from oxgraph import tables


class ErrorRow(NamedTuple):
    """One row of the table of codes."""

    code: str
    exit: int
    http: int
    message: str


@functools.cache
def error_table() -> dict[str, ErrorRow]:
    """The table of codes, by code."""
    return {
        row["code"]: ErrorRow(row["code"], int(row["exit"]), int(row["http"]), row["message"])
        for row in tables.read("errors")
    }


class OxgraphError(Exception):
    """An error of oxgraph: `code` says what is wrong, the message where it is and what to do.

    Constructed from the values that its message names (`InvalidInput(field="outcome", reason="…")`), or from a finished
    text as it comes from the plugin; `values` has them, or what `TEXT` finds in the text.
    """

    code: ClassVar[str] = "server_error"
    TEXT: ClassVar[re.Pattern[str] | None] = None
    """The form of its message, with a group for each value, where the values are read from a finished text."""

    def __init__(self, text: str | None = None, /, **values: object) -> None:
        found = self.TEXT.fullmatch(text) if text is not None and self.TEXT else None
        self.values = {**found.groupdict(), **values} if found else values
        super().__init__(text if text is not None else self.row().message.format(**values))

    @classmethod
    def row(cls) -> ErrorRow:
        """This error's row in the table."""
        return error_table()[cls.code]

    @property
    def exit_status(self) -> int:
        """The exit status of a command that fails with it."""
        return self.row().exit

    @property
    def http_status(self) -> int:
        """The HTTP status of the response."""
        return self.row().http


class InputError(OxgraphError):
    """The input is not accepted."""


class InvalidInput(InputError):
    """A field has a value that is not allowed."""

    code = "invalid_input"
    TEXT = re.compile(r"(?P<field>[^\s:]{1,200}): (?P<reason>.+)", re.DOTALL)


class EmbeddingModelMismatch(InputError):
    """Vectors of another model than the workspace's."""

    code = "embedding_model_mismatch"


class EmbeddingModelUnset(InputError):
    """A vector that an agent brings for a workspace that has no embedding model yet."""

    code = "embedding_model_unset"


class LinkedToOtherWorkspace(InputError):
    """Nodes to be adopted have relationships to nodes of another workspace."""

    code = "joined_elsewhere"


class GuardMissingScope(InputError):
    """A _mem node without id or workspace_id."""

    code = "guard_missing_scope"


class GuardScopeChanged(InputError):
    """A change of id or workspace_id."""

    code = "guard_scope_changed"


class GuardCrossWorkspace(InputError):
    """A relationship between two workspaces."""

    code = "guard_cross_workspace"


class GuardAppendOnly(InputError):
    """A change or a deletion of a transition or of a migration's record, or a forged one."""

    code = "guard_append_only"


class GuardInvalidNode(InputError):
    """A _mem node of an unknown kind, without a required property, or with a value that is not allowed."""

    code = "guard_invalid_node"


class GuardKindChanged(InputError):
    """A change of a _mem node's kind, or a node that was to leave memory without being deleted."""

    code = "guard_kind_changed"


class GuardWorkspaceKept(InputError):
    """A workspace's node that was to be deleted by hand, or a hard deletion that was to be called off."""

    code = "guard_workspace_kept"


class LookupFailed(OxgraphError):
    """What was named does not exist, or is not in the state that the call requires."""


class NotFound(LookupFailed):
    """No such node in this workspace."""

    code = "not_found"
    TEXT = re.compile(r"No (?P<kind>memory|entity|absorbed entity) (?P<id>.+) in this workspace\.", re.DOTALL)


class MemoryReplaced(LookupFailed):
    """The memory to be replaced was already replaced."""

    code = "memory_replaced"
    TEXT = re.compile(r"Memory (?P<id>\S+) .+")


class WorkspaceNotFound(LookupFailed):
    """No such workspace."""

    code = "workspace_not_found"


class WorkspaceExists(LookupFailed):
    """The name is taken."""

    code = "workspace_exists"


class WorkspaceDeleted(LookupFailed):
    """The workspace is soft-deleted."""

    code = "workspace_deleted"


class MemoryDisabled(LookupFailed):
    """Memory is switched off in the workspace."""

    code = "memory_disabled"


class ConversationDeleted(LookupFailed):
    """The conversation is being deleted."""

    code = "conversation_deleted"


class WorkspaceNotEmpty(LookupFailed):
    """An archive goes into a new or an empty workspace, or into the one that came from it."""

    code = "workspace_not_empty"


class WorkspaceImporting(LookupFailed):
    """The import of the workspace is not complete, so it is not served yet."""

    code = "workspace_importing"


class MoveError(OxgraphError):
    """A workspace is on another server, or on its way there."""


class WorkspaceMoving(MoveError):
    """The workspace moves to another server at this moment, or has moved there."""

    code = "workspace_moving"


class ServerUnknown(MoveError):
    """No login of a server of this name is known here."""

    code = "server_unknown"


class ServerUnreachable(MoveError):
    """The server that has the workspace does not answer."""

    code = "server_unreachable"


class MoveLost(MoveError):
    """Another process continued or undid the move."""

    code = "move_lost"


class MoveUnlike(MoveError):
    """The copy was not equal to the original."""

    code = "move_unlike"


class ArchiveError(OxgraphError):
    """An archive of a workspace cannot be written or read."""


class BackupPlaceFailed(ArchiveError):
    """The folder or address of a backup cannot be read or written."""

    code = "backup_place_failed"


class BackupMissing(ArchiveError):
    """There is no backup, or none so old, at the address that is restored from."""

    code = "backup_missing"


class ArchiveInvalid(ArchiveError):
    """The file is not an archive, or not whole."""

    code = "archive_invalid"


class ArchiveVersion(ArchiveError):
    """The archive was written by a later version."""

    code = "archive_version"


class ExportUnsettled(ArchiveError):
    """Transactions of others kept the export from ending."""

    code = "export_unsettled"


class AccessError(OxgraphError):
    """The caller may not do this."""


class Unauthenticated(AccessError):
    """The token is unknown, revoked or expired."""

    code = "unauthenticated"


class PermissionDenied(AccessError):
    """The token's role does not suffice."""

    code = "permission_denied"


class SetupError(OxgraphError):
    """Something that oxgraph depends on is missing or has the wrong version."""


class ExtraMissing(SetupError):
    """An optional dependency is not installed."""

    code = "extra_missing"


class ConnectionFailed(SetupError):
    """Neo4j does not answer."""

    code = "connection_failed"


class ImportInterrupted(SetupError):
    """Neo4j became unavailable during an import and did not return in time."""

    code = "import_interrupted"


class DatabaseUnavailable(ConnectionFailed):
    """Neo4j answers, but its database has stopped after an error such as a full disk."""

    code = "database_unavailable"


class AuthenticationFailed(SetupError):
    """Neo4j refused the login."""

    code = "authentication_failed"


class PasswordExpired(AuthenticationFailed):
    """Neo4j wants another password before the login may do anything, as a new Neo4j does."""

    code = "password_expired"


class PluginMissing(SetupError):
    """Neo4j runs without the plugin."""

    code = "plugin_missing"


class PluginVersionMismatch(SetupError):
    """Plugin and client are of different versions."""

    code = "plugin_version_mismatch"


class SchemaOutdated(SetupError):
    """Migrations are outstanding."""

    code = "schema_outdated"


class SchemaNewer(SetupError):
    """A later version has migrated the graph or the mirror."""

    code = "schema_newer"


class SchemaIncomplete(SetupError):
    """A constraint or an index of the migrations was dropped or made otherwise."""

    code = "schema_incomplete"


class SchemaDuplicates(SetupError):
    """A constraint cannot be made again, since nodes that it keeps apart are equal."""

    code = "schema_duplicates"


class MigrationChanged(SetupError):
    """An applied migration's file has changed."""

    code = "migration_changed"


class CypherFileInvalid(SetupError):
    """A Cypher file's header does not fit its name or its parameters."""

    code = "cypher_file_invalid"


class FileChanged(SetupError):
    """A file that comes with oxgraph is not the released one."""

    code = "file_changed"


class LocalError(SetupError):
    """The server on this machine, or something it needs, is not as it must be."""


class HomeUnusable(LocalError):
    """The folder that holds the server cannot be used."""

    code = "home_unusable"


class HomeBusy(LocalError):
    """Another process is starting or stopping the server of this folder."""

    code = "home_busy"


class JavaMissing(LocalError):
    """No Java that is new enough was found."""

    code = "java_missing"


class BuildToolMissing(LocalError):
    """A source checkout needs Maven or a JDK, and there is none."""

    code = "build_tool_missing"


class PluginBuildFailed(LocalError):
    """Maven could not build the plugin."""

    code = "plugin_build_failed"


class DownloadFailed(LocalError):
    """A jar of Neo4j could not be fetched."""

    code = "download_failed"


class ChecksumMismatch(LocalError):
    """A jar that arrived is not the one that was pinned."""

    code = "checksum_mismatch"


class StartFailed(LocalError):
    """Neo4j did not come up."""

    code = "start_failed"


class StopFailed(LocalError):
    """Neo4j did not go down."""

    code = "stop_failed"


class PostgresFailed(LocalError):
    """The Postgres of this machine could not be installed, started or stopped."""

    code = "postgres_failed"


class DumpFailed(LocalError):
    """A native dump could not be made or loaded."""

    code = "dump_failed"


class HomeRuns(LocalError):
    """The server runs, but must not."""

    code = "home_runs"


class HomeNotEmpty(LocalError):
    """The home has a database already."""

    code = "home_not_empty"


class NotRunning(LocalError):
    """No server runs from this folder."""

    code = "not_running"


class LanguageModelFailed(OxgraphError):
    """The language model was not reached, timed out, refused, or answered nonsense twice.

    `values["kind"]` says which: unreachable, timeout, refused, nonsense.
    """

    code = "language_model_failed"


class PassBusy(OxgraphError):
    """Another process runs the pass."""

    code = "pass_busy"


class MirrorError(OxgraphError):
    """Something is wrong with the Postgres mirror."""


class MirrorUnknown(MirrorError):
    """No mirror is named and none runs on this machine."""

    code = "mirror_unknown"


class MirrorFailed(MirrorError):
    """Postgres was not reached, or broke off."""

    code = "mirror_failed"


class MirrorOutdated(MirrorError):
    """The mirror has no tables yet, or those of another version."""

    code = "mirror_outdated"


class MirrorDenied(MirrorError):
    """The login may not do what was asked."""

    code = "mirror_denied"


class MirrorOfAnotherGraph(MirrorError):
    """The rows were copied from another database, or from a state that it has gone back behind."""

    code = "mirror_of_another_graph"


class MirrorBusy(MirrorError):
    """Another process copies to this mirror."""

    code = "mirror_busy"


class RequestError(OxgraphError):
    """A server of oxgraph (`oxgraph serve`) refuses the request."""


class RateLimited(RequestError):
    """The token calls too often."""

    code = "rate_limited"


class Overloaded(RequestError):
    """The server has too many calls under way."""

    code = "overloaded"


class TimedOut(RequestError):
    """The call took too long and was cancelled."""

    code = "timed_out"


class MalformedJson(RequestError):
    """The request's body is not JSON."""

    code = "malformed_json"


class PreconditionFailed(RequestError):
    """What is to be changed is not what the caller knows."""

    code = "precondition_failed"


class TooLarge(RequestError):
    """The request's body is too long."""

    code = "too_large"


class IdempotencyConflict(RequestError):
    """An idempotency key was used for another request."""

    code = "idempotency_conflict"


class ServerError(OxgraphError):
    """Neo4j reported something that is none of the above."""

    code = "server_error"


def error_classes() -> dict[str, type[OxgraphError]]:
    """Every class with a code of its own, by code."""
    found: dict[str, type[OxgraphError]] = {}
    queue: list[type[OxgraphError]] = [OxgraphError]
    while queue:
        parent = queue.pop()
        queue.extend(parent.__subclasses__())
        if "code" in vars(parent) and parent is not OxgraphError:
            found[parent.code] = parent
    return found


PLUGIN_MESSAGE = re.compile(r"\[oxgraph:([a-z_]+)\] (.*)", re.DOTALL)


def from_plugin(message: str) -> OxgraphError | None:
    """The error of a message of the plugin; None for other messages."""
    match = PLUGIN_MESSAGE.search(message)
    if match is None:
        return None
    return error_classes().get(match[1], ServerError)(match[2].strip())


DoorError = RequestError
"""Deprecated name of RequestError."""

JoinedElsewhere = LinkedToOtherWorkspace
"""Deprecated name of LinkedToOtherWorkspace."""
