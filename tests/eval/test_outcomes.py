"""What is promised of the risk of runs on recorded ones; the figures come through capture, passes and the plugin."""

import gzip
import json
import random
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

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

SHUFFLED = "hotpotqa-react, shuffled"
"""The file of HotpotQA lists the 34 solved runs first and then only failed ones: its areas are those of a clock, and no
forecast is true while the rate jumps from 0 to 1. So its runs are also judged in a random order."""

CALIBRATED = ("airline-gpt-4o", SHUFFLED)
Z_99 = 2.576

Replayed = dict[str, OutcomesEvaluated]


@pytest.fixture(scope="module")
def replayed(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replayed]:
    files = {name: TRACES / f"{name}.actions.jsonl.gz" for name in PROMISED}
    files[SHUFFLED] = shuffled(files["hotpotqa-react"], tmp_path_factory.mktemp("runs") / "shuffled.jsonl")
    with oxgraph.connect(server.uri, server.auth) as client:
        yield {name: evaluate_outcomes(client, f"eval-{new_id()}", file) for name, file in files.items()}


def shuffled(recorded: Path, path: Path) -> Path:
    """The same runs, each at the time of another one."""
    runs: dict[str, list[dict[str, Any]]] = {}
    with gzip.open(recorded, "rt", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            runs.setdefault(line["session_id"], []).append(line)
    starts = [datetime.fromisoformat(run[0]["ts"]) for run in runs.values()]
    order = list(runs.values())
    random.Random(0).shuffle(order)
    with path.open("w", encoding="utf-8") as file:
        for start, run in zip(starts, order, strict=True):
            moved = start - datetime.fromisoformat(run[0]["ts"])
            for line in run:
                ts = datetime.fromisoformat(line["ts"]) + moved
                file.write(json.dumps(line | {"ts": ts.isoformat()}) + "\n")
    return path


@pytest.mark.parametrize("name", PROMISED)
def test_the_end_of_runs_is_foretold(replayed: Replayed, name: str) -> None:
    found = replayed[name]
    areas = [figures.auroc or 0 for figures in (found.first_3, found.half, found.end)]
    print(name, areas, found.brier, found.patterns, {cut: one.auroc for cut, one in found.counting.items()})
    assert [area >= least for area, least in zip(areas, PROMISED[name], strict=True)] == [True] * 3, areas


@pytest.mark.parametrize("name", CALIBRATED)
def test_the_risk_is_calibrated(replayed: Replayed, name: str) -> None:
    """By three tests at 1% (`calibration_test`): the mean, Spiegelhalter's z, all tenths at once.

    Each of several tenths in its own 95% interval is no criterion: a perfect forecast with the probabilities of the
    airline runs misses it in 20% of simulated outcomes. The three together refuse one in at most 3%, and they see
    tenths of 5 to 19 runs too, which that criterion passed over.
    """
    found = replayed[name].calibration_test
    print(name, found)
    assert abs(found.excess_z or 0) < Z_99
    assert abs(found.spiegelhalter_z or 0) < Z_99
    assert (found.tenth_p or 0) > 0.01
