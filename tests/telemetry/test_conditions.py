"""The grammar of success conditions: three forms, and nothing else, whatever it looks like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxgraph.errors import InvalidInput
from oxgraph.types.metrics import Condition, parse_condition

HOSTILE = [
    "__import__('os')",
    "outcome == 'success' or True",
    "outcome == 'success'; DROP",
    "outcome == \"success'",
    "outcome = 'success'",
    "outcome != 'success'",
    "outcome == success",
    "outcome == 'Success'",
    "outcome == 'success'\n",
    "\noutcome == 'success'",
    "action_count < 0",
    "action_count < -1",
    "action_count < 1.5",
    "action_count < 1e3",
    "action_count < 05",
    "action_count < 1000000001",
    "action_count < ٣",
    "action_count <= 3",
    "action_count < 3 ".ljust(300),
    "action_count < N",
    "",
    " ",
    "x" * 10_000_000,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_everything_else_is_refused_and_told_the_forms(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"outcome == 'success'.*action_count < N") as refused:
        parse_condition(text)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("outcome == 'success'", Condition(outcome="success")),
        ('outcome=="failure"', Condition(outcome="failure")),
        ("  outcome  ==\t'success' ", Condition(outcome="success")),
        ("action_count < 5", Condition(action_count_below=5)),
        ("action_count<1000000000", Condition(action_count_below=1_000_000_000)),
        (None, Condition()),
    ],
)
def test_the_forms(text: str | None, condition: Condition) -> None:
    assert parse_condition(text) == condition
    assert parse_condition(str(condition) or None) == condition


@given(st.text(max_size=60))
def test_no_text_does_more_than_parse(text: str) -> None:
    try:
        condition = parse_condition(text)
    except InvalidInput:
        return
    assert condition.outcome in ("success", "failure") or 1 <= (condition.action_count_below or 0) <= 10**9
