"""The figures of docs/ingest.md, as far as they are promises."""

import pytest

import oxgraph
from tests.eval.conversations import SHARED, users
from tests.eval.ingest import figures, measure

pytestmark = [pytest.mark.eval, pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring data is not here")]


@pytest.mark.parametrize("name", ["locomo", "beam"])
def test_every_message_is_read_and_nothing_is_retired_wrongly(memory: oxgraph.Client, name: str) -> None:
    report, said, conflicts = measure(memory, name)
    assert report.messages == sum(map(len, users(name).values())) == report.written
    assert figures(name, report)["memories_per_user_turn"] > 0.1
    assert len(said) <= len(report.memories)
    assert conflicts == []
