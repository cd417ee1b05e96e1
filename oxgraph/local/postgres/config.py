"""What Postgres is told: who may log in, its settings, its command line, and its environment."""

import os
import sys

from oxgraph.local.ports import HOST, HOST_6
from oxgraph.local.postgres.binaries import Binaries
from oxgraph.local.postgres.place import Place

HBA = f"""\
# Written anew by every start. Nobody gets in without a password.
host all all {HOST}/32 scram-sha-256
host all all {HOST_6}/128 scram-sha-256
"""

CONF = """\
# Written anew by every start.
password_encryption = scram-sha-256
allow_alter_system = off
max_connections = 60
shared_buffers = 128MB
work_mem = 8MB
maintenance_work_mem = 64MB
max_parallel_workers_per_gather = 0
max_wal_size = 512MB
wal_level = minimal
max_wal_senders = 0
timezone = UTC
log_timezone = UTC
log_line_prefix = '%m [%p] %u@%d '
log_checkpoints = off
# The log is for the machine's keeper: neither statements nor values of rows get into it.
log_min_error_statement = panic
log_error_verbosity = terse
"""

PASSED = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
LOCALE = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
"""Sorts by code point and knows all letters, the same on every system."""


def write(place: Place) -> None:
    """Writes the settings files."""
    for name, text in (("postgresql.conf", CONF), ("pg_hba.conf", HBA), ("pg_ident.conf", "")):
        file = place.settings / name
        file.write_text(text, encoding="utf-8")
        if sys.platform != "win32":
            file.chmod(0o644)


def server_command(binaries: Binaries, place: Place, port: int) -> list[str]:
    """The command that runs Postgres in the foreground.

    What keeps others out stands here and not in the file: the data folder's own settings come after a file's.
    """
    said = {
        "config_file": place.settings / "postgresql.conf",
        "hba_file": place.settings / "pg_hba.conf",
        "ident_file": place.settings / "pg_ident.conf",
        "listen_addresses": f"{HOST},{HOST_6}",
        "port": port,
        "unix_socket_directories": "",
        "password_encryption": "scram-sha-256",
        "ssl": "off",
    }
    words = [word for name, value in said.items() for word in ("-c", f"{name}={value}")]
    return [binaries["postgres"], "-D", str(place.data), *words]


def initdb_command(binaries: Binaries, data: str, user: str, password_file: str) -> list[str]:
    """The command that makes a data folder where everybody needs a password."""
    return [
        binaries["initdb"],
        f"--pgdata={data}",
        f"--username={user}",
        f"--pwfile={password_file}",
        "--auth=scram-sha-256",
        "--data-checksums",
        *LOCALE,
    ]


def environment() -> dict[str, str]:
    """Postgres sees nothing of the caller's secrets, nor of what is set for clients (PGOPTIONS and the like)."""
    return {name: os.environ[name] for name in PASSED if name in os.environ}
