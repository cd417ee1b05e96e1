"""Gold sets of several conversations, each in a workspace of its own."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from oxgraph.client import gold_files
from oxgraph.client._async.evaluating.asking import AsyncAsking, Progress
from oxgraph.client._async.evaluating.measuring import learn, measure
from oxgraph.errors import WorkspaceNotFound
from oxgraph.evaluation import Gold
from oxgraph.types.evaluation import Calibration, Evaluated
from oxgraph.types.recall import Fusion

if TYPE_CHECKING:
    from oxgraph.client._async.client import AsyncClient
    from oxgraph.client._async.memory import AsyncMemory


async def evaluate(
    client: "AsyncClient",
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
    asking = AsyncAsking(gold.turns + len(gold.questions), k, tuple(without), fusion, progress)
    keeper = await made(client, name)
    memories = [await made(client, found) for found in gold.workspaces(name)]
    return await measure(keeper._access, gold, memories, asking)


async def calibrate(
    client: "AsyncClient", name: str, files: gold_files.Files, *, lost: float, dry_run: bool, progress: Progress
) -> Calibration:
    """Learns one threshold over every conversation's workspace, and sets it in each and in `name`."""
    gold = gold_files.questions(files)
    keeper = await client.workspace(name)
    memories = await _asked(client, keeper, gold)
    return await learn(keeper._access, gold, memories, lost=lost, dry_run=dry_run, progress=progress)


async def made(client: "AsyncClient", name: str) -> "AsyncMemory":
    """The workspace of a name, new or not."""
    try:
        return await client.workspace(name)
    except WorkspaceNotFound:
        return await client.create_workspace(name)


async def _asked(client: "AsyncClient", keeper: "AsyncMemory", gold: Gold) -> list["AsyncMemory"]:
    """The workspace of each unit: `name:unit` where there is one; a single one may also stand in `name` itself."""
    found = []
    for unit in gold.units:
        try:
            found.append(await client.workspace(f"{keeper.name}:{unit.name}"))
        except WorkspaceNotFound:
            if len(gold.units) > 1:
                raise
            found.append(keeper)
    return found
