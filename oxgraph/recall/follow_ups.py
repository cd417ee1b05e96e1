"""Recognises messages that say nothing by themselves: `And who is it?`, `why?`, `und wer?`; `thanks!`, `yes please`."""

import re

from oxgraph.extraction.prefilter import PRAISE, is_chit_chat
from oxgraph.extraction.terms import LANGUAGES, function_words
from oxgraph.extraction.text import normalise
from oxgraph.recall.word_lists import words

WORD = re.compile(r"\w+")
SMALL_TALK = 200
"""Maximum length of a text that is small talk and nothing else."""


def names_nothing(text: str) -> bool:
    """Returns whether a text has function words of one language alone, or none, and none that means who asks."""
    said = set(WORD.findall(normalise(text)))
    return said.isdisjoint(words("asker")) and any(said <= function_words(language) for language in LANGUAGES)


def is_small_talk(text: str) -> bool:
    """Returns whether a text consists of phrases of courtesy: `good morning`, `great, do it`, `thanks a lot!`."""
    return len(text) <= SMALL_TALK and WORD.search(text) is not None and is_chit_chat(text)


def asks_nothing(query: str) -> bool:
    """Returns whether a query is small talk. A word of praise alone (`sweet`) may be what is searched for."""
    return is_small_talk(query) and query.strip().lower() not in PRAISE


def goes_on(message: str) -> bool:
    """Returns whether a message means nothing without the one before it."""
    return names_nothing(message) or is_small_talk(message)
