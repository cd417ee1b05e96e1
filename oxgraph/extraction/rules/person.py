"""Who somebody is: name, age, birth, languages."""

import re
from collections.abc import Iterator

from oxgraph.extraction.dates import Date
from oxgraph.extraction.lexicon import LANGUAGES, words
from oxgraph.extraction.rewriting import Sentence
from oxgraph.extraction.rules.about import certain, fact, has_article, is_mine, only_date, subject_of
from oxgraph.extraction.rules.draft import Draft, Said, phrase, proper

CONDITIONS = words("conditions")
OLDEST = 110
NAME = re.compile(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}")
AGE = re.compile(
    r"\b(?:am|'m|is|'s) (?:already |now |currently )?(\d{1,3})(?: ?(?:years?[ -]old|y/?o))?\s*"
    r"(?:[,.!;]|and\b|years?\b|$)"
)
OTHER_UNIT = re.compile(r"%|\d[:/]\d|minutes|hours|days|weeks|months|miles|pounds|kg")
TURNED = re.compile(r"turned (\d{1,3})\b")
PASSING = re.compile(r"(?i)yesterday|today|tomorrow|week|month|ago|day\b|^\w+$")


def named(said: Said) -> Iterator[Draft]:
    """`my name is …`, and `I'm …` of a speaker who has no name yet."""
    clause, attr = said.clause, said.child("attr", "acomp")
    if clause.tense != "present" or clause.negated or clause.lemma != "be" or attr is None or has_article(attr):
        return
    introduced = said.turn.speaker is None and said.mine and attr.ent_type_ == "PERSON" and attr.pos_ == "PROPN"
    name = proper(attr)
    if (introduced or _by_name(said)) and name and NAME.fullmatch(name):
        content = Sentence(f"{said.name}'s name is {name}.")
        yield Draft("fact", "name", content, said.turn.subject, source=said.source)


def _by_name(said: Said) -> bool:
    subject = said.clause.subject
    return subject is not None and is_mine(subject) and phrase(subject).lower() in ("name", "first name", "full name")


def age(said: Said) -> Iterator[Draft]:
    """`I'm 32 (years old)`, `I turned 32`."""
    clause = said.clause
    if clause.negated or subject_of(said) is None or not certain(said):
        return
    text = "".join(t.text_with_ws for t in clause.verb.subtree)
    match, since = None, None
    if clause.lemma == "be" and clause.tense == "present" and ("old" in text or said.mine):
        match = None if OTHER_UNIT.search(text) else AGE.search(text)
    elif clause.lemma == "turn" and clause.tense in ("past", "perfect"):
        match, date = TURNED.search(text), only_date(said)
        since = date.at if date else None
    if match and 1 <= int(match[1]) <= OLDEST:
        yield from fact(said, "age", f"is {match[1]} years old", since=since)


def birth(said: Said) -> Iterator[Draft]:
    """`my birthday is on …`, `I was born in/on …`."""
    clause, date = said.clause, only_date(said)
    if clause.negated:
        return
    if clause.lemma in ("bear", "born") and clause.tense == "passive_past" and certain(said):
        yield from _born(said, date)
    elif clause.lemma == "be" and _birthday(said) and date and not PASSING.search(_text(said, date)):
        content = Sentence(f"{said.name}'s birthday is {date.at:%B} {date.at.day}.")
        yield Draft("fact", "birthday", content, said.turn.subject, source=said.source)


def _birthday(said: Said) -> bool:
    subject = said.clause.subject
    return subject is not None and subject.lower_ == "birthday" and is_mine(subject)


def _text(said: Said, date: Date) -> str:
    return said.sentence.doc.text[date.start : date.end]


def _born(said: Said, date: Date | None) -> Iterator[Draft]:
    if date and date.grain == "year":
        yield from fact(said, "birth_year", f"was born {date.phrase}")
    elif date and date.grain == "day" and re.search(r"\d{4}", _text(said, date)):
        yield from fact(said, "birth_date", f"was born {date.phrase}")
    place = next((proper(p) for _, p in said.prepositions("in") if p.ent_type_ in ("GPE", "LOC")), None)
    if place:
        yield from fact(said, "born_in", f"was born in {place}", place, kind="place")


def condition(said: Said) -> Iterator[Draft]:
    """`I'm vegetarian`, `I'm a vegan`, `I'm retired`: one word that says how somebody lives."""
    clause, word = said.clause, said.child("acomp", "attr")
    plain = word is not None and not any(c.dep_ not in ("det", "advmod", "punct") for c in word.children)
    if clause.lemma != "be" or clause.tense != "present" or clause.negated or word is None or not plain:
        return
    if word.lower_ in CONDITIONS and certain(said):
        article = "a " if has_article(word) else ""
        yield from fact(said, "is", f"is {article}{word.lower_}")


def languages(said: Said) -> Iterator[Draft]:
    """`I speak Spanish and German`."""
    clause, first = said.clause, said.child("dobj")
    if clause.lemma != "speak" or clause.negated or clause.tense != "present" or first is None:
        return
    queue = [first]
    while queue:
        token = queue.pop(0)
        queue.extend(child for child in token.children if child.dep_ == "conj")
        if token.lower_ in LANGUAGES:
            yield from fact(said, "speaks", f"speaks {token.text}", token.text, kind="language")
