"""Time windows in a query: `last month`, `since March`, `in May 2023`, `between 2020 and 2022`.

Expressions are found by patterns of our own, those with a day or a month and a year are read by dateparser. All is
seen from the asker's clock: `now` in its own time zone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from oxgraph.extraction.dates import MONTHS, NUMBERS, SEASONS, Date, dates_in, may_name_a_time
from oxgraph.recall.time_phrases import (
    AHEAD,
    DAYS_OF,
    MONTHS_OF,
    Span,
    back,
    later,
    midnight,
    nearest,
    of_year,
    parts,
    phrases,
    weeks_of,
)

READ = 1_000
"""Characters of a query that are searched for dates."""

MORNING = 6
"""The hour at which a night ends."""

EARLIEST = datetime(1, 1, 2, tzinfo=UTC)
LATEST = datetime(9999, 12, 30, tzinfo=UTC)

_VAGUE = {"few": 3, "couple of": 2, "couple": 2, "several": 5}
_COUNT = _VAGUE | NUMBERS
_VAGUELY_AGO = re.compile(
    rf"(?i)\b(?:an? )?(?P<count>{'|'.join(_VAGUE)}) (?P<unit>day|week|month|year)s (?:ago|back|earlier)\b"
)
_ROLLING = re.compile(
    rf"(?i)\b(?:the |these )?(?:last|past|previous) (?:(?P<count>\d{{1,3}}|{'|'.join(_COUNT)}) )?"
    r"(?P<unit>day|week|month|year)(?P<plural>s)?\b"
)
_LED = r"(?:in|during|since|before|after|until|till|by|between|and|from|to|through|for|of|around|early|mid|late|year)"
_YEAR = re.compile(
    rf"(?i)(?<![\w.,:/$€£-])(?:(?P<led>{_LED}),? |(?P<mid>mid-))?(?P<year>19[3-9]\d|20[0-4]\d)(?![\w:/%-]|[.,]\d)"
    r"(?P<end>\s*(?:[?.!,;)]|$))?"
)
_NAMES = [name.title() for name in MONTHS] + [name for name in MONTHS if name not in ("march", "may")]
_SHORT_NAMES = [name[:3].title() for name in MONTHS if name != "may"] + ["Sept"]
_MONTH = re.compile(
    rf"(?<![\w-])(?:(?i:{_LED} |mid-)(?P<month>{'|'.join(_NAMES)})"
    rf"|(?i:in|during|since|until|till) (?i:(?P<short>{'|'.join(_SHORT_NAMES)})))(?!\w|['’]s|\.?,? \d)"
)
_NUMBER_OF = {name[:3]: number for number, name in enumerate(MONTHS, 1)}
_DAY_OF = re.compile(r"\d(?:st|nd|rd|th)? $")
"""`the 5th of May` is a day."""
_LATER_YEAR = re.compile(r"(?i)\s*(?:to|and|until|till|through|[-–])\s+[^\W\d]+\s+((?:19|20)\d\d)\b")
"""`from January to March 2024`: the year of the second month is the first one's too."""
_SEASON = re.compile(
    rf"(?i)\b(?:in|during|since|until|till) (?:the )?(?P<season>{'|'.join(SEASONS)})"
    r"(?: (?:of )?(?P<year>(?:19|20)\d\d))?(?![\w-]| \w*ing\b)"
)
_WEEKEND = re.compile(r"(?i)\b(?:at|during|for|on|over) the (?P<weekend>weekend)(?! of| before| after)\b")
_DAY_ALONE = re.compile(r"(?i)\bon the (?P<day>[12]?\d|3[01])(?:st|nd|rd|th)(?=\s*(?:[?.!,;]|$))")
"""`on the 5th` at the end of a clause; `on the 5th floor` is no day."""
_ORDINALS = ("first", "second", "third", "fourth")
_QUARTER = re.compile(
    rf"(?i)\b(?:Q(?P<quarter>[1-4])|(?P<ordinal>{'|'.join(_ORDINALS)}) quarter)(?: (?:of )?(?P<year>(?:19|20)\d\d))?\b"
)
_SINCE = re.compile(r"(?i)\b(?:since|starting(?: in| on| from)?|ever since|from)(?: about| around| the)?\s*$")
_AFTER = re.compile(r"(?i)\b(?:after|later than|past)(?: about| around| the)?\s*$")
_BEFORE = re.compile(r"(?i)\b(?:before|prior to|earlier than)(?: about| around| the)?\s*$")
_UNTIL = re.compile(r"(?i)\b(?:until|till|up to|by|through)(?: about| around| the)?(?: end of)?\s*$")
_LEANING = re.compile(
    rf"(?i)\b(?:(?P<count>\d{{1,3}}|an?|{'|'.join(_COUNT)}|the|last) )(?P<unit>day|weekend|week|month|year)s? "
    r"(?P<side>before|prior to|after|following)(?: the)? $"
)
"""`the week before May 3`, `two days after it`: a period relative to a date."""


