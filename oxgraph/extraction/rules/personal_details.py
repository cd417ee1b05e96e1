"""Rules for name, age, birth, languages and health conditions."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import proper
from oxgraph.extraction.dates import Date
from oxgraph.extraction.rules.statement import Draft, Statement, phrase
from oxgraph.extraction.rules.subjects import certain, fact, has_article, is_mine, only_date, subject_of
from oxgraph.extraction.third_person import Sentence
from oxgraph.extraction.word_lists import LANGUAGES, words

if TYPE_CHECKING:
    from spacy.tokens import Token

CONDITIONS = words("conditions")
KEPT_UP = frozenset({"committed", "devout", "lifelong", "strict"})
"""Adjectives before what somebody is that take nothing from it."""

SPELLING = frozenset({"spell", "write", "spelt"})
OLDEST = 110
NAME = re.compile(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}")
AGE = re.compile(
    r"\b(?:am|'m|is|'s) (?:already |now |currently )?(\d{1,3})(?: ?(?:years?[ -]old|y/?o))?\s*"
    r"(?:[,.!;]|and\b|years?\b|$)"
)
OTHER_UNIT = re.compile(r"%|\d[:/]\d|minutes|hours|days|weeks|months|miles|pounds|kg")
TURNED = re.compile(r"turned (\d{1,3})\b")
PASSING = re.compile(r"(?i)yesterday|today|tomorrow|week|month|ago|day\b|^\w+$")


def named(statement: Statement) -> Iterator[Draft]:
    """`my name is …`, `I'm called …`, `I'm …` of a speaker who has no name yet; `people call me …`, `I go by …`."""
    clause = statement.clause
    if clause.negated:
        return
    if (name := _name(_introduced(statement))) is not None:
        content = Sentence(f"{statement.name}'s name is {name}.")
        yield Draft("fact", "name", content, statement.turn.subject, source=statement.source, known_as=name)
    elif (name := _name(_nickname(statement))) is not None:
        content = Sentence(f"{statement.name} is called {name}.")
        yield Draft("fact", "call_name", content, statement.turn.subject, source=statement.source, known_as=name)


def _name(token: "Token | None") -> str | None:
    name = proper(token) if token is not None else None
    return name if name and NAME.fullmatch(name) else None


def _introduced(statement: Statement) -> "Token | None":
    """The name by which speakers introduce themselves."""
    clause = statement.clause
    if clause.lemma in ("call", "name") and clause.tense == "passive":
        return statement.child("oprd") if statement.mine else None
    if clause.lemma in SPELLING and clause.tense == "passive":
        return statement.child("dobj", "oprd", "attr") if _by_name(statement) else None
    attr = statement.child("attr", "acomp")
    if clause.tense != "present" or clause.lemma != "be" or attr is None or has_article(attr):
        return None
    told = statement.turn.speaker is None and statement.mine and attr.ent_type_ == "PERSON" and attr.pos_ == "PROPN"
    return attr if told or _by_name(statement) else None


def _nickname(statement: Statement) -> "Token | None":
    """How others call the speaker."""
    clause, what = statement.clause, statement.child("dobj")
    if clause.tense != "present":
        return None
    if clause.lemma == "call" and what is not None and what.lower_ == "me":
        calling = (
            clause.subject is not None
            and clause.subject.tag_ in ("NNS", "NN", "PRP")
            and clause.subject.lower_ != "you"
        )
        return statement.child("oprd", "attr") if calling else None
    by = statement.pobj("by")
    return by if clause.lemma == "go" and statement.mine and by is not None and by.ent_type_ == "PERSON" else None


def _by_name(statement: Statement) -> bool:
    subject = statement.clause.subject
    return subject is not None and is_mine(subject) and phrase(subject).lower() in ("name", "first name", "full name")


def age(statement: Statement) -> Iterator[Draft]:
    """`I'm 32 (years old)`, `I turned 32`."""
    clause = statement.clause
    if clause.negated or subject_of(statement) is None or not certain(statement):
        return
    text = "".join(t.text_with_ws for t in clause.verb.subtree)
    match, since = None, None
    if clause.lemma == "be" and clause.tense == "present" and ("old" in text or statement.mine):
        match = None if OTHER_UNIT.search(text) else AGE.search(text)
    elif clause.lemma == "turn" and clause.tense in ("past", "perfect"):
        match, date = TURNED.search(text), only_date(statement)
        since = date.at if date else None
    if match and 1 <= int(match[1]) <= OLDEST:
        yield from fact(statement, "age", f"is {match[1]} years old", since=since)


def birth(statement: Statement) -> Iterator[Draft]:
    """`my birthday is on …`, `I was born in/on …`."""
    clause, date = statement.clause, only_date(statement)
    if clause.negated:
        return
    if clause.lemma in ("bear", "born") and clause.tense == "passive_past" and certain(statement):
        yield from _born(statement, date)
    elif clause.lemma == "be" and _birthday(statement) and date and not PASSING.search(_text(statement, date)):
        content = Sentence(f"{statement.name}'s birthday is {date.at:%B} {date.at.day}.")
        yield Draft("fact", "birthday", content, statement.turn.subject, source=statement.source)


def _birthday(statement: Statement) -> bool:
    subject = statement.clause.subject
    return subject is not None and subject.lower_ == "birthday" and is_mine(subject)


def _text(statement: Statement, date: Date) -> str:
    return statement.sentence.doc.text[date.start : date.end]


def _born(statement: Statement, date: Date | None) -> Iterator[Draft]:
    if date and date.grain == "year":
        yield from fact(statement, "birth_year", f"was born {date.phrase}")
    elif date and date.grain == "day" and re.search(r"\d{4}", _text(statement, date)):
        yield from fact(statement, "birth_date", f"was born {date.phrase}")
    place = next((proper(p) for _, p in statement.prepositions("in") if p.ent_type_ in ("GPE", "LOC")), None)
    if place:
        yield from fact(statement, "born_in", f"was born in {place}", place, kind="place")


def condition(statement: Statement) -> Iterator[Draft]:
    """`I'm vegetarian`, `I'm a vegan`, `I'm retired`: one word that says how somebody lives."""
    clause, word = statement.clause, statement.child("acomp", "attr")
    plain = word is not None and not any(
        c.dep_ not in ("det", "advmod", "punct") and c.lower_ not in KEPT_UP for c in word.children
    )
    if clause.lemma != "be" or clause.tense != "present" or clause.negated or word is None or not plain:
        return
    if word.lower_ in CONDITIONS and certain(statement):
        article = "a " if has_article(word) else ""
        called = word.text if word.ent_type_ == "NORP" else word.lower_
        yield from fact(statement, "is", f"is {article}{called}")


def languages(statement: Statement) -> Iterator[Draft]:
    """`I speak Spanish and German`."""
    clause, first = statement.clause, statement.child("dobj", "oprd", "attr", "acomp")
    if clause.lemma != "speak" or clause.negated or clause.tense != "present" or first is None:
        return
    queue = [first]
    while queue:
        token = queue.pop(0)
        queue.extend(child for child in token.children if child.dep_ == "conj")
        if token.lower_ in LANGUAGES:
            yield from fact(statement, "speaks", f"speaks {token.text}", token.text, kind="language")
