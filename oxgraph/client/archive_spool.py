"""The lines of an export while it runs, in a file of SQLite: memory is bounded, and later changes replace lines."""

import glob
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.archives import LineDigest

TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE lines (file TEXT, owner TEXT, place INTEGER, line TEXT, PRIMARY KEY (file, owner, place)) WITHOUT ROWID;
"""
INSERT = "INSERT OR REPLACE INTO lines VALUES (?, ?, ?, ?)"
DELETE = "DELETE FROM lines WHERE file = ? AND owner = ?"
LINES = "SELECT line FROM lines WHERE file = ? ORDER BY owner, place"
STRAY = """
DELETE FROM lines WHERE file = 'relationships/other.jsonl' AND NOT EXISTS (
  SELECT 1 FROM lines AS n WHERE n.file = 'nodes/entity.jsonl' AND n.place = 0
    AND n.owner = json_extract(lines.line, '$.to'))
"""

ODD = """
CREATE TEMP TABLE odd AS
SELECT owner, max(file NOT LIKE 'relationships/%') AS nodes, max(file LIKE 'relationships/%') AS relationships FROM (
  SELECT * FROM (SELECT file, owner, place, line FROM lines EXCEPT SELECT file, owner, place, line FROM other.lines)
  UNION ALL
  SELECT * FROM (SELECT file, owner, place, line FROM other.lines EXCEPT SELECT file, owner, place, line FROM lines))
GROUP BY owner
"""
ODD_NODES = """
SELECT odd.owner, n.line, v.line FROM odd
JOIN lines AS n ON n.file = 'nodes/' || ?1 AND n.owner = odd.owner
LEFT JOIN lines AS v ON v.file = 'vectors/' || ?1 AND v.owner = odd.owner
WHERE odd.nodes ORDER BY odd.owner
"""
ODD_OWNERS = """
SELECT odd.owner FROM odd WHERE odd.relationships AND EXISTS (
  SELECT 1 FROM lines AS n WHERE n.file = 'nodes/' || ?1 AND n.owner = odd.owner) ORDER BY odd.owner
"""
ODD_GONE = """
SELECT owner FROM odd WHERE NOT EXISTS (
  SELECT 1 FROM lines AS n WHERE n.file = 'nodes/' || ?1 AND n.owner = odd.owner)
"""


@contextmanager
def spool_folder(parent: Path, prefix: str) -> Iterator[str]:
    """A folder for lines while they are gathered. Those of processes that were killed are removed first."""
    with suppress(OSError):
        for left in parent.glob(f"{glob.escape(prefix)}*"):
            pid = left.name.removeprefix(prefix).partition("-")[0]
            if pid.isdigit() and not _runs(int(pid)):
                shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{prefix}{os.getpid()}-", dir=parent) as folder:
        yield folder


@contextmanager
def temporary_folder(prefix: str) -> Iterator[str]:
    """A spool folder in TMPDIR. Raises InvalidInput where it or a spool in it cannot be written, as on a full disk."""
    parent = Path(tempfile.gettempdir())
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(spool_folder(parent, prefix))
        except OSError as error:
            raise _unwritable(parent, error) from error
        try:
            yield folder
        except SpoolFailed as error:
            raise _unwritable(parent, error) from error


def _unwritable(folder: Path, error: OSError) -> InvalidInput:
    return InvalidInput(field="TMPDIR", reason=f"{folder} cannot be written: {error.strerror or error}")


def _runs(pid: int) -> bool:
    """Whether a process of this machine runs; one of another user does too. Windows has no harmless way to ask."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True


class SpoolFailed(OSError):
    """The file of a spool cannot be written."""


