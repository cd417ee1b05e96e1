# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""A live pilot: the effect of warnings on the runs of a workspace, against sessions that are shown none."""

import math
from dataclasses import dataclass
from typing import Any

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.workspaces import change_settings
from oxgraph.errors import InvalidInput
from oxgraph.evaluation.power import SEQUENTIAL, runs_needed
from oxgraph.graph import Row
from oxgraph.settings import WorkspaceSettings
from oxgraph.types.live import Estimate, LiveEvaluated, LiveGroup, LiveVerdict

CALL = "evaluations.live"
BASE_RATE = 0.5
"""The failure rate that is assumed where none is given or measured: it needs the most runs."""
MIN_MEASURED = 20
"""Runs without warnings from which their failure rate is used for the plan."""
PILOT = 1_000_000
"""Maximum number of runs of a pilot."""


@dataclass(frozen=True)
class Plan:
    """How a pilot is planned: its runs, and what it should find."""

    pilot: int | None
    effect: float
    base_rate: float | None
    power: float
    holdout_rate: float

    def check(self) -> None:
        """Raises InvalidInput for a value out of range."""
        if self.pilot is not None and not 1 <= self.pilot <= PILOT:
            raise InvalidInput(field="pilot", reason=f"must lie between 1 and {PILOT:,} runs")
        for name, most in {"effect": 1.0, "power": 1.0, "base_rate": 1.0, "holdout_rate": 0.9}.items():
            value = getattr(self, name)
            if value is not None and not 0 < value < most:
                raise InvalidInput(field=name, reason=f"must lie between 0 and {most:g}, both excluded")


def live(access: Access, plan: Plan, stop: bool | None) -> LiveEvaluated:
    """Begins or continues a pilot where one is asked for, and returns its figures so far."""
    plan.check()
    settings = _prepare(access, plan, stop)
    (row,) = access.read(CALL, "evaluation/live", now=access.now())
    return _evaluated(access.name, settings, row, plan)


def _prepare(access: Access, plan: Plan, stop: bool | None) -> WorkspaceSettings:
    """Sets the holdout of a new pilot; one that runs keeps its rate, as a change would begin it anew."""
    settings = access.settings(CALL)
    runs = settings.holdout_unit == "session" and settings.holdout_rate > 0
    changes: dict[str, Any] = {}
    if plan.pilot is not None and not runs:
        changes |= {"holdout_rate": plan.holdout_rate, "holdout_unit": "session"}
    if stop is not None and stop != settings.stop_harmful_injection:
        changes["stop_harmful_injection"] = stop
    return change_settings(access, CALL, "update_settings", changes) if changes else settings


def _evaluated(workspace: str, settings: WorkspaceSettings, row: Row, plan: Plan) -> LiveEvaluated:
    found = row["figures"]
    shown, withheld = _group(found, "shown"), _group(found, "withheld")
    is_measured = plan.base_rate is None and withheld.runs >= MIN_MEASURED
    assumed = BASE_RATE if plan.base_rate is None else plan.base_rate
    base = withheld.failure_rate if is_measured and withheld.failure_rate is not None else assumed
    rate = settings.holdout_rate or 0.5
    needed = runs_needed(base, plan.effect, power=plan.power, holdout_rate=rate)
    r, d = _estimate(found, "recovered"), _estimate(found, "disrupted")
    is_pilot = settings.holdout_unit == "session" and settings.holdout_rate > 0
    return LiveEvaluated(
        workspace=workspace,
        planned=plan.pilot,
        holdout_rate=settings.holdout_rate,
        holdout_unit=settings.holdout_unit,
        since=found["since"] if is_pilot else None,
        until=found["until"] if is_pilot else None,
        shown=shown,
        withheld=withheld,
        without_outcome=found["without_outcome"],
        p=withheld.failure_rate,
        r=r,
        d=d,
        threshold=_threshold(r.value, d.value),
        task_effect=Estimate(value=found["risk_reduction"], low=found["low"], high=found["high"]),
        error_effect=Estimate(value=found["errors_reduction"], low=found["errors_low"], high=found["errors_high"]),
        verdict=_verdict(found),
        stop_harmful_injection=settings.stop_harmful_injection,
        injection_enabled=row["injection_enabled"],
        stopped_at=row["injection_stopped_at"],
        effect=plan.effect,
        base_rate=base,
        base_rate_is_measured=is_measured,
        power=plan.power,
        runs_needed=needed,
        runs_needed_sequential=math.ceil(needed * SEQUENTIAL),
    )


def _group(found: dict[str, Any], name: str) -> LiveGroup:
    runs, failed = found[f"{name}_runs"], found[f"{name}_failed"]
    return LiveGroup(
        runs=runs,
        failed=failed,
        failure_rate=failed / runs if runs else None,
        all_runs=found[f"{name}_all"],
        with_errors=found[f"{name}_with_errors"],
        errors=found[f"{name}_errors"],
    )


def _estimate(found: dict[str, Any], name: str) -> Estimate:
    return Estimate(value=found[name], low=found[f"{name}_low"], high=found[f"{name}_high"])


def _threshold(r: float | None, d: float | None) -> float | None:
    return None if r is None or d is None or r + d <= 0 else d / (r + d)


def _verdict(found: dict[str, Any]) -> LiveVerdict:
    if found["risk_reduction"] is None:
        return "no runs"
    if found["harms"]:
        return "do not warn"
    return "warn" if found["helps"] else "undecided"
