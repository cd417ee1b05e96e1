"""How well recall does: gold sets, scores, calibration. Pure; `memory.evaluations` asks and keeps what comes out.

A gold set is a conversation and questions about it, each with the turns that answer it. (The runner of the passes is
another thing: `oxgraph.evaluator`.)
"""

from oxgraph.evaluation.calibration import Calibrated, Judged, Point, area, calibrated, curve, lost_at
from oxgraph.evaluation.gold import Gold, Question, Turn, Unit
from oxgraph.evaluation.ranking import Ranking, ranking
from oxgraph.evaluation.reading import read_gold, read_questions, read_turns, together
from oxgraph.evaluation.scoring import ALL, KS, abstention, differences, judged, metrics

__all__ = [
    "ALL",
    "KS",
    "Calibrated",
    "Gold",
    "Judged",
    "Point",
    "Question",
    "Ranking",
    "Turn",
    "Unit",
    "abstention",
    "area",
    "calibrated",
    "curve",
    "differences",
    "judged",
    "lost_at",
    "metrics",
    "ranking",
    "read_gold",
    "read_questions",
    "read_turns",
    "together",
]
