"""The runner of the passes: loads them, runs them one at a time in a workspace, records them, keeps their schedule."""

from oxgraph.evaluator.plan import MAIN
from oxgraph.evaluator.runner import PassRun, Progress, evaluate, run_pass
from oxgraph.evaluator.upkeep import Helpers
from oxgraph.evaluator.worker import Beside, Worker, worker

__all__ = ["MAIN", "Beside", "Helpers", "PassRun", "Progress", "Worker", "evaluate", "run_pass", "worker"]
