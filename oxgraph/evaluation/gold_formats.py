"""Formats of gold sets, recognised by their fields: LoCoMo, LongMemEval, BEAM, and oxgraph's own."""

from collections.abc import Callable
from dataclasses import dataclass

from oxgraph.evaluation.gold import Question, Turn
from oxgraph.evaluation.json_fields import Fields

LOCOMO = {1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", 5: "adversarial"}
"""LoCoMo's category names by number."""

ROLES = ("user", "assistant", "system", "tool")


@dataclass(frozen=True)
class Format:
    """One format: the functions that read its lines, and the fields by which a turn and a question are recognised."""

    turn_marks: frozenset[str]
    question_marks: frozenset[str]
    turn: Callable[[Fields], Turn]
    question: Callable[[Fields], Question]


def _locomo_turn(row: Fields) -> Turn:
    unit, dia = row.text("conversation"), row.text("dia_id")
    caption = row.optional("image_caption")
    text = row.optional("text") or "" if caption else row.text("text")
    text = f"{text} [{caption}]".strip() if caption else text
    said_at = row.time("session_datetime")
    return Turn(f"{unit}/{dia}", unit, _locomo_session(unit, dia), text, "user", row.optional("speaker"), said_at)


def _locomo_session(unit: str, dia: str) -> str:
    return f"{unit}/session_{dia.partition(':')[0].removeprefix('D')}"


def _locomo_question(row: Fields) -> Question:
    unit, evidence = row.text("conversation"), row.names("evidence")
    category = row.optional("category_name") or LOCOMO.get(row.values.get("category", 0), "")
    answerable = None if "audit" in row else False if category == "adversarial" else bool(evidence) or None
    return Question(
        row.text("id"),
        unit,
        row.text("question"),
        tuple(f"{unit}/{dia}" for dia in evidence),
        tuple(dict.fromkeys(_locomo_session(unit, dia) for dia in evidence)),
        category,
        answerable,
        row.time("question_datetime"),
    )


def _longmemeval_turn(row: Fields) -> Turn:
    unit, session = row.text("question_id"), row.text("session_id")
    turn = f"{unit}/{session}:{row.name('turn')}"
    return Turn(turn, unit, f"{unit}/{session}", row.text("text"), _role(row), None, row.time("session_datetime"))


def _longmemeval_question(row: Fields) -> Question:
    unit = row.text("id")
    return Question(
        unit,
        unit,
        row.text("question"),
        tuple(f"{unit}/{session}:{turn}" for session, turn in row.pairs("evidence_turns")),
        tuple(f"{unit}/{session}" for session in row.names("answer_session_ids")),
        row.optional("question_type") or "",
        not (row.boolean("abstention") or unit.endswith("_abs")),
        row.time("question_datetime"),
    )


def _beam_turn(row: Fields) -> Turn:
    unit = row.text("conversation")
    turn, session = f"{unit}/{row.name('message_id')}", f"{unit}/batch_{row.name('batch') if 'batch' in row else 1}"
    return Turn(turn, unit, session, row.text("text"), _role(row), None, row.time("date"))


def _beam_question(row: Fields) -> Question:
    unit, ability = row.text("conversation"), row.text("ability")
    evidence = tuple(f"{unit}/{message}" for message in row.names("evidence"))
    answerable = False if ability == "abstention" else bool(evidence) or None
    return Question(row.text("id"), unit, row.text("question"), evidence, (), ability, answerable)


def _own_turn(row: Fields) -> Turn:
    unit = unit_of(row)
    turn, session = row.name("id"), row.name("session") if "session" in row else "1"
    text, speaker = row.text("text"), row.optional("speaker")
    return Turn(turn_id(unit, turn), unit, turn_id(unit, session), text, _role(row), speaker, row.time("said_at"))


def _own_question(row: Fields) -> Question:
    unit = unit_of(row)
    if "evidence" not in row:
        raise row.line.refusal("evidence", "is missing; an empty list says that nothing answers the question")
    evidence = tuple(turn_id(unit, turn) for turn in row.names("evidence"))
    category = row.optional("category") or ""
    answerable = row.boolean("answerable")
    return Question(
        row.name("id"),
        unit,
        row.text("question"),
        evidence,
        (),
        category,
        bool(evidence) if answerable is None else answerable,
        row.time("asked_at"),
    )


def unit_of(row: Fields) -> str:
    """The conversation of a line of the own format; '' for the only one."""
    return row.name("conversation") if "conversation" in row else ""


def turn_id(unit: str, name: str) -> str:
    """What names a turn, or a session, in all units: it begins with the unit, also where `name` does not."""
    return name if not unit or name.startswith(f"{unit}/") else f"{unit}/{name}"


def _role(row: Fields) -> str:
    role = row.optional("role") or "user"
    if role not in ROLES:
        raise row.line.refusal("role", f"must be one of {', '.join(ROLES)}")
    return role


FORMATS = (
    Format(
        frozenset({"question_id", "session_id", "turn"}),
        frozenset({"answer_session_ids"}),
        _longmemeval_turn,
        _longmemeval_question,
    ),
    Format(frozenset({"conversation", "message_id"}), frozenset({"ability"}), _beam_turn, _beam_question),
    Format(frozenset({"conversation", "dia_id"}), frozenset({"category_name"}), _locomo_turn, _locomo_question),
    Format(frozenset(), frozenset(), _own_turn, _own_question),
)
"""The first format whose fields a line has applies; the last takes all others."""


def turn_of(row: Fields) -> Turn:
    """Reads a line as a turn. Raises InvalidInput."""
    return next(one for one in FORMATS if one.turn_marks <= row.values.keys()).turn(row)


def question_of(row: Fields) -> Question:
    """Reads a line as a question. Raises InvalidInput."""
    by_number = isinstance(row.values.get("category"), int)
    found = row.values.keys() | ({"category_name"} if by_number else set())
    return next(one for one in FORMATS if one.question_marks <= found).question(row)
