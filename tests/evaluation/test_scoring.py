"""Scores and calibration, as far as they are arithmetic."""

import pytest

from oxgraph.errors import InvalidInput
from oxgraph.evaluation import (
    ALL,
    Gold,
    Judged,
    Question,
    Ranking,
    Turn,
    Unit,
    abstention,
    area,
    calibrated,
    curve,
    differences,
    lost_at,
    metrics,
    ranking,
)

TURNS = tuple(Turn(f"c/D{s}:{n}", "c", f"c/session_{s}", "text") for s in (1, 2) for n in range(1, 6))


def question(name: str, *evidence: str, category: str = "one", answerable: bool | None = True) -> Question:
    sessions = {turn.id: turn.session for turn in TURNS}
    found = tuple(dict.fromkeys(sessions[turn] for turn in evidence))
    return Question(name, "c", "Who?", evidence, found, category, answerable)


def ranked(name: str, *turns: str, relevance: float = 0.5) -> Ranking:
    return Ranking(name, turns, relevance, not turns)


def scores(questions: list[Question], rankings: list[Ranking]) -> dict[str, dict[str, dict[str, float]]]:
    found = metrics(Gold((Unit("c", TURNS, tuple(questions)),)), {one.question: one for one in rankings})
    return found["groups"]  # type: ignore[no-any-return]


def test_any_all_and_the_first_rank() -> None:
    asked = [question("q", "c/D1:1", "c/D2:1")]
    turn = scores(asked, [ranked("q", "c/D1:2", "c/D1:1", "c/D1:3", "c/D1:4", "c/D1:5", "c/D2:1")])[ALL]["turn"]
    assert turn["any@1"] == 0
    assert turn["any@5"] == 1
    assert turn["all@5"] == 0
    assert turn["all@10"] == 1
    assert turn["mrr"] == 0.5


def test_sessions_count_once() -> None:
    asked = [question("q", "c/D2:1")]
    session = scores(asked, [ranked("q", "c/D1:2", "c/D1:1", "c/D2:5")])[ALL]["session"]
    assert session["mrr"] == 0.5
    assert session["all@5"] == 1


def test_a_question_without_a_ranking_is_missed() -> None:
    found = scores([question("q", "c/D1:1"), question("r", "c/D1:1", category="two")], [ranked("q", "c/D1:1")])
    assert found[ALL]["turn"]["mrr"] == 0.5
    assert found["one"]["turn"]["mrr"] == 1
    assert found["two"]["turn"]["any@50"] == 0


def test_what_has_no_answer_or_no_evidence_is_left_out() -> None:
    asked = [question("q", "c/D1:1"), question("r", "c/D1:1", answerable=False), question("s"), question("t", "c/D1:1")]
    gold = Gold((Unit("c", TURNS, tuple(asked)),))
    found = metrics(gold, {"q": ranked("q", "c/D1:1")})
    assert (found["scored"], found["left_out"], found["unranked"]) == (2, 2, 1)
    assert found["groups"][ALL]["turn"]["questions"] == 2


def test_evidence_of_sessions_alone_is_scored_by_session() -> None:
    asked = [Question("q", "c", "Who?", (), ("c/session_2",), "one")]
    found = scores(asked, [ranked("q", "c/D2:1")])
    assert set(found[ALL]) == {"session"}


def test_a_memory_stands_for_the_turns_it_came_from() -> None:
    turns = {"m1": "c/D1:1", "m2": "c/D1:2", "m3": "c/D1:3"}
    results = [("m2", "message", ()), ("x", "memory", ("m1", "m2", "elsewhere")), ("m3", "message", ())]
    assert ranking("q", results, 0.7, turns).ranked == ("c/D1:2", "c/D1:1", "c/D1:3")
    assert ranking("q", [], 0.1, turns).abstained
    assert ranking("q", results, 0.1, turns, 0.2).abstained
    assert not ranking("q", results, 0.2, turns, 0.2).abstained
    assert ranking("q", results, 0.7, turns).row() == {
        "id": "q",
        "ranked": ["c/D1:2", "c/D1:1", "c/D1:3"],
        "relevance": 0.7,
        "abstained": False,
    }


def test_abstention() -> None:
    asked = [question("q", "c/D1:1"), question("r", answerable=False), question("s", "c/D1:1"), question("t")]
    given = [ranked("q", "c/D1:1"), ranked("r", relevance=0.2), ranked("s", "c/D1:1", relevance=0.1)]
    found = abstention(asked, {one.question: one for one in given})
    assert (found["answerable"], found["answerable_refused"]) == (2, 0)
    assert (found["unanswerable"], found["unanswerable_refused"]) == (1, 1)
    assert found["area"] == 0.5


def test_differences() -> None:
    asked = [question("q", "c/D1:1")]
    gold = Gold((Unit("c", TURNS, tuple(asked)),))
    before = metrics(gold, {"q": ranked("q", "c/D1:2", "c/D1:1")})
    after = metrics(gold, {"q": ranked("q", "c/D1:1")})
    found = differences(before, after)
    assert found[ALL]["turn"]["mrr"] == 0.5
    assert found[ALL]["turn"]["any@1"] == 1
    assert found[ALL]["turn"]["any@5"] == 0
    assert "questions" not in found[ALL]["turn"]


def sample(true: list[float], false: list[float]) -> list[Judged]:
    return [Judged(value, True) for value in true] + [Judged(value, False) for value in false]


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    assert area(sample([0.9, 0.8], [0.1, 0.2])) == 1
    assert area(sample([0.1], [0.9])) == 0
    assert area(sample([0.5], [0.5])) == 0.5
    assert area(sample([0.5], [])) is None


def test_the_curve_begins_with_nothing_refused_and_ends_with_all() -> None:
    points = curve(sample([0.9, 0.5], [0.7, 0.1]))
    assert (points[0].lost, points[0].refused) == (0, 0)
    assert (points[-1].lost, points[-1].refused) == (1, 1)
    assert [(p.lost, p.refused) for p in points] == [(0, 0), (0, 0.5), (0.5, 0.5), (0.5, 1), (1, 1)]
    assert [lost_at(points, share) for share in (0, 0.3, 1, 2)] == [0, 0, 0.5, None]


def test_the_threshold_refuses_most_at_the_price_allowed() -> None:
    judged = sample([0.4, *(0.8 + i / 1000 for i in range(19))], [0.1, 0.3, 0.6, 0.9])
    none = calibrated(judged, 0.0).point
    assert (none.lost, none.refused) == (0, 0.5)
    assert 0.3 < none.threshold < 0.4
    some = calibrated(judged, 0.05).point
    assert (some.lost, some.refused) == (0.05, 0.75)
    assert 0.6 < some.threshold < 0.8


def test_a_gold_set_that_cannot_be_told_apart_refuses_nothing() -> None:
    point = calibrated(sample([0.1, 0.5], [0.9]), 0.05).point
    assert (point.lost, point.refused) == (0, 0)


@pytest.mark.parametrize(
    ("judged", "words"), [(sample([0.5], []), "without an answer"), (sample([], [0.5]), "an answer")]
)
def test_both_kinds_of_questions_are_needed(judged: list[Judged], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        calibrated(judged, 0.05)
