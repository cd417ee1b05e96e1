"""Recognises messages that say nothing by themselves: `And who is it?`, `why?`, `und wer?`."""

import re

from oxgraph.extraction.terms import LANGUAGES, function_words
from oxgraph.extraction.text import normalise
from oxgraph.recall.word_lists import words

WORD = re.compile(r"\w+")


def names_nothing(text: str) -> bool:
    """Returns whether a text has function words of one language alone, or none, and none that means who asks."""
    said = set(WORD.findall(normalise(text)))
    return said.isdisjoint(words("asker")) and any(said <= function_words(language) for language in LANGUAGES)
