"""Which operations a campaign calls, and why not the others."""

from collections.abc import Iterable
from pathlib import Path

from oxgraph.operations import OPERATIONS

CALLERS = ("workload", "curation", "talks", "reads", "administration")
"""The modules whose lanes call operations by their names."""

NOT_CALLED = {
    "telemetry.pattern": "the lanes know no pattern's id; its route is tried in tests/server/rest",
    "telemetry.sequence": "as telemetry.pattern",
    "telemetry.action": "as telemetry.pattern",
    "episodic.message": "as telemetry.pattern",
    "episodic.shown": "as telemetry.pattern",
    "semantic.reembed": "it changes what every lane does; the phase `jobs` calls it in a workspace of its own",
    "evaluations.pilot": "it withholds from sessions what other lanes look for",
    "evaluations.compare": "it needs two evaluations, which take minutes",
}
"""Operations that no lane calls."""


def called() -> set[str]:
    """The operations that stand in the lanes' code."""
    text = "".join((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8") for name in CALLERS)
    return {name for name in OPERATIONS if f'"{name}"' in text}


def missed(seen: Iterable[str]) -> list[str]:
    """Operations that chance left out, of those that lanes call."""
    return sorted(called() - set(seen))
