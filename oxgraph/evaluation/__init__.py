"""Evaluation of recall and of warnings: gold sets, scores, calibration. Pure functions, without access to the graph.

A gold set is a conversation and questions about it, each with the turns that answer it; `memory.evaluations` asks
them. Warnings are measured on recorded runs of agents, which `oxgraph.replay` replays. (The runner of the passes is
another thing: `oxgraph.passes`.)
"""

from oxgraph.evaluation.calibration import Calibrated, Judged, Point, area, calibrated, curve, lost_at
from oxgraph.evaluation.gold import Gold, Question, Turn, Unit
from oxgraph.evaluation.gold_files import read_gold, read_questions, read_turns, together
from oxgraph.evaluation.outcome_scores import CUTS, OutcomeMeasures, Run, outcome_changes
from oxgraph.evaluation.scoring import ALL, KS, Ranking, abstention, differences, judged, metrics, ranking
from oxgraph.evaluation.warning_scores import EVERY, Case, WarningMeasures, changes

__all__ = [
    "ALL",
    "CUTS",
    "EVERY",
    "KS",
    "Calibrated",
    "Case",
    "Gold",
    "Judged",
    "OutcomeMeasures",
    "Point",
    "Question",
    "Ranking",
    "Run",
    "Turn",
    "Unit",
    "WarningMeasures",
    "abstention",
    "area",
    "calibrated",
    "changes",
    "curve",
    "differences",
    "judged",
    "lost_at",
    "metrics",
    "outcome_changes",
    "ranking",
    "read_gold",
    "read_questions",
    "read_turns",
    "together",
]
