"""Summaries of older turns: episodes, and their text by a language model or an extract. No access to the graph."""

from oxgraph.summaries.episode_block import render_block
from oxgraph.summaries.episodes import MAX_CHARACTERS, MAX_TURNS, SummaryTurn, split_into_episodes
from oxgraph.summaries.extract import extract
from oxgraph.summaries.summarizer import TIMEOUT, Summary, summarize

__all__ = [
    "MAX_CHARACTERS",
    "MAX_TURNS",
    "TIMEOUT",
    "Summary",
    "SummaryTurn",
    "extract",
    "render_block",
    "split_into_episodes",
    "summarize",
]
