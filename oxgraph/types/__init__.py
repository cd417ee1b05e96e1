"""What crosses the boundary: inputs that are checked, results that are typed, limits, the condition grammar."""

from oxgraph.types.fields import Outcome, Role
from oxgraph.types.inputs import Action, SessionImport
from oxgraph.types.results import (
    BatchResult,
    BenchmarkRow,
    CaptureResult,
    ComparedValue,
    Comparison,
    InjectedPattern,
    Injection,
    MetricRow,
    MetricValue,
    NewToken,
    PatternRow,
    SearchResult,
    SequenceRow,
    SimilarSequence,
    TimelineRow,
    TokenRow,
    WorkspaceRow,
)

__all__ = [
    "Action",
    "BatchResult",
    "BenchmarkRow",
    "CaptureResult",
    "ComparedValue",
    "Comparison",
    "InjectedPattern",
    "Injection",
    "MetricRow",
    "MetricValue",
    "NewToken",
    "Outcome",
    "PatternRow",
    "Role",
    "SearchResult",
    "SequenceRow",
    "SessionImport",
    "SimilarSequence",
    "TimelineRow",
    "TokenRow",
    "WorkspaceRow",
]
