"""Replays recorded runs of agents in time order, to measure which failures warnings would have predicted.

It drives both the client and the passes, and so stands above them.
"""

from oxgraph.replay.measurement import evaluate_warnings
from oxgraph.replay.outcomes import evaluate_outcomes

__all__ = ["evaluate_outcomes", "evaluate_warnings"]
