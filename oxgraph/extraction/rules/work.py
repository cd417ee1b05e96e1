"""Where somebody works and studies, and as what."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.lexicon import OCCUPATIONS
from oxgraph.extraction.rules.about import LASTING, fact, has_article, only_date, organization
from oxgraph.extraction.rules.draft import Draft, Said, phrase, short

if TYPE_CHECKING:
    from spacy.tokens import Token

JOBS = frozenset({"job", "position", "role", "internship"})
STARTING = frozenset({"start", "get", "join", "land", "begin"})


def work(said: Said) -> Iterator[Draft]:
    """`I work at … (as …)`, `I'm a nurse`, `I started a job at …`: employer, title, occupation."""
    clause = said.clause
    if clause.negated:
        return
    if clause.lemma == "work" and clause.tense in LASTING:
        yield from _employed(said)
    elif clause.lemma == "be" and clause.tense == "present":
        yield from _occupation(said)
    elif clause.lemma in STARTING and clause.tense in ("past", "perfect"):
        yield from _new_job(said)


def _employed(said: Said) -> Iterator[Draft]:
    employer = organization(said.pobj("at")) or organization(said.pobj("for"))
    if employer:
        yield from fact(said, "works_at", f"works at {employer}", employer, kind="organization")
    title = said.pobj("as")
    if title is not None and (called := _title(title)):
        yield from fact(said, "job_title", f"works as {called}")


def _title(token: "Token") -> str | None:
    """A title with its article, if it is an occupation's."""
    text = phrase(token, articles=True)
    if token.lemma_.lower() not in OCCUPATIONS or token.tag_ not in ("NN", "NNP") or len(text.split()) > 6:
        return None
    return text if text.split()[0].lower() in ("a", "an", "the") else None


def _occupation(said: Said) -> Iterator[Draft]:
    attr = said.child("attr")
    titles = [attr, *(c for c in attr.children if c.dep_ == "appos")] if attr is not None else []
    plain = (token for token in titles if not any(c.dep_ == "relcl" for c in token.children))
    called = next((title for token in plain if (title := _title(token))), None)
    if called:
        yield from fact(said, "occupation", f"is {called}")


def _new_job(said: Said) -> Iterator[Draft]:
    job = said.child("dobj")
    employer = organization(_where(said, job)) if job is not None else None
    if employer is None:
        return
    date = only_date(said)
    since = date.at if date else None
    for draft in fact(said, "works_at", f"works at {employer}", employer, since=since, kind="organization"):
        yield draft
        event = Draft("event", "started_job", said.render(), draft.subject, employer, "organization")
        event.valid_from, event.source = since, said.source
        yield event


def _where(said: Said, job: "Token") -> "Token | None":
    """`a job at X`, `joined X as an engineer`."""
    title = said.pobj("as")
    if said.clause.lemma == "join" and title is not None and _title(title):
        return job
    if job.lemma_.lower() not in JOBS or any(c.lower_ == "old" for c in job.children):
        return None
    places = (c for c in (*job.children, *said.clause.verb.children) if c.lower_ in ("at", "with") and c.dep_ == "prep")
    return next((p for place in places for p in place.children if p.dep_ == "pobj"), None)


def studies(said: Said) -> Iterator[Draft]:
    """`I study … at …`."""
    clause = said.clause
    if clause.lemma not in ("study", "major") or clause.negated or clause.tense not in LASTING:
        return
    school = organization(said.pobj("at"))
    if school:
        yield from fact(said, "studies_at", f"studies at {school}", school, kind="organization")
    topic = said.child("dobj") or said.pobj("in")
    if topic is None or topic.ent_type_ == "DATE" or topic.pos_ not in ("NOUN", "PROPN") or has_article(topic):
        return
    if name := short(topic):
        yield from fact(said, "studies", f"studies {name}", name)
