"""The times that questions name, as the asker means them."""

import random
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from oxgraph.extraction.dates import EXPRESSION, MONTHS, NUMBERS, SEASONS, WEEKDAYS, may_name_a_time
from oxgraph.recall import time_windows
from oxgraph.recall.time_windows import EARLIEST, window

NOW = datetime(2026, 5, 13, 15, tzinfo=UTC)
"""A Wednesday."""


def days(text: str, now: datetime = NOW) -> str | None:
    found = window(text, now)
    if found is None:
        return None
    start = "" if found.start == EARLIEST else f"{found.start:%Y-%m-%d}"
    return f"{start}..{found.end:%Y-%m-%d}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what happened last month", "2026-04-01..2026-05-01"),
        ("How has she been since March?", "2026-03-01..2026-05-14"),
        ("Where was she in May 2023?", "2023-05-01..2023-06-01"),
        ("What did we say two weeks ago?", "2026-04-27..2026-05-04"),
        ("between 2020 and 2022", "2020-01-01..2023-01-01"),
        ("between March 2020 and yesterday", "2020-03-01..2026-05-13"),
        ("from January to March 2024", "2024-01-01..2024-04-01"),
        ("from 2019 until May 2021", "2019-01-01..2021-06-01"),
        ("Her books of 2023?", "2023-01-01..2024-01-01"),
        ("What did Ada do in 2021", "2021-01-01..2022-01-01"),
        ("news 2022", "2022-01-01..2023-01-01"),
        ("the last two weeks", "2026-04-29..2026-05-14"),
        ("in the past year", "2025-05-13..2026-05-14"),
        ("the last few days", "2026-05-10..2026-05-14"),
        ("last week", "2026-05-04..2026-05-11"),
        ("yesterday", "2026-05-12..2026-05-13"),
        ("today", "2026-05-13..2026-05-14"),
        ("this year", "2026-01-01..2027-01-01"),
        ("before June 2024", "..2024-06-01"),
        ("the week before August 3, 2023", "2023-07-27..2023-08-03"),
        ("last weekend before April 10, 2023", "2023-04-03..2023-04-10"),
        ("two days after 7 May 2023", "2023-05-08..2023-05-10"),
        ("after 7 May 2023", "2023-05-08..2026-05-14"),
        ("on 2023-05-07", "2023-05-07..2023-05-08"),
        ("Who did she meet on May 3, 2023?", "2023-05-03..2023-05-04"),
        ("What is due by 15 May 2026?", "..2026-05-16"),
        ("What will happen in June?", "2026-06-01..2026-07-01"),
        ("What happened in June?", "2025-06-01..2025-07-01"),
        ("last summer", "2025-06-01..2025-09-01"),
        ("Q3 2024", "2024-07-01..2024-10-01"),
        ("what happened during October", "2025-10-01..2025-11-01"),
        ("what happened in jan", "2026-01-01..2026-02-01"),
        ("What did we say a few days ago?", "2026-05-07..2026-05-13"),
        ("what did I tell you a couple of weeks ago", "2026-04-15..2026-05-07"),
        ("where was I several months back", "2025-07-13..2026-04-14"),
        ("What did she do over the weekend?", "2026-05-09..2026-05-11"),
        ("What are we going to do at the weekend?", "2026-05-16..2026-05-18"),
        ("What has he said since Monday?", "2026-05-11..2026-05-14"),
        ("What did Ada do in spring?", "2026-03-01..2026-06-01"),
        ("What did Ada do in the summer?", "2025-06-01..2025-09-01"),
        ("in the summer of 2023", "2023-06-01..2023-09-01"),
        ("what happened on the 5th?", "2026-05-05..2026-05-06"),
        ("what happened on the 31st", "2026-03-31..2026-04-01"),
        ("What is planned on the 5th?", "2026-06-05..2026-06-06"),
        ("the 5th of May", "2026-05-05..2026-05-06"),
        ("what did we say on Thursday, May 7?", "2026-05-07..2026-05-08"),
        ("What did I do before Christmas?", "..2025-12-24"),
        ("What happened last Easter?", "2026-04-03..2026-04-07"),
        ("What did she do after Easter 2025?", "2025-04-22..2026-05-14"),
        ("What happened at New Year?", "2026-01-01..2026-01-02"),
        ("What are the plans for us at Christmas?", "2026-12-24..2026-12-27"),
        ("What did I buy on 7.5.2023?", "2023-05-07..2023-05-08"),
        ("What did I buy on 7/5/2023?", "2023-07-05..2023-07-06"),
        ("What did I buy on 13/5/2023?", "2023-05-13..2023-05-14"),
        ("What did I pay in 2023-05?", "2023-05-01..2023-06-01"),
        ("What did I pay in 5/2023?", "2023-05-01..2023-06-01"),
        ("Where was I half a year ago?", "2025-08-13..2026-02-13"),
        ("Where was I a year and a half ago?", "2024-08-13..2025-02-13"),
        ("What did we say a month or two ago?", "2026-03-13..2026-04-14"),
        ("What did we decide a fortnight ago?", "2026-04-27..2026-05-04"),
        ("What did we do two Fridays ago?", "2026-05-01..2026-05-02"),
        ("the Friday before last", "2026-05-01..2026-05-02"),
        ("Where was I from 3 to 9 May?", "2026-05-03..2026-05-10"),
        ("Where was I from May 3 to 9?", "2026-05-03..2026-05-10"),
        ("Where was she between the 3rd and the 9th of May 2023?", "2023-05-03..2023-05-10"),
        ("Where was I between May and July?", "2026-05-01..2026-08-01"),
        ("Where was I between November and January?", "2025-11-01..2026-02-01"),
        ("from November to January 2024", "2023-11-01..2024-02-01"),
        ("What did I do in the week of May 6?", "2026-05-04..2026-05-11"),
        ("What did I do in early 2023?", "2023-01-01..2023-05-02"),
        ("What did I do in mid-2022?", "2022-05-02..2022-09-02"),
        ("What did I do at the end of March?", "2026-03-22..2026-04-01"),
        ("What is due by the end of May?", "..2026-06-01"),
        ("What did I do in the first half of 2022?", "2022-01-01..2022-07-02"),
        ("What did I spend in the first quarter of 2022?", "2022-01-01..2022-04-01"),
        ("What did I listen to in the 90s?", "1990-01-01..2000-01-01"),
        ("What did she do in May of last year?", "2025-05-01..2025-06-01"),
        ("What did she do in the spring of last year?", "2025-03-01..2025-06-01"),
        ("What did she do on May 7 last year?", "2025-05-07..2025-05-08"),
    ],
)
def test_what_a_question_means(text: str, expected: str) -> None:
    assert days(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Where does Sarah work?",
        "it cost 2000 dollars",
        "May I ask?",
        "we march on",
        "version 2023.1",
        "order 2021-x",
        "How long has she lived there?",
        "last of all",
        "on the 5th floor",
        "a gift from Jan",
        "a few weeks at the sea",
        "in spring cleaning",
        "What do I want for Christmas?",
        "half a year's rent",
        "version 7.5.2023",
        "1.7.5.2023",
        "room 13/5",
        "from 3 to 9 people",
        "",
    ],
)
def test_no_time_where_none_is_named(text: str) -> None:
    assert window(text, NOW) is None


