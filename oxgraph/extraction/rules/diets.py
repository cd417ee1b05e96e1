"""Rules for allergies, diets and what somebody does not eat."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oxgraph.extraction.clause_content import TIMES
from oxgraph.extraction.rules.preferences import single
from oxgraph.extraction.rules.statement import Draft, Statement, phrase
from oxgraph.extraction.rules.subjects import fact, has_article, no_longer_since, only_date
from oxgraph.extraction.word_lists import ANIMALS, DIETS, FOODS, VAGUE, words

if TYPE_CHECKING:
    from spacy.tokens import Token

REACTIONS = {
    "allergy": "allergic", "allergie": "allergic", "allergies": "allergic", "intolerance": "intolerant",
    "sensitivity": "sensitive",
}  # fmt: skip
"""Nouns for a reaction, and the adjective by which it is stated."""

ADJECTIVES = frozenset({"allergic", "intolerant"})
BEFORE = ("compound", "amod", "npadvmod", "nmod")
"""How the thing hangs on a noun or an adjective behind it: `peanut allergy`, `lactose intolerant`."""

UNTELLING = frozenset({"food", "skin", "spring", "season", "seasonal"})
"""What stands before `allergy` and does not say to what."""

BECOMING = frozenset({"become", "go", "turn"})
KEPT = words("kept_diets")
MEALS = frozenset({"breakfast", "brunch", "dessert", "dinner", "food", "lunch", "meal", "supper", "snack"})
FOR_NOW = frozenset({"when", "while", "until", "till", "before", "after", "if", "unless"})


def allergy(statement: Statement) -> Iterator[Draft]:
    """`I'm allergic to …`, `I'm lactose intolerant`, `I have a … allergy`, `I suffer from an allergy to …`."""
    clause, until = statement.clause, no_longer_since(statement)
    if clause.tense not in ("present", "perfect") or (clause.negated and until is None):
        return
    complement = statement.child("acomp", "attr")
    if clause.lemma == "be" and complement is not None and complement.lower_ in ADJECTIVES:
        for name in _reacted_to(complement):
            text = f"is {complement.lower_} to {name}"
            yield from fact(statement, "allergic_to", text, name, until=until)
        return
    noun = _reaction(statement)
    if noun is None or any(child.lower_ in ("no", "any") for child in noun.children):
        return
    for name in _reacted_to(noun, statement.pobj("to")):
        adjective = REACTIONS[noun.lemma_.lower()]
        yield from fact(statement, "allergic_to", f"is {adjective} to {name}", name, until=until)


def _reaction(statement: Statement) -> "Token | None":
    """The allergy that somebody has."""
    lemma, noun = statement.clause.lemma, statement.child("dobj")
    owned = lemma == "have" or (lemma == "get" and statement.clause.tense == "perfect")
    noun = noun if owned else statement.pobj("from") if lemma == "suffer" else None
    return noun if noun is not None and noun.lemma_.lower() in REACTIONS else None


def _reacted_to(head: "Token", other: "Token | None" = None) -> Iterator[str]:
    """What an adjective or a noun for a reaction is to: what stands before it, else behind `to`."""
    before = [c for c in head.children if c.i < head.i and c.dep_ in BEFORE and not c.is_punct]
    said = [c for c in before if (c.dep_ == "compound" and c.lower_ not in UNTELLING) or c.lower_ in FOODS]
    if said:
        tokens = [t for c in said for t in c.subtree if t.i < head.i and not t.is_punct]
        yield _plural(" ".join(t.text.lower() if t.pos_ != "PROPN" else t.text for t in tokens))
        return
    to = [c for c in head.children if c.lower_ == "to"]
    to += [c for one in to for c in one.children if c.dep_ == "conj" and c.lower_ == "to"]
    behind = [p for c in to for p in c.children if p.dep_ == "pobj"]
    for token in (one for first in behind or (other,) for one in _listed(first)):
        if name := single(token):
            yield name


def _listed(first: "Token | None") -> Iterator["Token"]:
    """A noun and those that are joined to it."""
    queue = [first] if first is not None else []
    while queue:
        token = queue.pop(0)
        queue.extend(child for child in token.children if child.dep_ in ("conj", "appos"))
        yield token


def _plural(name: str) -> str:
    """`peanut` of a peanut allergy as one is allergic to it: `peanuts`."""
    last = name.rsplit(maxsplit=1)[-1]
    several = f"{last[:-1]}ies" if last.endswith("y") else f"{last}s"
    return name.removesuffix(last) + several if several in FOODS or last in ANIMALS else name


def diet(statement: Statement) -> Iterator[Draft]:
    """`I'm gluten-free`, `I'm on a keto diet`, `I went vegan`, `I eat halal`, `I avoid dairy`, `I can't eat nuts`."""
    clause = statement.clause
    if clause.tense == "unable":
        yield from _cannot(statement)
    elif clause.negated:
        return
    elif clause.lemma == "be" and clause.tense == "present":
        yield from _free_or_on(statement)
    elif (clause.lemma in BECOMING and clause.tense in ("past", "perfect")) or clause.lemma == "be":
        yield from _since(statement)
    elif clause.tense == "present":
        yield from _eats(statement)


def _free_or_on(statement: Statement) -> Iterator[Draft]:
    complement, on = statement.child("acomp"), statement.pobj("on")
    food = next((c for c in complement.children if c.lower_ in FOODS), None) if complement is not None else None
    if complement is not None and complement.lower_ == "free" and food is not None and not _for_now(statement):
        yield from fact(statement, "is", f"is {food.lower_}-free")
    elif on is not None and _is_diet(on):
        yield from fact(statement, "is", f"is on {phrase(on, articles=True)}")


def _is_diet(noun: "Token") -> bool:
    """A diet of which the kind is said: `a keto diet`, `a gluten-free diet`."""
    kinds = [c for c in noun.children if c.dep_ in BEFORE and c.lower_ not in ("new", "special", "strict")]
    own = any(c.tag_ in ("PRP$", "DT") and c.lower_ not in ("a", "an") for c in noun.children)
    return noun.lower_ == "diet" and bool(kinds) and not own


def _since(statement: Statement) -> Iterator[Draft]:
    """`I've been vegan since 2019`, `I became a vegetarian last year`."""
    clause, word = statement.clause, statement.child("acomp", "attr", "oprd", "dobj")
    if word is None or word.lower_ not in DIETS or clause.tense not in ("past", "perfect"):
        return
    lasting = any(t.lower_ in ("since", "for", "always") for t in clause.verb.subtree)
    if clause.lemma == "be" and not (clause.tense == "perfect" and lasting):
        return
    date = only_date(statement)
    article = "a " if has_article(word) else ""
    yield from fact(statement, "is", f"is {article}{word.lower_}", since=date.at if date else None)


def _eats(statement: Statement) -> Iterator[Draft]:
    lemma, thing = statement.clause.lemma, statement.child("dobj", "acomp", "advmod", "oprd")
    if thing is None:
        return
    if lemma in ("eat", "keep") and thing.lower_ in KEPT and not list(thing.children):
        yield from fact(statement, "does", f"{lemma}s {thing.lower_}")
    elif lemma == "follow" and _is_diet(thing):
        yield from fact(statement, "is", f"follows {phrase(thing, articles=True)}")
    elif lemma == "avoid" and not _for_now(statement):
        for token in _listed(thing):
            if token.lower_ in FOODS and (name := single(token)):
                yield from fact(statement, "does_not", f"avoids {name}", name)


def _cannot(statement: Statement) -> Iterator[Draft]:
    """`I can't eat gluten`, `I can't have any dairy`; not `I can't eat another bite`, `I can't eat dinner tonight`."""
    clause, thing = statement.clause, statement.child("dobj")
    if thing is None or _for_now(statement):
        return
    named = list(_listed(thing))
    if all(_is_food(token, clause.lemma) for token in named):
        for token in named:
            if name := single(token):
                yield from fact(statement, "does_not", f"can't {clause.lemma} {name}", name)


def _is_food(token: "Token", lemma: str) -> bool:
    """Whether it is a kind of food; with `eat` and `drink` every noun without an article is."""
    if token.pos_ not in ("NOUN", "PROPN") or any(
        c.dep_ in ("det", "poss", "nummod", "relcl") and c.lower_ != "any" for c in token.children
    ):
        return False
    if any(c.lower_ in ("much", "many", "more", "enough", "too") for c in token.subtree):
        return False
    kind = any(c.dep_ in BEFORE for c in token.children) or token.lemma_.lower() not in VAGUE | MEALS
    return token.lower_ in FOODS or (lemma in ("eat", "drink") and kind)


def _for_now(statement: Statement) -> bool:
    """Whether it holds only at a time or a place, or under a condition."""
    tokens = list(statement.clause.verb.subtree)
    timed = any(t.ent_type_ in ("DATE", "TIME") or t.lower_ in TIMES | FOR_NOW for t in tokens)
    return timed or any(c.dep_ == "prep" and c.lower_ not in ("because", "due") for c in statement.clause.verb.children)
