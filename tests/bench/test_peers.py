"""The parts of the comparison with other memories that need none of them."""

import json
from pathlib import Path

from tests.bench.peers.data import Fact, Question, Turn, facts
from tests.bench.peers.protocol import Answer, Found, pack
from tests.bench.peers.scoring import Score, groups

TURN = Turn("c/D1:1", "c", "1", "Ann", "I bought a kayak.", "2024-05-01T10:00:00+00:00")


def test_a_context_takes_the_best_first_until_the_budget_is_full() -> None:
    long, short = Found(["c/D1:2"], "x" * 43), Found(["c/D1:3"], "y" * 15)

    answer = pack([Found.turn(TURN), long, short], 14)

    assert Found.turn(TURN).line == "2024-05-01 Ann: I bought a kayak."
    assert answer.tokens == 13
    assert answer.context == ["c/D1:1", "c/D1:3"]
    assert answer.ranked == [["c/D1:1"], ["c/D1:2"], ["c/D1:3"]]


def test_a_fact_stands_for_the_turns_that_it_comes_from() -> None:
    fact = Fact("c", "Ann", "Ann bought a kayak and named it.", ("c/D1:1", "c/D1:4"), TURN.said_at)

    assert pack([Found.fact(fact)], 100).context == ["c/D1:1", "c/D1:4"]


def test_facts_are_the_observations_about_turns_that_are_there(tmp_path: Path) -> None:
    rows = [
        {"conversation": "c", "speaker": "Ann", "text": "Ann bought a kayak.", "evidence": ["D1:1", "D9:9"]},
        {"conversation": "c", "speaker": "Ann", "text": "Of a turn that is not there.", "evidence": ["D9:9"]},
    ]
    (tmp_path / "c.observations.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    assert facts(tmp_path, [TURN]) == [Fact("c", "Ann", "Ann bought a kayak.", ("c/D1:1",), TURN.said_at)]


def test_a_score_needs_all_evidence_in_the_context() -> None:
    score = Score("one")
    both = frozenset({"c/D1:1", "c/D2:1"})
    score.add(Question("q1", "c", "?", "multi_hop", both), Answer([["c/D1:1"]], ["c/D1:1"], 10), 1.0)
    score.add(Question("q2", "c", "?", "temporal", both), Answer([sorted(both)], sorted(both), 20), 3.0)

    assert score.context == [False, True]
    assert score.groups == {"multi_hop": [False], "temporal": [True], "c": [False, True]}
    assert score.any_at_10 == [True, True]
    assert score.all_at_10 == [False, True]
    assert "50.0" in score.line()
    assert "multi_hop (1)" in groups([score])[0]
