"""How many runs a comparison of two failure rates needs."""

import math
from statistics import NormalDist

ALPHA = 0.05
SEQUENTIAL = 1.5
"""About how many times as many runs the verdict of a pilot needs for the same power, because it may be read at any
time: 1.4 to 1.6 times in simulations of effects of 0.1 to 0.2 with a power of 0.8 and 0.9."""


def runs_needed(base_rate: float, effect: float, *, power: float = 0.8, holdout_rate: float = 0.5) -> int:
    """Returns the runs (both groups) that find a change of the failure rate with one look at the end.

    Two-sided test at 5% of two proportions without continuity correction (Fleiss, Levin and Paik 2003, formula 4.14),
    with groups of unequal size. `base_rate` (0–1) is the failure rate without warnings, `effect` (0–1) the reduction
    that should be found, below 0 an increase; where the rate cannot fall by so much, the same increase. `power` is the
    probability of finding it, `holdout_rate` the share of runs without warnings.
    """
    other = base_rate - effect if base_rate >= effect else base_rate + effect
    other = min(1.0, max(0.0, other))
    mean = holdout_rate * base_rate + (1 - holdout_rate) * other
    by_chance = NormalDist().inv_cdf(1 - ALPHA / 2) * math.sqrt(mean * (1 - mean) / (holdout_rate * (1 - holdout_rate)))
    spread = base_rate * (1 - base_rate) / holdout_rate + other * (1 - other) / (1 - holdout_rate)
    found = NormalDist().inv_cdf(power) * math.sqrt(spread)
    return math.ceil(((by_chance + found) / (base_rate - other)) ** 2)
