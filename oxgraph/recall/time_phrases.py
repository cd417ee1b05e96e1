"""Times in a query that are no plain date: feasts, decades, ranges, parts of a period, `half a year ago`."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from oxgraph.extraction.dates import FEASTS, MONTHS, NUMBERS, WEEKDAYS

DAYS_OF = {"day": 1, "weekend": 2, "week": 7}
MONTHS_OF = {"month": 1, "quarter": 3, "season": 3, "year": 12}

AHEAD = re.compile(r"(?i)\b(?:will|going to|upcoming|planned|plans?|planning|next|coming|scheduled|shall)\b")
PAST = re.compile(r"(?i)\b(?:did|was|were|had|happened|went|said|since|\w{2,}ed)\b")
SOON = timedelta(days=90)
"""A month that begins within this time can be the next one, unless the question is about the past."""

_YEAR = r"(?:19[3-9]\d|20[0-4]\d)"
_MONTH = rf"(?:{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)}|sept)"
_DAY = r"(?P<{}>[12]?\d|3[01])(?:st|nd|rd|th)?"
_TO = r"(?: ?[-–] ?| (?:to|and|until|till|through) (?:the )?)"

_DAYS_FIRST = re.compile(
    rf"(?i)(?<![\w.,:/-])(?:(?:from|between) )?(?:the )?{_DAY.format('first')}{_TO}{_DAY.format('last')}"
    rf" (?:of )?(?P<month>{_MONTH})\b(?:,? (?:of )?(?P<year>{_YEAR}))?"
)
"""`from 3 to 9 May`, `the 3rd and the 9th of May 2023`."""
_MONTH_FIRST = re.compile(
    rf"(?i)\b(?:(?:from|between) )?(?P<month>{_MONTH}) (?:the )?{_DAY.format('first')}{_TO}{_DAY.format('last')}"
    rf"(?![\w:/%-]|[.,]\d)(?:,? (?P<year>{_YEAR})\b)?"
)
"""`from May 3 to 9, 2023`."""
_MONTHS = re.compile(
    rf"(?i)\b(?:from|between) (?P<first>{_MONTH}){_TO}(?P<last>{_MONTH})\b(?! \d{{1,2}}\b)"
    rf"(?:,? (?:of )?(?P<year>{_YEAR}))?"
)
"""`between May and July`."""
_MONTH_OF_YEAR = re.compile(
    rf"(?<![\w/.-])(?:(?P<year>{_YEAR})-(?P<month>0[1-9]|1[0-2])(?![\w-])"
    rf"|(?P<number>0?[1-9]|1[0-2])/(?P<of>{_YEAR})(?![\w/-]))"
)
"""`2023-05`, `5/2023`."""
_DECADE = re.compile(
    r"(?i)\b(?:in|during|of|from|since|until|till|before|after) the (?P<decade>['’]?(?:19|20)?\d0)['’]?s\b"
)
_CENTURY_TURN = 30
"""The 30s to the 90s are of the last century, the 00s to the 20s of this one."""
_FEAST = re.compile(
    rf"(?i)\b(?:at|on|over|around|during|since|before|after|until|till|by|(?P<which>last|this|next)) "
    rf"(?:the )?(?P<feast>{'|'.join(FEASTS)})\b(?: (?:of |in )?(?P<year>{_YEAR}))?"
)
_EASTER_DAYS = 4
_HALF_AGO = re.compile(
    r"(?i)\b(?:(?P<half>half an? year)|(?P<more>an? year and an? half|one and an? half years)) (?:ago|back)\b"
)
_OR_TWO_AGO = re.compile(r"(?i)\b(?:an?|one) (?P<unit>day|week|month|year) or two (?:ago|back)\b")
_FORTNIGHT_AGO = re.compile(r"(?i)\b(?:an?|one) fortnight (?:ago|back)\b")
_WEEKDAYS_AGO = re.compile(
    rf"(?i)\b(?:(?P<count>{'|'.join(NUMBERS)}|\d) (?P<many>{'|'.join(WEEKDAYS)})s? ago"
    rf"|(?P<one>{'|'.join(WEEKDAYS)}) before last)\b"
)

_OF = re.compile(r"(?i),? (?:of |in )?")
_WHICH_YEAR = re.compile(r"(?i)(?:last|this|next) year")
_WEEK_OF = re.compile(r"(?i)\b(?:the |in |during )*(?P<unit>week|weekend) of (?:the )?$")
_PART = re.compile(
    r"(?i)\b(?:(?P<begin>(?:the )?(?:beginning|start) of|early(?: in)?)|(?P<middle>(?:the )?middle of|mid)"
    r"|(?P<end>(?:the )?end of|late(?: in)?)|(?P<half>(?:the )?(?:first|second) half of))(?:[ -](?:the )?)$"
)
_SHORT = timedelta(days=100)
"""A season or less can be of a year that is named behind it."""
_LONG = timedelta(days=28)
"""Only of a month or more is a part a time of its own."""


@dataclass(frozen=True)
class Span:
    """A period found at [start, end) of the text, in the caller's local time."""

    start: int
    end: int
    at: datetime
    until: datetime


