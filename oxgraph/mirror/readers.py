"""Logins that read the rows of one workspace."""

import logging
import secrets
from contextlib import suppress
from urllib.parse import quote, urlencode

import psycopg
from psycopg import sql

from oxgraph.errors import NotFound, WorkspaceNotFound
from oxgraph.mirror.connection import Connection, errors
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import Reader

SETTINGS = {
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "5min",
    "default_transaction_read_only": "on",
    "timezone": "UTC",
    "search_path": "agent_memory",
    "work_mem": "16MB",
}
"""What a reader's sessions start with. These are defaults, not a protection: a reader may change them."""

LIMITS = {"temp_file_limit": "1GB"}
"""Limits that a reader cannot change; only a superuser can set them (init_readers.sql has those of earlier readers)."""

MAY_FILL = (
    "the readers of this database may fill the server's disk by %s, as `oxgraph mirror init` did not take that right "
    "from them; docs/mirror.md has the statements for a superuser"
)
log = logging.getLogger(__name__)

TLS = ("sslmode", "sslrootcert")
"""The connection options that the reader's DSN takes over from the admin's."""


def create(connection: Connection, workspace_id: str) -> Reader:
    """Makes a login that sees the rows of one workspace, and no other row.

    Its name and password are random; the password is sent as its SCRAM verifier and kept nowhere. The
    connection's login may create roles and act as oxgraph_owner. Raises WorkspaceNotFound where the mirror has no
    such workspace in use, MirrorDenied.
    """
    role, password = f"oxgraph_reader_{secrets.token_hex(6)}", secrets.token_urlsafe(24)
    with errors(connection), connection.transaction():
        _require_workspace(connection, workspace_id)
        _create_login(connection, role, password)
        connection.execute(statement("as_owner"))
        connection.execute(statement("reader_map"), {"role": role, "workspace_id": workspace_id})
        connection.execute(statement("as_login"))
        _warn(connection)
    return Reader(role=role, workspace_id=workspace_id, password=password, dsn=_dsn(connection, role, password))


def _require_workspace(connection: Connection, workspace_id: str) -> None:
    connection.execute(statement("as_writer"))
    row = connection.execute(statement("reader_workspace"), {"workspace_id": workspace_id}).fetchone()
    connection.execute(statement("as_login"))
    if not row or not row["present"]:
        raise WorkspaceNotFound(workspace=workspace_id)


def _create_login(connection: Connection, role: str, password: str) -> None:
    verifier = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    name = sql.Identifier(role)
    connection.execute(sql.SQL(statement("reader_create")).format(role=name, verifier=sql.Literal(verifier)))
    for setting, value in SETTINGS.items():
        _set(connection, name, setting, value)
    for setting, value in LIMITS.items():
        with suppress(psycopg.errors.InsufficientPrivilege), connection.transaction():
            _set(connection, name, setting, value)


def _set(connection: Connection, name: sql.Identifier, setting: str, value: str) -> None:
    found = sql.SQL(statement("reader_setting"))
    connection.execute(found.format(role=name, name=sql.Identifier(setting), value=sql.Literal(value)))


def _warn(connection: Connection) -> None:
    """Logs what a reader may still do that could fill the disk."""
    row = connection.execute(statement("reader_may_fill")).fetchone() or {}
    if found := [name.replace("_", " ") for name, may in row.items() if may]:
        log.warning(MAY_FILL, " and ".join(found))


def _dsn(connection: Connection, role: str, password: str) -> str:
    info = connection.info
    asked = info.get_parameters()
    options = {name: asked[name] for name in TLS if asked.get(name)}
    host = f"{info.host}:{info.port}" if ":" not in info.host else f"[{info.host}]:{info.port}"
    if info.host.startswith("/"):
        host, options = "", {"host": info.host, "port": str(info.port), **options}
    tail = f"?{urlencode(options)}" if options else ""
    return f"postgresql://{role}:{quote(password, safe='')}@{host}/{quote(info.dbname, safe='')}{tail}"


def drop(connection: Connection, role: str) -> None:
    """Revokes a reader's access at once, ends its sessions, and drops the login with the objects that it owns.

    Raises NotFound for a login that is no reader, MirrorDenied where this login may not drop it; by then it reads no
    row.
    """
    with errors(connection):
        row = connection.execute(statement("reader_known"), {"role": role}).fetchone()
        if not row or not row["known"]:
            raise NotFound(kind="reader", id=role)
        with connection.transaction():
            connection.execute(statement("as_owner"))
            connection.execute(statement("reader_unmap"), {"role": role})
        connection.execute(statement("as_login"))
        _drop_login(connection, role)


def _drop_login(connection: Connection, role: str) -> None:
    name = sql.Identifier(role)
    with suppress(psycopg.errors.InsufficientPrivilege):
        connection.execute(sql.SQL(statement("reader_join")).format(role=name))
    connection.execute(statement("reader_end"), {"role": role})
    with suppress(psycopg.errors.InsufficientPrivilege):  # harmless where the login owns nothing
        connection.execute(sql.SQL(statement("reader_drop_owned")).format(role=name))
    connection.execute(sql.SQL(statement("reader_drop")).format(role=name))
