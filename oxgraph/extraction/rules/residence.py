"""Rules for residence, moves and origin."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import proper
from oxgraph.extraction.dates import Date
from oxgraph.extraction.rules.statement import Draft, Statement, event_date
from oxgraph.extraction.rules.subjects import LASTING, certain, fact, no_longer_since, subject_of
from oxgraph.extraction.word_lists import COUNTRIES, REGIONS

if TYPE_CHECKING:
    from spacy.tokens import Token

MOVING = frozenset({"move", "relocate", "immigrate", "emigrate"})
EXACT = frozenset({"day", "week", "weekend", "month"})


def moved(statement: Statement) -> Iterator[Draft]:
    """`I moved from … to …`: an event, and where somebody lives since."""
    clause = statement.clause
    if clause.lemma not in MOVING or clause.negated or clause.tense not in ("past", "perfect"):
        return
    place, about = _place(statement.pobj("to") or _back_to(statement)), subject_of(statement)
    if place is None or about is None or statement.child("dobj") is not None:
        return
    content = statement.render()
    date = event_date(statement, content)
    since = date.at if date else None
    yield Draft("event", "moved_to", content, about[0], place, "place", valid_from=since, source=statement.source)
    if _recent(statement, date) and certain(statement):
        yield from fact(statement, _level(place), f"lives in {place}", place, since=since, kind="place")


def _back_to(statement: Statement) -> "Token | None":
    """`moved back to …`: the preposition hangs on the adverb."""
    below = (c for back in statement.clause.verb.children if back.lower_ == "back" for c in back.children)
    return next((p for preposition in below if preposition.lower_ == "to" for p in preposition.children), None)


def _recent(statement: Statement, date: Date | None) -> bool:
    """Whether the move says where somebody lives now: `when I was ten` and `years ago` may not."""
    lately = any(child.lower_ in ("just", "recently", "finally") for child in statement.clause.verb.children)
    return lately or (date is not None and date.grain in EXACT)


def _place(token: "Token | None") -> str | None:
    """A town, region or country; none of several (`Oslo and Rome`)."""
    if token is None or token.ent_type_ not in ("GPE", "LOC"):
        return None
    others = (c for c in token.children if c.dep_ in ("appos", "conj"))
    return None if any(c.lower_ not in REGIONS | COUNTRIES for c in others) else proper(token)


def _level(place: str) -> str:
    """The predicate for a place: town, region and country are different answers, none of which replaces another."""
    lower = place.lower()
    return "lives_in_country" if lower in COUNTRIES else "lives_in_region" if lower in REGIONS else "lives_in"


def home(statement: Statement) -> Iterator[Draft]:
    """`I live in …`, `I'm based in …`, `I'm from …`."""
    clause = statement.clause
    until = no_longer_since(statement)
    if clause.negated and until is None:
        return
    if (clause.lemma == "live" and clause.tense in LASTING) or _is_based(statement):
        place = _place(statement.pobj("in")) or _place(_below_based(statement))
        if place and certain(statement):
            yield from fact(statement, _level(place), f"lives in {place}", place, until=until, kind="place")
    elif (
        not clause.negated
        and clause.lemma == "be"
        and clause.tense == "present"
        and (place := _place(statement.pobj("from")))
    ):
        yield from fact(statement, "comes_from", f"comes from {place}", place, kind="place")


def _is_based(statement: Statement) -> bool:
    complement = statement.child("acomp")
    as_adjective = statement.clause.lemma == "be" and complement is not None and complement.lower_ == "based"
    return as_adjective or (statement.clause.lemma == "base" and statement.clause.tense == "passive")


def _below_based(statement: Statement) -> "Token | None":
    complement = statement.child("acomp")
    below = (c for c in complement.children if c.lower_ == "in") if complement is not None else iter(())
    return next((p for preposition in below for p in preposition.children if p.dep_ == "pobj"), None)
