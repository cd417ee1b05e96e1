"""Rules for employers, job titles, occupations and studies."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.rules.statement import Draft, Statement, phrase, short
from oxgraph.extraction.rules.subjects import LASTING, fact, has_article, only_date, organization
from oxgraph.extraction.word_lists import OCCUPATIONS

if TYPE_CHECKING:
    from spacy.tokens import Token

JOBS = frozenset({"job", "position", "role", "internship"})
STARTING = frozenset({"start", "get", "join", "land", "begin"})


def work(statement: Statement) -> Iterator[Draft]:
    """`I work at … (as …)`, `I'm a nurse`, `I started a job at …`: employer, title, occupation."""
    clause = statement.clause
    if clause.negated:
        return
    if clause.lemma == "work" and clause.tense in LASTING:
        yield from _employed(statement)
    elif clause.lemma == "be" and clause.tense == "present":
        yield from _occupation(statement)
    elif clause.lemma in STARTING and clause.tense in ("past", "perfect"):
        yield from _new_job(statement)


def _employed(statement: Statement) -> Iterator[Draft]:
    employer = organization(statement.pobj("at")) or organization(statement.pobj("for"))
    if employer:
        yield from fact(statement, "works_at", f"works at {employer}", employer, kind="organization")
    title = statement.pobj("as")
    if title is not None and (called := _title(title)):
        yield from fact(statement, "job_title", f"works as {called}")


def _title(token: "Token") -> str | None:
    """A title with its article, if it is an occupation's."""
    text = phrase(token, articles=True)
    if token.lemma_.lower() not in OCCUPATIONS or token.tag_ not in ("NN", "NNP") or len(text.split()) > 6:
        return None
    return text if text.split()[0].lower() in ("a", "an", "the") else None


def _occupation(statement: Statement) -> Iterator[Draft]:
    attr = statement.child("attr")
    titles = [attr, *(c for c in attr.children if c.dep_ == "appos")] if attr is not None else []
    plain = (token for token in titles if not any(c.dep_ == "relcl" for c in token.children))
    called = next((title for token in plain if (title := _title(token))), None)
    if called:
        yield from fact(statement, "occupation", f"is {called}")


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
