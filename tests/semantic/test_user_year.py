"""A year of two users: one who talks every day, one who is away."""

import pytest

from oxgraph import Memory
from oxgraph.client._async.user_facts import TURNS_A_DECAY
from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from tests.fixtures.samples import Clock

DAYS = [*range(1, 41), *range(45, 401, 5)]
"""Every day at first, then every fifth: a fact that was read within seven days does not decay."""


@pytest.mark.deep
def test_what_is_read_stays_and_who_is_away_forgets_nothing(graph: Graph, world: Memory, clock: Clock) -> None:
    present, away = world.user("present"), world.user("away")
    present.upsert_fact("Allergic to hazelnuts")
    present.upsert_fact("Once owned a unicycle")
    away.upsert_fact("Allergic to peanuts")
    begun, kept = clock(), {}
    for day in DAYS:
        clock.now = begun
        clock.pass_days(day)
        assert "hazelnuts" in present.build_context("Which hazelnuts?")
        world.flush()
        present.decay_old_facts()
        if day % 7 == 0:
            run_pass(graph, world.workspace_id, "freshness", now=clock())
            run_pass(graph, world.workspace_id, "garbage", now=clock())
        kept[day] = [(row.fact, row.confidence) for row in present.facts()]
    assert TURNS_A_DECAY == 20
    for day in (31, 400):
        assert ("Allergic to hazelnuts", 1.0) in kept[day]
    assert [fact for fact, _ in kept[400]] == ["Allergic to hazelnuts"]
    assert [(row.fact, row.confidence) for row in away.facts()] == [("Allergic to peanuts", 1.0)]
