# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Gold sets of several conversations, each in a workspace of its own."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from oxgraph.client import gold_files
from oxgraph.client._sync.evaluating.asking import Asking, Progress
from oxgraph.client._sync.evaluating.measuring import learn, measure
from oxgraph.errors import WorkspaceNotFound
from oxgraph.evaluation import Gold
from oxgraph.types.evaluation import Calibration, Evaluated
from oxgraph.types.recall import Fusion

if TYPE_CHECKING:
    from oxgraph.client._sync.client import Client
    from oxgraph.client._sync.memory import Memory


def evaluate(
    client: "Client",
    name: str,
    turns: gold_files.Files,
    questions: gold_files.Files,
    *,
    k: int,
    without: Iterable[str],
    fusion: Fusion | None,
    progress: Progress,
) -> Evaluated:
    """Asks every conversation's questions in its own workspace, made where it is new; the run is kept in `name`."""
    gold = gold_files.gold(turns, questions)
    asking = Asking(gold.turns + len(gold.questions), k, tuple(without), fusion, progress)
    keeper = made(client, name)
    memories = [made(client, found) for found in gold.workspaces(name)]
    return measure(keeper._access, gold, memories, asking)


def calibrate(
    client: "Client", name: str, files: gold_files.Files, *, lost: float, dry_run: bool, progress: Progress
) -> Calibration:
    """Learns one threshold over every conversation's workspace, and sets it in each and in `name`."""
    gold = gold_files.questions(files)
    keeper = client.workspace(name)
    memories = _asked(client, keeper, gold)
    return learn(keeper._access, gold, memories, lost=lost, dry_run=dry_run, progress=progress)


def made(client: "Client", name: str) -> "Memory":
    """The workspace of a name, new or not."""
    try:
        return client.workspace(name)
    except WorkspaceNotFound:
        return client.create_workspace(name)


def _asked(client: "Client", keeper: "Memory", gold: Gold) -> list["Memory"]:
    """The workspace of each unit: `name:unit` where there is one; a single one may also stand in `name` itself."""
    found = []
    for unit in gold.units:
        try:
            found.append(client.workspace(f"{keeper.name}:{unit.name}"))
        except WorkspaceNotFound:
            if len(gold.units) > 1:
                raise
            found.append(keeper)
    return found
