"""Analysis of a query before recall reads the database: pure functions, without a language model."""

from oxgraph.recall.plans import GENERAL, plans
from oxgraph.recall.query import ParsedQuery, parse
from oxgraph.recall.time_windows import TimeWindow

__all__ = ["GENERAL", "ParsedQuery", "TimeWindow", "parse", "plans"]
