"""Rules for likes, dislikes and preferences."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph import choices
from oxgraph.extraction.clauses import noun_phrase
from oxgraph.extraction.rules.statement import Draft, Statement, phrase, short
from oxgraph.extraction.rules.subjects import single_subject
from oxgraph.extraction.text import normalise
from oxgraph.extraction.word_lists import LIKES, VAGUE, words
from oxgraph.wording import topic_key

if TYPE_CHECKING:
    from spacy.tokens import Token

RIVAL = ("over", "to")
"""Words before what is not preferred."""

FAVOURITE = frozenset({"favorite", "favourite", "fave"})


def single(token: "Token") -> str | None:
    """A noun phrase without what is joined to it by `and`."""
    rest = {t.i for child in token.children if child.dep_ in ("conj", "cc", "punct") for t in child.subtree}
    tokens = [t for t in noun_phrase(token) if (t.i not in rest and t.dep_ != "det") or t.i == token.i]
    if len(tokens) > 5 or any(t.pos_ == "PRON" or t.tag_ == "PRP$" for t in tokens):
        return None
    return " ".join(t.text for t in tokens)


def favourite(statement: Statement) -> Iterator[Draft]:
    """`my favourite X is Y`: one value for each X, so that it has a topic."""
    subject = single_subject(statement)
    if subject is None:
        return
    words = [t.lower_ for t in noun_phrase(subject)]
    if not words or words[0] != "my" or not FAVOURITE & set(words[:3]) or "one" in words or words[-1] in FAVOURITE:
        return
    value = statement.child("attr", "acomp", "xcomp")
    if (
        value is None
        or value.pos_ == "PRON"
        or value.lower_ in VAGUE
        or any(t.lower_ in ("you", "your") for t in value.subtree)
    ):
        return
    thing = topic_key(re.sub(r"\bfave\b", "favourite", phrase(subject)))
    named = short(value)
    content = statement.render()
    yield Draft(
        "preference", "favourite", content, statement.turn.subject, named, topic_key=thing, source=statement.source
    )


def taste(statement: Statement) -> Iterator[Draft]:
    """`I like / love / prefer / hate …`, `I'm a fan of …`."""
    clause = statement.clause
    if not statement.mine or clause.tense not in ("present",):
        return
    if clause.lemma == "be":
        yield from _fan(statement)
        return
    predicate = LIKES.get(clause.lemma)
    if predicate is None or (clause.negated and predicate not in ("likes", "loves")):
        return
    what = statement.child("dobj", "xcomp")
    if what is None or not _telling(what):
        return
    content = statement.render()
    topic = _topic(statement, what) if clause.lemma == "prefer" else None
    named = short(what) if what.dep_ == "dobj" else None
    predicate = "dislikes" if clause.negated else predicate
    yield Draft(
        "preference", predicate, content, statement.turn.subject, named, topic_key=topic, source=statement.source
    )


def _fan(statement: Statement) -> Iterator[Draft]:
    attr, complement = statement.child("attr"), statement.child("acomp", "prep")
    if statement.clause.negated:
        return
    if attr is not None and attr.lower_ == "fan":
        what = next((p for c in attr.children if c.lower_ == "of" for p in c.children if p.dep_ == "pobj"), None)
    elif complement is not None and complement.lower_ in ("into", "fond", "obsessed"):
        what = next((p for c in (complement, *complement.children) for p in c.children if p.dep_ == "pobj"), None)
    else:
        return
    if what is not None and _telling(what):
        yield Draft(
            "preference", "likes", statement.render(), statement.turn.subject, single(what), source=statement.source
        )


def _telling(what: "Token") -> bool:
    """Whether the object says by itself what is liked: no pronoun, nothing pointed at, no `the` without a name."""
    if what.dep_ == "xcomp" and what.pos_ == "VERB":
        return _object(what) and what.lemma_.lower() not in ("see", "hear", "know", "do", "be", "think", "say")
    if what.pos_ not in ("NOUN", "PROPN") or what.lemma_.lower() in VAGUE:
        return False
    pointed = any(child.lower_ in ("the", "this", "that", "these", "those", "your") for child in what.children)
    return not pointed or what.pos_ == "PROPN" or _completed(what)


def _completed(what: "Token") -> bool:
    return any(
        child.lower_ == "of" and any(p.pos_ in ("NOUN", "PROPN") for p in child.children) for child in what.children
    )


def _object(verb: "Token") -> bool:
    if verb.pos_ != "VERB":
        return False
    things = [t for t in verb.subtree if t.pos_ in ("NOUN", "PROPN") and t.lemma_.lower() not in VAGUE]
    return bool(things) or (verb.tag_ == "VBG" and verb.lower_ not in _EMPTY) or verb.lemma_.lower() in _ACTIVITIES


_EMPTY = words("empty_activities")
_ACTIVITIES = words("activities")


def _topic(statement: Statement, what: "Token") -> str | None:
    """The choice of which one is preferred: the domain of a choice with its scope, or `X or Y` of `X over Y`."""
    if what.dep_ == "xcomp":
        return None
    chosen = choices.domain(phrase(what))
    scopes = [f"{word} {phrase(token)}" for word, token in statement.prepositions() if word not in RIVAL]
    if chosen is not None:
        return topic_key(" ".join([chosen, *scopes]))
    rival = next((p for w, p in statement.prepositions(*RIVAL)), None)
    rival = rival or next((p for c in what.children if c.lower_ in RIVAL for p in c.children if p.dep_ == "pobj"), None)
    if rival is None:
        return None
    pair = sorted(normalise(re.sub(r"\s(?:over|to)\s.*", "", phrase(token))) for token in (what, rival))
    return topic_key(" ".join([" or ".join(pair), *scopes]))
