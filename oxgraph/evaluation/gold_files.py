"""Reads gold sets from files of JSON lines."""

from collections.abc import Iterable
from dataclasses import replace

from oxgraph.errors import InvalidInput
from oxgraph.evaluation.gold import Gold, Question, Turn, Unit
from oxgraph.evaluation.gold_formats import question_of, turn_of
from oxgraph.evaluation.json_fields import Fields
from oxgraph.file_formats.lines import Line


def read_turns(lines: Iterable[Line]) -> list[Turn]:
    """Reads the turns of files in order. Raises InvalidInput with file, line and field."""
    found: dict[str, Turn] = {}
    for line in lines:
        turn = turn_of(Fields(line))
        if turn.id in found:
            raise line.refusal("id", f"{turn.id:.80} is another turn's already")
        try:
            _ = turn.message
        except InvalidInput as error:
            raise line.refusal(str(error.values["field"]), str(error.values["reason"])) from None
        found[turn.id] = turn
    return list(found.values())


def read_questions(lines: Iterable[Line]) -> list[Question]:
    """Reads the questions of files in order. Raises InvalidInput with file, line and field, or if there is none."""
    found: dict[str, Question] = {}
    for line in lines:
        question = question_of(Fields(line))
        if question.id in found:
            raise line.refusal("id", f"{question.id:.80} is another question's already")
        found[question.id] = question
    if not found:
        raise InvalidInput(field="questions", reason="hold no question")
    return list(found.values())


def read_gold(turns: Iterable[Line], questions: Iterable[Line]) -> Gold:
    """Reads a gold set from its files. Raises InvalidInput, also if a question's conversation has no turn."""
    gold = together(read_turns(turns), read_questions(questions))
    lonely = next((unit for unit in gold.units if not unit.turns), None)
    if lonely is not None:
        name = lonely.questions[0].id
        raise InvalidInput(field="turns", reason=f"hold none of the conversation that question {name:.80} asks about")
    return gold


def together(turns: Iterable[Turn], questions: Iterable[Question]) -> Gold:
    """Groups turns and questions by unit."""
    turns_of: dict[str, list[Turn]] = {}
    asked: dict[str, list[Question]] = {}
    for turn in turns:
        turns_of.setdefault(turn.unit, []).append(turn)
    for question in questions:
        asked.setdefault(question.unit, []).append(question)
    return Gold(tuple(_unit(name, turns_of.get(name, []), asked.get(name, [])) for name in turns_of | asked))


def _unit(name: str, turns: list[Turn], questions: list[Question]) -> Unit:
    """Adds the sessions of turns to evidence that names only turns."""
    session = {turn.id: turn.session for turn in turns}
    placed = (
        question
        if question.sessions
        else replace(
            question, sessions=tuple(dict.fromkeys(session[id_] for id_ in question.evidence if id_ in session))
        )
        for question in questions
    )
    return Unit(name, tuple(turns), tuple(placed))
