"""Finds dates in a sentence and makes them absolute, by the time of the message."""

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
FEASTS = {
    "christmas eve": (12, 24, 1), "christmas": (12, 24, 3), "xmas": (12, 24, 3), "new year['’]s eve": (12, 31, 1),
    "new year(?:['’]?s)?(?: day)?": (1, 1, 1), "easter": (0, 0, 0), "halloween": (10, 31, 1),
    "valentine['’]s(?: day)?": (2, 14, 1),
}  # fmt: skip
"""Feasts as patterns: month and day on which they begin, and how many days they have. Easter moves."""
NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_COUNT = r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
_UNIT = rf"(?:week(?:end)?|month|year|spring|summer|autumn|fall|winter|{_WEEKDAY}|{'|'.join(MONTHS)}|night)"

EXPRESSION = re.compile(
    r"\b(?:"
    r"(?P<before_yesterday>the day before yesterday)|(?P<after_tomorrow>the day after tomorrow)"
    r"|(?P<yesterday>yesterday(?: (?:morning|afternoon|evening|night))?)"
    r"|(?P<tomorrow>tomorrow(?: (?:morning|afternoon|evening|night))?)"
    r"|(?P<today>today|tonight|this (?:morning|afternoon|evening)|earlier today)"
    rf"|(?P<ago>(?:about |around |over )?{_COUNT} (?P<ago_unit>day|week|month|year)s? (?:ago|back))"
    rf"|(?P<ahead>in {_COUNT.replace('count', 'ahead_count')} (?P<ahead_unit>day|week|month|year)s?(?: time)?)(?! of\b)"
    r"|(?P<relative>(?P<which>last|this|this past|this coming|past|next|the past|the previous|the next)"
    rf" (?P<unit>{_UNIT}))\b"
    r"|(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<dotted>(?<![.\d])(?<!version )(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d{2}(?!\.?\d))"
    r"|(?P<day_first>(?<!/)(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])/(?:\d{4}|\d{2})(?![/\d]))"
    rf"|(?P<full>{_MONTH} {_DAY},? (?:of )?\d{{4}}|(?:the )?{_DAY} (?:of )?{_MONTH},? \d{{4}})"
    rf"|(?P<day>{_MONTH} (?:the )?{_DAY}(?!\d|:)|(?:the )?{_DAY} (?:of )?{_MONTH})(?!\w)"
    r"|(?P<slash>(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])(?:/(?:\d{4}|\d{2}))?)(?![/\d])"
    rf"|(?P<month_year>{_MONTH},? (?:of )?\d{{4}})"
    rf"|(?P<month>(?<=in )(?:{'|'.join(MONTHS)})|(?<=since )(?:{'|'.join(MONTHS)}))"
    r"|(?P<year>(?<=in )(?:19[3-9]\d|20[0-4]\d)|(?<=since )(?:19[3-9]\d|20[0-4]\d)|(?<=of )(?:19[3-9]\d|20[0-4]\d))"
    rf"|(?P<weekday>(?:(?<=on )|(?<=since )){_WEEKDAY}(?!\.?,? (?:the )?(?:{_MONTH}|{_DAY} (?:of )?{_MONTH})(?!\w)))"
    r")\b",
    re.IGNORECASE,
)

_DIGIT = re.compile(r"\d")
_TELLING = (
    "day", "week", "month", "year", "night", "morning", "afternoon", "evening", "tomorrow",
    "christmas", "xmas", "easter", "halloween", "valentine",
    *SEASONS, *(name[:3] for name in MONTHS), *(name[:3] for name in WEEKDAYS),
)  # fmt: skip
"""Whatever names a time has a digit or one of these in it."""


def may_name_a_time(text: str) -> bool:
    """Whether it is worth looking for a time in a text: most texts name none, which is seen at once."""
    lowered = text.lower()
    return any(part in lowered for part in _TELLING) or _DIGIT.search(text) is not None


@dataclass(frozen=True)
class Date:
    """A date that stands at [start, end) of a text.

    `at` is the first instant meant, `grain` how exactly: day, weekend, week, month, season, year; `phrase` says it
    absolutely, with its preposition ("on 2023-05-07", "in April 2023").
    """

    start: int
    end: int
    at: datetime
    grain: str
    phrase: str

    @property
    def bare(self) -> str:
        """The phrase without its preposition, for one that stands there already (by, until, since)."""
        return self.phrase.split(" ", 1)[1]


