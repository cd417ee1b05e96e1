"""Where Neo4j and the mirror are: from arguments, environment variables, or the server of `oxgraph up`.

Imports nothing heavy, so that the command line starts fast.
"""

import json
import os
from pathlib import Path

from oxgraph import __version__
from oxgraph.errors import ConnectionFailed, MirrorUnknown

SERVER = "OXGRAPH_SERVER"
"""The environment variable with the address of `oxgraph serve`."""

USER = "neo4j"
"""The user of Neo4j, unless another is given."""

SERVER_SCHEMES = ("http://", "https://", "unix://")


def home() -> Path:
    """The folder that holds all that `oxgraph up` keeps: OXGRAPH_HOME, else ~/.oxgraph."""
    return Path(os.environ.get("OXGRAPH_HOME") or Path.home() / ".oxgraph").expanduser().absolute()


def database_is_here() -> bool:
    """Whether `oxgraph up` runs a database from `home()`. Reads no password."""
    try:
        return not json.loads((home() / "server.json").read_text(encoding="utf-8")).get("stopped")
    except (OSError, ValueError, AttributeError):
        return False


def local_connection() -> tuple[str, str, str] | None:
    """Address, user and password of the server that `oxgraph up` started from `home()`; None when there is none."""
    try:
        record = json.loads((home() / "server.json").read_text(encoding="utf-8"))
        password = (home() / "password").read_text(encoding="utf-8").strip()
        return None if record.get("stopped") else (f"bolt://127.0.0.1:{int(record['bolt'])}", USER, password)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def directory_dsn() -> str | None:
    """The DSN of the Postgres database that has the directory of servers; None where the main server's graph has it."""
    return os.environ.get("OXGRAPH_DIRECTORY_DSN") or None


def server_address(uri: str | None = None, auth: tuple[str, str] | None = None) -> str | None:
    """The address of the `oxgraph serve` that a process with a token is to speak to; '' for the one of this machine.

    None where it insists on the database itself: `uri` is one of Neo4j's, or a login is given, as an argument or by
    OXGRAPH_URI or OXGRAPH_PASSWORD. OXGRAPH_SERVER comes before these two variables.
    """
    if uri is not None:
        return uri if uri.startswith(SERVER_SCHEMES) else None
    if auth is not None:
        return None
    if named := os.environ.get(SERVER):
        return named
    named = os.environ.get("OXGRAPH_URI") or ""
    if named.startswith(SERVER_SCHEMES):
        return named
    return None if named or os.environ.get("OXGRAPH_PASSWORD") else ""


def local_serve() -> str | None:
    """The address in the record of the `oxgraph serve` of this version that runs from `home()`, else None."""
    try:
        record = json.loads((home() / "serve.json").read_text(encoding="utf-8"))
        return str(record["url"]) if record["oxgraph"] == __version__ else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def connection(uri: str | None = None, auth: tuple[str, str] | None = None) -> tuple[str, tuple[str, str] | None]:
    """Where Neo4j is and how to log in.

    What is given comes first, then OXGRAPH_URI, OXGRAPH_USER (default neo4j) and OXGRAPH_PASSWORD, then the server
    that `oxgraph up` started. Raises ConnectionFailed when none of them names an address.
    """
    local = local_connection()
    password = os.environ.get("OXGRAPH_PASSWORD")
    if auth is None and password:
        auth = (os.environ.get("OXGRAPH_USER") or USER, password)
    uri = uri or os.environ.get("OXGRAPH_URI") or (local[0] if local else None)
    if uri is None:
        reason = f"neither an address nor OXGRAPH_URI is given, and no server runs from {home()}"
        if os.environ.get(SERVER):
            reason += "; this needs the database and its login, where OXGRAPH_SERVER and a token do not do"
        raise ConnectionFailed(uri="(no address)", reason=reason)
    if uri.startswith(SERVER_SCHEMES):
        reason = "that is the address of `oxgraph serve`, and this needs the database's, such as bolt://HOST:7687"
        raise ConnectionFailed(uri=uri, reason=reason)
    if auth is None and local and local[0] == uri:
        auth = local[1:]
    return uri, auth


def local_mirror_dsn(*, admin: bool = False) -> str | None:
    """The DSN of the Postgres that `oxgraph up --mirror` started from `home()`; None when there is none.

    It is the copier's login; with `admin` the superuser, who can make roles and tables.
    """
    folder = home() / "postgres"
    try:
        record = json.loads((folder / "server.json").read_text(encoding="utf-8"))
        if record.get("stopped"):
            return None
        return (folder / ("admin.dsn" if admin else "mirror.dsn")).read_text(encoding="utf-8").strip() or None
    except (OSError, ValueError, AttributeError):
        return None


def mirror_dsn(dsn: str | None = None, *, admin: bool = False) -> str:
    """Where the mirror is: `dsn`, else OXGRAPH_MIRROR_DSN, else the Postgres that `oxgraph up --mirror` started.

    `admin` is for what makes roles or tables; it matters for the last of the three alone, which has a login for each.
    Raises MirrorUnknown when none of them names one.
    """
    found = dsn or os.environ.get("OXGRAPH_MIRROR_DSN") or local_mirror_dsn(admin=admin)
    if not found:
        raise MirrorUnknown
    return found
