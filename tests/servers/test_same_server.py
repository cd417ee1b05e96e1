"""One database is one server: under two names a move would delete the only copy."""

import pytest

from oxgraph import Client, errors
from oxgraph.local import Server
from tests.servers.conftest import SECOND

pytestmark = pytest.mark.deep


def test_a_server_is_added_once(client: Client, second: Server, name: str) -> None:
    memory = client.create_workspace(name, on=SECOND)
    memory.semantic.remember(type="fact", subject="Bo", content="Bo likes chess")
    with pytest.raises(errors.InvalidInput, match=f"address: is that of {SECOND}"):
        client.servers.add("third", second.uri, *second.auth)
    assert "third" not in {row.name for row in client.servers.list()}
    client.servers.add(SECOND, second.uri, *second.auth)
    assert len(client.workspace(name).semantic.list()) == 1
