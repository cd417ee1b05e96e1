"""Types of properties: how values of the graph are seen from Python."""

from datetime import UTC, date, datetime
from typing import Any, cast

import neo4j.time
from neomodel import ArrayProperty, FloatProperty, IntegerProperty, StringProperty
from neomodel.properties import Property, validator


class UtcProperty(Property[datetime]):
    """A time: ZONED DATETIME in the graph, always in UTC. A time without a zone is refused (DeflateError)."""

    @validator
    def inflate(self, value: Any) -> datetime:
        """The time as Python's datetime in UTC; Neo4j's nanoseconds are cut to microseconds."""
        return cast(datetime, value.to_native()).astimezone(UTC)

    @validator
    def deflate(self, value: Any) -> neo4j.time.DateTime:
        """The time as the driver takes it."""
        if not isinstance(value, datetime) or value.tzinfo is None:
            raise ValueError("a datetime with a zone is needed")
        return neo4j.time.DateTime.from_native(value.astimezone(UTC))


class DayProperty(Property[date]):
    """A day: DATE in the graph."""

    @validator
    def inflate(self, value: Any) -> date:
        """The day as Python's date."""
        return cast(date, value.to_native())

    @validator
    def deflate(self, value: Any) -> neo4j.time.Date:
        """The day as the driver takes it."""
        return neo4j.time.Date.from_native(value)


class NumberProperty(Property[float]):
    """A number, whole or not, as it stands in the graph."""

    @validator
    def inflate(self, value: Any) -> float:
        """The number, of the type that it has."""
        return cast(float, value)

    @validator
    def deflate(self, value: Any) -> float:
        """The number, of the type that it has."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError("a number is needed")
        return value


def texts() -> ArrayProperty:
    """A list of texts."""
    return ArrayProperty(StringProperty())


def integers() -> ArrayProperty:
    """A list of whole numbers."""
    return ArrayProperty(IntegerProperty())


def numbers() -> ArrayProperty:
    """A list of numbers."""
    return ArrayProperty(NumberProperty())


def vector() -> ArrayProperty:
    """An embedding."""
    return ArrayProperty(FloatProperty())


def times() -> ArrayProperty:
    """A list of times."""
    return ArrayProperty(UtcProperty())
