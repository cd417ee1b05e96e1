"""The subject of a statement, and facts about a subject."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import proper
from oxgraph.extraction.dates import Date
from oxgraph.extraction.persons import name_beside, relation_of
from oxgraph.extraction.rules.statement import Draft, Statement, phrase
from oxgraph.extraction.third_person import Sentence, Unclear
from oxgraph.extraction.word_lists import ONLY_ONE, words

if TYPE_CHECKING:
    from spacy.tokens import Token

ONE_AT_A_TIME = frozenset({"works_at", "job_title", "lives_in", "lives_in_region", "lives_in_country", "studies_at"})
BESIDES = words("besides")
LASTING = frozenset({"present", "progressive", "perfect_progressive"})
"""Tenses of what is so now."""
DAYS = {"day": 1, "weekend": 2, "week": 7}
"""Of a date, by how exact it is."""
_OVER = re.compile(r"\bno longer\b|\bany ?more\b|\bafter all\b")


def subject_of(statement: Statement) -> tuple[str, str] | None:
    """Returns whom a statement is about (the speaker, a relative, a named person), as subject and as in a sentence."""
    head = statement.clause.subject
    if statement.mine:
        return statement.turn.subject, statement.name
    if head is None or statement.clause.who == "company" or any(c.dep_ in ("conj", "relcl") for c in head.children):
        return None
    if relation_of(head) is not None:
        return _relative(statement, head)
    told = next((c for c in head.children if c.dep_ == "appos" and relation_of(c)), None)
    if told is not None:
        return _relative(statement, told)
    if head.ent_type_ == "PERSON" and head.pos_ == "PROPN":
        return _twice(proper(head))
    return _twice(statement.voice.resolve(head)) if head.lower_ in ("he", "she") else None


def _relative(statement: Statement, head: "Token") -> tuple[str, str] | None:
    beside = name_beside(head)
    named = proper(beside) if beside is not None else None
    not_namesake(statement, named)
    return None if head.tag_ == "NNS" else _twice(named or f"{statement.name}'s {phrase(head)}")


def not_namesake(statement: Statement, relative: str | None) -> None:
    """Raises Unclear where a relative has the speaker's own name: by the name it would be about the speaker."""
    if relative is not None and relative == statement.turn.speaker:
        raise Unclear("ambiguous_name")


def _twice(name: str | None) -> tuple[str, str] | None:
    return (name, name) if name else None


def certain(statement: Statement) -> bool:
    """Whether the subject is one certain person: `my son` may be any of several."""
    head = statement.clause.subject
    relation = relation_of(head) if head is not None else None
    about = subject_of(statement)
    return relation is None or relation in ONLY_ONE or (about is not None and "'s " not in about[0])


def fact(
    statement: Statement,
    predicate: str,
    predicate_text: str,
    named: str | None = None,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    kind: str | None = None,
    about: tuple[str, str] | None = None,
) -> Iterator[Draft]:
    """A fact about the clause's subject or `about`; none where that is not clear, or where it is only one of several.

    With `until` it held until then: the same words as when it began, so that the memory of it ends.
    """
    about = about or subject_of(statement)
    if about is None or (predicate in ONE_AT_A_TIME and _besides(statement)):
        return
    subject, called = about
    resolved = statement.clause.subject is not None and statement.clause.subject.lower_ in ("he", "she")
    content = Sentence(f"{called} {predicate_text}.", resolved)
    draft = Draft("fact", predicate, content, subject, named, kind, source=statement.source)
    draft.valid_from, draft.valid_to = since, until
    yield draft


def _besides(statement: Statement) -> bool:
    """Whether it is said to be one of several, or only for a time: then it replaces nothing."""
    limited = any(t.lower_ in BESIDES for t in statement.clause.verb.subtree)
    return limited or any(child.lower_ in ("also", "too") for child in statement.clause.verb.children)


def only_date(statement: Statement) -> Date | None:
    """The date of a clause that names just one."""
    inside = {t.idx for t in statement.clause.verb.subtree}
    dates = [d for d in statement.dates() if d.start in inside]
    return dates[0] if len(dates) == 1 else None


def end_of(statement: Statement) -> datetime:
    """Until when something held that is over: to the end of the day, week or month that is named, or to now."""
    date, said_at = only_date(statement), statement.turn.said_at
    if date is None:
        return said_at
    month = (date.at.replace(day=1) + timedelta(days=32)).replace(day=1)
    return min(month if date.grain == "month" else date.at + timedelta(days=DAYS.get(date.grain, 0)), said_at)


def no_longer_since(statement: Statement) -> datetime | None:
    """Until when what holds `no longer`, not `any more` or not `after all` held; None where that is not said."""
    clause = statement.clause
    if not clause.negated or clause.tense not in LASTING:
        return None
    inside = " ".join(token.lower_ for token in clause.verb.subtree)
    return end_of(statement) if _OVER.search(inside) else None


def single_subject(statement: Statement) -> "Token | None":
    """The singular subject of `X is Y` in the present, not negated; None for another statement."""
    clause = statement.clause
    subject = clause.subject
    if clause.lemma != "be" or clause.negated or clause.tense != "present" or subject is None:
        return None
    return None if subject.tag_ in ("NNS", "NNPS") else subject


def is_mine(token: "Token") -> bool:
    """Whether `my` stands before a noun."""
    return any(child.dep_ == "poss" and child.lower_ == "my" for child in token.children)


def has_article(token: "Token") -> bool:
    """Whether an article or a possessive stands before a noun."""
    return any(child.dep_ in ("det", "poss") for child in token.children)


def organization(token: "Token | None") -> str | None:
    """A named thing that somebody can work or study at."""
    return None if token is None or token.ent_type_ in ("DATE", "TIME", "CARDINAL") else proper(token)