@dataclass(frozen=True)
class TimeWindow:
    """A period in UTC: `start` inclusive, `end` exclusive."""

    start: datetime
    end: datetime


def window(text: str, now: datetime) -> TimeWindow | None:
    """Returns the period that `text` asks about, relative to `now` (with a zone); None if it names none.

    Several dates span one window. Without the package dateparser only dates relative to now and years are understood.
    """
    text = text[:READ]
    if not may_name_a_time(text):
        return None
    wall = now.replace(tzinfo=UTC, microsecond=0)
    named = weeks_of(text, of_year(text, sorted(_spans(text, wall), key=lambda span: span.start)))
    spans = _leaning(text, parts(text, named))
    found = [_bounded(text, span, wall) for span in spans]
    if not found:
        return None
    start, end = min(a for a, _ in found), max(b for _, b in found)
    if len(spans) > 1:
        start, end = _joined(text, spans, found)
    first, last = _utc(start, now), _utc(end, now)
    return TimeWindow(first, last) if first < last else None


def _leaning(text: str, spans: list[Span]) -> list[Span]:
    """Replaces dates by the periods relative to them."""
    for span in spans:
        if match := _LEANING.search(text[: span.start]):
            count = (match["count"] or "1").lower()
            number = int(count) if count.isdigit() else _COUNT.get(count, 1)
            unit = match["unit"].lower().replace("weekend", "week")
            if match["side"].lower() in ("before", "prior to"):
                stretch = Span(match.start(), span.end, back(span.at, number, unit), span.at)
            else:
                stretch = Span(match.start(), span.end, span.until, back(span.until, -number, unit))
            kept = [other for other in spans if other.end <= stretch.start or other.start >= stretch.end]
            return _leaning(text, sorted([*kept, stretch], key=lambda other: other.start))
    return spans


def _joined(text: str, spans: list[Span], found: list[tuple[datetime, datetime]]) -> tuple[datetime, datetime]:
    """Joins periods: `from X to Y` and `since X until Y` have both bounds; other dates together span the window."""
    starts = [a for a, _ in found if a > EARLIEST]
    ends = [b for (_, b), span in zip(found, spans, strict=True) if b in (span.until, span.at)]
    open_start, open_end = len(starts) < len(found), len(ends) < len(found)
    if open_end and ends and starts:
        return min(starts), max(ends)
    if open_start and not starts:
        return EARLIEST, max(b for _, b in found)
    return min(a for a, _ in found), max(b for _, b in found)


def _bounded(text: str, span: Span, wall: datetime) -> tuple[datetime, datetime]:
    """Returns a period bounded by the words before it."""
    before = text[max(0, span.start - 30) : span.start]
    present = max(midnight(wall) + timedelta(days=1), span.until)
    if _SINCE.search(before):
        return span.at, present
    if _AFTER.search(before):
        return span.until, max(present, span.until + timedelta(days=1))
    if _BEFORE.search(before):
        return EARLIEST, span.at
    if _UNTIL.search(before):
        return EARLIEST, span.until
    return span.at, span.until


def _spans(text: str, wall: datetime) -> Iterator[Span]:
    """Yields every time expression; of two that overlap, the first match."""
    taken: list[tuple[int, int]] = []
    for span in (
        *phrases(text, wall),
        *_rolling(text, wall),
        *_vaguely_ago(text, wall),
        *_weekends(text, wall),
        *_days_alone(text, wall),
        *_seasons(text, wall),
        *_months(text, wall),
        *_quarters(text, wall),
        *_dated(text, wall),
        *_years(text),
    ):
        if all(span.end <= start or end <= span.start for start, end in taken):
            taken.append((span.start, span.end))
            yield span


def _rolling(text: str, wall: datetime) -> Iterator[Span]:
    """Returns `the last two weeks` or `in the past year`, which end now. `last week` alone is the calendar week."""
    for match in _ROLLING.finditer(text):
        count = match["count"]
        if count is None and not match[0].lower().startswith("the "):
            continue
        if count is None and match["plural"]:
            continue
        number = 1 if count is None else int(count) if count.isdigit() else _COUNT[count.lower()]
        start = back(midnight(wall), number, match["unit"].lower())
        yield Span(match.start(), match.end(), start, midnight(wall) + timedelta(days=1))


