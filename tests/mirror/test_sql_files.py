import re
import string
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("psycopg")

from oxgraph.errors import MirrorFailed
from oxgraph.mirror import sql
from oxgraph.mirror.connection import address, connect

if TYPE_CHECKING:
    from oxgraph.local.postgres import Postgres

STATEMENTS = sorted(path.stem for path in (sql.root() / "statements").glob("*.sql"))


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_says_what_it_does_and_takes_values_as_parameters(name: str) -> None:
    text = sql.statement(name)
    assert re.match(r"-- [A-Z].*", text), "it begins with a sentence"
    assert not re.search(r"%(?!\(\w+\)s|%|(\d\$)?[IsL])", text), "a lone % is read as a parameter"


@pytest.mark.parametrize("name", STATEMENTS)
def test_every_statement_is_used(name: str) -> None:
    folders = (sql.PACKAGE, sql.PACKAGE.parent / "tools")
    sources = [path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")]
    assert any(f'"{name}"' in text for text in sources)


def test_an_unknown_statement_is_no_file() -> None:
    with pytest.raises(FileNotFoundError):
        sql.statement("nothing_of_ours")


def test_migrations_end_with_whole_statements() -> None:
    for path in sql.migrations():
        text = path.read_text(encoding="utf-8")
        assert text.startswith("-- "), path.name
        assert text.rstrip().endswith(";"), path.name
        assert set(text) <= set(string.printable), path.name


@pytest.mark.parametrize(
    "dsn",
    [
        "postgresql://ada:s3cret@db.example:5433/memory",
        "host=db.example port=5433 dbname=memory user=ada password=s3cret",
    ],
)
def test_an_address_has_no_login(dsn: str) -> None:
    assert address(dsn) == "db.example:5433/memory"


@pytest.mark.parametrize(
    ("dsn", "named"),
    [
        ("postgresql://ada:s3cret@h1:1,h2:2/d", "h1:1,h2:2/d"),
        ("postgresql://ada:s3cret@h1,h2:2/d", "h1:5432,h2:2/d"),
        ("host=h1,h2 port=7 dbname=d", "h1:7,h2:7/d"),
        ("hostaddr=10.0.0.1,10.0.0.2", "10.0.0.1:5432,10.0.0.2:5432"),
        ("postgresql://h1:1,[::1]:2/d", "h1:1,[::1]:2/d"),
    ],
)
def test_each_server_has_its_port(dsn: str, named: str) -> None:
    assert address(dsn) == named


@pytest.mark.parametrize("port", ["y:z", "http", "0", "65536", "-1"])
def test_a_port_that_is_none_is_told_in_plain_words(port: str) -> None:
    with pytest.raises(MirrorFailed, match="the DSN cannot be read; postgresql://USER@HOST:PORT/NAME"):
        connect(f"postgresql://127.0.0.1:{port}/d")


@pytest.mark.parametrize(
    "dsn", ["postgres:///d?host=@socket&port=", "postgresql://a%40b:x?y@h1:1,h2:/d", "host=@s port=' 7 '"]
)
def test_what_libpq_takes_can_be_read(dsn: str) -> None:
    assert not address(dsn).startswith("(")


@pytest.mark.parametrize(
    "dsn",
    [
        "postgresql//ada:s3cret@127.0.0.1/x",
        "postgresql://ada:s3cret@127.0.0.1:1/x",
        "postgresql://ada:@s3cret@127.0.0.1:1/x",
        "postgresql://ada:/s3cret@127.0.0.1:1/x",
        "postgresql://ada:1/s3cret@127.0.0.1:1/x",
        "postgresql://ada:s3cret:127.0.0.1/x",
        "password=s3cret nonsense",
    ],
)
def test_no_error_tells_the_password(dsn: str) -> None:
    with pytest.raises(Exception, match="Postgres at") as raised:
        connect(dsn)
    shown: BaseException | None = raised.value
    assert "s3cret" not in str(shown)


def test_where_no_postgres_answers_it_is_said_what_to_run() -> None:
    with pytest.raises(MirrorFailed, match="no Postgres answers; `oxgraph up --mirror` starts the one"):
        connect("postgresql://ada:s3cret@127.0.0.1:1/x")


def test_of_several_servers_each_says_why_it_was_not_used(postgres: "Postgres") -> None:
    login, _, server = postgres.dsn.rpartition("/")[0].rpartition("@")
    with pytest.raises(MirrorFailed, match="no Postgres answers; `oxgraph up --mirror` starts"):
        connect(f"{login}@127.0.0.1:1,127.0.0.1:2/x")
    with pytest.raises(MirrorFailed) as raised:
        connect(f"{login}@127.0.0.1:1,{server}/nothing")
    assert str(raised.value) == (
        f"Postgres at 127.0.0.1:1,{server}/nothing cannot be used: "
        f'127.0.0.1:1: no Postgres answers; {server}: database "nothing" does not exist'
    )


def test_a_name_with_several_addresses_says_what_the_server_that_answers_says(postgres: "Postgres") -> None:
    known = postgres.dsn.rpartition("/")[0]
    dsn = f"{known}/nothing?host=db,db&hostaddr=127.0.0.2,127.0.0.1"
    with pytest.raises(MirrorFailed, match=r'/nothing cannot be used: db:\d+: database "nothing" does not exist$'):
        connect(dsn)
