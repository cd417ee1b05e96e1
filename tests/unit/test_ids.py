"""Derived ids: the same from the same parts, and never the same from others."""

import uuid

from hypothesis import given
from hypothesis import strategies as st

from oxgraph.ids import NAMESPACE, new_id, stable_id

TEXT = st.text(alphabet=st.characters(exclude_characters="\x1f"), max_size=20)


def test_namespace_is_derived_from_the_projects_name() -> None:
    assert uuid.uuid5(uuid.NAMESPACE_DNS, "oxgraph") == NAMESPACE


@given(TEXT, TEXT, st.lists(TEXT, max_size=4), TEXT, TEXT, st.lists(TEXT, max_size=4))
def test_equal_exactly_when_the_parts_are(w1: str, k1: str, p1: list[str], w2: str, k2: str, p2: list[str]) -> None:
    same = stable_id(w1, k1, [*p1]) == stable_id(w2, k2, [*p2])
    assert same == ((w1, k1, p1) == (w2, k2, p2))


def test_nothing_given_is_an_empty_part() -> None:
    assert stable_id("w", "k", [None]) == stable_id("w", "k", [""])


def test_new_ids_are_uuids_and_differ() -> None:
    assert uuid.UUID(new_id()) != uuid.UUID(new_id())
