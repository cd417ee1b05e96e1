"""The persons that a sentence names: their names, the pronouns that can mean them, and what they are to the speaker."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import PLACE_MARKS, noun_phrase, proper
from oxgraph.extraction.coreference import UNNAMED
from oxgraph.extraction.word_lists import (
    FEMALE,
    FEMALE_NAMES,
    MALE,
    MALE_NAMES,
    OCCUPATIONS,
    PEOPLE,
    RELATIONS,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

HE, SHE = ("he",), ("she",)
ANYONE = (*HE, *SHE)

ROADS = frozenset({"to", "from", "for", "through"})
"""Prepositions before a place or an organization with a verb of GOING."""

GOING = frozenset({
    "be", "come", "commute", "drive", "emigrate", "fly", "go", "hail", "immigrate", "live", "move", "relocate",
    "return", "travel", "work",
})  # fmt: skip

NO_PERSON = frozenset({"ORG", "DATE", "GPE", "NORP", "LOC", "TIME"})
TITLES = {"mr": HE, "mr.": HE, "sir": HE, "mrs": SHE, "mrs.": SHE, "ms": SHE, "ms.": SHE, "miss": SHE}


@dataclass(frozen=True)
class Person:
    """A person of a sentence.

    `name` is UNNAMED without a name; `relation` is what the person is to the speaker (`sister`); `at` is the place
    of the first word, `words` are those of all. `equated` says that the sentence says who the relation is.
    """

    name: str
    pronouns: tuple[str, ...]
    at: int
    words: frozenset[int]
    relation: str = ""
    equated: bool = False


def relation_of(head: "Token") -> str | None:
    """Returns what a person is to the speaker (`my sister` → sister); None for other nouns."""
    if head.lemma_.lower() in RELATIONS and any(c.dep_ == "poss" and c.lower_ == "my" for c in head.children):
        return RELATIONS[head.lemma_.lower()]
    return None


def pronouns_of(word: str) -> tuple[str, ...]:
    """Returns the pronouns that can mean a person, by a relation (`sister`) or a first name."""
    lower = word.lower()
    if lower in FEMALE or lower in FEMALE_NAMES:
        return SHE
    return HE if lower in MALE or lower in MALE_NAMES else ANYONE


def name_beside(noun: "Token") -> "Token | None":
    """Returns the name that stands with a noun: `my sister Anna`, `Anna, my sister`, `a dog named Max`."""
    for child in noun.children:
        if child.dep_ == "appos" and _named(child):
            return child
        if child.dep_ == "acl" and child.lemma_.lower() in ("name", "call"):
            return next((c for c in child.children if c.dep_ in ("oprd", "dobj", "attr") and c.pos_ == "PROPN"), None)
    if noun.dep_ == "appos" and _named(noun.head):
        return noun.head
    # Where the parser sees two subjects: `my cousin Ben lives in Oslo`.
    beside = next((t for t in noun.head.children if t.i > noun.i and t.dep_ == noun.dep_ and _named(t)), None)
    return beside if noun.dep_ == "nsubj" and beside is not None and beside.left_edge.i == noun.i + 1 else None


def _named(token: "Token") -> bool:
    return token.pos_ == "PROPN" and token.ent_type_ not in NO_PERSON


def is_place(token: "Token") -> bool:
    """Returns whether what a name is said of is where somebody is or goes, which the parser may take for a person."""
    marked = token.head
    if token.dep_ != "pobj":
        return False
    return marked.lower_ in PLACE_MARKS or (marked.lower_ in ROADS and marked.head.lemma_.lower() in GOING)


def persons_in(doc: "Doc") -> Iterator[Person]:
    """Yields the persons of a sentence: relatives of the speaker, then others by name, then those without one."""
    taken: set[int] = set()
    for token in doc:
        if token.tag_ in ("NN", "NNP") and relation_of(token):
            person = _related(token)
            taken |= person.words
            yield person
    for entity in doc.ents:
        if entity.label_ == "PERSON" and entity.root.i not in taken and not is_place(entity.root):
            words = frozenset(range(entity.start, entity.end))
            before = doc[entity.start - 1].lower_ if entity.start else ""
            pronouns = TITLES.get(before) or TITLES.get(entity[0].lower_) or pronouns_of(entity[0].text)
            taken |= words
            yield Person(entity.text.removesuffix("'s").removesuffix("’s"), pronouns, entity.start, words)
    for token in doc:
        if token.i not in taken and _is_missed(token):
            taken.add(token.i)
            yield Person(token.text, pronouns_of(token.text), token.i, frozenset({token.i}))
        elif token.i not in taken and _is_unnamed(token):
            yield Person(UNNAMED, pronouns_of(token.lemma_), token.i, frozenset({token.i}))


def _related(noun: "Token") -> Person:
    """The person that `my sister` is, with the name that the sentence gives."""
    named, equated = name_beside(noun), False
    if named is None:
        named, equated = _equated(noun), True
    name = proper(named) if named is not None else None
    if named is None or name is None:
        return Person(UNNAMED, pronouns_of(noun.lemma_), noun.i, frozenset({noun.i}), noun.text.lower())
    pronouns = pronouns_of(noun.lemma_)
    pronouns = pronouns_of(name.split()[0]) if pronouns == ANYONE else pronouns
    words = frozenset({noun.i, *(t.i for t in noun_phrase(named) if t.pos_ == "PROPN")})
    return Person(name, pronouns, min(words), words, noun.text.lower(), equated)


def _equated(noun: "Token") -> "Token | None":
    """The name in `my sister is Anna`, `my sister's name is Anna`, `Anna is my sister`."""
    head = noun
    if noun.dep_ == "poss" and noun.head.lower_ == "name":
        head = noun.head
    verb = head.head
    if verb.lemma_ != "be" or any(c.dep_ == "neg" for c in verb.children):
        return None
    other = {"nsubj": "attr", "attr": "nsubj"}.get(head.dep_)
    return next((c for c in verb.children if c.dep_ == other and _named(c)), None)


def _is_missed(token: "Token") -> bool:
    """Whether a first name, or a name behind `Aunt`, stands where the parser sees no person."""
    if (
        token.pos_ != "PROPN"
        or token.dep_ == "compound"
        or token.ent_type_ in ("GPE", "LOC", "DATE")
        or is_place(token)
    ):
        return False
    titled = token.i > 0 and token.nbor(-1).text.istitle() and token.nbor(-1).lower_ in RELATIONS
    return titled or token.lower_ in FEMALE_NAMES or token.lower_ in MALE_NAMES


def _is_unnamed(token: "Token") -> bool:
    """Whether a noun names somebody of whom no more is known: `a doctor`; not what somebody is said to be."""
    lemma = token.lemma_.lower()
    if token.tag_ != "NN" or not (lemma in PEOPLE or lemma in RELATIONS or lemma in OCCUPATIONS):
        return False
    told = token.dep_ in ("attr", "appos", "compound", "acomp", "oprd") or (
        token.dep_ == "pobj" and token.head.lower_ == "as"
    )
    return not told
