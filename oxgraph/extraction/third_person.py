"""Rewrites a speaker's clause as a self-contained sentence in the third person."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oxgraph.extraction.clause_content import ADDRESSEE, OPEN, POINTING, content_tokens
from oxgraph.extraction.clauses import Clause, noun_phrase
from oxgraph.extraction.coreference import FORMS
from oxgraph.extraction.dates import Date
from oxgraph.extraction.persons import is_place, pronouns_of
from oxgraph.extraction.word_lists import PEOPLE, RELATIONS, words

if TYPE_CHECKING:
    from spacy.tokens import Token

LONGEST = 45
"""Words of a memory's sentence; what is longer says several things."""

BY_ITSELF = words("by_itself")
REPLACED = frozenset({"on", "in", "during", "over", "this"})
SPEAKER = frozenset({"i", "me", "my", "mine", "myself"})
COMPANY = frozenset({"we", "us", "our", "ours", "ourselves"})
FINITE = {"am": "is", "'m": "is", "have": "has", "'ve": "has", "do": "does", "are": "is", "'re": "is"}
WHOLE = {"'re": "are", "'ve": "have", "'ll": "will", "gon": "going", "na": "to"}


class Unclear(Exception):
    """The sentence would not stand by itself; the message is the reason."""


@dataclass
class Voice:
    """Who speaks: how they are called in sentences, who else takes part, and how a pronoun is resolved."""

    name: str
    other: str | None
    resolve: Callable[["Token"], str | None]


@dataclass
class Sentence:
    """A rendered clause: its text, whether a pronoun had to be resolved, and the dates that are in it."""

    text: str
    resolved: bool = False
    dates: list[tuple[Date, str]] = field(default_factory=list)


def third_person(lemma: str) -> str:
    """The form that goes with he or she."""
    if lemma in ("be", "have", "do", "go"):
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}[lemma]
    if re.search(r"(?:s|x|z|ch|sh|o)$", lemma):
        return lemma + "es"
    return lemma[:-1] + "ies" if re.search(r"[^aeiou]y$", lemma) else lemma + "s"


def render(clause: Clause, voice: Voice, dates: list[Date], skip: frozenset[int] = frozenset()) -> Sentence:
    """The clause as a sentence in the third person, dates absolute. Raises Unclear.

    `skip` are places of tokens that are left out.
    """
    tokens = [token for token in content_tokens(clause) if token.i not in skip]
    if len(tokens) > LONGEST:
        raise Unclear("too_long")
    result = Sentence("")
    pieces = list(_pieces(tokens, clause, voice, dates, result))
    result.text = finish(pieces)
    return result


def finish(pieces: list[tuple[str, str]]) -> str:
    """Pieces with the blanks behind them, as one sentence."""
    text = ""
    for piece, blank in pieces:
        text += piece + blank
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+([,.;:!?%)])", r"\1", text)
    text = re.sub(r"\s+('s\b|n't\b)", r"\1", text)
    if text.count('"') % 2 or text.count("“") != text.count("”"):
        text = re.sub(r"[\s,]*[\"“]\s*$", "", text)
    if text.count('"') % 2 and re.search(r'(?:^|\s)"\w[^"]*$', text):
        text = text.rstrip(" ,.") + '"'
    text = re.sub(r"^Just (?=on |in )", "", text)
    text = re.sub(r"(?:,\s*)+$|\s+(?:and|but|or)$", "", text.strip(" ,;:-–—"))
    return (text[:1].upper() + text[1:]).rstrip(".!?") + "."


def _pieces(
    tokens: list["Token"], clause: Clause, voice: Voice, dates: list[Date], result: Sentence
) -> Iterator[tuple[str, str]]:
    spans = _dated(tokens, dates)
    subject_phrase = {t.i for t in noun_phrase(clause.subject)} if clause.subject is not None else set()
    for place, token in enumerate(tokens):
        date = spans.get(token.i)
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        if following is not None and (after := spans.get(following.i)) and after[1] and _gives_way(token, following):
            continue
        if date is not None:
            if date[1]:
                yield _say(date[0], token, result), " "
            continue
        text = _word(token, clause, voice, result, tokens)
        blank = token.whitespace_ or (" " if following is not None and _parted(token, following, text) else "")
        if token.lower_ == "gon":
            blank = " "
        if not text.startswith("'") and token.text.startswith("'") and token.lower_ != "'s":
            text = " " + text
        if token.i in subject_phrase and following is not None and following.i not in subject_phrase:
            blank = " " if following.text not in ("'s",) or following.tag_ != "POS" else ""
        yield text, blank


