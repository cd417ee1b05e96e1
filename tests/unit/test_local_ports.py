"""Ports step aside when they are taken."""

import socket
from collections.abc import Iterator

import pytest

from oxgraph.local import ports


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind((ports.HOST, 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_free_port_is_kept(taken: int) -> None:
    free = ports.choose(taken)
    assert free != taken
    assert ports.choose(free) == free


def test_the_other_port_is_left_alone(taken: int) -> None:
    free = ports.choose(taken)
    assert ports.choose(free, but=free) not in (free, taken)
