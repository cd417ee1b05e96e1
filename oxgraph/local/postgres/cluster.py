"""The cluster: its data folder, made by initdb as a whole or not at all, its settings and its command line."""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from oxgraph.errors import PostgresFailed
from oxgraph.local import ports, process
from oxgraph.local.home import Home
from oxgraph.local.ports import HOST, HOST_6
from oxgraph.local.postgres.binaries import MAJOR, Binaries
from oxgraph.local.postgres.layout import Layout
from oxgraph.whole_files import write_whole

ADMIN, DATABASE = "postgres", "oxgraph"
INITDB_SECONDS = 300
MAKING = "making-"

HBA = f"""\
# Rewritten by every start. Every login needs a password.
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
# Anyone may send notifications; a listener that never reads would let them fill the disk.
max_notify_queue_pages = 64
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


def dsn(user: str, password: str, port: int, database: str) -> str:
    """A DSN of the local server; the parts hold nothing that must be quoted."""
    return f"postgresql://{user}:{password}@{ports.HOST}:{port}/{database}"


def ensure(home: Home, layout: Layout, binaries: Binaries) -> None:
    """Makes the data folder, unless it is there. Raises PostgresFailed when it cannot be used."""
    for left in layout.root.glob(f"{MAKING}*"):
        shutil.rmtree(left, ignore_errors=True)
    if layout.is_initialised():
        _check(home, layout)
        return
    try:
        _make(home, layout, binaries)
    except (OSError, subprocess.SubprocessError) as error:
        raise PostgresFailed(home=home.path, reason=f"its data could not be made: {error}") from error


def _make(home: Home, layout: Layout, binaries: Binaries) -> None:
    password = secrets.token_hex(24)
    made = Path(tempfile.mkdtemp(prefix=MAKING, dir=layout.root))
    if layout.account is not None:
        layout.account.own(made)
    _initdb(home, layout, binaries, made, password)
    layout.mirror_dsn.unlink(missing_ok=True)  # of a former data folder
    write_whole(layout.admin_dsn, dsn(ADMIN, password, ports.POSTGRES, DATABASE) + "\n")
    (made / "data").rename(layout.data)
    shutil.rmtree(made, ignore_errors=True)


def _check(home: Home, layout: Layout) -> None:
    if not layout.admin_dsn.exists():
        raise PostgresFailed(home=home.path, reason=f"its data is there but {layout.admin_dsn} is gone; put it back")
    found = (layout.data / "PG_VERSION").read_text(encoding="utf-8").strip()
    if found != MAJOR:
        reason = f"its data is of Postgres {found} and this is {MAJOR}; remove {layout.data}, the mirror is copied anew"
        raise PostgresFailed(home=home.path, reason=reason)


def _initdb(home: Home, layout: Layout, binaries: Binaries, made: Path, password: str) -> None:
    file = made / "password"
    write_whole(file, password + "\n")
    if layout.account is not None:
        layout.account.own(file)
    result = subprocess.run(
        initdb_command(binaries, str(made / "data"), ADMIN, str(file)),
        cwd=made,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=INITDB_SECONDS,
        check=False,
        **process.as_account(layout.account),
    )
    file.unlink()
    if result.returncode != 0:
        raise PostgresFailed(home=home.path, reason=f"its data could not be made\n{result.stderr.strip()}")


def write_settings(layout: Layout) -> None:
    """Writes the settings files."""
    for name, text in (("postgresql.conf", CONF), ("pg_hba.conf", HBA), ("pg_ident.conf", "")):
        file = layout.settings / name
        file.write_text(text, encoding="utf-8")
        if sys.platform != "win32":
            file.chmod(0o644)


def server_command(binaries: Binaries, layout: Layout, port: int) -> list[str]:
    """The command that runs Postgres in the foreground.

    What keeps others out stands here and not in the file: the data folder's own settings come after a file's.
    """
    settings = {
        "config_file": layout.settings / "postgresql.conf",
        "hba_file": layout.settings / "pg_hba.conf",
        "ident_file": layout.settings / "pg_ident.conf",
        "listen_addresses": f"{HOST},{HOST_6}",
        "port": port,
        "unix_socket_directories": "",
        "password_encryption": "scram-sha-256",
        "ssl": "off",
    }
    words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return [binaries["postgres"], "-D", str(layout.data), *words]


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
