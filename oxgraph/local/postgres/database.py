"""The database `oxgraph` of the local Postgres, its tables, and the login that copies into them."""

import secrets

from psycopg.conninfo import make_conninfo

from oxgraph.errors import MirrorError
from oxgraph.local import Progress
from oxgraph.local.postgres.cluster import DATABASE, dsn
from oxgraph.local.postgres.layout import Layout
from oxgraph.mirror import schema
from oxgraph.mirror.connection import Rows, connect, errors
from oxgraph.mirror.sql import statement
from oxgraph.whole_files import write_whole

COPIER = "oxgraph_mirror"


def ensure(layout: Layout) -> None:
    """Makes the database, unless it is there. Raises MirrorFailed."""
    admin = layout.admin_dsn.read_text(encoding="utf-8").strip()
    with connect(make_conninfo(admin, dbname="postgres"), "oxgraph up") as connection, errors(connection):
        row = connection.execute(statement("local_database_present")).fetchone()
        if not row or not row["present"]:
            connection.execute(statement("local_restrict_databases"))
            connection.execute(statement("local_database"))


def bring(layout: Layout, port: int, progress: Progress) -> list[str]:
    """Brings the mirror's tables up to date and sees to the copier's login; the migrations applied.

    Raises the errors of `schema.init`.
    """
    progress("preparing the mirror's tables", 0, 0)
    with connect(layout.admin_dsn.read_text(encoding="utf-8").strip(), "oxgraph up") as connection:
        applied = schema.init(connection)
        with errors(connection):
            login = connection.execute(statement("local_login_present")).fetchone()
        if not login or not login["present"] or not _serves(layout):
            _make_login(connection, layout, port)
    return applied


def _serves(layout: Layout) -> bool:
    """Whether the copier can log in by what is kept of it."""
    try:
        connect(layout.mirror_dsn.read_text(encoding="utf-8").strip(), "oxgraph up").close()
    except (OSError, MirrorError):
        return False
    return True


def check(layout: Layout) -> str:
    """The newest migration of the tables, seen with the copier's login. Raises the errors of `require_current`."""
    with connect(layout.mirror_dsn.read_text(encoding="utf-8").strip(), "oxgraph doctor") as connection:
        schema.require_current(connection)
    return schema.version()


def _make_login(connection: Rows, layout: Layout, port: int) -> None:
    password = secrets.token_hex(24)
    secret = connection.pgconn.encrypt_password(password.encode(), COPIER.encode(), b"scram-sha-256").decode()
    with errors(connection), connection.transaction():
        connection.execute(statement("local_secret"), {"secret": secret})
        connection.execute(statement("local_login"))
    write_whole(layout.mirror_dsn, dsn(COPIER, password, port, DATABASE) + "\n")