def midnight(wall: datetime) -> datetime:
    """Returns the beginning of the day."""
    return wall.replace(hour=0, minute=0, second=0, microsecond=0)


def later(at: datetime, months: int) -> datetime:
    """Adds months, within the years of datetime."""
    number = at.year * 12 + at.month - 1 + months
    return at.replace(year=min(max(number // 12, 1), 9999), month=number % 12 + 1)


def back(day: datetime, count: int, unit: str) -> datetime:
    """Returns the day so many units before."""
    if unit in DAYS_OF:
        return day - timedelta(days=count * DAYS_OF[unit])
    return later(day.replace(day=min(day.day, 28)), -count * MONTHS_OF[unit])


def nearest(text: str, at: datetime, months: int, wall: datetime) -> datetime:
    """Returns the period's beginning in its year: the latest for a question about the past, else the nearest."""
    if AHEAD.search(text):
        return at if later(at, months) > wall else at.replace(year=min(at.year + 1, 9999))
    late = at > wall + (timedelta(0) if PAST.search(text) else SOON)
    return at.replace(year=max(at.year - 1, 1)) if late else at


def phrases(text: str, wall: datetime) -> Iterator[Span]:
    """Yields the times that this module knows, the longest expressions first."""
    for found in (_ranges_of_days, _ranges_of_months, _months_of_years, _decades, _feasts, _halves_ago, _weekdays_ago):
        with suppress(ValueError, OverflowError):  # beyond the years that there are
            yield from found(text, wall)


def _ranges_of_days(text: str, wall: datetime) -> Iterator[Span]:
    for match in (*_DAYS_FIRST.finditer(text), *_MONTH_FIRST.finditer(text)):
        month = datetime(int(match["year"] or wall.year), _number(match["month"]), 1, tzinfo=UTC)
        month = month if match["year"] else nearest(text, month, 1, wall)
        first, last = int(match["first"]), int(match["last"])
        until = month + timedelta(days=last)
        if 1 <= first < last and until <= later(month, 1):
            yield Span(match.start(), match.end(), month + timedelta(days=first - 1), until)


def _ranges_of_months(text: str, wall: datetime) -> Iterator[Span]:
    """Returns months of which the second follows the first."""
    for match in _MONTHS.finditer(text):
        first, last = _number(match["first"]), _number(match["last"])
        at = datetime(int(match["year"] or wall.year), first, 1, tzinfo=UTC)
        if match["year"] is None:
            at = nearest(text, at, 1, wall)
        elif first > last:
            at = at.replace(year=at.year - 1)
        yield Span(match.start(), match.end(), at, later(at, (last - first) % 12 + 1))


def _months_of_years(text: str, wall: datetime) -> Iterator[Span]:
    for match in _MONTH_OF_YEAR.finditer(text):
        at = datetime(int(match["year"] or match["of"]), int(match["month"] or match["number"]), 1, tzinfo=UTC)
        yield Span(match.start(), match.end(), at, later(at, 1))


def _decades(text: str, wall: datetime) -> Iterator[Span]:
    for match in _DECADE.finditer(text):
        number = int(match["decade"].lstrip("'’"))
        year = number if number > 100 else number + (1900 if number >= _CENTURY_TURN else 2000)
        at = datetime(year, 1, 1, tzinfo=UTC)
        yield Span(match.start("decade"), match.end(), at, later(at, 120))


def _feasts(text: str, wall: datetime) -> Iterator[Span]:
    """Returns a feast: of its year, the last or the next, else as with months."""
    for match in _FEAST.finditer(text):
        of = _feast(match["feast"])
        at, days = of(int(match["year"] or wall.year))
        step = {"last": -1, "next": 1}.get((match["which"] or "").lower())
        if match["year"] is None:
            over = at + timedelta(days=days) <= midnight(wall)
            beside = 0 if step is None or over == (step < 0) else step
            year = nearest(text, at, 0, wall).year if step is None else wall.year + beside
            at, days = of(min(max(year, 1), 9999))
        start = match.start("which") if match["which"] else match.start("feast")
        yield Span(start, match.end(), at, at + timedelta(days=days))


def _feast(name: str) -> Callable[[int], tuple[datetime, int]]:
    """Returns, for a year, when a feast begins and how many days it has."""
    month, day, days = next(found for pattern, found in FEASTS.items() if re.fullmatch(pattern, name, re.IGNORECASE))
    return lambda year: (
        (datetime(year, month, day, tzinfo=UTC), days) if month else (_easter(year) - timedelta(days=2), _EASTER_DAYS)
    )


def _easter(year: int) -> datetime:
    """Returns Easter Sunday, by Butcher's rule of the Gregorian calendar."""
    century, of_century = divmod(year, 100)
    moon = (19 * (year % 19) + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (of_century // 4) - moon - of_century % 4) % 7
    month, day = divmod(moon + week - 7 * ((year % 19 + 11 * moon + 22 * week) // 451) + 114, 31)
    return datetime(year, month, day + 1, tzinfo=UTC)


def _halves_ago(text: str, wall: datetime) -> Iterator[Span]:
    """Returns `half a year ago` (rounded to half years) and `a month or two ago`."""
    day = midnight(wall)
    for match in _HALF_AGO.finditer(text):
        months = 6 if match["half"] else 18
        yield Span(match.start(), match.end(), back(day, months + 3, "month"), back(day, months - 3, "month"))
    for match in _OR_TWO_AGO.finditer(text):
        unit = match["unit"].lower()
        yield Span(match.start(), match.end(), back(day, 2, unit), back(day, 1, unit) + timedelta(days=1))
    for match in _FORTNIGHT_AGO.finditer(text):
        monday = back(day - timedelta(days=day.weekday()), 2, "week")
        yield Span(match.start(), match.end(), monday, monday + timedelta(days=7))


def _weekdays_ago(text: str, wall: datetime) -> Iterator[Span]:
    """Returns `two Fridays ago` and `the Friday before last`: the second-last Friday before today."""
    for match in _WEEKDAYS_AGO.finditer(text):
        name = (match["many"] or match["one"]).lower()
        count = match["count"].lower() if match["count"] else "two"
        number = int(count) if count.isdigit() else NUMBERS[count]
        today = midnight(wall)
        last = today - timedelta(days=(today.weekday() - WEEKDAYS.index(name) - 1) % 7 + 1)
        at = last - timedelta(weeks=max(number, 1) - 1)
        yield Span(match.start(), match.end(), at, at + timedelta(days=1))


def of_year(text: str, spans: list[Span]) -> list[Span]:
    """Puts the May of `in May of last year` into that year."""
    found: list[Span] = []
    for span in spans:
        dated = found[-1] if found else None
        if (
            dated is not None
            and dated.until - dated.at < _SHORT
            and _OF.fullmatch(text, dated.end, span.start)
            and _WHICH_YEAR.fullmatch(text, span.start, span.end)
        ):
            years = span.at.year - dated.at.year
            found[-1] = Span(dated.start, span.end, _years_on(dated.at, years), _years_on(dated.until, years))
        else:
            found.append(span)
    return found


def _years_on(at: datetime, years: int) -> datetime:
    leap_day = (at.month, at.day) == (2, 29)
    return at.replace(year=min(max(at.year + years, 1), 9999), day=28 if leap_day else at.day)


def weeks_of(text: str, spans: list[Span]) -> list[Span]:
    """Widens the day of `the week of May 6` to its week, from Monday."""
    return [_week_of(text, span) if span.until - span.at == timedelta(days=1) else span for span in spans]


def _week_of(text: str, span: Span) -> Span:
    match = _WEEK_OF.search(text[: span.start])
    if match is None:
        return span
    monday = span.at - timedelta(days=span.at.weekday())
    first = 5 if match["unit"].lower() == "weekend" else 0
    return Span(match.start("unit"), span.end, monday + timedelta(days=first), monday + timedelta(days=7))


def parts(text: str, spans: list[Span]) -> list[Span]:
    """Narrows a month or more to the part that is named: `early` and `late` are thirds."""
    return [_part(text, span) for span in spans]


def _part(text: str, span: Span) -> Span:
    match, length = _PART.search(text[: span.start]), span.until - span.at
    if match is None or length < _LONG:
        return span
    third = timedelta(days=length.days // 3)
    if match["half"]:
        middle = span.at + timedelta(days=length.days // 2)
        first = "first" in match["half"].lower()
        at, until = (span.at, middle) if first else (middle, span.until)
    elif match["begin"]:
        at, until = span.at, span.at + third
    elif match["middle"]:
        at, until = span.at + third, span.until - third
    else:
        at, until = span.until - third, span.until
    return replace(span, start=match.start(), at=at, until=until)


def _number(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(name[:3].lower()))
