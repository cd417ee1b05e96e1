"""Finds what a sentence takes back: `my sister is Clara, not Karla`, `forget that I live in Bremen`."""

import re
from dataclasses import dataclass

_FRAME = re.compile(
    r"(?i)^(?:(?:sorry|oops|no|wait|actually|correction|(?:i )?(?:misspoke|mistyped|meant(?: to say)?|was wrong)"
    r"|(?:that|this|it)(?:'s| is| was) (?:wrong|not (?:true|right|correct)|incorrect)|my mistake)[,:;.–—-]+\s+)+"
    r"|^(?:it |as it )?turn(?:s|ed) out (?:that )?"
)
"""What introduces a correction; behind it stands a sentence of its own."""
_RETRACTED = re.compile(
    r"(?i)^(?:please |can you |could you )?(?:forget|ignore|disregard|delete)(?: please)? that "
    r"(?P<fact>(?:i|i'm|i've|my|we) ?.+?)(?:,? please)?[.!]*$"
    r"|^it(?:'s| is| was)(?: (?:not|no longer|wrong|false|never)|n't)?(?: (?:true|right|correct))?(?: any ?more)? that "
    r"(?P<untrue>.+?)[.!]*$"
)
_DENIAL = re.compile(r"(?i)\b(?:not|no longer|wrong|false|never)\b|n't")
_INSTEAD = re.compile(
    r",? (?:and )?not (?P<wrong>[^,.;:!?]{1,60}?)(?P<end>[.!]*$|,? (?:but|as i said).*$)", re.IGNORECASE
)
_ARTICLE = re.compile(r"(?i)^(?:a|an|the|my)\s")
_LEAD = re.compile(r"(?i)^(?P<preposition>in|at|on|for|to|with|from|near|by)\s+")
_LONGEST = 4
"""Maximum number of words that stand for one thing."""


@dataclass(frozen=True)
class Said:
    """A sentence as the rules read it; `taken_back` says that it holds no longer."""

    text: str
    taken_back: bool = False


def said(sentence: str) -> list[Said]:
    """Returns what a sentence says and what it takes back, without the words that introduce a correction."""
    sentence = sentence.replace("’", "'")
    rest = _FRAME.sub("", sentence, count=1)
    sentence = rest[:1].upper() + rest[1:] if rest != sentence else sentence
    if match := _RETRACTED.match(sentence):
        if match["fact"]:
            return [Said(_whole(match["fact"]), True)]
        if _DENIAL.search(sentence[: match.start("untrue")]):
            return [Said(_whole(match["untrue"]), True)]
    return _instead(sentence) or [Said(sentence)]


def _whole(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


def _instead(sentence: str) -> list[Said]:
    """Parts `X, not Y` into the sentence with X and the one with Y, where Y can stand in the place of X."""
    match = _INSTEAD.search(sentence)
    if match is None:
        return []
    wrong, before = match["wrong"], sentence[: match.start()]
    if lead := _LEAD.match(wrong):
        wrong = wrong[lead.end() :]
        place = re.search(rf"(?i)\b{lead['preposition']}\s+(?P<right>(?:\S+ ?){{1,{_LONGEST}}})$", before)
        start = place.start("right") if place else None
    elif _ARTICLE.match(wrong):
        place = re.search(rf"(?i)\b(?:a|an|the|my)\s+(?:\S+ ?){{1,{_LONGEST}}}$", before)
        start = place.start() if place else None
    else:
        ends = [one.start() for one in re.finditer(r"\S+", before)]
        count = len(wrong.split())
        start = ends[-count] if len(ends) > count + 1 else None
    if start is None or len(wrong.split()) > _LONGEST or before[start:].lower() == wrong.lower():
        return []
    return [Said(f"{before}."), Said(f"{before[:start]}{wrong}.", True)]
