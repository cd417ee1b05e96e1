"""The word lists of the extraction rules, read from `words.txt`."""

import functools
from importlib import resources


@functools.cache
def _sections() -> dict[str, list[str]]:
    text = resources.files("oxgraph.extraction").joinpath("words.txt").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif not line.startswith("#"):
            found.setdefault(section, []).append(line)
    return found


def _entries(name: str) -> list[str]:
    joined = " ".join(_sections()[name])
    return [entry.strip() for entry in joined.split(",") if entry.strip()]


def words(name: str) -> frozenset[str]:
    """Returns a section as a set of words."""
    return frozenset(_entries(name))


def names(name: str) -> dict[str, str]:
    """Returns a section with entries `a: b c` as a mapping from b and c to a."""
    pairs = (entry.split(":", 1) for entry in _entries(name))
    return {word: stands.strip() for stands, given in pairs for word in given.split()}


RELATIONS = names("relations")
"""Nouns for relatives and other related persons, and the name of each relation."""

FEMALE, MALE, ONLY_ONE = words("female"), words("male"), words("only_one")
FEMALE_NAMES, MALE_NAMES = words("female_names"), words("male_names")
PEOPLE = words("people")
MODAL_NAMES, MONTH_NAMES = words("modal_names"), words("month_names")
FOODS, DIETS = words("foods"), words("diets")
ANIMALS, OCCUPATIONS, LANGUAGES = words("animals"), words("occupations"), words("languages")
COUNTRIES, REGIONS, NO_PLACES = words("countries"), words("regions"), words("no_places")
MENTAL, CURRENT, HABITS = words("mental"), words("current"), words("habits")
LIKES = names("likes")
HEDGES, THINKING, PLANNING = words("hedges"), words("thinking"), words("planning")
VAGUE = words("vague")
