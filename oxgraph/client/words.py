"""User text as a query of the fulltext index."""

import re

WORD = re.compile(r"\w+")
MOST = 64


def query(text: str, workspace_term: str) -> str | None:
    """A Lucene query for any of the words of `text` within a workspace; None when there is no word.

    Only letters, digits and underscores get through, in lower case: nothing in `text` can be an operator, a field
    or the end of a bracket.
    """
    words = list(dict.fromkeys(WORD.findall(text.lower())))[:MOST]
    if not words:
        return None
    return f"+workspace_term:{workspace_term} +intent_summary:({' '.join(words)})"


def workspace_term(workspace_id: str) -> str:
    """The one word by which the index knows a workspace: the analyzer would cut an id at its hyphens."""
    return "w" + workspace_id.replace("-", "")
