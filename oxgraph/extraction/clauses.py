"""Finds the clauses of a parsed sentence that assert something; questions, suppositions and quotes are refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oxgraph.extraction.word_lists import HEDGES, THINKING, words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

FIRST = frozenset({"i"})
COMPANY = frozenset({"we"})
FACTUAL_MARKS = words("factual_marks")
MODALS = words("modals")
NEARLY = words("nearly")
EATING = frozenset({"eat", "drink", "have", "tolerate", "digest"})
"""Verbs of which `can't` says what somebody never does."""

ASKING = frozenset({"WP", "WRB", "WDT", "WP$"})


@dataclass
class Clause:
    """One clause: verb, subject, tense, negation and hedging.

    `tense`: past, present, perfect, past_perfect, progressive, perfect_progressive, past_progressive, future,
    imperative, unable (`can't eat`). `negated` and `hedged` hold for the verb itself.
    """

    verb: "Token"
    subject: "Token | None"
    tense: str
    negated: bool = False
    hedged: bool = False
    shares_subject: bool = False
    auxiliaries: list["Token"] = field(default_factory=list)

    @property
    def doubted(self) -> bool:
        """Whether a word of the clause itself expresses doubt (`maybe`)."""
        return any(token.lower_ in HEDGES for token in self.verb.children)

    @property
    def lemma(self) -> str:
        """The verb's lemma in lower case."""
        return self.verb.lemma_.lower()

    @property
    def who(self) -> str:
        """Whose statement it is: speaker (I), company (we, or I and others), or other."""
        word = self.subject.lower_ if self.subject is not None else ""
        if word in FIRST and not any(child.dep_ == "conj" for child in self.subject.children):  # type: ignore[union-attr]
            return "speaker"
        if word in COMPANY or (self.subject is not None and any(t.lower_ == "i" for t in noun_phrase(self.subject))):
            return "company"
        return "other"


PLACE_MARKS = frozenset({"in", "near", "into", "at", "around", "across", "outside"})
"""Prepositions before a place or an organization, never before the person that `he` means."""


def noun_phrase(head: "Token") -> Iterator["Token"]:
    """Yields the tokens of a noun phrase without its relative and other subordinate clauses."""
    yield from (token for token in head.subtree if not _within(token, head, {"relcl", "acl", "advcl", "ccomp"}))


def proper(head: "Token") -> str | None:
    """Returns a named thing: the capitalised words (with `of`, `the`, `to` between) around `head`; None if unnamed.

    Where it is (`Ada Lovelace in Rome`) is no part of its name, unless the parser takes all of it for one.
    """
    if head.pos_ != "PROPN":
        return None
    placed = {t.i for mark in head.children if _is_place_mark(mark) for t in mark.subtree}
    words = [t for t in noun_phrase(head) if t.pos_ == "PROPN" and t.i not in placed]
    named = [t for t in words if t.ent_type_ not in ("DATE", "TIME", "CARDINAL")]
    if not named or named[-1].i - named[0].i + 1 > 7:
        return None
    inside = head.doc[named[0].i : named[-1].i + 1]
    if any(t.text in (",", "and", "&", ";") or (t.dep_ == "appos" and t != head) for t in inside):
        return None
    first = named[0].i
    if first > 0 and head.doc[first - 1].text == "The" and not head.doc[first - 1].is_sent_start:
        inside = head.doc[first - 1 : inside.end]
    return None if re.search(r"[\"“”]", inside.text) else inside.text


def _is_place_mark(token: "Token") -> bool:
    return token.dep_ == "prep" and token.lower_ in PLACE_MARKS and not token.ent_type_


def _within(token: "Token", head: "Token", deps: set[str]) -> bool:
    while token != head:
        if token.dep_ in deps:
            return True
        token = token.head
    return False