def test_the_day_is_the_askers() -> None:
    early = datetime(2026, 5, 13, 1, tzinfo=ZoneInfo("Europe/Berlin"))
    found = window("yesterday", early)
    assert found is not None
    assert found.start == datetime(2026, 5, 11, 22, tzinfo=UTC)
    assert found.end == datetime(2026, 5, 12, 22, tzinfo=UTC)


def test_times_stay_within_the_years_that_there_are() -> None:
    for now in (datetime(1, 1, 3, tzinfo=UTC), datetime(9999, 12, 29, tzinfo=UTC)):
        for text in ("the last 999 years", "since last year", "next year", "300 years ago", "in 12 months", "tomorrow"):
            found = window(text, now)
            assert found is None or found.start < found.end
        for text in ("before Easter", "half a year ago", "two Fridays ago", "from 3 to 9 May", "a fortnight ago"):
            found = window(text, now)
            assert found is None or found.start < found.end


def test_without_dateparser_relative_dates_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "dateparser", None)
    assert days("since last week") == "2026-05-04..2026-05-14"
    assert days("in 2023") == "2023-01-01..2024-01-01"
    seldom = "on 9 May 1987"  # a date that was parsed before is known without the package
    assert window(f"{seldom} and so on", NOW) is None or days(seldom) == "1987-01-01..1988-01-01"


def test_what_names_a_time_is_never_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    units = "day days week weekend month year years night morning evening afternoon quarter"
    others = "the last next this past coming few in on since of ago back before after yesterday tomorrow today tonight"
    short = [name[:3] for name in (*MONTHS, *WEEKDAYS)]
    words = [*units.split(), *others.split(), *short, *MONTHS, *WEEKDAYS, *SEASONS, *NUMBERS]
    words += ["3", "7th", "2023", "5/7", "Q3", "2023-05-07", "7.5.2023", "2023-05", "fortnight", "Christmas", "Easter"]
    chance = random.Random(7)
    texts = [" ".join(chance.choices(words, k=4)) for _ in range(5_000)]
    quickly = [(text, window(text, NOW)) for text in texts]
    monkeypatch.setattr(time_windows, "may_name_a_time", lambda text: True)
    assert quickly == [(text, window(text, NOW)) for text in texts]
    assert all(may_name_a_time(text.upper()) for text in texts if EXPRESSION.search(text))
    assert not may_name_a_time("Who sells pottery to Ada?")
