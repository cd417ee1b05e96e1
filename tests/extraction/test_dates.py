"""Dates that a text names, made absolute."""

from datetime import UTC, datetime

import pytest

from oxgraph.extraction.dates import dates_in

SAID = datetime(2026, 5, 13, 15, tzinfo=UTC)  # a Wednesday


def phrases(text: str, toward: str = "past") -> list[str]:
    return [date.phrase for date in dates_in(text, SAID, lambda start: toward)]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("I ran yesterday", "on 2026-05-12"),
        ("the day before yesterday", "on 2026-05-11"),
        ("three days ago", "on 2026-05-10"),
        ("two weeks ago", "in the week of 2026-04-27"),
        ("last week", "in the week of 2026-05-04"),
        ("last weekend", "on the weekend of 2026-05-09"),
        ("last month", "in April 2026"),
        ("a year ago", "in 2025"),
        ("last Friday", "on 2026-05-08"),
        ("last Wed", "on 2026-05-06"),
        ("on Monday", "on 2026-05-11"),
        ("since Monday", "on 2026-05-11"),
        ("on Thursday, May 7", "on 2026-05-07"),
        ("last summer", "in summer 2025"),
        ("in March", "in March 2026"),
        ("in 2019", "in 2019"),
        ("on March 3rd", "on 2026-03-03"),
        ("on 3 March 2024", "on 2024-03-03"),
        ("on 12/24", "on 2025-12-24"),
        ("on 7.5.2023", "on 2023-05-07"),
        ("on 13/5/2023", "on 2023-05-13"),
        ("on 7/5/2023", "on 2023-07-05"),
        ("on 2026-01-02", "on 2026-01-02"),
        ("in June 2020", "in June 2020"),
    ],
)
def test_past(text: str, phrase: str) -> None:
    assert phrases(text) == [phrase]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("tomorrow", "on 2026-05-14"),
        ("next week", "in the week of 2026-05-18"),
        ("in two weeks", "in the week of 2026-05-25"),
        ("next month", "in June 2026"),
        ("on Monday", "on 2026-05-18"),
        ("on March 3rd", "on 2027-03-03"),
    ],
)
def test_future(text: str, phrase: str) -> None:
    assert phrases(text, "future") == [phrase]


@pytest.mark.parametrize("text", ["I may go", "in a week of rain", "at 10:30", "10 apples", "second to none"])
def test_none(text: str) -> None:
    assert phrases(text) == []


def test_a_date_behind_by_need_not_be_past() -> None:
    assert phrases("I set a goal by November 1") == ["on 2026-11-01"]
