"""Parses a sentence anew with other words where the parser takes a name or a noun for another kind of word.

The parser takes the `May` of `my sister May lives in Leeds` for a modal and the `gluten` of `I don't eat gluten` for
a verb; with a name and a noun that it knows in their places, the rest of the sentence is parsed correctly too.
"""

from typing import TYPE_CHECKING

from oxgraph.extraction.word_lists import FOODS, MODAL_NAMES, MONTH_NAMES, RELATIONS

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

NAME, FOOD = "Peter", "bread"
"""What the parser knows, in place of a name and of a food."""

VERBS = frozenset({"VB", "VBP", "VBZ", "VBD", "VBN", "VBG", "MD"})
FINITE = frozenset({"VBZ", "VBD", "VBN"})
BETWEEN = frozenset({"also", "always", "just", "never", "now", "often", "only", "really", "recently", "still"})
"""Adverbs between a subject and its verb."""


def with_stand_ins(doc: "Doc", parser: "Language") -> "Doc":
    """Returns the document, parsed anew where a word was taken for another kind of word."""
    found = {token.i: word for token in doc if (word := _stand_in(token))}
    if not found:
        return doc
    from spacy.tokens import Doc

    spaces = [bool(token.whitespace_) for token in doc]
    other = parser(Doc(doc.vocab, words=[found.get(token.i, token.text) for token in doc], spaces=spaces))
    return Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=spaces,
        tags=[token.tag_ for token in other],
        pos=[token.pos_ for token in other],
        morphs=[str(token.morph) for token in other],
        lemmas=[doc[token.i].text if token.i in found else token.lemma_ for token in other],
        heads=[token.head.i for token in other],
        deps=[token.dep_ for token in other],
        sent_starts=[bool(token.is_sent_start) for token in other],
        ents=[f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else "O" for token in other],
    )


def _stand_in(token: "Token") -> str:
    """Returns the word in place of which the parser knows another one; '' for most words."""
    if token.lower_ in FOODS and token.tag_ in VERBS:
        return FOOD
    return NAME if _is_name(token) else ""


def _is_name(token: "Token") -> bool:
    """Returns whether a word is a person's name that the parser took for another word."""
    if not token.text.istitle():
        return False
    before = token.nbor(-1) if token.i > 0 else None
    if before is not None and before.tag_ == "NN" and before.lemma_.lower() in RELATIONS:
        return token.tag_ in VERBS or (token.lower_ in MONTH_NAMES and _before_verb(token))
    if token.tag_ != "MD" or token.lower_ not in MODAL_NAMES:
        return False
    return _before_verb(token) or (before is not None and before.text.islower() and before.tag_ != "UH")


def _before_verb(token: "Token") -> bool:
    """Returns whether a finite verb follows, which no modal takes: `lives`, not `live`."""
    at = token.i + 1
    while at < len(token.doc) and token.doc[at].lower_ in BETWEEN:
        at += 1
    following = token.doc[at] if at < len(token.doc) else None
    return following is not None and following.tag_ in FINITE and following.lower_ != following.lemma_.lower()