@dataclass
class SentenceClauses:
    """The asserting clauses of a sentence, and the reasons why others were refused."""

    clauses: list[Clause] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def clauses_of(sentence: "Span") -> SentenceClauses:
    """Returns the asserting clauses of a sentence, in order, and the reasons for refusals."""
    found = SentenceClauses()
    for token in sentence:
        if token.pos_ not in ("VERB", "AUX") or not _is_clause(token):
            continue
        clause, reason = _clause(token, sentence)
        if reason:
            found.refused.append(reason)
        elif clause is not None:
            found.clauses.append(clause)
    return found


def _is_clause(token: "Token") -> bool:
    if token.dep_ == "conj":
        return token.head.pos_ in ("VERB", "AUX") and _is_clause(token.head)
    return token.dep_ == "ROOT" or (token.dep_ in ("ccomp", "advcl", "parataxis") and _finite(token))


def _finite(token: "Token") -> bool:
    return _own_subject(token) is not None


def _clause(verb: "Token", sentence: "Span") -> tuple[Clause | None, str]:
    """Returns the clause of a verb, or the reason for its refusal; both are empty for a verb that asserts nothing."""
    reason, hedged = _dependence(verb)
    if reason:
        return None, reason
    subject, shared = _subject(verb)
    auxiliaries = _auxiliaries(verb, shared)
    if _asks(verb, subject, auxiliaries, sentence):
        return None, "question"
    if shared and _alternative(verb):
        return None, "negated"
    tense = _tense(verb, auxiliaries, subject)
    if not tense:
        return None, ""
    negated = _negated(verb, auxiliaries)
    if tense == "modal" and negated and verb.lemma_.lower() in EATING and auxiliaries[0].lower_ in ("ca", "can"):
        tense = "unable"
    if tense == "modal":
        return None, "hypothetical"
    hedged = hedged or any(token.lower_ in HEDGES for token in verb.children)
    return Clause(verb, subject, tense, negated, hedged, shared, auxiliaries), ""


def _dependence(verb: "Token") -> tuple[str, bool]:
    """Returns why a clause is refused ('' for a main clause), and whether a verb of thinking hedges it."""
    hedged = factual = False
    token = verb
    while token.dep_ != "ROOT":
        if token.dep_ == "advcl" or any(child.dep_ == "mark" for child in token.children):
            reason = _subordinate(token)
            if reason:
                return reason, hedged
        if token.dep_ == "ccomp" and not _is_parenthetical(token):
            if token.head.lemma_ not in THINKING or not _is_first_person(token.head):
                return "reported", hedged
            hedged = not factual
        factual = factual or token.dep_ == "advcl"
        token = token.head
    conditional = any(
        child.dep_ == "advcl" and any(mark.lower_ in ("if", "unless") for mark in child.children)
        for child in verb.children
    )
    return ("conditional" if conditional else ""), hedged


def _subordinate(token: "Token") -> str:
    marks = [child.lower_ for child in token.children if child.dep_ == "mark"]
    asking = [child for child in token.children if child.tag_ in ASKING]
    if any(mark in ("if", "unless", "whether", "until", "before", "while", "although") for mark in marks):
        return "conditional"
    if asking:
        return "subordinate"
    if token.dep_ == "ccomp":
        return ""
    return "" if not marks or marks[0] in FACTUAL_MARKS else "subordinate"


def _is_parenthetical(token: "Token") -> bool:
    """A clause before the head's own subject, with no mark: `I took a step - I applied`."""
    subject = _own_subject(token.head)
    return subject is not None and token.i < subject.i and token.head.lemma_ not in ("say", "tell", "ask")


def _is_first_person(verb: "Token") -> bool:
    subject, _ = _subject(verb)
    return subject is not None and subject.lower_ == "i"


