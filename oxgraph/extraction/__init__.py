"""Turning turns into memories: pre-filter, rules, language models. Pure: nothing here speaks to the graph."""

from oxgraph.extraction.extractor import RuleExtractor
from oxgraph.extraction.judging import EntityCandidate, judge_entity, judge_same
from oxgraph.extraction.modelled import ModelExtractor
from oxgraph.extraction.prefilter import Filter, Prefilter
from oxgraph.extraction.turns import Candidate, Extraction, Turn

__all__ = [
    "Candidate",
    "EntityCandidate",
    "Extraction",
    "Filter",
    "ModelExtractor",
    "Prefilter",
    "RuleExtractor",
    "Turn",
    "judge_entity",
    "judge_same",
]
