"""The plan of a pilot: how many runs a comparison of two failure rates needs."""

import random

import pytest

from oxgraph.evaluation.power import runs_needed


def test_known_sizes() -> None:
    """Those of the usual tables, for both groups together."""
    assert runs_needed(0.5, 0.2) == 186
    assert runs_needed(0.5, 0.1) == 775
    assert runs_needed(0.2, 0.1) == 398
    assert runs_needed(0.05, 0.2) == runs_needed(0.25, 0.2), "a rate that cannot fall by so much may rise"
    assert runs_needed(0.5, 0.2, power=0.9) > 186
    assert runs_needed(0.5, 0.2, holdout_rate=0.2) > 186, "equal groups need the fewest"


@pytest.mark.parametrize(("base", "effect", "rate"), [(0.5, 0.2, 0.5), (0.4, 0.25, 0.3)])
def test_that_many_runs_find_the_effect_in_about_four_of_five_pilots(base: float, effect: float, rate: float) -> None:
    chance, runs, found = random.Random(1), runs_needed(base, effect, holdout_rate=rate), 0
    for _ in range(400):
        counts = [[0, 0], [0, 0]]
        for _ in range(runs):
            withheld = chance.random() < rate
            counts[withheld][0] += 1
            counts[withheld][1] += chance.random() < (base if withheld else base - effect)
        (n, a), (m, b) = counts
        mean = (a + b) / (n + m)
        found += abs(a / n - b / m) > 1.96 * (mean * (1 - mean) * (1 / n + 1 / m)) ** 0.5
    assert 0.74 < found / 400 < 0.86
