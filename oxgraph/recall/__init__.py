"""What a query asks for, found before the database is asked: pure functions, without a model."""

from oxgraph.recall.plans import GENERAL, plans
from oxgraph.recall.query import MAX_CHARACTERS, ParsedQuery, parse
from oxgraph.recall.windows import TimeWindow

__all__ = ["GENERAL", "MAX_CHARACTERS", "ParsedQuery", "TimeWindow", "parse", "plans"]
