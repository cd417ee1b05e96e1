"""The figures of the experiment: rates, effects, r and d from pairs, the threshold at which warnings begin to pay."""

import math
from collections.abc import Sequence
from typing import Any

from tests.eval.experiment.simulation import Result

Z = 1.96
ARMS = ("nothing", "oxgraph", "shuffled", "oracle")


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's 95% score interval of a proportion (Wilson 1927)."""
    if trials == 0:
        return 0.0, 1.0
    p, zz = hits / trials, Z * Z / trials
    spread = Z * math.sqrt((p * (1 - p) + zz / 4) / trials)
    return (p + zz / 2 - spread) / (1 + zz), (p + zz / 2 + spread) / (1 + zz)


def newcombe(hits: int, trials: int, others: int, other_trials: int) -> tuple[float, float]:
    """Newcombe's 95% interval of a difference of two proportions, first minus second (Newcombe 1998, method 10)."""
    p, q = hits / trials, others / other_trials
    (low, high), (other_low, other_high) = wilson(hits, trials), wilson(others, other_trials)
    return p - q - math.hypot(p - low, other_high - q), p - q + math.hypot(high - p, q - other_low)


def arm_figures(results: Sequence[Result], nothing: Sequence[Result]) -> dict[str, Any]:
    """An arm's failure rate and its effect against the arm without warnings (above 0: fewer runs fail)."""
    failed, base = sum(one.failed for one in results), sum(one.failed for one in nothing)
    low, high = newcombe(base, len(nothing), failed, len(results))
    warned = sum(one.warned for one in results)
    return {
        "runs": len(results),
        "failed": failed,
        "failure_rate": failed / len(results),
        "interval": wilson(failed, len(results)),
        "effect": base / len(nothing) - failed / len(results),
        "effect_interval": (low, high),
        "failed_calls_per_run": sum(one.errors for one in results) / len(results),
        "warnings": warned,
        "wrong_warnings": sum(one.wrong for one in results),
        "warned_runs": sum(one.warned > 0 for one in results),
    }


def pairs(without: Sequence[Result], with_: Sequence[Result]) -> dict[str, Any]:
    """r, d and d / (r + d) from the same tasks played by the same agents without and with warnings."""
    failing = [b for a, b in zip(without, with_, strict=True) if a.failed]
    others = [b for a, b in zip(without, with_, strict=True) if not a.failed]
    recovered, disrupted = sum(not one.failed for one in failing), sum(one.failed for one in others)
    r, d = recovered / max(1, len(failing)), disrupted / max(1, len(others))
    return {
        "runs": len(without),
        "p": len(failing) / max(1, len(without)),
        "r": r,
        "r_interval": wilson(recovered, len(failing)),
        "d": d,
        "d_interval": wilson(disrupted, len(others)),
        "threshold": d / (r + d) if r + d > 0 else None,
        "effect": (recovered - disrupted) / max(1, len(without)),
        "counts": [recovered, len(failing), disrupted, len(others)],
    }


def crossing(points: Sequence[tuple[float, float]]) -> float | None:
    """The failure rate at which the effect crosses 0, by least squares of effect over p; None outside 0–1."""
    if len(points) < 2:
        return None
    mean_p, mean_e = (sum(point[i] for point in points) / len(points) for i in (0, 1))
    variance = sum((p - mean_p) ** 2 for p, _ in points)
    slope = sum((p - mean_p) * (e - mean_e) for p, e in points) / variance if variance else 0.0
    if slope <= 0:
        return None
    found = mean_p - mean_e / slope
    return found if 0 <= found <= 1 else None
