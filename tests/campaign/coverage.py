"""Which operations a campaign calls, and why not the others."""

from collections.abc import Iterable
from pathlib import Path

from oxgraph.operations import OPERATIONS

CALLERS = ("workload", "curation", "reads")
"""The modules whose lanes call operations by their names."""

OF_ALL = "it changes what every lane of the workspace does, and a lane owns only what it writes"
SECRETS = "it is not repeated, so its answer may be lost for good; tests/workspaces has it"
NOT_CALLED = {
    "workspace.delete": OF_ALL,
    "workspace.enable_memory": OF_ALL,
    "workspace.disable_memory": OF_ALL,
    "workspace.update_settings": OF_ALL,
    "semantic.define_type": OF_ALL,
    "semantic.reembed": f"{OF_ALL}; the phase `jobs` calls it in a workspace of its own",
    "evaluations.compare": "it needs two evaluations, which take minutes",
    "tokens.create": SECRETS,
    "tokens.rotate": SECRETS,
    "tokens.revoke": "the tokens that a campaign has are those that its writers hold",
}
"""Operations that no lane calls."""


def called() -> set[str]:
    """The operations that stand in the lanes' code."""
    text = "".join((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8") for name in CALLERS)
    return {name for name in OPERATIONS if f'"{name}"' in text}


def missed(seen: Iterable[str]) -> list[str]:
    """Operations that chance left out, of those that lanes call."""
    return sorted(called() - set(seen))
