"""Where `oxgraph serve` may listen without HTTPS."""

import socket
from pathlib import Path

import pytest

from oxgraph.cli import local, run, serve
from oxgraph.cli.serve import _is_loopback
from oxgraph.local import Home, ports, serving


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "memory.example", "127.0.0.1.example"])
def test_other_machines_are_not_served_without_https(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--host", host, "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert f"--host {host} serves other machines" in said
    assert "--https" in said and "--insecure" in said


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_this_machine_is(host: str) -> None:
    assert _is_loopback(host)


def test_a_taken_port_is_stepped_over(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(ports, "SERVE", port)
        monkeypatch.delenv(ports.OFFSET, raising=False)
        found = serve._port("127.0.0.1", None)
        assert port < found < port + ports.STEPS
        assert capsys.readouterr().err == f"Port {port} is taken by another program; this server takes {found}.\n"
        assert run(["serve", "--port", str(port)]) == 2
        assert f"{port} is taken by another program" in capsys.readouterr().err


def test_the_guide_names_the_port_that_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path))
    monkeypatch.delenv(ports.OFFSET, raising=False)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(ports, "SERVE", port)
        assert f":{port}/" not in local.guide(local._next_address())
        with serving.recorded(Home.default(), f"http://127.0.0.1:{port}", detached=False):
            assert local.guide(local._next_address()).startswith(f":play http://localhost:{port}/browser/guide.html ")
