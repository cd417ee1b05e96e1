"""Turning turns into memories: pre-filter, rules, language models. Pure: nothing here speaks to the graph."""

from oxgraph.extraction.extractor import RuleExtractor
from oxgraph.extraction.prefilter import Filter, Prefilter
from oxgraph.extraction.turns import Candidate, Extraction, Turn

__all__ = ["Candidate", "Extraction", "Filter", "Prefilter", "RuleExtractor", "Turn"]
