"""Looks at everything the mirror's Postgres needs."""

import stat
import sys
from collections.abc import Iterator

from oxgraph.local.home import Home
from oxgraph.local.looking import Check, Problem, look
from oxgraph.local.postgres import binaries, launch, place, server
from oxgraph.local.postgres.place import Place

UP = "Run `oxgraph up --mirror`."
NAMES = ("postgres programs", "postgres data", "postgres passwords", "postgres process", "mirror tables")


def looks(home: Home) -> Iterator[Check]:
    """Every check, in the order in which problems are best solved; it changes nothing."""
    if not server.is_there(home):
        yield Check("postgres", None, "none here; `oxgraph up --mirror` makes one for the mirror")
        return
    kept = place.of(home)
    yield look(NAMES[0], binaries.installed)
    yield look(NAMES[1], lambda: _data(home, kept))
    yield look(NAMES[2], lambda: _passwords(kept))
    yield (running := look(NAMES[3], lambda: _process(home, kept)))
    if running.ok:
        yield look(NAMES[4], lambda: _tables(kept))
    else:
        yield Check(NAMES[4], None, "not looked at: Postgres is not running")


def _data(home: Home, kept: Place) -> str:
    left = place.left(home)
    if left:
        listed = ", ".join(str(root) for root in left)
        raise Problem(f"{listed} is of a former {home.path}", "Remove that folder, unless the home was moved.")
    return f"{kept.data}, run by {kept.account.name}" if kept.account else str(kept.data)


def _passwords(kept: Place) -> str:
    for file in (kept.admin_dsn, kept.mirror_dsn):
        if not file.exists():
            raise Problem(f"{file} is gone though the data is there", f"Put it back, or remove {kept.data}. {UP}")
        if sys.platform != "win32" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise Problem(f"{file} can be read by others", f"chmod 600 '{file}'")
    return f"{kept.admin_dsn}, {kept.mirror_dsn}, readable by their owner alone"


def _process(home: Home, kept: Place) -> str:
    record = launch.recorded(kept)
    if record is None:
        raise Problem(f"no Postgres was started in {home.path} yet", UP)
    if launch.is_running(kept, record):
        if not launch.answers(home, kept, record):
            raise Problem(f"process {record.pid} does not answer (yet)", "See `oxgraph logs --mirror`.")
        return f"process {record.pid} at port {record.port}"
    if record.stopped:
        raise Problem("Postgres is stopped", UP)
    raise Problem(f"process {record.pid} has ended without `oxgraph down`", f"{UP} It recovers the data.")


def _tables(kept: Place) -> str:
    from oxgraph.local.postgres import database

    return f"at {database.check(kept)}"
