"""The whole model path over what a large model wrote: the promises of docs/ingest.md."""

import pytest

import oxgraph
from oxgraph.evaluation.grounding import measure_grounding
from oxgraph.file_formats.lines import LineFiles
from oxgraph.models import embedder
from tests.eval.conversations import SHARED
from tests.eval.recorded import measure

pytestmark = [pytest.mark.eval, pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring data is not here")]

CONVERSATIONS = tuple(f"conv-{number}" for number in (26, 30, 41, 42, 43))


def test_grounding_keeps_what_is_said_and_refuses_what_is_not() -> None:
    turns, observations = (
        LineFiles([str(SHARED / "locomo" / f"{name}.{kind}.jsonl") for name in CONVERSATIONS])
        for kind in ("turns", "observations")
    )
    found = measure_grounding(turns, observations, embedder("minilm").embed_many)
    assert found["kept"] >= 0.98 * found["pairs"]
    assert found["foreign_kept"] <= 0.03 * found["foreign"]


def test_ingest_through_the_recorded_model(memory: oxgraph.Client) -> None:
    (found,) = measure(memory, ("conv-30",))
    proposed = len(found.report.memories) + len(found.report.refused)
    assert proposed == 168
    assert len(found.report.refused) <= 0.02 * proposed
    assert found.report.waiting == found.report.failed == 0
    assert len(found.conflicts) <= 0.01 * proposed
