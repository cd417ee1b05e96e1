"""The benches as pytest runs them: pytest tests/bench -m bench -s.

OXGRAPH_BENCH_SIZE=small only shows that they run.
"""

import os
from collections.abc import Iterator

import pytest

from tests.bench.bench import BENCHES, Ground, ground
from tests.bench.sizes import SIZES

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def found() -> Iterator[Ground]:
    with ground(SIZES[os.environ.get("OXGRAPH_BENCH_SIZE", "full")]) as prepared:
        yield prepared


@pytest.mark.parametrize("name", BENCHES)
def test_bounds_hold(name: str, found: Ground) -> None:
    figures = list(BENCHES[name](found))
    print("", *(figure.line(found.sizes.bounded) for figure in figures), sep="\n")
    assert not found.sizes.bounded or all(figure.holds for figure in figures)
