"""Extraction and judgement by a language model, over real HTTP to a server of the test's own."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from oxgraph.errors import LanguageModelFailed
from oxgraph.extraction import EntityCandidate, Extraction, ModelExtractor, Turn, judge_entity, judge_same
from oxgraph.extraction.grounding import invented_numbers, is_quoted, support
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from tests.fixtures.chat_server import ChatServer

SAID = datetime(2026, 5, 13, 15, tzinfo=UTC)
TEXT = "I moved to Lisbon in April and I adopted a dog called Rex."


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer() as running:
        yield running


def model(server: ChatServer) -> OpenAICompatibleModel:
    return OpenAICompatibleModel("test", server.url, "key")


def extract(server: ChatServer, text: str = TEXT, **options: Any) -> Extraction:
    turn = Turn("m", text, SAID, "user", "Ana", "c")
    return next(iter(ModelExtractor(model(server), **options).extract([(turn, text)])))


def memory(**changes: Any) -> dict[str, Any]:
    return {
        "type": "fact",
        "content": "Ana lives in Lisbon.",
        "subject": "Ana",
        "predicate": "lives in",
        "object": "Lisbon",
        "quote": "I moved to Lisbon in April",
        "source": 0.9,
        "grounding": 0.8,
        "valid_from": "2026-04-01",
    } | changes


def test_a_good_answer(server: ChatServer) -> None:
    server.answer({"memories": [memory()]})
    (found,) = extract(server).candidates
    assert (found.predicate, found.object, found.subject) == ("lives_in", "Lisbon", "Ana")
    assert found.valid_from == datetime(2026, 4, 1, tzinfo=UTC)
    assert found.confidence == pytest.approx(0.9 * 0.8)
    assert found.source == "model"


def test_the_model_is_told_when_it_was_said(server: ChatServer) -> None:
    server.answer({"memories": []})
    extract(server)
    asked = server.requests[0]["messages"][-1]["content"]
    assert "2026-05-13" in asked and TEXT in asked


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"quote": "I have always lived in Lisbon"}, "ungrounded"),
        ({"content": "Ana enjoys classical music festivals."}, "ungrounded"),
        ({"content": "Ana moved to Lisbon with 3 dogs."}, "ungrounded"),
        ({"source": 0.3, "grounding": 0.5}, "low_confidence"),
    ],
)
def test_what_the_turn_does_not_say_is_refused(server: ChatServer, changes: dict[str, Any], reason: str) -> None:
    server.answer({"memories": [memory(**changes)]})
    found = extract(server)
    assert (found.candidates, found.stage, found.reason) == ((), "extract", reason)


def test_answers_that_differ_are_less_certain(server: ChatServer) -> None:
    server.answer({"memories": [memory()]}, {"memories": []})
    (found,) = extract(server, samples=2).candidates
    assert found.confidence == pytest.approx(0.9 * 0.8 / 2)


def test_nonsense_is_asked_once_more_and_then_reported(server: ChatServer) -> None:
    server.answer("no idea", {"memories": [{"type": "gossip"}]})
    with pytest.raises(LanguageModelFailed) as raised:
        extract(server)
    assert raised.value.values["kind"] == "nonsense"
    assert len(server.requests) == 2


def test_a_slow_answer_is_given_up(server: ChatServer) -> None:
    server.delay = 5
    with pytest.raises(LanguageModelFailed) as raised:
        extract(server, timeout=0.3)
    assert raised.value.values["kind"] == "timeout"


def test_quotes_support_and_numbers() -> None:
    assert is_quoted("moved to LISBON", TEXT)
    assert not is_quoted("", TEXT)
    assert support("Ana adopted a dog", TEXT.lower()) == 1
    assert invented_numbers("Ana has 2 dogs", "she has dogs")
    assert not invented_numbers("Ana moved in 2026-04", "she moved")


def test_judging(server: ChatServer) -> None:
    server.answer({"same": True}, {"number": 2}, {"number": 0}, {"number": 9})
    assert judge_same(model(server), "Ana likes tea.", "Ana is fond of tea.")
    assert judge_same(model(server), "Ana likes tea.", "ana likes TEA.")
    candidates = [EntityCandidate("a", "Volkswagen"), EntityCandidate("b", "Volvo", "a maker of cars")]
    assert judge_entity(model(server), "the Swedish one", candidates) == "b"
    assert judge_entity(model(server), "Ford", candidates) is None
    assert judge_entity(model(server), "Ford", candidates) is None
    assert judge_entity(model(server), "Ford", []) is None
    assert len(server.requests) == 4
    assert json.dumps(server.requests[0]).count("fond of tea") == 1