def dates_in(text: str, base: datetime, toward: Callable[[int], str]) -> list[Date]:
    """The dates that `text` names, seen from `base`; `toward` says
    for each place where a date without its year lies: past, future, near, or present (near, but a weekday is ahead)."""
    found = (
        _date(match, base, _toward(text, match.start(), toward(match.start()))) for match in EXPRESSION.finditer(text)
    )
    return [date for date in found if date is not None]


def _date(match: re.Match[str], base: datetime, toward: str) -> Date | None:
    kind = match.lastgroup or ""
    kind = next(name for name in _KINDS if match.groupdict().get(name))
    try:
        found = _KINDS[kind](match, _midnight(base), toward)
    except (ValueError, OverflowError):
        return None
    if found is None:
        return None
    at, grain = found
    return Date(match.start(), match.end(), at, grain, phrase(at, grain))


def phrase(at: datetime, grain: str) -> str:
    """A date in words that hold on any day."""
    day = at.date().isoformat()
    season = next((name for name, month in SEASONS.items() if month == at.month), "")
    return {
        "day": f"on {day}",
        "weekend": f"on the weekend of {day}",
        "week": f"in the week of {day}",
        "month": f"in {at:%B} {at.year}",
        "season": f"in {season} {at.year}",
        "year": f"in {at.year}",
    }[grain]


Found = tuple[datetime, str] | None
HALF_YEAR = 183
SOON = 90
"""Days ahead within which a date without a year is the coming one even behind a past verb (`I booked … on May 20`)."""
AIMED = re.compile(r"(?i)\b(?:by|until|till|before|for|my|our|the|a|an|from|to|due)\s+$")
"""Words after which a date need not lie where the verb's tense puts what was done."""


def _toward(text: str, start: int, toward: str) -> str:
    return "near" if toward == "past" and AIMED.search(text[:start]) else toward


