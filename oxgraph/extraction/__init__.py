"""Extracts memories from turns: pre-filter, then rules or a language model. No access to the graph."""

from oxgraph.extraction.model_extractor import ModelExtractor
from oxgraph.extraction.model_resolution import EntityCandidate, judge_entity, judge_same
from oxgraph.extraction.prefilter import Filter, Prefilter
from oxgraph.extraction.rule_extractor import RuleExtractor
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