@contextmanager
def _writing() -> Iterator[None]:
    """SQLite has an error of its own for a full disk and for one that fails."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise SpoolFailed(str(error)) from error


@dataclass
class ArchiveSpool:
    """The lines of an archive by file and by the node that they belong to.

    What writes raises SpoolFailed where its disk is full or fails.
    """

    path: Path
    files: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        with _writing():
            self._db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            self._db.executescript(TABLES)
        self._behind = ThreadPoolExecutor(1, "oxgraph-spool")
        self._adding: Future[None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._behind.shutdown()
        self._db.close()

    def add_behind(self, rows: list[dict[str, Any]]) -> None:
        """Adds nodes on another thread, while the caller reads the next; waits for those of the last call.

        Call `settle` before anything else. Raises what the last call's addition raised.
        """
        self.settle()
        self._adding = self._behind.submit(self.add, rows)

    def settle(self) -> None:
        """Waits until all is added."""
        if self._adding is not None:
            adding, self._adding = self._adding, None
            adding.result()

    def add(self, rows: Iterable[dict[str, Any]]) -> None:
        """Adds nodes with their relationships."""
        lines = [line for row in rows for line in _lines(row)]
        self.files.update(line[0] for line in lines)
        self._run(INSERT, lines)

    def replace(self, rows: Iterable[dict[str, Any]]) -> None:
        """Puts nodes that changed in place of what they were, and takes out those that are gone."""
        for row in rows:
            for id_ in (row["id"], row.get("gone")):
                if id_ is not None:
                    self._run(DELETE, [(file, id_) for file in self.files])
            self.add([row])

    def end(self) -> None:
        """Takes out edges of a user's own between entities that are not there: those are read at another moment."""
        with _writing():
            self._db.execute(STRAY)

    def _run(self, statement: str, rows: list[tuple[Any, ...]]) -> None:
        with _writing():
            self._db.execute("BEGIN")
            self._db.executemany(statement, rows)
            self._db.execute("COMMIT")

    def lines(self, file: str) -> Iterator[str]:
        """The lines of a file, by the ids of the nodes that they belong to."""
        for (line,) in self._db.execute(LINES, (file,)):
            yield line

    def lines_of(self, owner: str) -> list[tuple[str, str]]:
        """The file and the text of each line that belongs to a node."""
        found: list[tuple[str, str]] = []
        for file in sorted(self.files):
            rows = self._db.execute("SELECT line FROM lines WHERE file = ? AND owner = ? ORDER BY place", (file, owner))
            found += [(file, line) for (line,) in rows]
        return found

    def compare(self, other: "ArchiveSpool") -> int:
        """Finds which nodes differ from those of another spool, for the methods below; their number."""
        with _writing():
            self._db.execute("DROP TABLE IF EXISTS temp.odd")
            self._db.execute("ATTACH ? AS other", (str(other.path),))
            self._db.execute(ODD)
            self._db.execute("DETACH other")
            self._db.execute("CREATE UNIQUE INDEX temp.odd_owner ON odd (owner)")
        return int(self._db.execute("SELECT count(*) FROM odd").fetchone()[0])

    def odd(self) -> list[str]:
        """The ids of the nodes that differ."""
        return [owner for (owner,) in self._db.execute("SELECT owner FROM odd")]

    def odd_nodes(self) -> Iterator[tuple[str, str, str, str | None]]:
        """Kind, id, line and vectors of those that differ themselves."""
        for kind in self._kinds():
            for owner, line, vectors in self._db.execute(ODD_NODES, (f"{kind}.jsonl",)):
                yield kind, owner, line, vectors

    def odd_owners(self) -> Iterator[str]:
        """The ids of those whose relationships differ."""
        for kind in self._kinds():
            for (owner,) in self._db.execute(ODD_OWNERS, (f"{kind}.jsonl",)):
                yield owner

    def odd_gone(self) -> list[str]:
        """The ids of those that are in the other spool alone."""
        here = [set(self._odd_without(kind)) for kind in self._kinds()]
        return sorted(set.intersection(*here)) if here else self.odd()

    def _odd_without(self, kind: str) -> Iterator[str]:
        for (owner,) in self._db.execute(ODD_GONE, (f"{kind}.jsonl",)):
            yield owner

    def _kinds(self) -> list[str]:
        return [file[len("nodes/") : -len(".jsonl")] for file in sorted(self.files) if file.startswith("nodes/")]

    def digests(self) -> dict[str, LineDigest]:
        """The digest of each file that is not empty."""
        found: dict[str, LineDigest] = {}
        for file in sorted(self.files):
            digest = LineDigest()
            for line in self.lines(file):
                digest.add(line.encode("utf-8"))
            if digest.lines:
                found[file] = digest
        return found


def _lines(row: dict[str, Any]) -> Iterator[tuple[str, str, int, str]]:
    if row["kind"] is None:
        return
    yield f"nodes/{row['kind']}.jsonl", row["id"], 0, row["line"]
    if row["vectors"] is not None:
        yield f"vectors/{row['kind']}.jsonl", row["id"], 0, row["vectors"]
    for place, text in enumerate(row["relationships"]):
        name, _, line = text.partition("\t")
        yield f"relationships/{name}.jsonl", row["id"], place, line
