"""Derived ids: the same from the same parts, and never the same from others."""

import uuid

from hypothesis import given
from hypothesis import strategies as st

from oxgraph.ids import NAMESPACE, new_id, stable_id

TEXT = st.text(alphabet=st.characters(exclude_characters="\x1f", exclude_categories=["Cs"]), max_size=20)
NAMED = st.tuples(TEXT, TEXT, st.lists(TEXT, max_size=4))


def test_namespace_is_derived_from_the_projects_name() -> None:
    assert uuid.uuid5(uuid.NAMESPACE_DNS, "oxgraph") == NAMESPACE


@given(NAMED, NAMED)
def test_equal_exactly_when_the_parts_are(one: tuple[str, str, list[str]], other: tuple[str, str, list[str]]) -> None:
    same = stable_id(one[0], one[1], [*one[2]]) == stable_id(other[0], other[1], [*other[2]])
    assert same == (one == other)


def test_nothing_given_is_an_empty_part() -> None:
    assert stable_id("w", "k", [None]) == stable_id("w", "k", [""])


def test_new_ids_are_uuids_and_differ() -> None:
    assert uuid.UUID(new_id()) != uuid.UUID(new_id())
