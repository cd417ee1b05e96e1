"""The word lists of `words.txt`, by their role in a question."""

import functools
from importlib import resources


@functools.cache
def _lists() -> dict[str, frozenset[str]]:
    text = resources.files("oxgraph.recall").joinpath("words.txt").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    name = ""
    for line in text.splitlines():
        if line.endswith(":"):
            name = line.removesuffix(":")
        elif not line.startswith("#"):
            found.setdefault(name, set()).update(line.split())
    return {name: frozenset(words) for name, words in found.items()}


def words(name: str) -> frozenset[str]:
    """Returns a list by its name. Raises KeyError."""
    return _lists()[name]
