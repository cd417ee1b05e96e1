"""A small seeded run; the seeds of failures that were found stay here."""

import pytest

from oxgraph.local import Server
from tests.fuzz.run import fuzz

SEEDS = (1, 2)


@pytest.mark.deep
@pytest.mark.parametrize("seed", SEEDS)
def test_random_calls_end_well_or_in_a_typed_error(server: Server, seed: int) -> None:
    report = fuzz(server, 500, seed, hang_seconds=60.0)  # other tests keep the machine busy
    assert report.ok, "\n".join([*report.failures[:20], *report.lines()])
