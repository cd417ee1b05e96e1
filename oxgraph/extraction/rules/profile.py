"""Who somebody is: name, work, home, age, studies, languages."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from oxgraph.extraction.dates import Date
from oxgraph.extraction.lexicon import COUNTRIES, LANGUAGES, OCCUPATIONS, REGIONS
from oxgraph.extraction.rewriting import Sentence
from oxgraph.extraction.rules.draft import Draft, Said, event_date, phrase, proper, relation_of, short

if TYPE_CHECKING:
    from spacy.tokens import Token

PLACES = ("GPE", "LOC", "FAC", "ORG", "PERSON", "")
EMPLOYERS = ("ORG", "GPE", "PERSON", "FAC", "PRODUCT", "WORK_OF_ART", "NORP", "")
NAME = re.compile(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}")


def subject_of(said: Said) -> tuple[str, str] | None:
    """Whom a statement is about, as subject and as in a sentence: the speaker, a relative, a named person."""
    head = said.clause.subject
    if said.mine:
        return said.turn.subject, said.name
    if head is None or said.clause.who == "company" or any(c.dep_ in ("conj", "relcl") for c in head.children):
        return None
    relation = relation_of(head)
    if relation is not None:
        named = next((proper(c) for c in head.children if c.dep_ == "appos" and c.pos_ == "PROPN"), None)
        called = named or (f"{said.name}'s {phrase(head)}")
        return (called, called) if head.tag_ != "NNS" else None
    if head.ent_type_ == "PERSON" and head.pos_ == "PROPN":
        name = proper(head)
        return (name, name) if name else None
    resolved = said.voice.resolve(head.lower_) if head.lower_ in ("he", "she") else None
    return (resolved, resolved) if resolved else None


def _fact(
    said: Said,
    predicate: str,
    words: str,
    obj: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
) -> Draft | None:
    about = subject_of(said)
    if about is None:
        return None
    subject, called = about
    resolved = said.clause.subject is not None and said.clause.subject.lower_ in ("he", "she")
    content = Sentence(f"{called} {words}.", resolved)
    return Draft("fact", predicate, content, subject, obj, kind, valid_from=since, source=said.source)


def _dated(said: Said) -> Date | None:
    inside = {t.idx for t in said.clause.verb.subtree}
    dates = [d for d in said.dates() if d.start in inside]
    return dates[0] if len(dates) == 1 else None


def named(said: Said) -> Iterator[Draft]:
    """`my name is …`, `I'm …`, `call me …`: what somebody is called."""
    clause = said.clause
    if clause.tense not in ("present", "imperative") or clause.negated:
        return
    if clause.lemma == "be" and (attr := said.child("attr")) is not None:
        introduced = said.turn.speaker is None and said.mine and attr.ent_type_ == "PERSON" and attr.pos_ == "PROPN"
        by_name = (
            clause.subject is not None
            and phrase(clause.subject).lower() in ("name", "first name")
            and _my(clause.subject)
        )
        name = proper(attr)
        if (introduced or by_name) and name and NAME.fullmatch(name) and not _article(attr):
            about = said.turn.subject, said.name
            yield Draft("fact", "name", Sentence(f"{about[1]}'s name is {name}."), about[0], source=said.source)


def _article(token: "Token") -> bool:
    return any(child.dep_ in ("det", "poss") for child in token.children)


def _my(token: "Token") -> bool:
    return any(child.dep_ == "poss" and child.lower_ == "my" for child in token.children)


def work(said: Said) -> Iterator[Draft]:
    """`I work at … (as …)`, `I'm a nurse`, `I started a job at …`: employer, title, occupation."""
    clause = said.clause
    if clause.negated:
        return
    if clause.lemma == "work" and clause.tense in ("present", "progressive", "perfect_progressive"):
        yield from _employed(said)
    elif clause.lemma == "be" and clause.tense == "present":
        yield from _occupation(said)
    elif clause.lemma in ("start", "get", "join", "land", "begin") and clause.tense in ("past", "perfect"):
        yield from _new_job(said)


def _employer(token: "Token | None") -> str | None:
    if token is None or token.ent_type_ in ("DATE", "TIME", "CARDINAL"):
        return None
    return proper(token)


def _employed(said: Said) -> Iterator[Draft]:
    employer = _employer(said.pobj("at")) or _employer(said.pobj("for"))
    if employer:
        draft = _fact(said, "works_at", f"works at {employer}", employer, kind="organization")
        if draft:
            yield draft
    title = said.pobj("as")
    if title is not None and _title(title):
        draft = _fact(said, "job_title", f"works as {_title(title)}")
        if draft:
            yield draft


def _title(token: "Token") -> str | None:
    """A title with its article, if it is an occupation's."""
    text = phrase(token, articles=True)
    if token.lemma_.lower() not in OCCUPATIONS or token.tag_ not in ("NN", "NNP") or len(text.split()) > 6:
        return None
    first = text.split()[0].lower()
    return text if first in ("a", "an", "the") else None


