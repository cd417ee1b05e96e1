"""Sessions of the driver that a graph keeps open between statements."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from oxgraph.cypher import CypherFile
from oxgraph.errors import ServerError
from oxgraph.graph import AsyncGraph, Graph
from oxgraph.local import Server


def statement(text: str, **params: str) -> CypherFile:
    return CypherFile("statement", "tests/probe", 0, "A probe.", params, {"n": "INTEGER"}, text)


DIVIDE = statement("RETURN 12 / $n AS n", n="INTEGER")
SLOW = statement("UNWIND range(1, 1000) AS a UNWIND range(1, 1000000) AS b RETURN count(b) AS n")


def test_callers_at_once_get_their_own_rows(server: Server) -> None:
    with Graph.open(server.uri, server.auth) as graph, ThreadPoolExecutor(8) as threads:
        given = [1, 2, 3, 4, 6, 12] * 20
        rows = list(threads.map(lambda n: graph.once(DIVIDE, n=n), given))
    assert rows == [[{"n": 12 // n}] for n in given]


def test_a_session_is_not_used_after_a_failure(server: Server) -> None:
    with Graph.open(server.uri, server.auth) as graph:
        assert graph.once(DIVIDE, n=3) == [{"n": 4}]
        with pytest.raises(ServerError):
            graph.once(DIVIDE, n=0)
        assert graph.once(DIVIDE, n=4) == [{"n": 3}]


async def test_a_session_is_not_used_after_a_cancelled_call(server: Server) -> None:
    async with await AsyncGraph.open(server.uri, server.auth) as graph:
        assert await graph.once(DIVIDE, n=3) == [{"n": 4}]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await graph.once(SLOW)
        assert await graph.once(DIVIDE, n=4) == [{"n": 3}]
