"""The run's Postgres: who gets in, how it sorts, and where it lies."""

import stat
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psutil
import psycopg
import pytest

from oxgraph import local
from oxgraph.local import Home
from oxgraph.local import postgres as local_postgres
from oxgraph.local.postgres import Postgres, layout


def with_password(dsn: str, password: str) -> str:
    """The DSN with another password; none when it is empty."""
    parts = urlsplit(dsn)
    login = f"{parts.username}:{password}" if password else str(parts.username)
    return urlunsplit(parts._replace(netloc=f"{login}@{parts.hostname}:{parts.port}"))


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_fresh_database(mirror_dsn: str) -> None:
    with psycopg.connect(mirror_dsn) as connection:
        assert connection.execute("SELECT 'ä' < 'z', upper('ä')").fetchone() == (False, "Ä")
        assert connection.execute("SHOW data_checksums").fetchone() == ("on",)


@pytest.mark.parametrize("password", ["", "wrong"])
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_nobody_gets_in_without_the_password(
    postgres: Postgres, password: str, host: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(with_password(postgres.dsn, password), host=host, connect_timeout=5)


def test_there_is_no_way_in_but_scram_on_the_loopback_addresses(postgres: Postgres) -> None:
    with psycopg.connect(postgres.dsn) as connection:
        rules = connection.execute("SELECT type, address, auth_method FROM pg_hba_file_rules").fetchall()
        assert connection.execute("SHOW unix_socket_directories").fetchone() == ("",)
    assert rules == [("host", "127.0.0.1", "scram-sha-256"), ("host", "::1", "scram-sha-256")]
    served = psutil.Process(postgres.pid).net_connections(kind="all")
    assert {one.laddr.ip for one in served if one.status == psutil.CONN_LISTEN} <= {"127.0.0.1", "::1"}
    assert [one for one in served if isinstance(one.laddr, str) and one.laddr] == []


def test_what_it_sees_and_tells(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(psutil.Process(postgres.pid).environ()) <= {"PATH", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP"}
    with psycopg.connect(postgres.dsn) as connection, pytest.raises(psycopg.errors.DivisionByZero):
        connection.execute("SELECT 'a secret of a row' || 1 / 0")
    told = "\n".join(local.logs(Home(postgres.home), mirror=True))
    assert "division by zero" in told
    assert "a secret" not in told


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_rights(postgres: Postgres) -> None:
    kept = layout.of(Home(postgres.home))
    assert rights(kept.kept) == 0o700
    assert rights(kept.data) == 0o700
    assert {file.name: rights(file) for file in (kept.admin_dsn, kept.record)} == {
        "admin.dsn": 0o600,
        "server.json": 0o600,
    }
    assert postgres.dsn not in repr(postgres)
    if kept.account is not None:
        assert psutil.Process(postgres.pid).uids().real == kept.account.uid
        assert rights(kept.root) == 0o711
        assert kept.data.stat().st_uid == kept.account.uid


def test_up_twice_is_once(postgres: Postgres) -> None:
    again = local_postgres.up(Home(postgres.home))
    assert (again.pid, again.started, again.dsn) == (postgres.pid, False, postgres.dsn)
