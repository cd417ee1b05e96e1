"""User text as a query of the fulltext index."""

import re

WORD = re.compile(r"\w+")
MOST = 64
STOPPED = """a an and are as at be but by for if in into is it no not of on or such that the their then there these
they this to was will with"""
"""Words that the index's analyzer leaves out: a query of nothing else would find everything."""


def words(text: str) -> list[str]:
    """The words of a text in lower case, each once, for a query; none where the index knows none of them.

    Only letters, digits and underscores get through: nothing in `text` can be an operator, a field or the end of a
    bracket.
    """
    found = list(dict.fromkeys(WORD.findall(text.lower())))[:MOST]
    return found if set(found) - set(STOPPED.split()) else []


def query(text: str, workspace_term: str) -> str | None:
    """A Lucene query for any of the words of `text` within a workspace; None when there is no word."""
    found = words(text)
    return f"+workspace_term:{workspace_term} +intent_summary:({' '.join(found)})" if found else None


def workspace_term(workspace_id: str) -> str:
    """The one word by which the index knows a workspace: the analyzer would cut an id at its hyphens."""
    return "w" + workspace_id.replace("-", "")
