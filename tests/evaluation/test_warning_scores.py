"""The measures of a replay, against slow definitions."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxgraph.evaluation import EVERY, Case, WarningMeasures, changes
from oxgraph.evaluation.warning_scores import foreseen_at, wilson

PROBABILITIES = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 1.0]))
CASES = st.lists(st.builds(Case, st.sampled_from("abc"), st.booleans(), PROBABILITIES, st.booleans(), st.booleans()))


def measured(cases: list[Case]) -> dict[str, object]:
    measures = WarningMeasures()
    for case in cases:
        measures.add(case)
    return measures.figures()


def ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None


@given(CASES)
def test_counts_and_shares(cases: list[Case]) -> None:
    found = measured(cases)
    failed = [case for case in cases if case.failed]
    warned = [case for case in cases if case.warned]
    assert (found["actions"], found["failures"], found["warned"]) == (len(cases), len(failed), len(warned))
    assert found["recall"] == ratio(sum(case.warned for case in failed), len(failed))
    assert found["precision"] == ratio(sum(case.failed for case in warned), len(warned))
    plain = [case for case in cases if case.plain]
    assert found["plain"] == {
        "warned": len(plain),
        "foreseen": sum(case.failed for case in plain),
        "recall": ratio(sum(case.plain for case in failed), len(failed)),
        "precision": ratio(sum(case.failed for case in plain), len(plain)),
    }


@given(CASES)
def test_brier_and_area(cases: list[Case]) -> None:
    found = measured(cases)
    squares = math.fsum((case.probability - case.failed) ** 2 for case in cases)
    assert found["brier"] == pytest.approx(ratio(squares, len(cases)))
    pairs = [
        (bad.probability, good.probability) for bad, good in product(cases, cases) if bad.failed and not good.failed
    ]
    assert found["auc"] == pytest.approx(ratio(sum((a > b) + (a == b) / 2 for a, b in pairs), len(pairs)))


@given(CASES, st.sampled_from([0.3, 0.65, 1.0]))
def test_recall_at_a_precision_is_that_of_the_best_threshold(cases: list[Case], precision: float) -> None:
    failed = [case.probability for case in cases if case.failed]
    others = [case.probability for case in cases if not case.failed]
    best = 0
    for threshold in {case.probability for case in cases}:
        right, wrong = (sum(one >= threshold for one in those) for those in (failed, others))
        best = max(best, right if right >= precision * (right + wrong) else 0)
    found = foreseen_at(precision, failed, others)
    assert (found["foreseen"], found["recall"]) == (best, best / len(failed) if failed else 0.0)
    if found["threshold"] is not None:
        assert sum(one >= found["threshold"] for one in failed) == best


@given(CASES)
def test_tenths(cases: list[Case]) -> None:
    tenths = measured(cases)["calibration"]
    assert isinstance(tenths, list)
    assert sum(tenth["n"] for tenth in tenths) == len(cases)
    for place, tenth in enumerate(tenths):
        own = [c for c in cases if place <= c.probability * 10 < place + 1 or (place == 9 and c.probability == 1)]
        assert tenth["n"] == len(own)
        assert tenth["observed"] == ratio(sum(case.failed for case in own), len(own))
        assert tenth["mean"] == pytest.approx(ratio(math.fsum(case.probability for case in own), len(own)))
        assert tenth["inside"] is None or len(own) >= 20


@given(CASES)
def test_every_action_type_stands_for_itself(cases: list[Case]) -> None:
    found = measured(cases)["by_action_type"]
    assert isinstance(found, dict)
    for name, figures in found.items():
        own = measured([case for case in cases if case.action_type == name])
        assert figures == {key: own[key] for key in figures}
    assert set(found) == {case.action_type for case in cases}


def test_a_tenth_is_judged_from_twenty_cases_on() -> None:
    few, enough, off = (
        [Case("a", number < failures, 0.25) for number in range(count)]
        for failures, count in ((5, 19), (5, 20), (15, 20))
    )
    tenths = [measured(cases)["calibration"][2] for cases in (few, enough, off)]  # type: ignore[index]
    assert [tenth["inside"] for tenth in tenths] == [None, True, False]
    assert (tenths[1]["low"], tenths[1]["high"]) == wilson(5, 20)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_solves_the_score_equation(counted: tuple[int, int]) -> None:
    hits, cases = counted
    share = hits / cases
    for bound in wilson(hits, cases):
        assert abs(share - bound) == pytest.approx(1.96 * math.sqrt(bound * (1 - bound) / cases), abs=1e-6)


def test_the_interval_as_published() -> None:
    """Newcombe (1998), table I, method 3."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)
    assert wilson(0, 0) == (0, 1)


def test_what_is_expected_where_nothing_is_said() -> None:
    measures = WarningMeasures()
    assert measures.share_so_far == 0.15
    for failed in (True, False, False, False):
        measures.add(Case("a", failed, 0.5))
    assert measures.share_so_far == 0.25


def test_changes_are_of_what_both_have() -> None:
    before = measured([Case("a", True, 0.5, True), Case("b", True, 0.5)])
    after = measured([Case("a", True, 0.5, True), Case("b", True, 0.5, True), Case("c", False, 0.1)])
    found = changes(before, after)
    assert found[EVERY]["warnings"] == pytest.approx({"recall": 0.5, "precision": 0.0, "brier": -0.08})
    assert found["a"]["warnings"] == {"recall": 0, "precision": 0}
    assert found["b"]["warnings"] == {"recall": 1}
    assert "c" not in found