def _occupation(said: Said) -> Iterator[Draft]:
    attr = said.child("attr")
    if attr is None:
        return
    titles = [attr, *(c for c in attr.children if c.dep_ == "appos")]
    found = next((t for t in titles if _title(t) and not any(c.dep_ == "relcl" for c in t.children)), None)
    if found is None:
        return
    if draft := _fact(said, "occupation", f"is {_title(found)}"):
        yield draft
    if attr != found and attr.ent_type_ == "PERSON" and said.mine:
        return


def _new_job(said: Said) -> Iterator[Draft]:
    job = said.child("dobj")
    if job is None:
        return
    date = _dated(said)
    since = date.at if date else None
    title = next((p for w, p in said.prepositions("as")), None)
    place = None
    if job.lemma_.lower() in ("job", "position", "role", "internship") and not any(
        c.lower_ == "old" for c in job.children
    ):
        place = next(
            (
                p
                for c in (*job.children, *said.clause.verb.children)
                if c.lower_ in ("at", "with") and c.dep_ == "prep"
                for p in c.children
                if p.dep_ == "pobj"
            ),
            None,
        )
    elif said.clause.lemma == "join" and title is not None and _title(title):
        place = job
    employer = _employer(place)
    if employer and (draft := _fact(said, "works_at", f"works at {employer}", employer, since, "organization")):
        yield draft
        yield Draft(
            "event",
            "started_job",
            said.render(),
            draft.subject,
            employer,
            "organization",
            valid_from=since,
            source=said.source,
        )


def age(said: Said) -> Iterator[Draft]:
    """`I'm 32 (years old)`, `I turned 32`."""
    clause = said.clause
    if clause.negated or subject_of(said) is None or not _one(said):
        return
    words = clause.sent_text if False else "".join(t.text_with_ws for t in clause.verb.subtree)
    if clause.lemma == "be" and clause.tense == "present":
        match = re.search(
            r"\b(?:am|'m|is|'s) (?:already |now |currently )?(\d{1,3})(?: ?(?:years?[ -]old|y/?o))?\s*(?:[,.!;]|and\b|years?\b|$)",
            words,
        )
        if (
            match
            and 1 <= int(match[1]) <= 110
            and ("old" in words or said.mine)
            and not re.search(r"%|\d[:/]\d|minutes|hours|days|weeks|months|miles|pounds|kg", words)
        ):
            if draft := _fact(said, "age", f"is {match[1]} years old", since=None):
                yield draft
    elif clause.lemma == "turn" and clause.tense in ("past", "perfect"):
        match = re.search(r"turned (\d{1,3})\b", words)
        if match and 1 <= int(match[1]) <= 110:
            date = _dated(said)
            if draft := _fact(said, "age", f"is {match[1]} years old", since=date.at if date else None):
                yield draft


def _one(said: Said) -> bool:
    """Whether the subject is one certain person: `my son` may be any of several."""
    from oxgraph.extraction.lexicon import ONLY_ONE

    head = said.clause.subject
    relation = relation_of(head) if head is not None else None
    about = subject_of(said)
    return relation is None or relation in ONLY_ONE or (about is not None and "'s " not in about[0])


def birth(said: Said) -> Iterator[Draft]:
    """`my birthday is on …`, `I was born in/on …`."""
    clause = said.clause
    if clause.negated:
        return
    if (
        clause.lemma == "be"
        and clause.subject is not None
        and clause.subject.lower_ == "birthday"
        and _my(clause.subject)
    ):
        date = _dated(said)
        if (
            date
            and date.grain == "day"
            and not re.search(r"(?i)yesterday|today|tomorrow|week|ago|day\b", _text(said, date))
        ):
            yield Draft(
                "fact",
                "birthday",
                Sentence(f"{said.name}'s birthday is {date.at:%B} {date.at.day}."),
                said.turn.subject,
                source=said.source,
            )
    if clause.lemma in ("bear", "born") and clause.tense == "passive_past":
        yield from _born(said)


def _text(said: Said, date: Date) -> str:
    doc = said.sentence.doc
    return doc.text[date.start : date.end]


