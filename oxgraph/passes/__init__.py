"""The runner of the passes: loads them, runs them one at a time in a workspace, records them, keeps their schedule."""

from oxgraph.passes.history import HistoryReport, evaluate_history
from oxgraph.passes.plan import MAIN
from oxgraph.passes.runner import PassRun, Progress, evaluate, run_pass
from oxgraph.passes.upkeep import Helpers
from oxgraph.passes.worker import BackgroundTask, Worker, worker
from oxgraph.passes.workers import Workers, workers

__all__ = [
    "MAIN",
    "BackgroundTask",
    "Helpers",
    "HistoryReport",
    "PassRun",
    "Progress",
    "Worker",
    "Workers",
    "evaluate",
    "evaluate_history",
    "run_pass",
    "worker",
    "workers",
]
