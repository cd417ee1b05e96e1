"""User text in a fulltext query: words get through, operators do not."""

import re

from hypothesis import given
from hypothesis import strategies as st

from oxgraph.client.text import query, workspace_term

ID = "85495b4c-963d-525a-ab84-ce03ce2c1db5"
SHAPE = re.compile(r"\+workspace_term:w[0-9a-f]{32} \+intent_summary:\(\w+( \w+)*\)")


@given(st.text(max_size=300))
def test_any_text_becomes_a_query_of_plain_words_or_none(text: str) -> None:
    found = query(text, workspace_term(ID))
    assert found is None or SHAPE.fullmatch(found)


def test_operators_are_words_like_any_other() -> None:
    found = query('refund) OR workspace_term:other AND "a b"~2 -c', workspace_term(ID))
    assert found is not None
    assert found.endswith("(refund or workspace_term other and a b 2 c)")


def test_no_word_is_no_query() -> None:
    assert query("?! --", workspace_term(ID)) is None
    assert len((query(" ".join(f"w{i}" for i in range(500)), workspace_term(ID)) or "").split()) == 65
