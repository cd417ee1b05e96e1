"""The kinds of fields that inputs are made of, and how a refused one is reported."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from math import isfinite
from typing import Annotated, Any, Literal, Self, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)

from oxgraph.errors import InvalidInput
from oxgraph.near import did_you_mean
from oxgraph.types import limits

Outcome = Literal["success", "failure"]
PatternKind = Literal["plain", "situational", "outcome"]
PatternSort = Literal["confidence", "sample_count", "cost", "last_seen", "first_seen"]
Role = Literal["agent", "operator", "admin"]
Toolset = Literal["memory", "experience", "ontology", "operate"]
Aggregation = Literal["rate", "average", "p95"]
Better = Literal["higher", "lower"]
T = TypeVar("T")

CURSOR_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?Z")
TIME = TypeAdapter(datetime)
LATEST = datetime(9999, 12, 31, tzinfo=UTC)
"""Stands for an open end in the graph; what is added to a time stays within Python's years."""

A_TIME = "a time with a zone, such as 2025-06-29T12:00:00Z"
A_DAY_OR_TIME = f"a day, such as 2025-06-29, or {A_TIME}"
NUMBER = re.compile(r"[+-]?[0-9._]+(e[+-]?[0-9]+)?", re.IGNORECASE)
TIME_OF_DAY, IDENTIFIER, DIGITS = r"^([01][0-9]|2[0-3]):[0-5][0-9]$", r"^[A-Za-z][A-Za-z0-9_]{0,99}$", r"^[0-9]{1,18}$"
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def one_line(text: str) -> str:
    """Names stand in the block that agents read: a line break in one could pass for a line of ours."""
    if CONTROL.search(text):
        raise ValueError("must not contain control characters")
    if not text.strip():
        raise ValueError("must not be blank")
    return text


def _uuid(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        raise ValueError("must be a UUID") from None


def timely(value: object) -> object:
    """A text or datetime as a datetime: a number could mean seconds or milliseconds."""
    if isinstance(value, str) and not NUMBER.fullmatch(value.strip()):
        return _parsed(value, A_TIME)
    if not isinstance(value, datetime):
        raise ValueError("must be a time with a zone")
    return value


def _parsed(text: str, wanted: str) -> datetime:
    try:
        return TIME.validate_python(text, strict=False)
    except ValidationError:
        raise ValueError(f"must be {wanted}") from None


def _day_or_time(value: object) -> object:
    """A day (a date, or a text such as 2025-06-29) as its end in UTC; anything else as it is."""
    day = value
    if isinstance(day, str) and len(day) == len("2025-06-29"):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            raise ValueError(f"must be {A_DAY_OR_TIME}") from None
    if isinstance(day, date) and not isinstance(day, datetime):
        return datetime.combine(day, time.max, UTC)
    return _parsed(value, A_DAY_OR_TIME) if isinstance(value, str) and not NUMBER.fullmatch(value.strip()) else value


def _zoned(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("must have a time zone")
    if value < limits.EARLIEST:
        raise ValueError("must not lie before 2000")
    if value >= LATEST:
        raise ValueError("must lie before 9999-12-31")
    return value.astimezone(UTC)


def _many(value: object, info: ValidationInfo) -> object:
    """A list, set or tuple as a tuple (as a list where exact JSON is read); one text is no list of its letters."""
    if not isinstance(value, list | tuple | set | frozenset):
        raise ValueError("must be a list")
    return list(value) if info.mode == "json" else tuple(value)


def _one_or_many(value: object, info: ValidationInfo) -> object:
    """One text is a collection of itself."""
    return _many((value,) if isinstance(value, str) else value, info)


def _cursor(text: str) -> str:
    at, _, last = text.partition("/")
    try:
        if CURSOR_TIME.fullmatch(at) and datetime.fromisoformat(at) and UUID(last):
            return text
    except ValueError:
        pass
    raise ValueError("must be the cursor of a row of timeline")


def _time_zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (ValueError, KeyError, OSError):
        raise ValueError("must be the name of a time zone, such as Europe/Lisbon") from None
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=limits.NAME), AfterValidator(one_line)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=limits.ID), AfterValidator(one_line)]
Text = Annotated[str, StringConstraints(max_length=limits.INTENT)]
Uuid = Annotated[str, StringConstraints(max_length=limits.ID), AfterValidator(_uuid)]
Time = Annotated[datetime, BeforeValidator(timely), Field(strict=False), AfterValidator(_zoned)]
DayOrTime = Annotated[
    datetime, BeforeValidator(timely), BeforeValidator(_day_or_time), Field(strict=False), AfterValidator(_zoned)
]
TimeOfDay = Annotated[str, StringConstraints(pattern=TIME_OF_DAY)]
TimeZone = Annotated[str, StringConstraints(max_length=64), AfterValidator(_time_zone)]
Many = Annotated[Sequence[T], BeforeValidator(_many), Field(max_length=limits.TARGETS)]
ShownIds = Annotated[Sequence[Uuid], BeforeValidator(_many), Field(max_length=limits.SHOWN_IDS)]
OneOrMany = Annotated[Sequence[T], BeforeValidator(_one_or_many), Field(max_length=limits.TARGETS)]
Cursor = Annotated[str, StringConstraints(max_length=100), AfterValidator(_cursor)]
Limit = Annotated[int, Field(ge=1, le=limits.ROWS)]


