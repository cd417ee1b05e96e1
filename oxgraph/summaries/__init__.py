"""Older turns summed up: how they are cut, told by a language model, or by an extract without one. Pure; no graph."""

from oxgraph.summaries.block import block
from oxgraph.summaries.cutting import CHARACTERS, TURNS, cut
from oxgraph.summaries.extract import extract
from oxgraph.summaries.modelled import TIMEOUT, Summed, summed_up
from oxgraph.summaries.said import Said

__all__ = ["CHARACTERS", "TIMEOUT", "TURNS", "Said", "Summed", "block", "cut", "extract", "summed_up"]
