"""Waiting for a server that is away."""

from collections.abc import Callable

import pytest

from oxgraph import ConnectionFailed, ImportInterrupted, InvalidInput, ServerError
from oxgraph.imports import wait_for_server
from oxgraph.imports.wait_for_server import RetryPolicy


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wait_for_server, "PAUSE_SECONDS", 0.001)


def failing(*errors: Exception) -> Callable[[], str]:
    """A call that raises these one after the other, then returns."""
    left = list(errors)

    def work() -> str:
        if left:
            raise left.pop(0)
        return "done"

    return work


def patient(seconds: float, said: list[str]) -> RetryPolicy:
    return RetryPolicy("bolt://x", "nodes", lambda: 7, said.append, seconds)


def test_it_waits_for_what_may_pass() -> None:
    said: list[str] = []
    away = ConnectionFailed(uri="bolt://x", reason="gone")
    starting = ServerError(neo4j_code="Neo.TransientError.General.DatabaseUnavailable", reason="starting")
    assert patient(60, said).call(failing(away, starting)) == "done"
    assert len(said) == 2
    assert "Neo4j does not answer" in said[0]


def test_it_raises_what_does_not_pass_at_once() -> None:
    said: list[str] = []
    with pytest.raises(InvalidInput):
        patient(60, said).call(failing(InvalidInput(field="x", reason="y")))
    with pytest.raises(ServerError):
        patient(60, said).call(failing(ServerError(neo4j_code="Neo.ClientError.X", reason="z")))
    assert said == []


def test_it_gives_up_and_says_what_is_in() -> None:
    with pytest.raises(ImportInterrupted, match=r"7 nodes of this run are in.*run the same command again"):
        patient(0, []).call(failing(ConnectionFailed(uri="bolt://x", reason="gone")))
