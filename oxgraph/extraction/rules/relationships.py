"""Rules for relatives, colleagues, managers and pets."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import proper
from oxgraph.extraction.persons import name_beside, relation_of
from oxgraph.extraction.rules.statement import Draft, Statement, phrase, short
from oxgraph.extraction.rules.subjects import end_of, not_namesake
from oxgraph.extraction.third_person import Sentence
from oxgraph.extraction.word_lists import ANIMALS, RELATIONS

if TYPE_CHECKING:
    from spacy.tokens import Token

SPOUSE = ("wife", "husband", "spouse")
MANAGERS = ("manager", "supervisor")


def _bearer(head: "Token") -> str | None:
    """The name that stands with a noun: `my sister Anna`, `a dog named Max`, `Anna, my sister`."""
    named = name_beside(head)
    return proper(named) if named is not None else None


def _related(statement: Statement, relation: str, name: str) -> Draft:
    not_namesake(statement, name)
    subject = statement.turn.subject
    predicate = "married_to" if relation in SPOUSE else f"has_{relation.replace('-', '_')}"
    content = Sentence(f"{statement.name}'s {relation} is {name}.")
    kind = "animal" if relation in ANIMALS else "person"
    return Draft("relation", predicate, content, subject, name, object_type=kind, source=statement.source)


def mentions(statement: Statement) -> Iterator[Draft]:
    """`my sister Anna …` anywhere in a clause: who Anna is."""
    for token in statement.clause.verb.subtree:
        kind = _kind(token)
        name = _bearer(token) or _before_name(token) if kind else None
        if name and len(name.split()) <= 3 and name[:1].isupper():
            draft = _related(statement, kind or "", name)
            draft.valid_to = end_of(statement) if kind in ANIMALS and _has_died(statement, token) else None
            yield draft


def _has_died(statement: Statement, token: "Token") -> bool:
    """Whether the clause says that the animal is dead: `my dog Bello died`."""
    clause, subject = statement.clause, statement.clause.subject
    away = clause.lemma == "pass" and any(child.lower_ == "away" for child in clause.verb.children)
    gone = (away or clause.lemma == "die") and clause.tense in ("past", "perfect")
    return gone and subject is not None and token in (subject, *subject.children)


def _kind(token: "Token") -> str | None:
    """The relation or the animal that a noun behind `my` names."""
    if token.tag_ not in ("NN", "NNP"):
        return None
    lemma = token.lemma_.lower()
    mine = _mine(token) or (token.dep_ == "compound" and _mine(token.head))
    return (RELATIONS.get(lemma) or (lemma if lemma in ANIMALS else None)) if mine else None


def _before_name(token: "Token") -> str | None:
    """`my dog Max`, where the parser takes `dog` for a part of the name."""
    head = token.head
    if token.dep_ != "compound" or head.pos_ != "PROPN" or head.i < token.i or head.ent_type_ in ("ORG", "GPE", "DATE"):
        return None
    return token.doc[token.i + 1 : head.i + 1].text


def _mine(token: "Token") -> bool:
    return any(child.dep_ == "poss" and child.lower_ == "my" for child in token.children)


def relation(statement: Statement) -> Iterator[Draft]:
    """`my sister is Anna`, `Anna is my sister`, `my sister's name is Anna`, `I'm married to …`."""
    clause = statement.clause
    if clause.negated or clause.tense != "present" or clause.lemma not in ("be", "name", "call", "marry"):
        return
    subject, attr = clause.subject, statement.child("attr")
    if clause.lemma == "be" and subject is not None and attr is not None:
        yield from _equated(statement, subject, attr)
    married = statement.child("acomp")
    if statement.mine and married is not None and married.lower_ == "married":
        name = next(
            (proper(p) for c in married.children if c.lower_ == "to" for p in c.children if p.pos_ == "PROPN"), None
        )
        if name:
            yield _related(statement, "spouse", name)


def _equated(statement: Statement, subject: "Token", attr: "Token") -> Iterator[Draft]:
    if attr.pos_ == "PROPN" and (name := proper(attr)):
        owner = next((c for c in subject.children if c.dep_ == "poss"), None)
        holder = subject if subject.lower_ != "name" else owner
        found = relation_of(holder) if holder is not None and holder.tag_ in ("NN", "NNP") else None
        if holder is not None and holder.lemma_.lower() in ANIMALS and _mine(holder):
            found = holder.lemma_.lower()
        if found:
            yield _manager(statement, name) if found in MANAGERS else _related(statement, found, name)
    elif subject.pos_ == "PROPN" and subject.ent_type_ in ("PERSON", "") and (name := proper(subject)):
        found = relation_of(attr) if attr.tag_ == "NN" else None
        if found and not any(c.dep_ == "conj" for c in subject.children):
            yield _manager(statement, name) if found in MANAGERS else _related(statement, found, name)


def _manager(statement: Statement, name: str) -> Draft:
    content = Sentence(f"{statement.name} reports to {name}.")
    return Draft(
        "relation", "reports_to", content, statement.turn.subject, name, object_type="person", source=statement.source
    )


def reports_to(statement: Statement) -> Iterator[Draft]:
    """`I report to …`."""
    clause = statement.clause
    if clause.lemma != "report" or not statement.mine or clause.negated or clause.tense != "present":
        return
    token = statement.pobj("to")
    name = proper(token) if token is not None and token.ent_type_ in ("PERSON", "") else None
    if name:
        yield _manager(statement, name)


def pet(statement: Statement) -> Iterator[Draft]:
    """`I have a dog (named Max)`, `I have two cats`, `I have three sisters`."""
    clause = statement.clause
    thing = statement.child("dobj")
    owning = clause.lemma == "have" or (clause.lemma == "get" and clause.tense == "perfect")
    if (
        not owning
        or clause.negated
        or clause.tense not in ("present", "perfect")
        or clause.who == "other"
        or thing is None
    ):
        return
    lemma = thing.lemma_.lower()
    if lemma not in ANIMALS and lemma not in RELATIONS:
        return
    if any(c.dep_ == "poss" or c.lower_ in ("the", "any", "no") for c in thing.children):
        return
    kept = [t for t in thing.subtree if t == thing or (t.dep_ == "conj" and t.lemma_.lower() in {*ANIMALS, *RELATIONS})]
    called = [(t.lemma_.lower(), name) for t in kept if (name := _bearer(t))]
    if called:
        for kind, name in called:
            yield _related(statement, kind if kind in ANIMALS else RELATIONS[kind], name)
    elif short(thing):
        predicate = "has_pet" if lemma in ANIMALS else "has_" + RELATIONS[lemma].replace("-", "_")
        content = Sentence(f"{statement.name} has {phrase(thing, articles=True)}.")
        yield Draft("fact", predicate, content, statement.turn.subject, source=statement.source)
