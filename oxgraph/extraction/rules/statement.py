"""Input and output of the rules: a statement (one clause with its turn) and drafts of memories."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import Clause, noun_phrase
from oxgraph.extraction.dates import Date, dates_in
from oxgraph.extraction.third_person import Sentence, Voice, render
from oxgraph.extraction.turns import Turn
from oxgraph.extraction.word_lists import words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

ASSERTED = 0.95
HEDGED = 0.6
PLANNED = 0.8
INSIDE = frozenset({"nummod", "amod", "det", "compound", "advmod", "npadvmod", "punct"})
"""How the words of a date hang together."""

ARTICLES = words("articles")
PAST = frozenset({"past", "perfect", "passive_past", "past_progressive", "perfect_progressive", "past_perfect"})
TOWARD = {"future": "future", "progressive": "future", "present": "present"}
"""Where a date without a year lies, by the tense; otherwise where it is nearest."""


@dataclass
class Draft:
    """A memory that a rule proposes.

    `source` is how assertive the statement is, 0 to 1; `known_as` is a name that it gives the speaker.
    """

    type: str
    predicate: str
    content: Sentence
    subject: str | None = None
    object: str | None = None
    object_type: str | None = None
    subject_type: str | None = None
    topic_key: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    source: float = ASSERTED
    known_as: str | None = None


@dataclass
class Statement:
    """One clause with its sentence, turn and speaker."""

    clause: Clause
    sentence: "Span"
    turn: Turn
    voice: Voice
    _dates: dict[str, list[Date]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The speaker's name in sentences."""
        return self.voice.name

    @property
    def mine(self) -> bool:
        """Whether the subject is the speaker alone."""
        return self.clause.who == "speaker"

    @property
    def source(self) -> float:
        """How assertive it is, 0 to 1."""
        return HEDGED if self.clause.hedged else ASSERTED

    def dates(self, future: bool | None = None) -> list[Date]:
        """The dates of the sentence; without `future`, by the tense."""
        toward = "future" if future else "past" if future is False else self._toward
        if toward not in self._dates:
            start = self.sentence.start_char
            found = dates_in(self.sentence.text, self.turn.said_at, lambda at: self._at(start + at, toward))
            self._dates[toward] = [Date(d.start + start, d.end + start, d.at, d.grain, d.phrase) for d in found]
        return self._dates[toward]

    @property
    def _toward(self) -> str:
        """Where a date without a year lies: `I've got …` is of the present, whatever its form."""
        if self.clause.verb.lower_ == "got" and self.clause.tense == "perfect":
            return "near"
        return "past" if self.clause.tense in PAST else TOWARD.get(self.clause.tense, "near")

    def _at(self, start: int, toward: str) -> str:
        """A date that belongs to something else (`the role starting June 1`) need not lie where the tense puts it."""
        return toward if toward != "past" or self.belongs(start) else "near"

    def belongs(self, start: int) -> bool:
        """Whether the date at a position says when the clause's verb happened: it depends on the verb directly."""
        token = next((t for t in self.sentence if t.idx <= start < t.idx + len(t.text_with_ws)), None)
        while token is not None and token.head != token and (token.dep_ in INSIDE or token.ent_type_ == "DATE"):
            if (
                token.dep_ in ("npadvmod", "advmod", "pobj", "tmod")
                and token.ent_type_ == "DATE"
                and token.head.ent_type_ != "DATE"
            ):
                token = token.head
                break
            token = token.head
        while token is not None and token.dep_ in ("prep", "advmod") and token != self.clause.verb:
            token = token.head
        return token is None or token in (self.clause.verb, self.clause.verb.head) or self._near(token)

    def _near(self, token: "Token") -> bool:
        """A noun that is the verb's own object or the object of one of its prepositions."""
        if token.pos_ not in ("NOUN", "PROPN"):
            return token.dep_ == "xcomp" and token.head == self.clause.verb
        return token.head == self.clause.verb or (token.head.dep_ == "prep" and token.head.head == self.clause.verb)

    def render(self, future: bool | None = None) -> Sentence:
        """The clause as a sentence about the speaker. Raises Unclear."""
        sentence = render(self.clause, self.voice, self.dates(future))
        if self.clause.hedged and not self.clause.doubted:
            sentence.text = f"{self.name} thinks that {sentence.text}"
        return sentence

    def child(self, *deps: str) -> "Token | None":
        """The verb's first child with one of these dependencies."""
        return next((child for child in self.clause.verb.children if child.dep_ in deps), None)

    def prepositions(self, *words: str) -> Iterator[tuple[str, "Token"]]:
        """The prepositions (of these) that belong to the verb, each with its object."""
        for child in self.clause.verb.children:
            if child.dep_ in ("prep", "dative", "agent") and (not words or child.lower_ in words):
                for word in child.children:
                    if word.dep_ in ("pobj", "pcomp"):
                        yield child.lower_, word

    def pobj(self, *words: str) -> "Token | None":
        """The object of the first of these prepositions."""
        return next((token for _, token in self.prepositions(*words)), None)


Rule = Callable[[Statement], Iterator[Draft]]


def phrase(head: "Token", articles: bool = False) -> str:
    """A noun phrase as text, without the article or possessive at its beginning unless `articles`."""
    tokens = list(noun_phrase(head))
    while tokens and (tokens[0].is_punct or (not articles and tokens[0].lower_ in ARTICLES)):
        tokens = tokens[1:]
    text = "".join(token.text_with_ws for token in tokens)
    return text.strip(' ,.;:!?-"“”')


def short(head: "Token", most: int = 5) -> str | None:
    """A noun phrase of few words and no pronouns, as the name of a thing; None for others."""
    tokens = [t for t in noun_phrase(head) if not t.is_punct]
    while tokens and tokens[0].lower_ in ARTICLES:
        tokens = tokens[1:]
    if not tokens or len(tokens) > most or any(t.pos_ in ("PRON",) or t.tag_ in ("PRP$", "DT", "WDT") for t in tokens):
        return None
    return " ".join(t.text for t in tokens).replace(" 's", "'s").replace(" - ", "-").replace(" n't", "n't")


def event_date(statement: Statement, content: Sentence) -> Date | None:
    """The date at which something happened: not one that it lasted until, or of another thing."""
    dated = (date for date, before in content.dates if before in ("", "to"))
    found = next((date for date in dated if statement.belongs(date.start)), None)
    ahead = found is not None and statement.clause.tense in PAST and found.at > statement.turn.said_at
    return None if ahead else found
