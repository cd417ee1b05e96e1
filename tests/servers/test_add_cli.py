"""What `oxgraph servers add` says of a wrong login and of a wrong address."""

from oxgraph.local import Server
from tests.fixtures.cli import Cli, cli

__all__ = ["cli"]


def test_a_wrong_login_names_no_option_of_another_command(cli: Cli, server: Server) -> None:
    refused = cli("servers", "add", "x", server.uri, "--as-user", "nobody", "--as-password", "wrong", ok=False)
    assert "refused the login given; check its user and password" in refused.err


def test_what_is_no_address_names_the_address(cli: Cli) -> None:
    refused = cli("servers", "add", "x", "http://127.0.0.1:1", "--as-password", "p", ok=False)
    assert refused.err.startswith(
        "Error: address: 'http://127.0.0.1:1' is no address of a Neo4j; write bolt://HOST:PORT"
    )
