"""Where `oxgraph serve` may listen without HTTPS."""

import pytest

from oxgraph.cli import run
from oxgraph.cli.serve import _is_loopback


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "memory.example", "127.0.0.1.example"])
def test_other_machines_are_not_served_without_https(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--host", host, "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert f"--host {host} serves other machines" in said
    assert "--https" in said and "--insecure" in said


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_this_machine_is(host: str) -> None:
    assert _is_loopback(host)
