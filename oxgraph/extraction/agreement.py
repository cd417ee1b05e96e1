"""Whether the numbers and dates of a statement agree with what was said."""

import re
from datetime import datetime

from oxgraph.extraction.dates import MONTHS
from oxgraph.extraction.numbers import numbers_claimed, numbers_in

_DATE = re.compile(
    r"(?<!\d)\d{4}-\d{2}(?:-\d{2})?(?!\d)|(?<!\d)(?:19|20)\d{2}(?!\d)|\d{1,2}月(?:\d{1,2}[日号])?"
    r"|\b\d{1,2}(?:st|nd|rd|th)?(?= of [A-Z])"
)
_DAY = re.compile(
    rf"(?i)\b(?:{'|'.join(MONTHS)})\s+\d{{1,2}}(?:st|nd|rd|th)?\b|\b\d{{1,2}}\.?\s+(?:{'|'.join(MONTHS)})\b"
)

_MONTH = re.compile(rf"\b(?i:{'|'.join(name for name in MONTHS if name not in ('may', 'march'))})\b|\b(?:May|March)\b")
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d{2})(?!\d)")
_YEAR_AND_MONTH = re.compile(r"(?<!\d)(?:19|20)\d{2}-(\d{2})(?!\d)")
_RELATIVE = re.compile(
    r"(?i)\b(?:ago|last|next|past|since|for|before|after|yesterday|tomorrow|later|earlier|coming|this|vor|letzte\w*"
    r"|nächste\w*|seit|depuis|dernier\w*|prochain\w*|hace|pasad[oa]|próxim[oa]|desde|назад|прошл\w*|следующ\w*)\b"
)


def invented_numbers(content: str, ground: str, language: str = "en") -> bool:
    """Returns whether the content has a number that is neither a date nor in the text, in digits or words."""
    return not numbers_claimed(_DAY.sub(" ", _DATE.sub(" ", content)), language) <= numbers_in(ground)


def wrong_date(content: str, ground: str, said_at: datetime) -> bool:
    """Returns whether the content names a month or year where the text names others and nothing relative."""
    if _RELATIVE.search(ground):
        return False
    near = {said_at.month % 12 + 1, said_at.month, (said_at.month - 2) % 12 + 1}
    months, years = _months(content), _years(content)
    told_months, told_years = _months(ground), _years(ground)
    other_month = bool(told_months) and not months <= told_months | near
    other_year = bool(told_years) and not years <= told_years | {said_at.year - 1, said_at.year, said_at.year + 1}
    return other_month or other_year


def _months(text: str) -> set[int]:
    named = {MONTHS.index(name.lower()) + 1 for name in _MONTH.findall(text)}
    return named | {int(number) for number in _YEAR_AND_MONTH.findall(text) if 1 <= int(number) <= 12}


def _years(text: str) -> set[int]:
    return {int(year) for year in _YEAR.findall(text)}
