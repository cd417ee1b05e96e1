"""Gold sets in the formats that are known, and what is said of bad ones."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph.errors import InvalidInput
from oxgraph.evaluation import Gold, Question, Turn, read_gold, read_questions, read_turns
from oxgraph.file_formats.lines import LineFiles

LOCOMO_TURN: dict[str, Any] = {
    "conversation": "c-1",
    "session": 2,
    "session_datetime": "2023-05-08T13:56:00",
    "dia_id": "D2:3",
}
LOCOMO_TURN |= {"speaker": "Ann", "text": "Look at this!"}
LOCOMO_QUESTION: dict[str, Any] = {
    "id": "c-1/q0",
    "conversation": "c-1",
    "question": "What did Ann show?",
    "answer": "A boat",
}
LOCOMO_QUESTION |= {"evidence": ["D2:3"], "category": 4, "category_name": "single_hop"}


def written(folder: Path, *rows: Any) -> LineFiles:
    path = folder / f"{len(list(folder.iterdir()))}.jsonl"
    path.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return LineFiles([str(path)])


def turn(folder: Path, row: Any) -> Turn:
    (found,) = read_turns(written(folder, row))
    return found


def asked(folder: Path, row: Any) -> Question:
    (found,) = read_questions(written(folder, row))
    return found


def test_locomo(tmp_path: Path) -> None:
    found = turn(tmp_path, LOCOMO_TURN | {"image_caption": "a photo of a boat"})
    assert (found.id, found.unit, found.session) == ("c-1/D2:3", "c-1", "c-1/session_2")
    assert found.text == "Look at this! [a photo of a boat]"
    assert found.said_at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert found.message.speaker == "Ann"
    assert turn(tmp_path, LOCOMO_TURN | {"image_caption": "a boat", "text": ""}).text == "[a boat]"
    question = asked(tmp_path, LOCOMO_QUESTION)
    assert question.evidence == ("c-1/D2:3",)
    assert question.sessions == ("c-1/session_2",)
    assert (question.category, question.scored) == ("single_hop", True)


@pytest.mark.parametrize(
    ("changes", "answerable", "scored"),
    [
        ({"category": 5, "category_name": "adversarial"}, False, False),
        ({"evidence": []}, None, False),
        ({"audit": {"error_type": "WRONG_CITATION"}}, None, False),
        ({"audit": {}, "category_name": "adversarial"}, None, False),
    ],
)
def test_locomo_questions_that_do_not_count(
    tmp_path: Path, changes: dict[str, Any], answerable: bool | None, scored: bool
) -> None:
    found = asked(tmp_path, LOCOMO_QUESTION | changes)
    assert (found.answerable, found.scored) == (answerable, scored)


def test_locomo_categories_by_number(tmp_path: Path) -> None:
    row = {key: value for key, value in LOCOMO_QUESTION.items() if key != "category_name"}
    assert asked(tmp_path, row | {"category": 1}).category == "multi_hop"


def test_longmemeval(tmp_path: Path) -> None:
    found = turn(
        tmp_path,
        {
            "question_id": "q7",
            "session_id": "s#1",
            "session_datetime": None,
            "turn": 0,
            "role": "assistant",
            "text": "Hello.",
        },
    )
    assert (found.id, found.unit, found.session, found.role) == ("q7/s#1:0", "q7", "q7/s#1", "assistant")
    row = {"id": "q7", "question_type": "multi-session", "abstention": False, "question": "Where?", "sessions": 2}
    row |= {"answer_session_ids": ["s#1"], "evidence_turns": None, "question_datetime": "2023-06-07T04:15:00"}
    question = asked(tmp_path, row)
    assert (question.unit, question.evidence, question.sessions) == ("q7", (), ("q7/s#1",))
    assert question.scored
    assert question.asked_at == datetime(2023, 6, 7, 4, 15, tzinfo=UTC)
    refused = asked(tmp_path, row | {"id": "q7_abs", "evidence_turns": [["s#1", 2]]})
    assert (refused.answerable, refused.evidence) == (False, ("q7_abs/s#1:2",))


def test_beam(tmp_path: Path) -> None:
    said = {"conversation": "b", "message_id": 4, "batch": 2, "date": "2024-03-03", "role": "user", "text": "Hello."}
    found = turn(tmp_path, said)
    assert (found.id, found.session) == ("b/4", "b/batch_2")
    row = {"id": "b/x/0", "conversation": "b", "ability": "event_ordering", "question": "What?", "evidence": [4]}
    gold = read_gold(written(tmp_path, said), written(tmp_path, row))
    assert gold.questions[0].evidence == ("b/4",)
    assert gold.questions[0].sessions == ("b/batch_2",)
    assert asked(tmp_path, row | {"ability": "abstention", "evidence": []}).answerable is False


def test_a_format_of_ones_own(tmp_path: Path) -> None:
    gold = read_gold(
        written(tmp_path, {"id": 1, "text": "I like tea."}, {"id": "2", "text": "Fine.", "session": "b"}),
        written(
            tmp_path,
            {"id": "q", "question": "What do I like?", "evidence": [1]},
            {"id": "r", "question": "Who am I?", "evidence": [], "category": "names"},
            {"id": "s", "question": "Why?", "evidence": ["1"], "answerable": False},
        ),
    )
    (unit,) = gold.units
    assert [one.id for one in unit.turns] == ["1", "2"]
    assert [one.answerable for one in unit.questions] == [True, False, False]
    assert unit.questions[0].sessions == ("1",)
    assert gold.workspaces("mine") == ["mine"]


def test_each_conversation_is_a_unit(tmp_path: Path) -> None:
    other = {"conversation": "c-2"}
    gold = read_gold(
        written(tmp_path, LOCOMO_TURN, LOCOMO_TURN | other),
        written(tmp_path, LOCOMO_QUESTION, LOCOMO_QUESTION | other | {"id": "c-2/q0"}),
    )
    assert gold.workspaces("mine") == ["mine:c-1", "mine:c-2"]
    assert [question.evidence for question in gold.questions] == [("c-1/D2:3",), ("c-2/D2:3",)]
    assert (gold.turns, gold.unknown_evidence) == (2, 0)


def test_the_digest_is_of_the_questions(tmp_path: Path) -> None:
    def digest(*rows: Any) -> str:
        return Gold(read_gold(written(tmp_path, LOCOMO_TURN), written(tmp_path, *rows)).units).digest

    second = LOCOMO_QUESTION | {"id": "c-1/q1"}
    assert digest(LOCOMO_QUESTION, second) == digest(second, LOCOMO_QUESTION)
    assert digest(LOCOMO_QUESTION) != digest(LOCOMO_QUESTION | {"question": "What did she show?"})


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("nonsense\n", "line 2: is not JSON"),
        ([1], "line 2: is not a JSON object"),
        ({"conversation": "c-1", "dia_id": "D1:1"}, "line 2, text: is missing"),
        ({"conversation": "c-1", "dia_id": "D1:1", "text": " "}, "line 2, text: must be a text that is not empty"),
        ({"conversation": "c-1", "dia_id": 7, "text": "x"}, "line 2, dia_id: must be a text"),
        (LOCOMO_TURN | {"dia_id": "D2:4", "session_datetime": "soon"}, "line 2, session_datetime: soon is not a time"),
        (LOCOMO_TURN | {"dia_id": "D2:4", "session_datetime": "1999-01-01"}, "line 2, said_at: must not lie before"),
        (LOCOMO_TURN, "line 2, id: c-1/D2:3 is another turn's already"),
        ({"text": "x"}, "line 2, id: is missing"),
        ({"id": "x", "text": "x", "role": "boss"}, "line 2, role: must be one of"),
    ],
)
def test_bad_turns(tmp_path: Path, row: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        read_turns(written(tmp_path, LOCOMO_TURN, row))


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (LOCOMO_QUESTION, "line 2, id: c-1/q0 is another question's already"),
        (LOCOMO_QUESTION | {"id": "x", "evidence": "D1:1"}, "line 2, evidence: must be a list"),
        (LOCOMO_QUESTION | {"id": "x", "question": 7}, "line 2, question: must be a text"),
        ({"id": "x", "question": "Who?"}, "line 2, evidence: is missing; an empty list"),
        ({"id": "x", "question": "Who?", "evidence": [], "answerable": "no"}, "line 2, answerable: must be true"),
        (
            {"id": "x", "question": "Who?", "answer_session_ids": [], "evidence_turns": [["a"]]},
            "must be a list of pairs",
        ),
    ],
)
def test_bad_questions(tmp_path: Path, row: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        read_questions(written(tmp_path, LOCOMO_QUESTION, row))


def test_a_question_needs_a_conversation(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="turns: hold none of the conversation that question c-1/q0 asks about"):
        read_gold(written(tmp_path, LOCOMO_TURN | {"conversation": "c-9"}), written(tmp_path, LOCOMO_QUESTION))
    with pytest.raises(InvalidInput, match="questions: hold no question"):
        read_gold(written(tmp_path, LOCOMO_TURN), written(tmp_path, "\n"))
