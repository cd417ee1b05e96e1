"""What is promised of warnings on recorded runs of agents; the figures come through capture, passes and inject."""

from collections.abc import Iterator

import pytest

import oxgraph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.replay import evaluate_warnings
from oxgraph.types.evaluation import WarningsEvaluated
from tests.eval.conversations import SHARED

TRACES = SHARED / "traces"
pytestmark = [pytest.mark.eval, pytest.mark.skipif(not TRACES.is_dir(), reason="the measuring data is not here")]

PROMISED = {"airline-gpt-4o": (0.62, 0.68), "hotpotqa-react": (0.48, 0.75)}
"""The share of failures foreseen, and that of warnings that come true."""

Replayed = dict[str, WarningsEvaluated]


@pytest.fixture(scope="module")
def replayed(server: Server) -> Iterator[Replayed]:
    with oxgraph.connect(server.uri, server.auth) as client:
        files = {name: TRACES / f"{name}.actions.jsonl.gz" for name in PROMISED}
        yield {name: evaluate_warnings(client, f"eval-{new_id()}", file) for name, file in files.items()}


@pytest.mark.parametrize("name", PROMISED)
def test_failures_are_foreseen(replayed: Replayed, name: str) -> None:
    recall, precision = PROMISED[name]
    assert (replayed[name].recall or 0) >= recall
    assert (replayed[name].precision or 0) >= precision


@pytest.mark.parametrize("name", PROMISED)
def test_probabilities_are_true(replayed: Replayed, name: str) -> None:
    judged = [tenth for tenth in replayed[name].calibration if tenth.n >= 20]
    assert len(judged) >= 2
    assert [(tenth.lower, tenth.mean, tenth.low, tenth.high) for tenth in judged if not tenth.inside] == []


@pytest.mark.parametrize("name", PROMISED)
def test_the_plain_rule_is_never_better(replayed: Replayed, name: str) -> None:
    found, plain = replayed[name], replayed[name].plain
    assert (found.recall or 0) >= (plain.recall or 0)
    assert (found.precision or 0) >= (plain.precision or 0)