def _parted(token: "Token", following: "Token", text: str) -> bool:
    return following.i != token.i + 1 and not following.is_punct


def _dated(tokens: list["Token"], dates: list[Date]) -> dict[int, tuple[Date, bool]]:
    """For each token of a date: the date, and whether it is its first one."""
    spans: dict[int, tuple[Date, bool]] = {}
    for date in dates:
        inside = [t for t in tokens if t.idx >= date.start and t.idx + len(t) <= date.end]
        for token in inside:
            spans[token.i] = (date, token == inside[0])
    return spans


def _gives_way(token: "Token", first: "Token") -> bool:
    return token.lower_ in REPLACED and token.pos_ in ("ADP", "DET", "SCONJ") and token.i == first.i - 1


def _say(date: Date, first: "Token", result: Sentence) -> str:
    before = first.nbor(-1) if first.i > 0 else None
    if _in_noun(first, date):
        result.dates.append((date, "attribute"))
        return date.bare.removeprefix("the week of ").removeprefix("the weekend of ")
    introduced = before is not None and before.lower_ in BY_ITSELF and before.pos_ in ("ADP", "SCONJ", "PART", "CCONJ")
    result.dates.append((date, before.lower_ if introduced and before is not None else ""))
    return date.bare if introduced else date.phrase


def _in_noun(first: "Token", date: Date) -> bool:
    """Whether the date belongs to a noun (`my July 18 presentation`) and not to what was done."""
    root = first
    while root.head != root and date.start <= root.head.idx < date.end:
        root = root.head
    return root.dep_ in ("compound", "nmod", "amod", "poss", "nummod") and root.head.i > root.i


def _word(token: "Token", clause: Clause, voice: Voice, result: Sentence, tokens: list["Token"]) -> str:
    word = token.lower_
    if _hyphened(token):
        return token.text
    if word in SPEAKER:
        return _speaker(token, clause, voice, tokens)
    if word in COMPANY:
        return f"{voice.name}'s" if word in ("our", "ours") else f"{voice.name} and others"
    if word in ADDRESSEE:
        return _addressee(word, clause, voice)
    if word in POINTING and token.dep_ not in ("mark", "nsubj") and token.tag_ in ("DT",):
        raise Unclear("pointing")
    if word in POINTING and token.tag_ == "DT":
        raise Unclear("unresolved_pronoun")
    if word in OPEN and token.pos_ in ("PRON", "DET", "NOUN", "ADV"):
        return _open(token, voice, result, tokens)
    return _verb_form(token, clause)


def _speaker(token: "Token", clause: Clause, voice: Voice, tokens: list["Token"]) -> str:
    word = token.lower_
    if word in ("my", "mine"):
        return "their" if word == "my" and _is_own(token, clause, tokens) else f"{voice.name}'s"
    return "themselves" if word == "myself" else voice.name


def _is_own(token: "Token", clause: Clause, tokens: list["Token"]) -> bool:
    """Whether `their` for `my` means the speaker: the subject, with no other person or several things in between."""
    subject = clause.subject
    if subject is None or clause.who != "speaker" or subject.i > token.i or subject not in tokens:
        return False
    return not any(_may_be_their(t) for t in tokens if subject.i < t.i < token.i)


def _may_be_their(token: "Token") -> bool:
    several = token.tag_ in ("NNS", "NNPS") or token.ent_type_ in ("PERSON", "ORG", "NORP")
    return several or token.lemma_.lower() in (*RELATIONS, *PEOPLE) or token.lower_ in COMPANY | ADDRESSEE | OPEN


