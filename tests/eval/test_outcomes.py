"""What is promised of the risk of runs on recorded ones; the figures come through capture, passes and the plugin."""

from collections.abc import Iterator

import pytest

import oxgraph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.replay import evaluate_outcomes
from oxgraph.types.evaluation import OutcomesEvaluated
from tests.eval.conversations import SHARED

TRACES = SHARED / "traces"
pytestmark = [pytest.mark.eval, pytest.mark.skipif(not TRACES.is_dir(), reason="the measuring data is not here")]

PROMISED = {"airline-gpt-4o": (0.74, 0.75, 0.79), "hotpotqa-react": (0.97, 0.97, 0.97)}
"""The area under the ROC curve after three actions, at half, at the end."""

Replayed = dict[str, OutcomesEvaluated]


@pytest.fixture(scope="module")
def replayed(server: Server) -> Iterator[Replayed]:
    with oxgraph.connect(server.uri, server.auth) as client:
        files = {name: TRACES / f"{name}.actions.jsonl.gz" for name in PROMISED}
        yield {name: evaluate_outcomes(client, f"eval-{new_id()}", file) for name, file in files.items()}


@pytest.mark.parametrize("name", PROMISED)
def test_the_end_of_runs_is_foretold(replayed: Replayed, name: str) -> None:
    found = replayed[name]
    areas = [figures.auroc or 0 for figures in (found.first_3, found.half, found.end)]
    print(name, areas, found.brier, found.patterns, {cut: one.auroc for cut, one in found.counting.items()})
    assert [area >= least for area, least in zip(areas, PROMISED[name], strict=True)] == [True] * 3, areas


@pytest.mark.parametrize("name", PROMISED)
def test_the_risk_is_calibrated(replayed: Replayed, name: str) -> None:
    judged = [tenth for tenth in replayed[name].calibration if tenth.n >= 20]
    assert [(tenth.lower, tenth.mean, tenth.low, tenth.high) for tenth in judged if not tenth.inside] == []
