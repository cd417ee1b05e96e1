"""What a statement of another memory is, told by its first words."""

import re

PREFERENCE = re.compile(
    r"(?:(?:the )?user|[A-Z]\w*)?\s*(?:really |strongly |also )*"
    r"(?:prefers?|likes?|loves?|enjoys?|dislikes?|hates?|favou?rs?|favou?rite)\b",
    re.IGNORECASE,
)


def type_of(text: str) -> str:
    """`preference` for what begins as one, else `fact`."""
    return "preference" if PREFERENCE.match(text.strip()) else "fact"


def predicate(name: str) -> str:
    """The name of a relationship, such as WORKS_AT, as a predicate."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "related_to"


def spaced(name: str) -> str:
    """The name of a relationship as words."""
    return predicate(name).replace("_", " ")
