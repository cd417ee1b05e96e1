"""Where somebody lives, moved to and comes from."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.dates import Date
from oxgraph.extraction.lexicon import COUNTRIES, REGIONS
from oxgraph.extraction.rules.about import LASTING, certain, fact, subject_of
from oxgraph.extraction.rules.draft import Draft, Said, event_date, proper

if TYPE_CHECKING:
    from spacy.tokens import Token

MOVING = frozenset({"move", "relocate", "immigrate", "emigrate"})
EXACT = frozenset({"day", "week", "weekend", "month"})


def moved(said: Said) -> Iterator[Draft]:
    """`I moved from … to …`: an event, and where somebody lives since."""
    clause = said.clause
    if clause.lemma not in MOVING or clause.negated or clause.tense not in ("past", "perfect"):
        return
    place, about = _place(said.pobj("to")), subject_of(said)
    if place is None or about is None or said.child("dobj") is not None:
        return
    content = said.render()
    date = event_date(said, content)
    since = date.at if date else None
    yield Draft("event", "moved_to", content, about[0], place, "place", valid_from=since, source=said.source)
    if _recent(said, date) and certain(said):
        yield from fact(said, _level(place), f"lives in {place}", place, since=since, kind="place")


def _recent(said: Said, date: Date | None) -> bool:
    """Whether the move says where somebody lives now: `when I was ten` and `years ago` may not."""
    lately = any(child.lower_ in ("just", "recently", "finally") for child in said.clause.verb.children)
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


def home(said: Said) -> Iterator[Draft]:
    """`I live in …`, `I'm based in …`, `I'm from …`."""
    clause = said.clause
    if clause.negated:
        return
    if (clause.lemma == "live" and clause.tense in LASTING) or _is_based(said):
        place = _place(said.pobj("in")) or _place(_below_based(said))
        if place and certain(said):
            yield from fact(said, _level(place), f"lives in {place}", place, kind="place")
    elif clause.lemma == "be" and clause.tense == "present" and (place := _place(said.pobj("from"))):
        yield from fact(said, "comes_from", f"comes from {place}", place, kind="place")


def _is_based(said: Said) -> bool:
    complement = said.child("acomp")
    as_adjective = said.clause.lemma == "be" and complement is not None and complement.lower_ == "based"
    return as_adjective or (said.clause.lemma == "base" and said.clause.tense == "passive")


def _below_based(said: Said) -> "Token | None":
    complement = said.child("acomp")
    below = (c for c in complement.children if c.lower_ == "in") if complement is not None else iter(())
    return next((p for preposition in below for p in preposition.children if p.dep_ == "pobj"), None)
