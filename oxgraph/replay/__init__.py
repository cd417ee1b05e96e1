"""Recorded runs of agents replayed as if they happened now, to see what memory would have told them.

It drives both the client and the passes, and so stands above them.
"""

from oxgraph.replay.running import evaluate_warnings

__all__ = ["evaluate_warnings"]