WHOLE, OBJECT = "must be a whole number", "must be an object with the fields that are known here"
PLAIN = {
    "extra_forbidden": "is not a known field",
    "missing": "is missing",
    "string_type": "must be a text",
    "string_unicode": "must be valid Unicode text",
    "string_too_long": "must have at most {max_length:,} characters",
    "string_pattern_mismatch": "must have the form {pattern}",
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_from_float": WHOLE,
    "int_parsing_size": "has too many digits",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "mapping_type": "must be an object",
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
    "dataclass_type": OBJECT,
    "datetime_type": f"must be {A_TIME}",
    "datetime_parsing": f"must be {A_TIME}",
    "datetime_from_date_parsing": f"must be {A_TIME}",
    "date_type": "must be a day, such as 2025-06-29",
    "date_parsing": "must be a day, such as 2025-06-29",
    "date_from_datetime_parsing": "must be a day, such as 2025-06-29",
    "time_delta_type": "must be a number of seconds",
}
"""Our words for pydantic's kinds of error, with what it knows of them; the others have its own."""

FORMS = {
    TIME_OF_DAY: "must be a time of day, such as 02:30",
    IDENTIFIER: "must be 1 to 100 letters, digits and underscores, and begin with a letter",
    DIGITS: "must be 1 to 18 digits",
}
"""What a text must be that has to match a pattern."""


class RefusedInside(ValueError):
    """The refusal of a part, for a validator: pydantic knows the place of what holds the part."""

    def __init__(self, field: object, reason: object) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = str(field), str(reason)


Problem = Mapping[str, Any]
UNKNOWN = object()
FIELD = re.compile(r"[a-z_][a-z0-9_]*")
TYPES = frozenset(("bool", "bytes", "date", "datetime", "dict", "float", "int", "list", "none", "set", "str", "tuple"))
"""Names that pydantic gives to types; of a value that is not known they are taken for no fields."""

KEY = "[key]"
"""How pydantic ends the place of a key that is wrong."""

REASON = 300
"""Characters of a reason."""

PARTS = 6
"""How deep a place is named; what is deeper is named by what holds it."""


def reason_of(problem: Problem) -> str:
    """What is wrong, as a plain sentence without its subject, of an entry of pydantic's `errors`."""
    kind, context = str(problem["type"]), problem.get("ctx", {})
    if problem["loc"][-1:] == (KEY,):
        return f"is not a key that may stand here: it {reason_of({**problem, 'loc': ()})}"[:REASON]
    if kind in ("string_too_short", "too_short"):
        least, things = context["min_length"], "characters" if kind.startswith("string") else "entries"
        return "must not be empty" if least == 1 else f"must have at least {least} {things}"
    if kind == "too_long":
        return f"must have at most {context['max_length']:,} entries"
    plain = FORMS.get(context.get("pattern", "")) or PLAIN.get(kind)
    message = str(problem["msg"]).removeprefix("Value error, ").replace("Input should", "must")
    return (plain.format(**context) if plain else message)[:REASON]


