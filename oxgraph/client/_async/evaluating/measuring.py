"""Gold sets measured: the scores of a run, and the threshold that a gold set teaches."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.evaluating.asking import AsyncAsking, Progress
from oxgraph.client._async.evaluating.keeping import AsyncRuns, Measured, changed
from oxgraph.client._async.setting import change_settings
from oxgraph.errors import InvalidInput
from oxgraph.evaluation import Calibrated, Gold, calibrated, judged, metrics
from oxgraph.types.evaluation import Calibration, CurvePoint, Evaluated, RankingRow

if TYPE_CHECKING:
    from oxgraph.client._async.memory import AsyncMemory

BEST = 10
"""Results that a question asks for where only the best one's relevance counts."""


async def measure(keeper: AsyncAccess, gold: Gold, memories: list["AsyncMemory"], asking: AsyncAsking) -> Evaluated:
    """Asks each unit in its memory, in step, and keeps the run in the keeper's workspace."""
    started = time.perf_counter()
    for unit, memory in zip(gold.units, memories, strict=True):
        await asking.ask(memory, unit, await asking.load(memory, unit.turns))
    found = metrics(gold, asking.rankings) | {"dropped": dict(asking.dropped)}
    run, before = await AsyncRuns(keeper).record("evaluations.run", await _measured(keeper, gold, found, asking))
    return Evaluated(
        run=run,
        rankings=tuple(RankingRow(**ranking.row()) for ranking in asking.rankings.values()),
        before=before,
        differences=changed(before, run),
        workspaces=tuple(memory.name for memory in memories),
        seconds=round(time.perf_counter() - started, 3),
    )


async def _measured(keeper: AsyncAccess, gold: Gold, metrics: dict[str, Any], asking: AsyncAsking) -> Measured:
    settings, embedder = await _settings(keeper, asking), keeper.embedder
    model = embedder.name if embedder is not None and embedder.dimension else None
    return Measured("recall", gold.digest, len(gold.questions), gold.turns, metrics, settings, model)


async def _settings(keeper: AsyncAccess, asking: AsyncAsking) -> dict[str, Any]:
    """What may have made a difference: the run's own settings, and the workspace's."""
    found = (await keeper.settings("evaluations.run")).model_dump()
    recall = {name: value for name, value in found.items() if name.startswith("recall_")}
    return {"k": asking.k, "without": list(asking.without), "fusion": asking.fusion} | recall


async def learn(
    keeper: AsyncAccess,
    gold: Gold,
    memories: list["AsyncMemory"],
    *,
    lost: float,
    dry_run: bool,
    progress: Progress,
) -> Calibration:
    """Finds one threshold over all memories; sets it in each of them and in the keeper's workspace."""
    if not 0 <= lost < 1:
        raise InvalidInput(field="lost", reason="must be a share: at least 0, less than 1")
    asking = AsyncAsking(len(gold.questions), BEST, progress=progress)
    for unit, memory in zip(gold.units, memories, strict=True):
        await asking.ask(memory, unit, {})
    found = calibrated(judged(gold.questions, asking.rankings), lost)
    before = (await keeper.settings("evaluations.calibrate")).recall_threshold
    places = {access.workspace_id: access for access in [keeper, *(memory._access for memory in memories)]}
    if not dry_run:
        for access in places.values():
            changes = {"recall_threshold": found.point.threshold}
            await change_settings(access, "evaluations.calibrate", "update_settings", changes)
    return _calibration(found, before, not dry_run, dict.fromkeys(memory.name for memory in memories))


def _calibration(found: Calibrated, before: float, stored: bool, workspaces: Iterable[str]) -> Calibration:
    return Calibration(
        **vars(found.point),
        before=before,
        stored=stored,
        area=found.area,
        answerable=found.answerable,
        unanswerable=found.unanswerable,
        workspaces=tuple(workspaces),
        curve=tuple(CurvePoint(**vars(point)) for point in found.curve),
    )
