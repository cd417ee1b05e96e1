"""The words of `words.txt`, by what they do in a question."""

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
    """A list by its name. Raises KeyError."""
    return _lists()[name]