def _own_subject(verb: "Token") -> "Token | None":
    return next((child for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")), None)


def _subject(verb: "Token") -> tuple["Token | None", bool]:
    own = _own_subject(verb)
    if own is not None or verb.dep_ != "conj":
        return own, False
    inherited, _ = _subject(verb.head)
    return inherited, True


def _negated(verb: "Token", auxiliaries: list["Token"]) -> bool:
    """Returns whether `not`, `never`, `no longer`, `hardly` or `almost` negates the verb."""
    around = (*verb.children, *(child for aux in auxiliaries for child in aux.children))
    return any(child.dep_ == "neg" or child.lower_ in NEARLY for child in around)


def _alternative(verb: "Token") -> bool:
    """Returns whether the verb continues a negation or alternative: `without having booked or signed`."""
    between = verb.doc[verb.head.i : verb.i]
    denied = any(t.dep_ == "neg" or t.lower_ in ("not", "without", "never", "neither", "or", "nor") for t in between)
    return denied or any(child.dep_ == "neg" for child in verb.head.children)


def _auxiliaries(verb: "Token", shared: bool) -> list["Token"]:
    """Returns the verb's auxiliaries; `I have read and reviewed it` shares those of the first verb."""
    own = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    if own or not shared or verb.dep_ != "conj":
        return own
    alike = verb.tag_ == verb.head.tag_ or verb.lower_ == verb.lemma_.lower()
    return _auxiliaries(verb.head, verb.head.dep_ == "conj") if alike else []


def _asks(verb: "Token", subject: "Token | None", auxiliaries: list["Token"], sentence: "Span") -> bool:
    if any(child.tag_ in ASKING and child.i < verb.i for child in verb.children):
        return True
    first = min((aux.i for aux in auxiliaries if aux.head == verb), default=verb.i)
    if subject is not None and subject.head == verb and first < subject.i:
        return True
    if not sentence.text.rstrip().rstrip(")\"'”").endswith("?"):
        return False
    return verb == _last_verb(sentence) or _no_later_question(verb, sentence)


def _last_verb(sentence: "Span") -> "Token":
    finite = [token for token in sentence if token.pos_ in ("VERB", "AUX") and _finite(token)]
    return finite[-1] if finite else sentence.root


def _no_later_question(verb: "Token", sentence: "Span") -> bool:
    """Returns whether no later clause is a question, so that the question mark belongs to this verb."""
    for token in sentence:
        if token == verb or token.i < verb.i:
            continue
        if token.tag_ in ASKING or _inverted(token) or token.lemma_ == "wonder" or token.lower_ in ("if", "whether"):
            return False
    return True


def _inverted(token: "Token") -> bool:
    subject = _own_subject(token)
    if subject is None:
        return False
    return any(child.dep_ in ("aux", "auxpass") and child.i < subject.i for child in token.children) or (
        token.lemma_ == "be" and token.i < subject.i
    )


def _tense(verb: "Token", auxiliaries: list["Token"], subject: "Token | None") -> str:
    words = [aux.lower_ for aux in auxiliaries]
    if any(word in MODALS for word in words if not (word == "'d" and verb.tag_ == "VBN")):
        return "modal"
    if any(word in ("will", "'ll", "wo", "gon") for word in words):
        return "future"
    if subject is None:
        return "imperative" if verb.tag_ in ("VB", "VBP") and not set(words) - {"do"} else ""
    return _aspect(verb, words)


def _aspect(verb: "Token", words: list[str]) -> str:
    has = any(word in ("have", "has", "'ve", "'s") for word in words)
    if "had" in words or ("'d" in words and verb.tag_ == "VBN"):
        return "past_perfect"
    if verb.tag_ == "VBG":
        return _progressive(words, has)
    if verb.tag_ in ("VBN", "VBD") and has:
        return "perfect"
    if verb.tag_ == "VBN":
        return "passive_past" if {"was", "were", "got"} & set(words) else "passive"
    past = verb.tag_ == "VBD" or "did" in words
    return "past" if past else "present" if verb.tag_ in ("VBP", "VBZ", "VB") else ""


def _progressive(words: list[str], has: bool) -> str:
    if has and "been" in words:
        return "perfect_progressive"
    return "past_progressive" if {"was", "were"} & set(words) else "progressive" if words else ""
