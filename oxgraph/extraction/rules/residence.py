"""Rules for residence, moves and origin."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import proper
from oxgraph.extraction.dates import Date
from oxgraph.extraction.parsing import PLACES, is_town
from oxgraph.extraction.rules.statement import Draft, Statement, event_date
from oxgraph.extraction.rules.subjects import LASTING, certain, fact, no_longer_since, subject_of
from oxgraph.extraction.word_lists import COUNTRIES, NO_PLACES, REGIONS

if TYPE_CHECKING:
    from spacy.tokens import Token

MOVING = frozenset({"move", "relocate", "immigrate", "emigrate"})
EXACT = frozenset({"day", "week", "weekend", "month"})
YEARS = 1
"""By how many years a move with only a year or season may lie back, to say where somebody lives now."""

AGAIN = frozenset({"before", "ever", "once", "twice", "times", "often"})
"""Words by which `has moved` says that it happened some time, and not where somebody is now."""

TAKEN_FOR = frozenset({"ORG", "PERSON", "FAC", ""})
"""What the parser takes some towns for."""


def moved(statement: Statement) -> Iterator[Draft]:
    """`I moved from … to …`: an event, and where somebody lives since."""
    clause = statement.clause
    if clause.lemma not in MOVING or clause.negated or clause.tense not in ("past", "perfect"):
        return
    place, about = _place(statement.pobj("to") or _back_to(statement)), _resident(statement)
    if place is None or about is None or statement.child("dobj") is not None:
        return
    content = statement.render()
    date = event_date(statement, content)
    since = date.at if date else None
    yield Draft("event", "moved_to", content, about[0], place, "place", valid_from=since, source=statement.source)
    if _recent(statement, date) and (clause.who == "company" or certain(statement)):
        predicate, text = _level(place), f"lives in {place}"
        yield from fact(statement, predicate, text, place, since=since, kind="place", about=about)


def _resident(statement: Statement) -> tuple[str, str] | None:
    """Who lives somewhere or moved: of `we` and `my wife and I` the speaker."""
    if statement.clause.who == "company":
        return statement.turn.subject, statement.name
    return subject_of(statement)


def _back_to(statement: Statement) -> "Token | None":
    """`moved back to …`: the preposition hangs on the adverb."""
    below = (c for back in statement.clause.verb.children if back.lower_ == "back" for c in back.children)
    return next((p for preposition in below if preposition.lower_ == "to" for p in preposition.children), None)


def _recent(statement: Statement, date: Date | None) -> bool:
    """Whether the move says where somebody lives now: `when I was ten` and `years ago` may not."""
    words = {token.lower_ for token in statement.clause.verb.subtree}
    if words & AGAIN or any(token.ent_type_ in ("DATE", "TIME") for _, token in statement.prepositions("for")):
        return False
    if date is not None:
        years = statement.turn.said_at.year - date.at.year
        return date.grain in EXACT or (date.grain in ("season", "year") and years <= YEARS)
    lately = any(child.lower_ in ("just", "recently", "finally") for child in statement.clause.verb.children)
    return lately or (statement.clause.tense == "perfect" and not statement.dates())


def _place(token: "Token | None", lives: bool = False) -> str | None:
    """A town, region or country; none of several (`Oslo and Rome`). `lives`: it is what somebody lives in."""
    if token is None or token.lower_ in NO_PLACES or not (token.ent_type_ in PLACES or _missed(token, lives)):
        return None
    others = (c for c in token.children if c.dep_ in ("appos", "conj"))
    return None if any(c.lower_ not in REGIONS | COUNTRIES for c in others) else proper(token)


def _missed(token: "Token", lives: bool) -> bool:
    """Whether the parser took a place for something else here."""
    alone = all(child.dep_ == "punct" or child.pos_ == "PROPN" for child in token.children)
    if token.pos_ != "PROPN" or token.ent_type_ not in TAKEN_FOR or not alone:
        return False
    return lives or is_town(proper(token) or token.text)


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
        place = _place(statement.pobj("in"), clause.lemma == "live") or _place(_below_based(statement))
        # `We're based in …` is said of a firm.
        about = _resident(statement) if clause.lemma == "live" else subject_of(statement)
        if place and about and (clause.who == "company" or certain(statement)):
            predicate, text = _level(place), f"lives in {place}"
            yield from fact(statement, predicate, text, place, until=until, kind="place", about=about)
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
