"""The public names, for type checkers and for lazy loading: `__init__.py` reads this file at run time."""

from .client import (
    AsyncClient as AsyncClient,
)
from .client import (
    AsyncMemory as AsyncMemory,
)
from .client import (
    AsyncTurn as AsyncTurn,
)
from .client import (
    Client as Client,
)
from .client import (
    Memory as Memory,
)
from .client import (
    Turn as Turn,
)
from .client import (
    connect as connect,
)
from .client import (
    connect_async as connect_async,
)
from .errors import (
    AccessError as AccessError,
)
from .errors import (
    ArchiveError as ArchiveError,
)
from .errors import (
    ArchiveInvalid as ArchiveInvalid,
)
from .errors import (
    ArchiveVersion as ArchiveVersion,
)
from .errors import (
    AuthenticationFailed as AuthenticationFailed,
)
from .errors import (
    BackupMissing as BackupMissing,
)
from .errors import (
    BackupPlaceFailed as BackupPlaceFailed,
)
from .errors import (
    BuildToolMissing as BuildToolMissing,
)
from .errors import (
    ChecksumMismatch as ChecksumMismatch,
)
from .errors import (
    ConnectionFailed as ConnectionFailed,
)
from .errors import (
    ConversationDeleted as ConversationDeleted,
)
from .errors import (
    CypherFileInvalid as CypherFileInvalid,
)
from .errors import (
    DatabaseUnavailable as DatabaseUnavailable,
)
from .errors import (
    DoorError as DoorError,
)
from .errors import (
    DownloadFailed as DownloadFailed,
)
from .errors import (
    DumpFailed as DumpFailed,
)
from .errors import (
    EmbeddingModelMismatch as EmbeddingModelMismatch,
)
from .errors import (
    EmbeddingModelUnset as EmbeddingModelUnset,
)
from .errors import (
    ExportUnsettled as ExportUnsettled,
)
from .errors import (
    ExtraMissing as ExtraMissing,
)
from .errors import (
    FileChanged as FileChanged,
)
from .errors import (
    GuardAppendOnly as GuardAppendOnly,
)
from .errors import (
    GuardCrossWorkspace as GuardCrossWorkspace,
)
from .errors import (
    GuardInvalidNode as GuardInvalidNode,
)
from .errors import (
    GuardKindChanged as GuardKindChanged,
)
from .errors import (
    GuardMissingScope as GuardMissingScope,
)
from .errors import (
    GuardScopeChanged as GuardScopeChanged,
)
from .errors import (
    GuardWorkspaceKept as GuardWorkspaceKept,
)
from .errors import (
    HomeBusy as HomeBusy,
)
from .errors import (
    HomeNotEmpty as HomeNotEmpty,
)
from .errors import (
    HomeRuns as HomeRuns,
)
from .errors import (
    HomeUnusable as HomeUnusable,
)
from .errors import (
    IdempotencyConflict as IdempotencyConflict,
)
from .errors import (
    ImportInterrupted as ImportInterrupted,
)
from .errors import (
    InputError as InputError,
)
from .errors import (
    InvalidInput as InvalidInput,
)
from .errors import (
    JavaMissing as JavaMissing,
)
from .errors import (
    JoinedElsewhere as JoinedElsewhere,
)
from .errors import (
    LanguageModelFailed as LanguageModelFailed,
)
from .errors import (
    LinkedToOtherWorkspace as LinkedToOtherWorkspace,
)
from .errors import (
    LocalError as LocalError,
)
from .errors import (
    LookupFailed as LookupFailed,
)
from .errors import (
    MalformedJson as MalformedJson,
)
from .errors import (
    MemoryDisabled as MemoryDisabled,
)
from .errors import (
    MemoryReplaced as MemoryReplaced,
)
from .errors import (
    MigrationChanged as MigrationChanged,
)
from .errors import (
    MirrorBusy as MirrorBusy,
)
from .errors import (
    MirrorDenied as MirrorDenied,
)
from .errors import (
    MirrorError as MirrorError,
)
from .errors import (
    MirrorFailed as MirrorFailed,
)
from .errors import (
    MirrorOfAnotherGraph as MirrorOfAnotherGraph,
)
from .errors import (
    MirrorOutdated as MirrorOutdated,
)
from .errors import (
    MirrorUnknown as MirrorUnknown,
)
from .errors import (
    MoveError as MoveError,
)
from .errors import (
    MoveLost as MoveLost,
)
from .errors import (
    MoveUnlike as MoveUnlike,
)
from .errors import (
    NotFound as NotFound,
)
from .errors import (
    NotRunning as NotRunning,
)
from .errors import (
    Overloaded as Overloaded,
)
from .errors import (
    OxgraphError as OxgraphError,
)
from .errors import (
    PassBusy as PassBusy,
)
from .errors import (
    PasswordExpired as PasswordExpired,
)
from .errors import (
    PermissionDenied as PermissionDenied,
)
from .errors import (
    PluginBuildFailed as PluginBuildFailed,
)
from .errors import (
    PluginMissing as PluginMissing,
)
from .errors import (
    PluginVersionMismatch as PluginVersionMismatch,
)
from .errors import (
    PostgresFailed as PostgresFailed,
)
from .errors import (
    PreconditionFailed as PreconditionFailed,
)
from .errors import (
    RateLimited as RateLimited,
)
from .errors import (
    RequestError as RequestError,
)
from .errors import (
    SchemaDuplicates as SchemaDuplicates,
)
from .errors import (
    SchemaIncomplete as SchemaIncomplete,
)
from .errors import (
    SchemaNewer as SchemaNewer,
)
from .errors import (
    SchemaOutdated as SchemaOutdated,
)
from .errors import (
    ServerError as ServerError,
)
from .errors import (
    ServerUnknown as ServerUnknown,
)
from .errors import (
    ServerUnreachable as ServerUnreachable,
)
from .errors import (
    SetupError as SetupError,
)
from .errors import (
    StartFailed as StartFailed,
)
from .errors import (
    StopFailed as StopFailed,
)
from .errors import (
    TimedOut as TimedOut,
)
from .errors import (
    TooLarge as TooLarge,
)
from .errors import (
    Unauthenticated as Unauthenticated,
)
from .errors import (
    WorkspaceDeleted as WorkspaceDeleted,
)
from .errors import (
    WorkspaceExists as WorkspaceExists,
)
from .errors import (
    WorkspaceImporting as WorkspaceImporting,
)
from .errors import (
    WorkspaceMoving as WorkspaceMoving,
)
from .errors import (
    WorkspaceNotEmpty as WorkspaceNotEmpty,
)
from .errors import (
    WorkspaceNotFound as WorkspaceNotFound,
)
from .settings import (
    WorkspaceSettings as WorkspaceSettings,
)
from .types import (
    Action as Action,
)
from .types import (
    ActionRow as ActionRow,
)
from .types import (
    AdoptionReport as AdoptionReport,
)
from .types import (
    AliasGiven as AliasGiven,
)
from .types import (
    AsOf as AsOf,
)
from .types import (
    AuditRow as AuditRow,
)
from .types import (
    BackupReport as BackupReport,
)
from .types import (
    BatchResult as BatchResult,
)
from .types import (
    BenchmarkRow as BenchmarkRow,
)
from .types import (
    CaptureResult as CaptureResult,
)
from .types import (
    Change as Change,
)
from .types import (
    Changes as Changes,
)
from .types import (
    ComparedValue as ComparedValue,
)
from .types import (
    Comparison as Comparison,
)
from .types import (
    ConnectionRemoval as ConnectionRemoval,
)
from .types import (
    ConnectionRow as ConnectionRow,
)
from .types import (
    DecayReport as DecayReport,
)
from .types import (
    EntityDetails as EntityDetails,
)
from .types import (
    EntityRow as EntityRow,
)
from .types import (
    EntityTypeRow as EntityTypeRow,
)
from .types import (
    EvidenceRow as EvidenceRow,
)
from .types import (
    Explanation as Explanation,
)
from .types import (
    ExportReport as ExportReport,
)
from .types import (
    FactRow as FactRow,
)
from .types import (
    Finding as Finding,
)
from .types import (
    FoundEntity as FoundEntity,
)
from .types import (
    GraphEdge as GraphEdge,
)
from .types import (
    GraphNeighbourhood as GraphNeighbourhood,
)
from .types import (
    GraphNode as GraphNode,
)
from .types import (
    ImportReport as ImportReport,
)
from .types import (
    InjectedPattern as InjectedPattern,
)
from .types import (
    Injection as Injection,
)
from .types import (
    LinkedEntities as LinkedEntities,
)
from .types import (
    LinkRow as LinkRow,
)
from .types import (
    MemoryRow as MemoryRow,
)
from .types import (
    MergeReport as MergeReport,
)
from .types import (
    MetricRow as MetricRow,
)
from .types import (
    MetricValue as MetricValue,
)
from .types import (
    MirrorScan as MirrorScan,
)
from .types import (
    ModelChange as ModelChange,
)
from .types import (
    NamedEntity as NamedEntity,
)
from .types import (
    NewMemory as NewMemory,
)
from .types import (
    NewToken as NewToken,
)
from .types import (
    Outcome as Outcome,
)
from .types import (
    Page as Page,
)
from .types import (
    PatternRow as PatternRow,
)
from .types import (
    PredicateRow as PredicateRow,
)
from .types import (
    Recall as Recall,
)
from .types import (
    Recalled as Recalled,
)
from .types import (
    RecallNotes as RecallNotes,
)
from .types import (
    Receipt as Receipt,
)
from .types import (
    ReleaseReport as ReleaseReport,
)
from .types import (
    Remembered as Remembered,
)
from .types import (
    ResolvedEntity as ResolvedEntity,
)
from .types import (
    RestoreReport as RestoreReport,
)
from .types import (
    ReviewRow as ReviewRow,
)
from .types import (
    Role as Role,
)
from .types import (
    SearchResult as SearchResult,
)
from .types import (
    SequenceDetail as SequenceDetail,
)
from .types import (
    SequenceRow as SequenceRow,
)
from .types import (
    SessionEnded as SessionEnded,
)
from .types import (
    SessionImport as SessionImport,
)
from .types import (
    SimilarSequence as SimilarSequence,
)
from .types import (
    StatusChange as StatusChange,
)
from .types import (
    TimelineRow as TimelineRow,
)
from .types import (
    TokenRow as TokenRow,
)
from .types import (
    TransitionRow as TransitionRow,
)
from .types import (
    Traversal as Traversal,
)
from .types import (
    TraversedEdge as TraversedEdge,
)
from .types import (
    TraversedNode as TraversedNode,
)
from .types import (
    TurnPart as TurnPart,
)
from .types import (
    TurnRecord as TurnRecord,
)
from .types import (
    TypeRow as TypeRow,
)
from .types import (
    UserExport as UserExport,
)
from .types import (
    Visibility as Visibility,
)
from .types import (
    WorkspaceDigest as WorkspaceDigest,
)
from .types import (
    WorkspaceRow as WorkspaceRow,
)