def _born(said: Said) -> Iterator[Draft]:
    date = _dated(said)
    if date and date.grain in ("day", "year") and (date.grain == "year" or re.search(r"\d{4}", _text(said, date))):
        predicate = "birth_date" if date.grain == "day" else "birth_year"
        if _one(said) and (draft := _fact(said, predicate, f"was born {date.phrase}")):
            yield draft
    place = next((proper(p) for _, p in said.prepositions("in") if p.ent_type_ in ("GPE", "LOC")), None)
    if place and _one(said) and (draft := _fact(said, "born_in", f"was born in {place}", place, kind="place")):
        yield draft


def moved(said: Said) -> Iterator[Draft]:
    """`I moved from … to …`: an event, and where somebody lives since."""
    clause = said.clause
    if (
        clause.lemma not in ("move", "relocate", "immigrate", "emigrate")
        or clause.negated
        or clause.tense not in ("past", "perfect")
    ):
        return
    token = said.pobj("to")
    place = _place(token)
    if token is None or place is None or said.child("dobj") is not None:
        return
    content = said.render()
    about = subject_of(said)
    if about is None:
        return
    date = event_date(said, content)
    yield Draft(
        "event", "moved_to", content, about[0], place, "place", valid_from=date.at if date else None, source=said.source
    )
    if (
        _recent(said, date)
        and _one(said)
        and (draft := _fact(said, _level(place), f"lives in {place}", place, date.at if date else None, "place"))
    ):
        yield draft


def _recent(said: Said, date: Date | None) -> bool:
    """Whether the move says where somebody lives now: `when I was ten` and `years ago` may not."""
    return (
        date is not None
        and date.grain in ("day", "week", "weekend", "month")
        or any(child.lower_ in ("just", "recently", "finally") for child in said.clause.verb.children)
    )


def _place(token: "Token | None") -> str | None:
    if token is None or token.ent_type_ not in ("GPE", "LOC"):
        return None
    name = proper(token)
    if name is None or any(c.dep_ in ("appos", "conj") for c in token.children if c.lower_ not in REGIONS | COUNTRIES):
        return None
    return name


def _level(place: str) -> str:
    """The predicate for a place: town, region and country are different answers, none of which replaces another."""
    lower = place.lower()
    return "lives_in_country" if lower in COUNTRIES else "lives_in_region" if lower in REGIONS else "lives_in"


def home(said: Said) -> Iterator[Draft]:
    """`I live in …`, `I'm based in …`, `I'm from …`."""
    clause = said.clause
    if clause.negated:
        return
    based = (
        clause.lemma == "base"
        and clause.tense == "passive"
        or clause.lemma == "be"
        and (said.child("acomp") is not None and said.child("acomp").lower_ == "based")
    )  # type: ignore[union-attr]
    if clause.lemma == "live" and clause.tense in ("present", "progressive", "perfect_progressive") or based:
        place = _place(said.pobj("in")) or _deep(said)
        if place and _one(said) and (draft := _fact(said, _level(place), f"lives in {place}", place, kind="place")):
            yield draft
    elif clause.lemma == "be" and clause.tense == "present" and (token := said.pobj("from")) is not None:
        place = _place(token)
        if place and (draft := _fact(said, "comes_from", f"comes from {place}", place, kind="place")):
            yield draft


def _deep(said: Said) -> str | None:
    complement = said.child("acomp")
    if complement is None:
        return None
    return next(
        (_place(p) for c in complement.children if c.lower_ == "in" for p in c.children if p.dep_ == "pobj"), None
    )


def studies(said: Said) -> Iterator[Draft]:
    """`I study … at …`."""
    clause = said.clause
    if (
        clause.lemma not in ("study", "major")
        or clause.negated
        or clause.tense not in ("present", "progressive", "perfect_progressive")
    ):
        return
    school = _employer(said.pobj("at"))
    if school and (draft := _fact(said, "studies_at", f"studies at {school}", school, kind="organization")):
        yield draft
    topic = said.child("dobj") or said.pobj("in")
    name = short(topic) if topic is not None and topic.ent_type_ != "DATE" else None
    if (
        name
        and topic is not None
        and topic.pos_ in ("NOUN", "PROPN")
        and not _article(topic)
        and (draft := _fact(said, "studies", f"studies {name}", name))
    ):
        yield draft


def languages(said: Said) -> Iterator[Draft]:
    """`I speak Spanish and German`."""
    clause = said.clause
    if clause.lemma != "speak" or clause.negated or clause.tense != "present" or said.child("dobj") is None:
        return
    first = said.child("dobj")
    queue = [first] if first is not None else []
    while queue:
        token = queue.pop(0)
        queue.extend(child for child in token.children if child.dep_ == "conj")
        if token.lower_ in LANGUAGES and (
            draft := _fact(said, "speaks", f"speaks {token.text}", token.text, kind="language")
        ):
            yield draft
