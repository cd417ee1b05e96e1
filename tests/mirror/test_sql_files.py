import re
import string

import pytest

pytest.importorskip("psycopg")

from oxgraph.errors import MirrorFailed
from oxgraph.mirror import sql
from oxgraph.mirror.connection import address, connect

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