def _midnight(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _shift(base: datetime, count: int, unit: str) -> tuple[datetime, str]:
    if unit == "day":
        return base + timedelta(days=count), "day"
    if unit == "week":
        return _monday(base + timedelta(weeks=count)), "week"
    months = base.year * 12 + base.month - 1 + count * (12 if unit == "year" else 1)
    first = base.replace(year=months // 12, month=months % 12 + 1, day=1)
    return (first, "month") if unit == "month" else (first.replace(month=1), "year")


def _monday(day: datetime) -> datetime:
    return day - timedelta(days=day.weekday())


def _count(text: str) -> int:
    return int(text) if text.isdigit() else NUMBERS[text.lower()]


def _ago(match: re.Match[str], base: datetime, toward: str) -> Found:
    return _shift(base, -_count(match["count"]), match["ago_unit"].lower())


def _ahead(match: re.Match[str], base: datetime, toward: str) -> Found:
    return _shift(base, _count(match["ahead_count"]), match["ahead_unit"].lower())


def _relative(match: re.Match[str], base: datetime, toward: str) -> Found:
    which, unit = match["which"].lower(), match["unit"].lower()
    step = 1 if "next" in which else 0 if which in ("this", "this coming") else -1
    if unit == "night":
        return (base - timedelta(days=1), "day") if step < 0 else None
    if unit[:3] in _SHORT and unit != "month":
        return _weekday(base, unit, step > 0 or which == "this coming" or (step == 0 and toward == "future"), which)
    if unit in SEASONS:
        return _season(base, SEASONS[unit], step)
    if unit in MONTHS:
        return _named_month(base, unit, step)
    if unit == "weekend":
        return _weekend(base, step, toward)
    return _shift(base, step, unit)


_SHORT = tuple(name[:3] for name in WEEKDAYS)


def _weekday(base: datetime, name: str, ahead: bool, which: str = "") -> Found:
    """The nearest such day before (or after) `base`."""
    days = (_SHORT.index(name[:3].lower()) - base.weekday()) % 7
    if ahead:
        return base + timedelta(days=days or 7), "day"
    return base - timedelta(days=(7 - days) % 7 or 7), "day"


def _plain_weekday(match: re.Match[str], base: datetime, toward: str) -> Found:
    """`on Friday`: with a verb in the present (`I have a meeting on Friday`) the coming one, unless it is `since`."""
    since = match.string[: match.start()].lower().endswith("since ")
    return _weekday(base, match[0], toward in ("future", "present") and not since)


def _weekend(base: datetime, step: int, toward: str) -> Found:
    """Its Saturday: the last one that is over, the coming one, or the one after."""
    saturday = _monday(base) + timedelta(days=5)
    if step < 0:
        return saturday - timedelta(weeks=1), "weekend"
    weekday = base.weekday()
    if step == 0 and toward != "future" and weekday < 5:
        return saturday - timedelta(weeks=1), "weekend"
    return saturday + timedelta(weeks=1 if step > 0 and weekday >= 5 else 0), "weekend"


def _season(base: datetime, month: int, step: int) -> Found:
    start = base.replace(month=month, day=1)
    if step < 0:
        while start + timedelta(days=91) > base:
            start = start.replace(year=start.year - 1)
    elif step > 0:
        while start <= base:
            start = start.replace(year=start.year + 1)
    return start, "season"


def _named_month(base: datetime, name: str, step: int) -> Found:
    start = base.replace(month=MONTHS.index(name) + 1, day=1)
    if step < 0 and start + timedelta(days=27) >= base:
        start = start.replace(year=start.year - 1)
    if step > 0 and start <= base:
        start = start.replace(year=start.year + 1)
    return start, "month"


def _open_year(at: datetime, base: datetime, toward: str) -> datetime:
    """A day or month without a year: the one before or after `base`, or the one nearest to it."""
    days = (at - base).days
    near = toward in ("near", "present")
    if (toward == "past" and days > SOON) or (near and days > HALF_YEAR):
        return at.replace(year=at.year - 1)
    if (toward == "future" and days < -31) or (near and days < -HALF_YEAR):
        return at.replace(year=at.year + 1)
    return at


@functools.lru_cache(maxsize=1024)
def _parsed(text: str, base: datetime) -> datetime | None:
    import dateparser

    plain = re.sub(r"(?i)^the |\bof ", "", text)
    settings: Any = {"RELATIVE_BASE": base.replace(tzinfo=None), "DATE_ORDER": "MDY"}
    found = dateparser.parse(plain, languages=["en"], settings=settings)
    return found.replace(tzinfo=UTC, hour=0, minute=0, second=0, microsecond=0) if found else None


def _full(match: re.Match[str], base: datetime, toward: str) -> Found:
    at = _parsed(match[0], base)
    return (at, "day") if at else None


def _day(match: re.Match[str], base: datetime, toward: str) -> Found:
    at = _parsed(f"{match[0]} {base.year}", base)
    return (_open_year(at, base, toward), "day") if at else None


def _slash(match: re.Match[str], base: datetime, toward: str) -> Found:
    month, day, *year = (int(part) for part in match[0].split("/"))
    full = (year[0] + 2000 if year[0] < 100 else year[0]) if year else base.year
    at = base.replace(year=full, month=month, day=day)
    return (at if year else _open_year(at, base, toward)), "day"


def _day_first(match: re.Match[str], base: datetime, toward: str) -> Found:
    """`7.5.2023` and `13/5/2023`; with strokes the month comes first wherever it can."""
    day, month, year = (int(part) for part in re.split(r"[./]", match[0]))
    return base.replace(year=year + 2000 if year < 100 else year, month=month, day=day), "day"


def _month_year(match: re.Match[str], base: datetime, toward: str) -> Found:
    at = _parsed(f"1 {match[0].replace(',', '')}", base)
    return (at, "month") if at else None


def _month(match: re.Match[str], base: datetime, toward: str) -> Found:
    at = base.replace(month=MONTHS.index(match[0].lower()) + 1, day=1)
    return _open_year(at, base, toward), "month"


_KINDS: dict[str, Any] = {
    "before_yesterday": lambda match, base, toward: (base - timedelta(days=2), "day"),
    "after_tomorrow": lambda match, base, toward: (base + timedelta(days=2), "day"),
    "yesterday": lambda match, base, toward: (base - timedelta(days=1), "day"),
    "tomorrow": lambda match, base, toward: (base + timedelta(days=1), "day"),
    "today": lambda match, base, toward: (base, "day"),
    "ago": _ago,
    "ahead": _ahead,
    "relative": _relative,
    "iso": lambda match, base, toward: (datetime.fromisoformat(match[0]).replace(tzinfo=UTC), "day"),
    "dotted": _day_first,
    "day_first": _day_first,
    "full": _full,
    "day": _day,
    "slash": _slash,
    "month_year": _month_year,
    "month": _month,
    "year": lambda match, base, toward: (base.replace(year=int(match[0]), month=1, day=1), "year"),
    "weekday": _plain_weekday,
}