def _vaguely_ago(text: str, wall: datetime) -> Iterator[Span]:
    """Returns `a few days ago`: from twice as long ago until one such unit ago."""
    for match in _VAGUELY_AGO.finditer(text):
        number, unit = _VAGUE[match["count"].lower()], match["unit"].lower()
        start, end = back(midnight(wall), 2 * number, unit), back(midnight(wall), 1, unit)
        yield Span(match.start(), match.end(), start, end + timedelta(days=1))


def _weekends(text: str, wall: datetime) -> Iterator[Span]:
    """Returns `over the weekend`: the coming one where the question looks ahead, else the last that has begun."""
    for match in _WEEKEND.finditer(text):
        saturday = midnight(wall) + timedelta(days=5 - wall.weekday())
        if saturday > wall and not AHEAD.search(text):
            saturday -= timedelta(weeks=1)
        yield Span(match.start("weekend"), match.end(), saturday, saturday + timedelta(days=DAYS_OF["weekend"]))


def _days_alone(text: str, wall: datetime) -> Iterator[Span]:
    """Returns `on the 5th`: the latest such day that has begun, or the coming one where the question looks ahead."""
    for match in _DAY_ALONE.finditer(text):
        first = midnight(wall).replace(day=1)
        step = 1 if AHEAD.search(text) else -1
        for months in (0, 1, 2):
            month = later(first, step * months)
            at = month + timedelta(days=int(match["day"]) - 1)
            if at.month == month.month and (at > wall if step > 0 else at <= wall):
                yield Span(match.start(), match.end(), at, at + timedelta(days=1))
                break


def _seasons(text: str, wall: datetime) -> Iterator[Span]:
    """Returns a season, of its year or, as with months, without one."""
    for match in _SEASON.finditer(text):
        at = datetime(int(match["year"] or wall.year), SEASONS[match["season"].lower()], 1, tzinfo=UTC)
        at = at if match["year"] else nearest(text, at, 3, wall)
        yield Span(match.start("season"), match.end(), at, later(at, 3))


def _dated(text: str, wall: datetime) -> Iterator[Span]:
    ahead = AHEAD.search(text) is not None
    try:
        found = dates_in(text, wall, lambda place: "future" if ahead else "past")
    except ImportError:
        return
    for date in found:
        end = _end(date)
        if text[: date.end].lower().endswith("night"):
            end += timedelta(hours=MORNING)
        yield Span(date.start, date.end, date.at, end)


def _quarters(text: str, wall: datetime) -> Iterator[Span]:
    for match in _QUARTER.finditer(text):
        number = int(match["quarter"]) if match["quarter"] else _ORDINALS.index(match["ordinal"].lower()) + 1
        at = datetime(int(match["year"] or wall.year), 3 * number - 2, 1, tzinfo=UTC)
        yield Span(match.start(), match.end(), at, later(at, 3))


def _months(text: str, wall: datetime) -> Iterator[Span]:
    """Returns a month without a year."""
    for match in _MONTH.finditer(text):
        if _DAY_OF.search(text[: match.start()]):
            continue
        name = "month" if match["month"] else "short"
        at = datetime(wall.year, _NUMBER_OF[match[name][:3].lower()], 1, tzinfo=UTC)
        if year := _LATER_YEAR.match(text, match.end()):
            at = at.replace(year=int(year[1]))
        else:
            at = nearest(text, at, 1, wall)
        yield Span(match.start(name), match.end(name), at, later(at, 1))


def _years(text: str) -> Iterator[Span]:
    """Returns whether a number is a year: after a preposition or at the end of a clause; `2000 dollars` is not."""
    for match in _YEAR.finditer(text):
        if any(match[name] is not None for name in ("led", "mid", "end")):
            at = datetime(int(match["year"]), 1, 1, tzinfo=UTC)
            yield Span(match.start("year"), match.end("year"), at, later(at, 12))


def _end(date: Date) -> datetime:
    """Returns the end of a date's period by its precision."""
    months = MONTHS_OF.get(date.grain)
    return later(date.at, months) if months else date.at + timedelta(days=DAYS_OF[date.grain])


def _utc(wall: datetime, now: datetime) -> datetime:
    """Converts the caller's local time to UTC."""
    if not EARLIEST < wall < LATEST:
        return min(max(wall, EARLIEST), LATEST)
    return wall.replace(tzinfo=now.tzinfo).astimezone(UTC)
