# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Gold sets measured: the scores of a run, and the threshold that a gold set teaches."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.evaluating.asking import Asking, Progress
from oxgraph.client._sync.evaluating.keeping import Measured, Runs, changed
from oxgraph.client._sync.setting import change_settings
from oxgraph.errors import InvalidInput
from oxgraph.evaluation import Calibrated, Gold, calibrated, judged, metrics
from oxgraph.types.evaluation import Calibration, CurvePoint, Evaluated, RankingRow

if TYPE_CHECKING:
    from oxgraph.client._sync.memory import Memory

BEST = 10
"""Results that a question asks for where only the best one's relevance counts."""


def measure(keeper: Access, gold: Gold, memories: list["Memory"], asking: Asking) -> Evaluated:
    """Asks each unit in its memory, in step, and keeps the run in the keeper's workspace."""
    started = time.perf_counter()
    for unit, memory in zip(gold.units, memories, strict=True):
        asking.ask(memory, unit, asking.load(memory, unit.turns))
    found = metrics(gold, asking.rankings) | {"dropped": dict(asking.dropped)}
    run, before = Runs(keeper).record("evaluations.run", _measured(keeper, gold, found, asking))
    return Evaluated(
        run=run,
        rankings=tuple(RankingRow(**ranking.row()) for ranking in asking.rankings.values()),
        before=before,
        differences=changed(before, run),
        workspaces=tuple(memory.name for memory in memories),
        seconds=round(time.perf_counter() - started, 3),
    )


def _measured(keeper: Access, gold: Gold, metrics: dict[str, Any], asking: Asking) -> Measured:
    settings, embedder = _settings(keeper, asking), keeper.embedder
    model = embedder.name if embedder is not None and embedder.dimension else None
    return Measured("recall", gold.digest, len(gold.questions), gold.turns, metrics, settings, model)


def _settings(keeper: Access, asking: Asking) -> dict[str, Any]:
    """What may have made a difference: the run's own settings, and the workspace's."""
    found = (keeper.settings("evaluations.run")).model_dump()
    recall = {name: value for name, value in found.items() if name.startswith("recall_")}
    return {"k": asking.k, "without": list(asking.without), "fusion": asking.fusion} | recall


def learn(
    keeper: Access,
    gold: Gold,
    memories: list["Memory"],
    *,
    lost: float,
    dry_run: bool,
    progress: Progress,
) -> Calibration:
    """Finds one threshold over all memories; sets it in each of them and in the keeper's workspace."""
    if not 0 <= lost < 1:
        raise InvalidInput(field="lost", reason="must be a share: at least 0, less than 1")
    asking = Asking(len(gold.questions), BEST, progress=progress)
    for unit, memory in zip(gold.units, memories, strict=True):
        asking.ask(memory, unit, {})
    found = calibrated(judged(gold.questions, asking.rankings), lost)
    before = (keeper.settings("evaluations.calibrate")).recall_threshold
    places = {access.workspace_id: access for access in [keeper, *(memory._access for memory in memories)]}
    if not dry_run:
        for access in places.values():
            changes = {"recall_threshold": found.point.threshold}
            change_settings(access, "evaluations.calibrate", "update_settings", changes)
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
