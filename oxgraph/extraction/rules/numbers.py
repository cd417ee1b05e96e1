"""Rules for numbers with one value at a time: personal records, counts, contact details."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import noun_phrase
from oxgraph.extraction.rules.statement import Draft, Statement, phrase
from oxgraph.extraction.rules.subjects import is_mine, single_subject
from oxgraph.extraction.text import normalise
from oxgraph.extraction.word_lists import words as listed

if TYPE_CHECKING:
    from spacy.tokens import Token

CURRENT = listed("superlatives")
RECORD = re.compile(
    r"\b(?:personal best|personal record|high score|pb|pr|record|best time|weight|height|salary|rent|budget|deadline"
    r"|goal|target|score|balance|quota|wage|income)\b"
)
PERSONAL = frozenset({"weight", "height", "salary", "rent"})
"""Numbers of which a person has one, whatever it is about."""

CONTACTS = {
    "phone number": "phone", "phone": "phone", "mobile number": "phone", "cell number": "phone", "email": "email",
    "email address": "email", "e-mail": "email", "address": "address", "home address": "address",
}  # fmt: skip
NUMBER = re.compile(r"\d")


def record(statement: Statement) -> Iterator[Draft]:
    """`my highest score in X is 124`: a value of a thing of which there is one."""
    subject = single_subject(statement)
    if subject is None:
        return
    if not is_mine(subject):
        return
    if contact := CONTACTS.get(normalise(phrase(subject)).removeprefix("new ").removeprefix("current ")):
        yield from _contact(statement, contact)
        return
    value = statement.child("attr", "acomp", "prep")
    text = "".join(t.text_with_ws for t in value.subtree) if value is not None else ""
    if value is None or not NUMBER.search(text):
        return
    content = statement.render()
    words = normalise(phrase(subject))
    single = CURRENT & set(words.split()) or RECORD.search(words)
    topic = _topic(subject) if single else None
    if topic and topic not in PERSONAL and len([w for w in topic.split() if w not in CURRENT]) < 2:
        topic = None
    yield Draft("fact", "measures", content, statement.turn.subject, topic_key=topic, source=statement.source)


def _contact(statement: Statement, contact: str) -> Iterator[Draft]:
    value = statement.child("attr", "acomp")
    if value is not None and (NUMBER.search(value.sent.text) or "@" in value.sent.text):
        content = statement.render()
        content.text = content.text.replace("'s new ", "'s ", 1).replace("'s current ", "'s ", 1)
        yield Draft("fact", contact, content, statement.turn.subject, source=statement.source)


def _topic(subject: "Token") -> str:
    """The thing with all that narrows it, so that only the same thing shares it."""
    words = normalise(
        "".join(t.text_with_ws for t in noun_phrase(subject) if t.lower_ not in ("my", "current", "so", "far", "new"))
    )
    return re.sub(r"[^\w\s'-]", "", words).strip()
