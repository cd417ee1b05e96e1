"""Names that are near to one that is unknown."""

from collections.abc import Iterable

MOST = 3
"""Names that are proposed."""


def near(given: str, names: Iterable[str]) -> list[str]:
    """The names nearest to `given`, the nearest first; none where it is one of them."""
    from difflib import get_close_matches

    known = {name.lower(): name for name in names}
    word = given.lower()
    return [] if word in known else [known[one] for one in get_close_matches(word, known, MOST)]


def did_you_mean(given: str | None, names: Iterable[str]) -> str:
    """A question with a space before it, such as ` Did you mean charge?`; empty where no name is near."""
    found = near(given, names) if given else []
    return f" Did you mean {' or '.join(found)}?" if found else ""
