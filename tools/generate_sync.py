"""Writes each `_sync` package from its `_async` twin with unasync; `--check` only says whether one is stale."""

import subprocess
import sys
import tempfile
from pathlib import Path

import unasync

ROOT = Path(__file__).parent.parent
RENAMES = {
    "AsyncGraph": "Graph",
    "AsyncGraphDatabase": "GraphDatabase",
    "AsyncDriver": "Driver",
    "AsyncManagedTransaction": "ManagedTransaction",
    "AsyncClient": "Client",
    "AsyncMemory": "Memory",
    "AsyncTelemetry": "Telemetry",
    "AsyncTurn": "Turn",
    "AsyncTurnAsking": "TurnAsking",
    "AsyncTurnKeeping": "TurnKeeping",
    "AsyncWork": "Work",
    "AsyncRecalling": "Recalling",
    "AsyncTouches": "Touches",
    "AsyncLater": "Later",
    "AsyncMetrics": "Metrics",
    "AsyncBenchmarks": "Benchmarks",
    "AsyncTokens": "Tokens",
    "AsyncRecorder": "Recorder",
    "AsyncAccess": "Access",
    "AsyncCapturing": "Capturing",
    "AsyncHistory": "History",
    "AsyncPatterns": "Patterns",
    "AsyncLifting": "Lifting",
    "AsyncAllTokens": "AllTokens",
    "AsyncAdopting": "Adopting",
    "AsyncAdoption": "Adoption",
    "AsyncRelease": "Release",
    "AsyncConnections": "Connections",
    "AsyncConnectionDeletion": "ConnectionDeletion",
    "AsyncSemantic": "Semantic",
    "AsyncIngesting": "Ingesting",
    "AsyncEpisodic": "Episodic",
    "AsyncSummarising": "Summarising",
    "AsyncConversation": "Conversation",
    "AsyncMessageWriter": "MessageWriter",
    "AsyncMessages": "Messages",
    "AsyncImportingChats": "ImportingChats",
    "AsyncReadingMessages": "ReadingMessages",
    "AsyncSearchingMessages": "SearchingMessages",
    "AsyncDeletingMessages": "DeletingMessages",
    "AsyncWorking": "Working",
    "AsyncRemembering": "Remembering",
    "AsyncReading": "Reading",
    "AsyncChanging": "Changing",
    "AsyncExplaining": "Explaining",
    "AsyncReview": "Review",
    "AsyncPredicates": "Predicates",
    "AsyncTypes": "Types",
    "AsyncEntities": "Entities",
    "AsyncEntityFinding": "EntityFinding",
    "AsyncEntityWriting": "EntityWriting",
    "AsyncTraversing": "Traversing",
    "AsyncGraphView": "GraphView",
    "AsyncOntology": "Ontology",
    "AsyncUser": "User",
    "AsyncUserSearch": "UserSearch",
    "AsyncReembedding": "Reembedding",
    "AsyncErasure": "Erasure",
    "AsyncEvaluations": "Evaluations",
    "AsyncAsking": "Asking",
    "AsyncRuns": "Runs",
    "AsyncFunction": "Function",
    "require_coroutine": "require_plain",
    "run_async": "run",
    "within_async": "within",
    "AsyncBeside": "Beside",
    "connect_async": "connect",
    "asynccontextmanager": "contextmanager",
    "aclose": "close",
    "_async": "_sync",
    "asyncio": "time",
}
# A file of the twin says so itself, lest someone edits it.
NOTICE = "# Generated from its _async twin by tools/generate_sync.py; edit that one.\n"


def packages() -> list[Path]:
    """Every `_async` package of the project."""
    return sorted((ROOT / "oxgraph").glob("**/_async"))


def generate(source: Path, target: Path) -> None:
    """Writes the synchronous twin of `source` into `target`."""
    rule = unasync.Rule(str(source), str(target), additional_replacements=RENAMES)
    files = [str(path) for path in sorted(source.rglob("*.py"))]
    unasync.unasync_files(files, [rule])
    for path in target.rglob("*.py"):
        path.write_text(NOTICE + path.read_text(encoding="utf-8"), encoding="utf-8")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "ruff",
            "check",
            "-q",
            "--fix-only",
            "--no-cache",
            "--config",
            "extend-exclude=[]",
            "--config",
            "exclude=[]",
            str(target),
        ],
        check=True,
    )
    subprocess.run(
        [
            sys.executable,
            "-m",
            "ruff",
            "format",
            "-q",
            "--no-cache",
            "--config",
            "extend-exclude=[]",
            "--config",
            "exclude=[]",
            str(target),
        ],
        check=True,
    )


def same(left: Path, right: Path) -> bool:
    """Whether two folders hold the same Python files."""

    def content(folder: Path) -> dict[str, str]:
        return {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in sorted(folder.rglob("*.py"))}

    return content(left) == content(right)


def main() -> int:
    """Generates all twins, or checks them."""
    stale = []
    for source in packages():
        target = source.with_name("_sync")
        if "--check" not in sys.argv:
            generate(source, target)
            continue
        with tempfile.TemporaryDirectory() as folder:
            generate(source, Path(folder) / "_sync")
            if not same(Path(folder) / "_sync", target):
                stale.append(str(target.relative_to(ROOT)))
    if stale:
        print("stale, run tools/generate_sync.py:", *stale)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
