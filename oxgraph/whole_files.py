"""Files that are written whole or not at all."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

PRIVATE = 0o600
"""Readable and writable for the owner alone."""


def usual_rights() -> int:
    """The rights that this process's umask leaves a new file; for one thread, as a umask is read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def require_replaceable(path: Path) -> None:
    """Raises OSError where something is that no file may replace: a folder, or a device such as /dev/null."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file", str(path))


@contextmanager
def whole_file(path: Path, mode: int = PRIVATE) -> Iterator[BinaryIO]:
    """A file to write into, which takes the place of `path` at the end.

    An error, a crash or a full disk leaves the former file and nothing beside it.
    `mode` has the rights of the file, which only its owner can read before. Raises OSError.
    """
    require_replaceable(path)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode != PRIVATE:
            draft.chmod(mode)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_whole(path: Path, text: str, mode: int = PRIVATE) -> None:
    """Writes a text as `whole_file` does. Raises OSError."""
    with whole_file(path, mode) as file:
        file.write(text.encode())
