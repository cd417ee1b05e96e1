"""Makes the data folder, once; it appears whole or not at all."""

import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path

from oxgraph.errors import PostgresFailed
from oxgraph.local import ports, process
from oxgraph.local.home import Home, write_private
from oxgraph.local.postgres import config
from oxgraph.local.postgres.binaries import MAJOR, Binaries
from oxgraph.local.postgres.place import Place

ADMIN, DATABASE = "postgres", "oxgraph"
INITDB_SECONDS = 300
MAKING = "making-"


def dsn(user: str, password: str, port: int, database: str) -> str:
    """A DSN of the local server; the parts hold nothing that must be quoted."""
    return f"postgresql://{user}:{password}@{ports.HOST}:{port}/{database}"


def ensure(home: Home, place: Place, binaries: Binaries) -> None:
    """Makes the data folder, unless it is there. Raises PostgresFailed when it cannot be used."""
    for left in place.root.glob(f"{MAKING}*"):
        shutil.rmtree(left, ignore_errors=True)
    if place.is_initialised():
        _check(home, place)
        return
    try:
        _make(home, place, binaries)
    except (OSError, subprocess.SubprocessError) as error:
        raise PostgresFailed(home=home.path, reason=f"its data could not be made: {error}") from error


def _make(home: Home, place: Place, binaries: Binaries) -> None:
    password = secrets.token_hex(24)
    made = Path(tempfile.mkdtemp(prefix=MAKING, dir=place.root))
    if place.account is not None:
        place.account.own(made)
    _initdb(home, place, binaries, made, password)
    place.mirror_dsn.unlink(missing_ok=True)  # of a former data folder
    write_private(place.admin_dsn, dsn(ADMIN, password, ports.POSTGRES, DATABASE) + "\n")
    (made / "data").rename(place.data)
    shutil.rmtree(made, ignore_errors=True)


def _check(home: Home, place: Place) -> None:
    if not place.admin_dsn.exists():
        raise PostgresFailed(home=home.path, reason=f"its data is there but {place.admin_dsn} is gone; put it back")
    found = (place.data / "PG_VERSION").read_text(encoding="utf-8").strip()
    if found != MAJOR:
        reason = f"its data is of Postgres {found} and this is {MAJOR}; remove {place.data}, the mirror is copied anew"
        raise PostgresFailed(home=home.path, reason=reason)


def _initdb(home: Home, place: Place, binaries: Binaries, made: Path, password: str) -> None:
    file = made / "password"
    write_private(file, password + "\n")
    if place.account is not None:
        place.account.own(file)
    result = subprocess.run(
        config.initdb_command(binaries, str(made / "data"), ADMIN, str(file)),
        cwd=made,
        env=config.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=INITDB_SECONDS,
        check=False,
        **process.as_account(place.account),
    )
    file.unlink()
    if result.returncode != 0:
        raise PostgresFailed(home=home.path, reason=f"its data could not be made\n{result.stderr.strip()}")
