"""A lock between processes on an open file; the system releases it when its holder is killed."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from oxgraph.errors import HomeBusy

POLL_SECONDS = 0.1

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


@contextmanager
def locked(path: Path, *, seconds: float) -> Iterator[None]:
    """Holds the lock on the file `path`, waiting up to `seconds` for another holder. Raises HomeBusy."""
    with path.open("ab") as file:
        deadline = time.monotonic() + seconds
        while not _try_lock(file):
            if time.monotonic() > deadline:
                raise HomeBusy(home=path.parent, seconds=round(seconds))
            time.sleep(POLL_SECONDS)
        yield