__version__: str

__all__ = [
    "AccessError",
    "Action",
    "ActionRow",
    "AdoptionReport",
    "AliasGiven",
    "ArchiveError",
    "ArchiveInvalid",
    "ArchiveVersion",
    "AsOf",
    "AsyncClient",
    "AsyncMemory",
    "AsyncTurn",
    "AuditRow",
    "AuthenticationFailed",
    "BackupMissing",
    "BackupPlaceFailed",
    "BackupReport",
    "BatchResult",
    "BenchmarkRow",
    "BuildToolMissing",
    "CaptureResult",
    "Change",
    "Changes",
    "ChecksumMismatch",
    "Client",
    "ComparedValue",
    "Comparison",
    "ConnectionFailed",
    "ConnectionRemoval",
    "ConnectionRow",
    "ConversationDeleted",
    "CypherFileInvalid",
    "DatabaseUnavailable",
    "DecayReport",
    "DoorError",
    "DownloadFailed",
    "DumpFailed",
    "EmbeddingModelMismatch",
    "EmbeddingModelUnset",
    "EntityDetails",
    "EntityRow",
    "EntityTypeRow",
    "EvidenceRow",
    "Explanation",
    "ExportReport",
    "ExportUnsettled",
    "ExtraMissing",
    "FactRow",
    "FileChanged",
    "Finding",
    "FoundEntity",
    "GraphEdge",
    "GraphNeighbourhood",
    "GraphNode",
    "GuardAppendOnly",
    "GuardCrossWorkspace",
    "GuardInvalidNode",
    "GuardKindChanged",
    "GuardMissingScope",
    "GuardScopeChanged",
    "GuardWorkspaceKept",
    "HomeBusy",
    "HomeNotEmpty",
    "HomeRuns",
    "HomeUnusable",
    "IdempotencyConflict",
    "ImportInterrupted",
    "ImportReport",
    "InjectedPattern",
    "Injection",
    "InputError",
    "InvalidInput",
    "JavaMissing",
    "JoinedElsewhere",
    "LanguageModelFailed",
    "LinkRow",
    "LinkedEntities",
    "LinkedToOtherWorkspace",
    "LocalError",
    "LookupFailed",
    "MalformedJson",
    "Memory",
    "MemoryDisabled",
    "MemoryReplaced",
    "MemoryRow",
    "MergeReport",
    "MetricRow",
    "MetricValue",
    "MigrationChanged",
    "MirrorBusy",
    "MirrorDenied",
    "MirrorError",
    "MirrorFailed",
    "MirrorOfAnotherGraph",
    "MirrorOutdated",
    "MirrorScan",
    "MirrorUnknown",
    "ModelChange",
    "MoveError",
    "MoveLost",
    "MoveUnlike",
    "NamedEntity",
    "NewMemory",
    "NewToken",
    "NotFound",
    "NotRunning",
    "Outcome",
    "Overloaded",
    "OxgraphError",
    "Page",
    "PassBusy",
    "PasswordExpired",
    "PatternRow",
    "PermissionDenied",
    "PluginBuildFailed",
    "PluginMissing",
    "PluginVersionMismatch",
    "PostgresFailed",
    "PreconditionFailed",
    "PredicateRow",
    "RateLimited",
    "Recall",
    "RecallNotes",
    "Recalled",
    "Receipt",
    "ReleaseReport",
    "Remembered",
    "RequestError",
    "ResolvedEntity",
    "RestoreReport",
    "ReviewRow",
    "Role",
    "SchemaDuplicates",
    "SchemaIncomplete",
    "SchemaNewer",
    "SchemaOutdated",
    "SearchResult",
    "SequenceDetail",
    "SequenceRow",
    "ServerError",
    "ServerUnknown",
    "ServerUnreachable",
    "SessionEnded",
    "SessionImport",
    "SetupError",
    "SimilarSequence",
    "StartFailed",
    "StatusChange",
    "StopFailed",
    "TimedOut",
    "TimelineRow",
    "TokenRow",
    "TooLarge",
    "TransitionRow",
    "Traversal",
    "TraversedEdge",
    "TraversedNode",
    "Turn",
    "TurnPart",
    "TurnRecord",
    "TypeRow",
    "Unauthenticated",
    "UserExport",
    "Visibility",
    "WorkspaceDeleted",
    "WorkspaceDigest",
    "WorkspaceExists",
    "WorkspaceImporting",
    "WorkspaceMoving",
    "WorkspaceNotEmpty",
    "WorkspaceNotFound",
    "WorkspaceRow",
    "WorkspaceSettings",
    "__version__",
    "connect",
    "connect_async",
]
