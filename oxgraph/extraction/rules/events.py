"""What somebody did, plans to do, never did, and is occupied with."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.lexicon import CURRENT, EVENTS, HABITS, PLANNING, RELATIONS, VAGUE
from oxgraph.extraction.rules.draft import PLANNED, Draft, Said, event_date, proper
from oxgraph.extraction.rules.profile import subject_of

if TYPE_CHECKING:
    from spacy.tokens import Token

PREDICATES = {
    "go": "went", "attend": "attended", "buy": "bought", "purchase": "bought", "visit": "visited", "move": "moved_to",
    "meet": "met", "get": "got", "take": "took", "make": "made", "give": "gave", "run": "ran", "see": "saw", "win": "won",
    "lose": "lost", "read": "read", "write": "wrote", "teach": "taught", "build": "built", "begin": "began",
    "leave": "left", "hold": "held", "send": "sent", "sell": "sold", "set": "set", "speak": "spoke", "swim": "swam",
    "quit": "quit", "draw": "drew", "drive": "drove", "eat": "ate", "fall": "fell", "fly": "flew", "grow": "grew",
    "break": "broke", "bring": "brought", "catch": "caught", "choose": "chose", "cut": "cut", "hit": "hit",
    "spend": "spent", "shoot": "shot", "sing": "sang", "tell": "told", "wear": "wore", "knit": "knitted",
}  # fmt: skip
WHAT = frozenset({"NOUN", "PROPN"})


def past_form(lemma: str) -> str:
    """The past of a verb, as the name of a predicate."""
    if lemma in PREDICATES:
        return PREDICATES[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ied"
    return lemma + ("ped" if lemma.endswith("op") else "ned" if lemma in ("plan", "run") else "ed")


def _predicate(said: Said) -> str:
    particle = next((c.lower_ for c in said.clause.verb.children if c.dep_ == "prt"), "")
    name = past_form(said.clause.lemma) + (f"_{particle}" if particle else "")
    return "went_to" if name == "went" and said.pobj("to") is not None else name


def _object(said: Said) -> str | None:
    """The named thing that the clause is about."""
    things = [said.child("dobj"), *(token for _, token in said.prepositions("to", "at", "in", "with", "for", "on"))]
    return next((name for token in things if token is not None and (name := proper(token))), None)


def _person_or_speaker(said: Said) -> str | None:
    """The subject of the memory: the speaker (also with others), a relative or a named person."""
    if said.clause.who in ("speaker", "company"):
        return said.turn.subject
    about = subject_of(said)
    if about is not None:
        return about[0]
    head = said.clause.subject
    several = head is not None and head.lemma_.lower() in RELATIONS and any(c.lower_ == "my" for c in head.children)
    return said.turn.subject if several else None


def deed(said: Said) -> Iterator[Draft]:
    """`I went to … yesterday`, `we bought …`, `my sister visited …`: something that happened."""
    clause = said.clause
    if clause.tense not in ("past", "perfect", "passive_past") or clause.negated or clause.lemma not in EVENTS:
        return
    subject = _person_or_speaker(said)
    if subject is None or not _tells(said):
        return
    content = said.render(future=False)
    date = event_date(content.dates)
    yield Draft(
        "event",
        _predicate(said),
        content,
        subject,
        _object(said),
        valid_from=date.at if date else None,
        source=said.source,
    )


def _tells(said: Said) -> bool:
    """Whether the clause says what was done: an object or a place that is more than a word for anything."""
    verb = said.clause.verb
    direct = said.child("dobj")
    if direct is not None and not _telling(direct):
        return False
    things = [direct, said.child("attr", "oprd"), *(p for _, p in said.prepositions())]
    complement = said.child("xcomp", "ccomp")
    if complement is not None and (complement.dep_ == "ccomp" or not any(t.pos_ in WHAT for t in complement.subtree)):
        return False
    return any(t is not None and _telling(t) for t in things) or (
        complement is not None and verb.lemma_ in ("start", "learn", "decide", "begin", "stop", "quit", "go")
    )


def _telling(token: "Token") -> bool:
    if token.dep_ == "pcomp":
        return any(t.pos_ in WHAT for t in token.subtree)
    if token.pos_ not in WHAT or token.lemma_.lower() in VAGUE or token.ent_type_ in ("DATE", "TIME"):
        return False
    return not any(
        child.lower_ in ("this", "that", "these", "those", "such", "same", "another") for child in token.children
    )


def plan(said: Said) -> Iterator[Draft]:
    """`I'm going to … next week`, `I'm planning to …`, `I'm meeting Anna on Friday`: something to come, with its date."""
    clause = said.clause
    if clause.negated or clause.tense not in ("future", "progressive", "present") or clause.who == "other":
        return
    planning = clause.lemma in PLANNING and clause.tense in ("progressive", "present")
    going = clause.lemma == "go" and clause.tense == "progressive" and said.child("xcomp") is not None
    if clause.tense == "present" and not planning:
        return
    inner = said.child("xcomp") if planning or going else clause.verb
    if inner is None or not any(_telling(t) for t in inner.subtree if t.dep_ in ("dobj", "pobj")):
        return
    content = said.render(future=True)
    date = event_date(content.dates)
    if date is None or date.at.date() <= said.turn.said_at.date():
        return
    yield Draft(
        "event",
        "plans",
        content,
        said.turn.subject,
        _object(said),
        valid_from=date.at,
        source=min(PLANNED, said.source),
    )


def never(said: Said) -> Iterator[Draft]:
    """`I have never …`, `I don't eat …`: what is said not to be so."""
    clause = said.clause
    if not clause.negated or not said.mine or not _tells(said):
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
    if ever or habit_:
        yield Draft(
            "fact",
            "has_never" if ever else "does_not",
            said.render(),
            said.turn.subject,
            _object(said),
            source=said.source,
        )


def activity(said: Said) -> Iterator[Draft]:
    """`I'm learning …`, `I've been practising … for three years`: what somebody is occupied with."""
    clause = said.clause
    if clause.negated or clause.tense not in ("progressive", "perfect_progressive") or clause.lemma not in CURRENT:
        return
    subject = _person_or_speaker(said)
    if subject is None or not _tells(said) or clause.who == "company":
        return
    content = said.render(future=False)
    since = next((date.at for date, before in content.dates if before == "since"), None)
    _as_of(content, said)
    yield Draft("fact", "occupied_with", content, subject, _object(said), valid_from=since, source=said.source)


def _as_of(content: object, said: Said) -> None:
    """A span of time (`for three years`) holds only as of the day on which it was said."""
    from oxgraph.extraction.rewriting import Sentence

    spans = [p for _, p in said.prepositions("for") if p.ent_type_ == "DATE"]
    if spans and isinstance(content, Sentence):
        content.text = f"{content.text.rstrip('.')} (as of {said.turn.said_at.date().isoformat()})."


def habit(said: Said) -> Iterator[Draft]:
    """`I volunteer at …`, `I have a …`, `I use …`: what somebody does or has."""
    clause = said.clause
    if clause.negated or clause.tense != "present" or clause.lemma not in HABITS or not said.mine or not _tells(said):
        return
    predicate = {"have": "has", "own": "owns", "use": "uses"}.get(clause.lemma, "does")
    if predicate == "has" and not _possession(said):
        return
    yield Draft("fact", predicate, said.render(), said.turn.subject, _object(said), source=said.source)


def _possession(said: Said) -> bool:
    thing = said.child("dobj")
    if thing is None or any(c.lower_ in ("the", "no", "any", "some", "your") for c in thing.children):
        return False
    return thing.lemma_.lower() not in _STATES and thing.pos_ in WHAT


_STATES = frozenset(
    "trouble question problem feeling doubt time difficulty opinion concern fear hope experience chance sense thought "
    "issue work goal plan reason urge choice access need hard interest passion memory moment understanding love".split()
)
