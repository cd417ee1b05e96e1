"""Whom a statement is about, and facts of one sentence about them."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from oxgraph.extraction.dates import Date
from oxgraph.extraction.lexicon import ONLY_ONE, words
from oxgraph.extraction.rewriting import Sentence
from oxgraph.extraction.rules.draft import Draft, Said, phrase, proper, relation_of

if TYPE_CHECKING:
    from spacy.tokens import Token

ONE_AT_A_TIME = frozenset({"works_at", "job_title", "lives_in", "lives_in_region", "lives_in_country", "studies_at"})
BESIDES = words("besides")
LASTING = frozenset({"present", "progressive", "perfect_progressive"})
"""Tenses of what is so now."""


def subject_of(said: Said) -> tuple[str, str] | None:
    """Whom a statement is about, as subject and as in a sentence: the speaker, a relative, a named person."""
    head = said.clause.subject
    if said.mine:
        return said.turn.subject, said.name
    if head is None or said.clause.who == "company" or any(c.dep_ in ("conj", "relcl") for c in head.children):
        return None
    if relation_of(head) is not None:
        return _relative(said, head)
    if head.ent_type_ == "PERSON" and head.pos_ == "PROPN":
        return _twice(proper(head))
    return _twice(said.voice.resolve(head.lower_)) if head.lower_ in ("he", "she") else None


def _relative(said: Said, head: "Token") -> tuple[str, str] | None:
    named = next((proper(c) for c in head.children if c.dep_ == "appos" and c.pos_ == "PROPN"), None)
    return None if head.tag_ == "NNS" else _twice(named or f"{said.name}'s {phrase(head)}")


def _twice(name: str | None) -> tuple[str, str] | None:
    return (name, name) if name else None


def certain(said: Said) -> bool:
    """Whether the subject is one certain person: `my son` may be any of several."""
    head = said.clause.subject
    relation = relation_of(head) if head is not None else None
    about = subject_of(said)
    return relation is None or relation in ONLY_ONE or (about is not None and "'s " not in about[0])


def fact(
    said: Said,
    predicate: str,
    told: str,
    named: str | None = None,
    *,
    since: datetime | None = None,
    kind: str | None = None,
) -> Iterator[Draft]:
    """A fact about the clause's subject; none where that is not clear, or where it is only one of several."""
    about = subject_of(said)
    if about is None or (predicate in ONE_AT_A_TIME and _besides(said)):
        return
    subject, called = about
    resolved = said.clause.subject is not None and said.clause.subject.lower_ in ("he", "she")
    content = Sentence(f"{called} {told}.", resolved)
    yield Draft("fact", predicate, content, subject, named, kind, valid_from=since, source=said.source)


def _besides(said: Said) -> bool:
    """Whether it is said to be one of several, or only for a time: then it replaces nothing."""
    limited = any(t.lower_ in BESIDES for t in said.clause.verb.subtree)
    return limited or any(child.lower_ in ("also", "too") for child in said.clause.verb.children)


def only_date(said: Said) -> Date | None:
    """The date of a clause that names just one."""
    inside = {t.idx for t in said.clause.verb.subtree}
    dates = [d for d in said.dates() if d.start in inside]
    return dates[0] if len(dates) == 1 else None


def is_mine(token: "Token") -> bool:
    """Whether `my` stands before a noun."""
    return any(child.dep_ == "poss" and child.lower_ == "my" for child in token.children)


def has_article(token: "Token") -> bool:
    """Whether an article or a possessive stands before a noun."""
    return any(child.dep_ in ("det", "poss") for child in token.children)


def organization(token: "Token | None") -> str | None:
    """A named thing that somebody can work or study at."""
    return None if token is None or token.ent_type_ in ("DATE", "TIME", "CARDINAL") else proper(token)