def refusal(error: ValidationError, known: Iterable[str] = (), given: object = UNKNOWN) -> InvalidInput:
    """The first thing that is wrong, without the value: that may be huge, or none of the log's business.

    `known` are the fields that there are: the one that an unknown one is near to is asked for. `given` is what was
    validated; by it a field is told from the name that pydantic gives to one of the types that a field may have.
    """
    problems = [(_place(one, given), one) for one in error.errors(include_url=False, include_input=False)]
    first = problems[0][0]
    # Of the types that a field may have, the one is meant that the value fits furthest.
    place = max((place for place, _ in problems if place[: len(first)] == first), key=len)
    same = [one for where, one in problems if where == place]
    same = [one for one in same if one["loc"][-1:] == (KEY,)] or same
    if same[0]["type"] == "extra_forbidden" and len(place) == 1:
        return unknown_field(str(place[0]), known)
    inside = same[0].get("ctx", {}).get("error")
    if isinstance(inside, RefusedInside):
        return InvalidInput(field=f"{_written(place)}.{inside.field}", reason=inside.reason[:REASON])
    return InvalidInput(field=_written(place), reason=_any_of([reason_of(one) for one in same]))


def _place(problem: Problem, given: object) -> tuple[int | str, ...]:
    """The fields and indexes that lead to it, without the names of types, which pydantic puts among them."""
    place: list[int | str] = []
    for part in problem["loc"]:
        if isinstance(part, int):
            given = given[part] if isinstance(given, list | tuple) and part < len(given) else UNKNOWN
        elif isinstance(given, Mapping) and part in given:
            given = given[part]
        elif isinstance(given, BaseModel) and part in type(given).model_fields:
            given = getattr(given, part)
        elif given is UNKNOWN and FIELD.fullmatch(part) and part not in TYPES:
            pass
        elif part is not problem["loc"][-1] or not problem["type"].startswith("missing"):
            continue
        place.append(part)
    return tuple(place[:PARTS])


def _written(place: tuple[int | str, ...]) -> str:
    """Such as `actions[3].outcome`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part[:80]}" for part in place)
    return "".join(parts).removeprefix(".") or "value"


def _any_of(reasons: list[str]) -> str:
    """What holds where each of several types has its own reason."""
    different = list(dict.fromkeys(reasons))
    if any("number" in one for one in different if one != WHOLE):  # A whole number is a number.
        different = [one for one in different if one != WHOLE]
    if all(one.startswith("must be ") for one in different):
        return "must be " + " or ".join(one.removeprefix("must be ") for one in different)
    return " or ".join(different)


def unknown_field(name: str, known: Iterable[str]) -> InvalidInput:
    """What a field that is none of the known ones is refused with."""
    hint = did_you_mean(name[:80], known)
    return InvalidInput(field=name[:80], reason=PLAIN["extra_forbidden"] + (f".{hint}" if hint else ""))


class Input(BaseModel):
    """Something that a caller hands over. Raises InvalidInput, whatever is wrong."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    def __init__(self, /, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise refusal(error, type(self).model_fields, values) from None

    @classmethod
    def given(cls, **values: Any) -> Self:
        """The model of the values that are not None; the other fields have their defaults. Raises InvalidInput."""
        return cls(**{name: value for name, value in values.items() if value is not None})


def not_ahead(field: str, value: datetime | None, now: datetime) -> None:
    """Refuses a time more than a day ahead of `now`."""
    if value is not None and value > now + limits.AHEAD:
        raise InvalidInput(field=field, reason="lies more than a day in the future")


def unchecked(value: object) -> Any:
    """A value as the caller gave it, typed Any: for a field whose validator converts and checks it."""
    return value


def checked(kind: type[BaseModel], values: Mapping[str, Any]) -> Any:
    """`values` as a model that is not an Input, such as WorkspaceSettings. Raises InvalidInput."""
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        raise refusal(error, kind.model_fields, values) from None


DEPTH = 100
"""Maximum nesting of lists and objects; below Python's recursion limit, with room for the reader's own calls."""


def json_text(value: Any, most: int) -> str:
    """A value as JSON of at most `most` characters, on one line. Raises ValueError, which says what is wrong."""
    try:
        _check(value, 0)
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("must be valid Unicode text") from None
    if len(text) > most:
        raise ValueError(f"has more than {most:,} characters as JSON")
    return text


def _check(value: Any, depth: int) -> None:
    """What json.dumps would quietly turn into something else is refused: keys that are no texts, for one."""
    if depth > DEPTH:
        raise ValueError(f"is nested more than {DEPTH} deep")
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError("must have texts as keys")
        for item in value.values():
            _check(item, depth + 1)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item, depth + 1)
    elif isinstance(value, float):
        if not isfinite(value):
            raise ValueError("must not hold NaN or infinity")
    elif not isinstance(value, str | int | None):
        raise ValueError(f"must be JSON; {type(value).__name__} is not")
