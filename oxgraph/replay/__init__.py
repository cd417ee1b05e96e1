"""Replays recorded runs of agents in time order, to measure which failures warnings would have predicted.

It drives both the client and the passes, and so stands above them.
"""

from oxgraph.replay.measurement import evaluate_warnings

__all__ = ["evaluate_warnings"]
