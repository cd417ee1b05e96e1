"""Selects the tokens of a clause's content: without neighbouring clauses, asides and dangling words."""

from typing import TYPE_CHECKING

from oxgraph.extraction.clauses import Clause, noun_phrase
from oxgraph.extraction.word_lists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

AMOUNTS = frozenset({"DATE", "TIME", "CARDINAL", "QUANTITY", "MONEY", "PERCENT"})
TIMES = words("times")
RELATIVE = 10
DROPPED = frozenset({"intj", "discourse", "parataxis", "cc", "preconj", "meta", "dep", "mark"})
ADVERBS = words("asides")
PRESENT = words("at_present")
ADDRESSEE = frozenset({"you", "your", "yours"})
POINTING = frozenset({"this", "that", "these", "those"})
OPEN = words("open")


def content_tokens(clause: Clause) -> list["Token"]:
    """Returns the tokens of a clause's content, in order."""
    pruned: set[int] = set()
    for token in clause.verb.subtree:
        if token == clause.verb or token.i in pruned:
            continue
        if _aside(token, clause.verb):
            pruned.update(t.i for t in token.subtree)
    own = [token for token in clause.verb.subtree if token.i not in pruned]
    if clause.shares_subject and clause.subject is not None:
        shared = [a for a in clause.auxiliaries if a.i not in {t.i for t in own}]
        own = [*noun_phrase(clause.subject), *shared, *own]
    return _trimmed(own)


def _aside(token: "Token", verb: "Token") -> bool:
    """Returns whether a token's subtree is an aside: not part of the clause's content."""
    if token.head == verb and (own := _own_aside(token, verb)) is not None:
        return own
    if token.dep_ == "advcl":
        return not _purpose(token)
    if token.dep_ == "relcl":
        return not _short(token)
    if token.dep_ in ("ccomp", "dep"):
        edge = token.left_edge.i
        return _subject_word(token) == "i" and edge > 0 and token.doc[edge - 1].is_punct
    return token.dep_ == "conj" and token.pos_ in ("VERB", "AUX") and _subject_word(token) != ""


def _own_aside(token: "Token", verb: "Token") -> bool | None:
    """Returns the same for a child of the verb; None when that does not decide it."""
    if token.dep_ == "conj":
        return True if token.pos_ in ("VERB", "AUX") else None
    if token.dep_ == "cc":
        return not _joins_content(token, verb)
    return _own_adverbial(token, verb)


def _own_adverbial(token: "Token", verb: "Token") -> bool | None:
    """Returns the same for a child of the verb that is not joined to it."""
    if token.dep_ in ("advmod", "npadvmod", "prep") and _at_present(token):
        return True
    timed = any(t.lower_ in TIMES for t in token.subtree)
    if token.dep_ in ("advmod", "npadvmod") and timed:
        return False
    if token.dep_ in DROPPED or (token.dep_ == "advmod" and token.lower_ in ADVERBS):
        return True
    if token.dep_ == "npadvmod" and token.ent_type_ not in AMOUNTS:
        return _set_apart(token, verb)
    return True if token.dep_ == "ccomp" and token.i < verb.i else None


def _at_present(token: "Token") -> bool:
    """Returns whether words say that it is so when it is said, which a memory says by its time: `now`, `these days`."""
    return " ".join(t.lower_ for t in token.subtree if not t.is_punct) in PRESENT


def _subject_word(verb: "Token") -> str:
    return next((child.lower_ for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")), "")


def _set_apart(token: "Token", verb: "Token") -> bool:
    """Returns whether a noun phrase stands before the subject, or after a comma or dash."""
    first = min(t.i for t in token.subtree)
    subject = next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")), verb)
    return token.i < subject.i or (first > 0 and token.doc[first - 1].is_punct)


def _joins_content(token: "Token", verb: "Token") -> bool:
    """Returns whether a conjunction joins a part that is kept, not another verb's clause."""
    after = [child for child in verb.children if child.i > token.i and not child.is_punct]
    return (
        bool(after)
        and after[0].pos_ not in ("VERB", "AUX", "CCONJ")
        and after[0].dep_ in ("conj", "dobj", "dep", "npadvmod")
    )


def _purpose(token: "Token") -> bool:
    return token.tag_ == "VB" and any(child.lower_ == "to" and child.dep_ == "aux" for child in token.children)


def _short(token: "Token") -> bool:
    words = list(token.subtree)
    pronouns = any(t.lower_ in OPEN | ADDRESSEE or (t.lower_ in POINTING and t.tag_ == "DT") for t in words)
    return (
        len(words) <= RELATIVE
        and not pronouns
        and not any(t.tag_ == "WDT" and t.i > 0 and t.nbor(-1).text == "," for t in words)
    )


def _trimmed(tokens: list["Token"]) -> list["Token"]:
    """Removes punctuation and conjunctions at the ends, and repeated commas."""
    while tokens and (tokens[0].is_punct or tokens[0].dep_ == "cc") and tokens[0].text not in "\"“'(":
        tokens = tokens[1:]
    while tokens and (
        (tokens[-1].is_punct and tokens[-1].text not in '"”)%') or tokens[-1].dep_ == "cc" or _dangling(tokens[-1])
    ):
        tokens = tokens[:-1]
    result: list[Token] = []
    for token in tokens:
        if (
            token.text in (",", "-", "–", "—", ";", ":")
            and result
            and result[-1].text in (",", "-", "–", "—", ";", ":")
        ):
            continue
        result.append(token)
    return result


def _dangling(token: "Token") -> bool:
    return token.lower_ in ("too", "lately", "though", "as well", "so", "which", "that", "well") and token.dep_ in (
        "advmod",
        "mark",
    )
