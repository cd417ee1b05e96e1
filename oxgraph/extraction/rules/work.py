"""Rules for employers, job titles, occupations and studies."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from oxgraph.extraction.rules.events import past_event
from oxgraph.extraction.rules.statement import Draft, Statement, phrase, short
from oxgraph.extraction.rules.subjects import (
    LASTING,
    end_of,
    fact,
    has_article,
    is_mine,
    no_longer_since,
    only_date,
    organization,
)
from oxgraph.extraction.word_lists import OCCUPATIONS

if TYPE_CHECKING:
    from spacy.tokens import Token

JOBS = frozenset({"job", "position", "role", "internship"})
STARTING = frozenset({"start", "get", "join", "land", "begin"})
LEAVING = frozenset({"leave", "quit", "lose", "resign"})
DISMISSED = frozenset({"fire", "lay"})
"""Verbs whose subject loses a job in the passive alone: `I was laid off`."""


def work(statement: Statement) -> Iterator[Draft]:
    """`I work at … (as …)`, `I'm a nurse`, `I started a job at …`: employer, title, occupation."""
    clause = statement.clause
    until = no_longer_since(statement)
    if clause.negated and until is None:
        return
    if clause.lemma == "work" and clause.tense in LASTING:
        yield from _employed(statement, until)
    elif clause.lemma == "be" and clause.tense == "present":
        yield from _occupation(statement, until)
    elif clause.lemma in STARTING and clause.tense in ("past", "perfect"):
        yield from _new_job(statement)


def _employed(statement: Statement, until: datetime | None) -> Iterator[Draft]:
    employer = organization(statement.pobj("at")) or organization(statement.pobj("for"))
    if employer:
        yield from fact(statement, "works_at", f"works at {employer}", employer, until=until, kind="organization")
    title = statement.pobj("as")
    if title is not None and (called := _title(title)):
        yield from fact(statement, "job_title", f"works as {called}", until=until)


def _title(token: "Token") -> str | None:
    """A title with its article, if it is an occupation's."""
    text = phrase(token, articles=True)
    if token.lemma_.lower() not in OCCUPATIONS or token.tag_ not in ("NN", "NNP") or len(text.split()) > 6:
        return None
    return text if text.split()[0].lower() in ("a", "an", "the") else None


def _occupation(statement: Statement, until: datetime | None) -> Iterator[Draft]:
    attr = statement.child("attr")
    titles = [attr, *(c for c in attr.children if c.dep_ == "appos")] if attr is not None else []
    plain = (token for token in titles if not any(c.dep_ == "relcl" for c in token.children))
    called = next((title for token in plain if (title := _title(token))), None)
    if called:
        yield from fact(statement, "occupation", f"is {called}", until=until)


def _new_job(statement: Statement) -> Iterator[Draft]:
    job = statement.child("dobj")
    employer = organization(_where(statement, job)) if job is not None else None
    if employer is None:
        return
    date = only_date(statement)
    since = date.at if date else None
    for draft in fact(statement, "works_at", f"works at {employer}", employer, since=since, kind="organization"):
        yield draft
        event = Draft("event", "started_job", statement.render(), draft.subject, employer, "organization")
        event.valid_from, event.source = since, statement.source
        yield event


def left_work(statement: Statement) -> Iterator[Draft]:
    """`I quit my job at …`, `I left …`, `I was laid off from …`: an event, and an employer or occupation that ends."""
    clause = statement.clause
    left = clause.lemma in LEAVING and clause.tense in ("past", "perfect")
    if clause.negated or not (left or (clause.lemma in DISMISSED and clause.tense == "passive_past")):
        return
    employer, called = _former_work(statement)
    if employer is None and called is None:
        return
    yield from past_event(statement)
    until = end_of(statement)
    if employer is not None:
        yield from fact(statement, "works_at", f"works at {employer}", employer, until=until, kind="organization")
    if called is not None:
        yield from fact(statement, "occupation", f"is {called}", until=until)


def _former_work(statement: Statement) -> tuple[str | None, str | None]:
    """The employer and the occupation that somebody left: `my job at … as …`, `…`, `from …`."""
    thing = statement.child("dobj")
    if thing is None:
        return _company(statement.pobj("from")), None
    if thing.lemma_.lower() not in JOBS:
        return _company(thing) if statement.clause.lemma in ("leave", "quit") else None, None
    if not is_mine(thing):
        return None, None
    title = statement.pobj("as") or next((p for c in thing.children if c.lower_ == "as" for p in c.children), None)
    return organization(_where(statement, thing)), _title(title) if title is not None else None


def _company(token: "Token | None") -> str | None:
    return organization(token) if token is not None and token.ent_type_ == "ORG" else None


def _where(statement: Statement, job: "Token") -> "Token | None":
    """`a job at X`, `joined X as an engineer`."""
    title = statement.pobj("as")
    if statement.clause.lemma == "join" and title is not None and _title(title):
        return job
    if job.lemma_.lower() not in JOBS or any(c.lower_ == "old" for c in job.children):
        return None
    places = (
        c for c in (*job.children, *statement.clause.verb.children) if c.lower_ in ("at", "with") and c.dep_ == "prep"
    )
    return next((p for place in places for p in place.children if p.dep_ == "pobj"), None)


def studies(statement: Statement) -> Iterator[Draft]:
    """`I study … at …`."""
    clause = statement.clause
    if clause.lemma not in ("study", "major") or clause.negated or clause.tense not in LASTING:
        return
    school = organization(statement.pobj("at"))
    if school:
        yield from fact(statement, "studies_at", f"studies at {school}", school, kind="organization")
    topic = statement.child("dobj") or statement.pobj("in")
    if topic is None or topic.ent_type_ == "DATE" or topic.pos_ not in ("NOUN", "PROPN") or has_article(topic):
        return
    if name := short(topic):
        yield from fact(statement, "studies", f"studies {name}", name)
