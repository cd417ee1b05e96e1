"""Connections to Postgres. No error message contains a password."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from oxgraph.errors import ExtraMissing, MirrorDenied, MirrorFailed, MirrorOutdated

try:
    import psycopg
    from psycopg import conninfo
    from psycopg.rows import dict_row
except ImportError as missing:
    raise ExtraMissing(feature="The Postgres mirror", extra="mirror") from missing

Row = dict[str, Any]
Connection = psycopg.Connection[Row]
Rows = Connection
CONNECT_SECONDS = 10
WRONG_PASSWORD = "password authentication failed"
"""What Postgres says of a wrong password, and of a login that there is none of."""

ENCODED = re.compile(r"(?!postgres(ql)?://)|postgres(ql)?://([^@/]*@)?[^@]*(\?|$)")
"""A DSN that is no URI, or one whose password has no plain @ or /: libpq takes what follows it for a server's name."""

PORT = re.compile(r"\s*([0-9]{1,5})?\s*")

ATTEMPT = re.compile(r"^- host: (.+?), port: (.+?), hostaddr: (.+?): ", re.MULTILINE)
"""Where psycopg begins to say why one of several servers of a DSN was not used."""

PREAMBLE = re.compile(r"connection (failed|is bad): (connection to server .*? failed: )?(FATAL: +)?")
"""What libpq says before the reason; the server is named beside it."""

REFUSED = "Connection refused"
NONE_THERE = "no Postgres answers"
NO_ANSWER = f"{NONE_THERE}; `oxgraph up --mirror` starts the one of this machine"

ROOM = "make room there, and a copier that runs goes on by itself"
READ_ONLY = (
    "it takes no writes, as a standby, or where default_transaction_read_only is set; name its primary, such as by "
    "postgresql://USER@HOST1,HOST2/NAME?target_session_attrs=read-write"
)

UNREADABLE = "(an address that cannot be read)"
NO_DSN = "the DSN cannot be read; postgresql://USER@HOST:PORT/NAME, with %40 for @ and %2F for / in a password"


def address(dsn: str) -> str:
    """The server (or servers) and database of a DSN, such as 'db.example:5432/memory': without login and password."""
    try:
        parts = _parts(dsn)
    except MirrorFailed:
        return UNREADABLE
    hosts = str(parts.get("host") or parts.get("hostaddr") or "localhost").split(",")
    ports = str(parts.get("port") or "").split(",")
    each = zip(hosts, ports if len(ports) > 1 else ports * len(hosts), strict=False)
    return f"{','.join(_server(host, port) for host, port in each)}/{parts.get('dbname') or ''}".rstrip("/")


def _server(host: str, port: str | int) -> str:
    return f"{f'[{host}]' if ':' in host else host or 'localhost'}:{str(port).strip() or 5432}"


def _parts(dsn: str) -> dict[str, Any]:
    """What a DSN says. Raises MirrorFailed for one that cannot be read."""
    try:
        parts = conninfo.conninfo_to_dict(dsn)
    except psycopg.Error as error:  # its message may quote the DSN
        raise MirrorFailed(server=UNREADABLE, reason=NO_DSN) from error
    ports = [PORT.fullmatch(one) for one in str(parts.get("port", "")).split(",")]
    if not ENCODED.match(dsn) or not all(one and int(one[1] or 1) in range(1, 65_536) for one in ports):
        raise MirrorFailed(server=UNREADABLE, reason=NO_DSN)
    return parts


def server_of(connection: psycopg.Connection[Any]) -> str:
    """The server and database of a connection, such as 'db.example:5432/memory'."""
    info = connection.info
    with suppress(psycopg.Error):
        return f"{_server(info.host, info.port)}/{info.dbname}"
    return "(closed)"


def _reason(error: psycopg.Error) -> str:
    if (attempts := _attempts(str(error))) and not all(REFUSED in said for said in attempts.values()):
        told = {server: NONE_THERE if REFUSED in said else said for server, said in attempts.items()}
        return "; ".join(f"{server}: {said}" for server, said in told.items())
    if REFUSED in str(error):  # as of a wrong password, libpq gives no code
        return NO_ANSWER
    if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        return READ_ONLY
    if isinstance(error, psycopg.errors.DiskFull):
        return f"its disk is full ({error.diag.message_primary}); {ROOM}"
    return error.diag.message_primary or _plain(str(error)) or type(error).__name__


def _plain(said: str) -> str:
    return PREAMBLE.sub("", " ".join(said.split()), count=1)


def _attempts(text: str) -> dict[str, str]:
    """Of a DSN with several servers, or of a name with several addresses, why each was not used; empty for one server.

    Of the addresses of one name that says most at which a Postgres answered.
    """
    _, *found = ATTEMPT.split(text)
    why: dict[str, str] = {}
    for host, port, address, said in zip(*(found[place::4] for place in range(4)), strict=True):
        name, number = (address if host == "None" else host).strip("'"), "" if port == "None" else port.strip("'")
        server = _server(name, number)
        if server not in why or REFUSED in why[server]:
            why[server] = _plain(said)
    return why


def connect(dsn: str, application: str = "oxgraph mirror") -> Rows:
    """A connection whose rows are dicts, whose times are UTC, and which commits each statement by itself.

    Transactions are begun by `with connection.transaction()`. What the DSN does not say is libpq's default; waiting
    for the server ends after 10 s. Raises MirrorFailed, MirrorDenied.
    """
    asked = _parts(dsn)
    settings = {"connect_timeout": CONNECT_SECONDS, "application_name": application, **asked}
    with translated(address(dsn), str(asked.get("user") or "")):
        connection = psycopg.Connection[Row].connect(
            conninfo.make_conninfo("", **settings), row_factory=dict_row, autocommit=True, client_encoding="utf8"
        )
        connection.execute("SET TIME ZONE 'UTC'")
    return connection


def reopened(connection: Connection, application: str) -> Connection:
    """Another connection to the server of `connection`, with the same login. Raises as `connect`."""
    info = connection.info
    given: dict[str, Any] = {**info.get_parameters(), "password": info.password, "application_name": application}
    if "," in str(given.get("host") or given.get("hostaddr") or ""):  # of several servers, the one that was chosen
        given = {**given, "host": info.host, "port": info.port, "hostaddr": None}
    return connect(conninfo.make_conninfo("", **{key: value for key, value in given.items() if value}), application)


@contextmanager
def errors(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Raises errors of Postgres inside the block as errors of the mirror."""
    where, login = server_of(connection), connection.info.user
    with translated(where, login):
        yield


@contextmanager
def translated(where: str, login: str) -> Iterator[None]:
    """The same for a server and a login by name. Raises MirrorFailed, MirrorDenied, MirrorOutdated."""
    try:
        yield
    except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedFunction, psycopg.errors.InvalidSchemaName) as error:
        raise MirrorOutdated(found=f"nothing that fits ({_reason(error)})", needed="its own tables") from error
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.InvalidAuthorizationSpecification) as error:
        raise MirrorDenied(login=login, reason=_reason(error)) from error
    except psycopg.Error as error:
        if WRONG_PASSWORD in str(error):  # at login libpq gives no code
            raise MirrorDenied(login=login, reason="its password is wrong, or there is no such login") from error
        raise MirrorFailed(server=where, reason=_reason(error)) from error
