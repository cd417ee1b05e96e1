"""The table of codes and the tree of classes say the same."""

import re

import pytest

from oxgraph import errors


def test_every_code_has_one_class_and_every_class_a_row() -> None:
    assert set(errors.error_classes()) == set(errors.error_table())


def test_the_tree_in_the_docstring_names_every_class() -> None:
    named = set(re.findall(r"\w+", errors.__doc__ or ""))
    assert {found.__name__ for found in errors.error_classes().values()} <= named


@pytest.mark.parametrize("code", sorted(errors.error_table()))
def test_each_error_says_something_and_has_statuses(code: str) -> None:
    row = errors.error_table()[code]
    error = errors.error_classes()[code]("a finished text")
    assert str(error) == "a finished text"
    assert 1 <= error.exit_status == row.exit <= 9
    assert 400 <= error.http_status == row.http <= 599


def test_message_is_made_from_the_values_it_names() -> None:
    error = errors.InvalidInput(field="outcome", reason="must be success or failure")
    assert str(error) == "outcome: must be success or failure"
    assert error.values == {"field": "outcome", "reason": "must be success or failure"}


def test_the_plugins_message_becomes_the_class_of_its_code() -> None:
    text = "Failed to invoke procedure `oxgraph.capture`: Caused by: X: [oxgraph:invalid_input] outcome: is missing"
    error = errors.from_plugin(text)
    assert isinstance(error, errors.InvalidInput)
    assert str(error) == "outcome: is missing"
    assert error.values == {"field": "outcome", "reason": "is missing"}


@pytest.mark.parametrize(
    "error",
    [
        errors.NotFound(kind="entity", id="Ada of Rome"),
        errors.NotFound(kind="absorbed entity", id="customer:7"),
        errors.MemoryReplaced(id="0b9f4c1e-5a7d-4e0f-9a53-0f6f6f0f2a11"),
    ],
    ids=str,
)
def test_the_values_of_the_plugins_error_are_those_that_its_message_names(error: errors.OxgraphError) -> None:
    found = errors.from_plugin(f"Caused by: X: [oxgraph:{error.code}] {error}")
    assert found is not None
    assert (type(found), str(found), found.values) == (type(error), str(error), error.values)


def test_another_message_is_none_of_ours() -> None:
    assert errors.from_plugin("Neo.ClientError.Statement.SyntaxError") is None
