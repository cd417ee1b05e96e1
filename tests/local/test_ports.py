"""Ports step aside when they are taken."""

import socket
from collections.abc import Iterator

import pytest

from oxgraph.errors import InvalidInput
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


def test_the_environment_moves_where_the_search_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ports.OFFSET, raising=False)
    assert ports.first(ports.BOLT) == 7687
    monkeypatch.setenv(ports.OFFSET, "1000")
    assert ports.first(ports.BOLT) == 8687


@pytest.mark.parametrize("offset", ["-1", "50001", "a thousand", "1e3", "\u0661"])
def test_an_offset_that_is_no_number_of_ports(offset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ports.OFFSET, offset)
    with pytest.raises(InvalidInput, match="50,000"):
        ports.first(ports.BOLT)