def _hyphened(token: "Token") -> bool:
    """Part of a word like `me-time`."""
    before, after = token.i > 0 and token.nbor(-1), token.i + 1 < len(token.doc) and token.nbor(1)
    return bool(
        (before and before.text == "-" and not before.whitespace_)
        or (after and after.text == "-" and not token.whitespace_)
    )


def _addressee(word: str, clause: Clause, voice: Voice) -> str:
    if voice.other is None or clause.tense not in ("past", "perfect"):
        raise Unclear("second_person")
    return voice.other if word == "you" else f"{voice.other}'s"


def _open(token: "Token", voice: Voice, result: Sentence, tokens: list["Token"]) -> str:
    """A pronoun of the third person: fine where its noun stands before it in the same sentence."""
    word = token.lower_
    if word in ("their", "them", "its", "it") and _named_before(token, tokens):
        return token.text
    if word in ("his", "her", "him", "she", "he") and _person_before(token, tokens):
        return token.text
    name = voice.resolve(token) if word in FORMS else None
    if name is None:
        raise Unclear("unresolved_pronoun")
    result.resolved = True
    return f"{name}'s" if token.tag_ == "PRP$" or word in ("his", "hers") else name


def _named_before(token: "Token", tokens: list["Token"]) -> bool:
    plural = token.lower_ in ("their", "them")
    tags = ("NNS", "NNPS") if plural else ("NN", "NNP")
    return any(t.tag_ in tags and t.i < token.i and t.ent_type_ != "DATE" for t in tokens) and token.dep_ != "nsubj"


def _person_before(token: "Token", tokens: list["Token"]) -> bool:
    """Whether a single person whom the pronoun can mean stands before it, who is not the subject of its own verb."""
    if token.dep_ in ("nsubj", "nsubjpass"):
        before = [t for t in tokens if t.i < token.i]
    else:
        before = [t for t in tokens if t.i < token.i and (token.tag_ == "PRP$" or t.dep_ not in ("nsubj", "nsubjpass"))]
    heads = [t for t in before if (t.ent_type_ == "PERSON" and not is_place(t)) or t.lemma_.lower() in RELATIONS]
    fitting = [t for t in heads if FORMS[token.lower_] in pronouns_of(t.lemma_ if t.pos_ == "NOUN" else t.text)]
    return len({_person(t).i for t in fitting}) == 1


def _person(token: "Token") -> "Token":
    """The head of the name or the noun phrase that a word of a person is in: `my sister Anna` is one."""
    while token.dep_ in ("appos", "compound") and token.head.i != token.i:
        token = token.head
    return token


def _verb_form(token: "Token", clause: Clause) -> str:
    word = token.lower_
    if token.text == "AM" or token.pos_ not in ("AUX", "VERB", "PART"):
        return token.text if _keeps_case(token) else token.text.lower()
    subject = "i" if word in ("am", "'m") else _governing_subject(token, clause)
    helped = any(child.dep_ == "aux" and child.i < token.i for child in token.children)
    if subject == "i" and word in FINITE and not helped:
        return FINITE[word]
    # The parser takes `go` of `I no longer go` for an infinitive.
    bare = token == clause.verb and token.tag_ == "VB" and clause.tense == "present" and not clause.auxiliaries
    if subject == "i" and (token.tag_ == "VBP" or bare) and token.pos_ == "VERB":
        return third_person(token.lemma_.lower())
    if word == "ca" and token.nbor(1).lower_ == "n't":
        return "can"
    return WHOLE.get(word) or (token.text if _keeps_case(token) else token.text.lower())


def _keeps_case(token: "Token") -> bool:
    """A word at the beginning of a sentence is capitalised only for that."""
    return not token.is_sent_start or token.pos_ == "PROPN" or token.ent_type_ not in ("", "DATE", "CARDINAL")


def _governing_subject(token: "Token", clause: Clause) -> str:
    for verb in (token, token.head):
        subject = next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")), None)
        if subject is not None:
            alone = not any(child.dep_ == "conj" for child in subject.children)
            return subject.lower_ if alone else ""
        if token.pos_ not in ("AUX", "PART"):
            break
    if token == clause.verb or token in clause.auxiliaries:
        return "i" if clause.who == "speaker" else ""
    return ""
