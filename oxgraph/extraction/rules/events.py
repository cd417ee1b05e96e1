"""Rules for events, plans, habits, activities and things never done."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import proper
from oxgraph.extraction.rules.statement import PLANNED, Draft, Statement, event_date
from oxgraph.extraction.rules.subjects import no_longer_since, subject_of
from oxgraph.extraction.third_person import Sentence
from oxgraph.extraction.word_lists import ANIMALS, CURRENT, HABITS, MENTAL, PLANNING, RELATIONS, VAGUE, names, words

if TYPE_CHECKING:
    from spacy.tokens import Token

PREDICATES = {verb: past for past, verb in names("irregular_pasts").items()}
"""The past of a verb, where it is irregular or another word names the predicate."""

WAITING = words("waiting")
"""Verbs of which `I'm …ing` with a date says what somebody is at now, not what is to come."""

LIFE = words("life")
"""What need not be said more of."""

WHAT = frozenset({"NOUN", "PROPN"})
CONTROL = words("control")
"""Verbs that go on with another: `I started learning Spanish`."""


def _predicate(statement: Statement) -> str:
    particle = next((c.lower_ for c in statement.clause.verb.children if c.dep_ == "prt"), "")
    known = PREDICATES.get(statement.clause.lemma) or statement.clause.verb.lower_
    name = re.sub(r"\W+", "_", known) + (f"_{particle}" if particle else "")
    return "went_to" if name == "went" and statement.pobj("to") is not None else name


def _object(statement: Statement) -> str | None:
    """The named thing that the clause is about."""
    things = [
        statement.child("dobj"),
        *(token for _, token in statement.prepositions("to", "at", "in", "with", "for", "on")),
    ]
    return next((name for token in things if token is not None and (name := proper(token))), None)


def _person_or_speaker(statement: Statement) -> str | None:
    """The subject of the memory: the speaker (also with others), a relative or a named person."""
    if statement.clause.who in ("speaker", "company"):
        return statement.turn.subject
    about = subject_of(statement)
    if about is not None:
        return about[0]
    head = statement.clause.subject
    nouns = (head, *(c for c in head.children if c.dep_ == "compound")) if head is not None else ()
    several = any(noun.lemma_.lower() in (*RELATIONS, *ANIMALS) for noun in nouns)
    own = any(c.lower_ == "my" for noun in nouns for c in noun.children)
    return statement.turn.subject if several and own else None


def past_event(statement: Statement) -> Iterator[Draft]:
    """`I went to … yesterday`, `we bought …`, `my sister visited …`: something that happened."""
    clause = statement.clause
    if (
        clause.tense not in ("past", "perfect", "passive_past")
        or clause.negated
        or clause.lemma in MENTAL
        or _has_got(statement)
    ):
        return
    subject = _person_or_speaker(statement)
    if subject is None or not (_tells(statement) or _of_life(statement)):
        return
    content = statement.render(future=False)
    date = event_date(statement, content)
    if _bare(statement, content):
        return
    if clause.lemma in ("have", "be") and (date is None or clause.tense != "past"):
        return
    yield Draft(
        "event",
        _predicate(statement),
        content,
        subject,
        _object(statement),
        valid_from=date.at if date else None,
        source=statement.source,
    )


def _of_life(statement: Statement) -> bool:
    """`my dog died`, `my dad passed away`: no more need be said."""
    gone = statement.clause.lemma == "pass" and any(child.lower_ == "away" for child in statement.clause.verb.children)
    return gone or statement.clause.lemma in LIFE


def _bare(statement: Statement, content: Sentence) -> bool:
    """`I chose the call`: nothing but a noun that was spoken of before."""
    direct = statement.child("dobj")
    if direct is None or content.dates or direct.pos_ != "NOUN":
        return False
    content_words = [
        t
        for t in statement.clause.verb.subtree
        if t.pos_ in (*WHAT, "NUM", "ADJ") and t.head != statement.clause.subject
    ]
    return len(content_words) < 2 and any(child.lower_ == "the" for child in direct.children)


def _has_got(statement: Statement) -> bool:
    """`I've got` means `I have`."""
    return statement.clause.verb.lower_ == "got" and statement.clause.tense == "perfect"


def _tells(statement: Statement) -> bool:
    """Whether the clause says what was done: an object or a place that is more than a word for anything."""
    direct = statement.child("dobj")
    if direct is not None and not _telling(direct):
        return False
    things = [direct, statement.child("attr", "oprd"), *(p for _, p in statement.prepositions()), *_deeper(statement)]
    complement = _complement(statement)
    if complement is not None and (complement.dep_ == "ccomp" or not any(t.pos_ in WHAT for t in complement.subtree)):
        return False
    if (
        complement is not None
        and direct is None
        and statement.clause.lemma not in CONTROL
        and statement.clause.tense != "passive_past"
    ):
        complement = None
    return any(t is not None and _telling(t) for t in things) or complement is not None


def _deeper(statement: Statement) -> list["Token"]:
    """`got back from a trip`, `got married to Julia`: objects of prepositions below an adverb or adjective."""
    below = [c for c in statement.clause.verb.children if c.dep_ in ("advmod", "acomp", "prt")]
    return [p for c in below for prep in c.children if prep.dep_ == "prep" for p in prep.children if p.dep_ == "pobj"]


def _complement(statement: Statement) -> "Token | None":
    """What the verb governs as a clause; not one that only stands before it."""
    verb = statement.clause.verb
    return next((c for c in verb.children if c.dep_ in ("xcomp", "ccomp") and c.i > verb.i), None)


def _telling(token: "Token") -> bool:
    if token.dep_ == "pcomp":
        return any(t.pos_ in WHAT for t in token.subtree)
    if token.pos_ not in WHAT or token.lemma_.lower() in VAGUE or token.ent_type_ in ("DATE", "TIME"):
        return False
    return not any(
        child.lower_ in ("this", "that", "these", "those", "such", "same", "another") for child in token.children
    )


def plan(statement: Statement) -> Iterator[Draft]:
    """`I'm going to … next week`, `I'm planning to …`, `I'm meeting Anna on Friday`: something to come."""
    clause = statement.clause
    if clause.negated or clause.tense not in ("future", "progressive", "present") or clause.who == "other":
        return
    planning = clause.lemma in PLANNING and clause.tense in ("progressive", "present")
    going = clause.lemma == "go" and clause.tense == "progressive" and statement.child("xcomp") is not None
    if (clause.tense == "present" and not planning) or (
        not planning and not going and clause.lemma in MENTAL | WAITING
    ):
        return
    inner = statement.child("xcomp") if planning or going else clause.verb
    if inner is None or not any(_telling(t) for t in inner.subtree if t.dep_ in ("dobj", "pobj")):
        return
    content = statement.render(future=True)
    date = event_date(statement, content)
    if date is None or date.at.date() <= statement.turn.said_at.date():
        return
    yield Draft(
        "event",
        "plans",
        content,
        statement.turn.subject,
        _object(statement),
        valid_from=date.at,
        source=min(PLANNED, statement.source),
    )


def never(statement: Statement) -> Iterator[Draft]:
    """`I have never …`, `I don't eat …`: what is said not to be so."""
    clause = statement.clause
    if not clause.negated or not statement.mine or not _tells(statement):
        return
    words = {t.lower_ for t in clause.verb.children}
    ever = clause.tense == "perfect" and "never" in words
    habit_ = clause.tense == "present" and clause.lemma in (
        "eat",
        "drink",
        "smoke",
        "drive",
        "own",
        "play",
        "speak",
        "wear",
        "watch",
    )
    over = clause.lemma in HABITS and no_longer_since(statement) is not None
    if ever or ((habit_ or over) and (clause.lemma != "have" or _possession(statement))):
        yield Draft(
            "fact",
            "has_never" if ever else "does_not",
            statement.render(),
            statement.turn.subject,
            _object(statement),
            source=statement.source,
        )


def _lasting(tense: str) -> frozenset[str]:
    """`I've been …ing` says of more verbs what somebody is occupied with."""
    return (
        frozenset({"do", "make", "see", "go", "cook", "help", "save"})
        if tense == "perfect_progressive"
        else frozenset()
    )


def activity(statement: Statement) -> Iterator[Draft]:
    """`I'm learning …`, `I've been practising … for three years`: what somebody is occupied with."""
    clause = statement.clause
    if (
        clause.negated
        or clause.tense not in ("progressive", "perfect_progressive")
        or clause.lemma not in CURRENT | _lasting(clause.tense)
    ):
        return
    subject = _person_or_speaker(statement)
    if subject is None or not _tells(statement) or clause.who == "company":
        return
    content = statement.render(future=False)
    since = next((date.at for date, before in content.dates if before == "since"), None)
    _as_of(content, statement)
    yield Draft(
        "fact", "occupied_with", content, subject, _object(statement), valid_from=since, source=statement.source
    )


def _as_of(content: Sentence, statement: Statement) -> None:
    """A span of time (`for three years`) holds only as of the day on which it was said."""
    spans = [p for _, p in statement.prepositions("for") if p.ent_type_ == "DATE"]
    if spans:
        content.text = f"{content.text.rstrip('.')} (as of {statement.turn.said_at.date().isoformat()})."


def habit(statement: Statement) -> Iterator[Draft]:
    """`I volunteer at …`, `I have a …`, `I use …`: what somebody does or has."""
    clause = statement.clause
    has_got = _has_got(statement)
    if clause.negated or not (has_got or (clause.tense == "present" and clause.lemma in HABITS)):
        return
    subject = subject_of(statement)
    if subject is None or not _tells(statement) or (not statement.mine and clause.lemma in ("have", "own", "use")):
        return
    predicate = "has" if has_got else {"have": "has", "own": "owns", "use": "uses"}.get(clause.lemma, "does")
    if predicate == "has" and not _possession(statement):
        return
    yield Draft("fact", predicate, statement.render(), subject[0], _object(statement), source=statement.source)


def _possession(statement: Statement) -> bool:
    thing = statement.child("dobj")
    if thing is None or any(c.lower_ in ("the", "no", "any", "some", "your") for c in thing.children):
        return False
    return thing.lemma_.lower() not in _STATES and thing.pos_ in WHAT


_STATES = words("states")
