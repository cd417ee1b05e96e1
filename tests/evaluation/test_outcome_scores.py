"""The measures of the risk of runs, against definitions written out."""

import itertools
import random

import pytest

from oxgraph.evaluation import CUTS, OutcomeMeasures, Run, outcome_changes
from oxgraph.evaluation.outcome_scores import Counting, average_precision, calibration_test, lengths


def told(failed: bool, risk: float) -> Run:
    said = dict.fromkeys(CUTS, risk)
    return Run(failed, said, said, dict.fromkeys(CUTS, 0.5))


def test_where_a_run_is_judged() -> None:
    assert lengths(1) == {"first_3": 1, "half": 1, "end": 1}
    assert lengths(7) == {"first_3": 3, "half": 4, "end": 7}


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    rng = random.Random(3)
    runs = [told(rng.random() < 0.4, rng.choice([0.1, 0.3, 0.5, 0.9])) for _ in range(60)]
    figures = OutcomeMeasures(runs).figures()
    scored = runs[12:]
    bad = [run.risk["half"] for run in scored if run.failed]
    good = [run.risk["half"] for run in scored if not run.failed]
    wins = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in itertools.product(bad, good))
    assert figures["scored"] == len(scored)
    assert figures["half"]["auroc"] == pytest.approx(wins / (len(bad) * len(good)))
    assert figures["base_rate"]["end"]["auroc"] == 0.5
    assert figures["brier"] == pytest.approx(sum((run.risk["half"] - run.failed) ** 2 for run in scored) / len(scored))
    assert sum(tenth["n"] for tenth in figures["calibration"]) == len(scored)


def test_average_precision_counts_ties_together() -> None:
    assert average_precision([(0.9, True), (0.8, False), (0.7, True)]) == pytest.approx((1 + 2 / 3) / 2)
    assert average_precision([(0.5, True), (0.5, False)]) == 0.5
    assert average_precision([(0.5, False)]) is None


def test_counting_learns_which_actions_go_with_bad_ends() -> None:
    counting = Counting()
    assert counting.probability(["pay"]) == 0.5
    for _ in range(10):
        counting.learn(True, ["find", "pay", "pay"])
        counting.learn(False, ["find"])
    assert counting.probability(["find"]) == pytest.approx(0.5)
    assert counting.probability(["find", "pay"]) > 0.9


def test_changes_leave_out_what_one_run_lacks() -> None:
    before = OutcomeMeasures([told(True, 0.9), told(False, 0.2), told(True, 0.8)]).figures()
    after = OutcomeMeasures([told(True, 0.9), told(True, 0.2), told(True, 0.8)]).figures()
    changed = outcome_changes(before, after)["all runs"]["warnings"]
    assert "half_auroc" not in changed
    assert "half_brier" in changed


def test_true_probabilities_seldom_fail_the_test_of_calibration() -> None:
    rng = random.Random(11)
    failed = {"excess_z": 0, "spiegelhalter_z": 0, "tenth_p": 0}
    for _ in range(600):
        said = [(p, rng.random() < p) for p in (rng.uniform(0.1, 0.95) for _ in range(150))]
        found = calibration_test(said)
        failed["excess_z"] += abs(found["excess_z"]) > 2.576
        failed["spiegelhalter_z"] += abs(found["spiegelhalter_z"]) > 2.576
        failed["tenth_p"] += found["tenth_p"] < 0.01
    assert all(count <= 14 for count in failed.values()), failed  # 1% of 600, and three standard deviations


def test_wrong_probabilities_fail_the_test_of_calibration() -> None:
    rng = random.Random(12)
    said = [(p, rng.random() < p) for p in (rng.uniform(0.1, 0.95) for _ in range(300))]
    high = calibration_test([(min(0.99, p + 0.15), bad) for p, bad in said])
    assert high["excess_z"] < -2.576
    bold = calibration_test([(0.02 if p < 0.5 else 0.98, bad) for p, bad in said])
    assert bold["spiegelhalter_z"] > 2.576
    assert bold["tenth_p"] < 0.01
    swapped = [(0.25, True)] * 20 + [(0.75, False)] * 20
    assert calibration_test(swapped)["tenth_p"] < 0.01


def test_what_leaves_nothing_open_is_not_tested() -> None:
    assert calibration_test([]) == {"excess_z": None, "spiegelhalter_z": None, "tenth_p": None}
    assert calibration_test([(0.5, True)] * 4)["spiegelhalter_z"] is None


def test_many_runs_are_tested_as_few_are() -> None:
    rng = random.Random(13)
    many = [(0.45, rng.random() < 0.45) for _ in range(501)]
    assert calibration_test(many)["tenth_p"] == pytest.approx(calibration_test(many[:500])["tenth_p"], abs=0.1)
