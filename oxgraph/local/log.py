"""Reads the end of Neo4j's log, and follows it."""

import time
from collections.abc import Iterator
from pathlib import Path

READ_BACK = 256 * 1024
POLL_SECONDS = 0.3


def tail(path: Path, lines: int) -> list[str]:
    """The last lines of a log; empty when there is none."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - READ_BACK))
            text = file.read().decode("utf-8", errors="replace")
    except OSError:
        return []
    return text.splitlines()[-lines:] if lines > 0 else []


def follow(path: Path) -> Iterator[str]:
    """The lines added from now on, without end; a log that is rotated is opened anew."""
    position = path.stat().st_size if path.exists() else 0
    rest = b""
    while True:
        size = path.stat().st_size if path.exists() else 0
        if size < position:
            position, rest = 0, b""
        if size == position:
            time.sleep(POLL_SECONDS)
            continue
        with path.open("rb") as file:
            file.seek(position)
            chunk = file.read(size - position)
        position += len(chunk)
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line.decode("utf-8", errors="replace") for line in whole)
