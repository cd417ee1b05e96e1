"""Where a backup is kept: a folder, or any address that fsspec knows, such as a bucket of S3.

Names are relative and use `/`. What is written stands under its name only when it is whole.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, gettempdir
from typing import Protocol

from oxgraph.errors import BackupPlaceFailed, ExtraMissing
from oxgraph.whole_files import write_whole

REMOTE = "://"


class Place(Protocol):
    """A place of files. Every method raises BackupPlaceFailed for what goes wrong there."""

    address: str

    def has(self, name: str) -> bool:
        """Whether there is a file of this name."""

    def has_file(self, name: str) -> bool:
        """Whether it is a file and no folder."""

    def read(self, name: str) -> str:
        """The text of a file."""

    def write(self, name: str, text: str) -> None:
        """Writes a text, over one that is there."""

    def names(self, folder: str) -> list[str]:
        """The files in a folder, by name; none where it is not there."""

    def remove(self, name: str) -> None:
        """Removes a file."""

    def exporting(self) -> AbstractContextManager[Path]:
        """A context with the path of a file of this machine that `put` takes."""

    def put(self, path: Path, name: str) -> None:
        """Takes a whole file over, which may be gone then."""

    def reading(self, name: str) -> AbstractContextManager[Path]:
        """A context with the path of a file to read."""


def place_of(address: str | Path) -> Place:
    """The place at an address. Raises ExtraMissing, BackupPlaceFailed."""
    text = str(address)
    return Remote(text) if REMOTE in text else Folder(text)


class Folder:
    """A folder of this machine."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.path = Path(address).expanduser()

    def has(self, name: str) -> bool:
        """See `Place`."""
        return (self.path / name).exists()

    def has_file(self, name: str) -> bool:
        """See `Place`."""
        return (self.path / name).is_file()

    def read(self, name: str) -> str:
        """See `Place`."""
        with self._failing():
            return (self.path / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """See `Place`."""
        file = self.path / name
        with self._failing():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(file, text)

    def names(self, folder: str) -> list[str]:
        """See `Place`."""
        with self._failing():
            found = self.path / folder
            return sorted(one.name for one in found.iterdir() if one.is_file()) if found.is_dir() else []

    def remove(self, name: str) -> None:
        """See `Place`."""
        with self._failing():
            (self.path / name).unlink(missing_ok=True)

    @contextmanager
    def exporting(self) -> Iterator[Path]:
        """See `Place`. The file lies in the folder, so that it only needs another name."""
        with self._failing():
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            with TemporaryDirectory(prefix=".exporting-", dir=self.path) as folder:
                yield Path(folder) / "workspace.zip"

    def put(self, path: Path, name: str) -> None:
        """See `Place`."""
        with self._failing():
            (self.path / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.replace(self.path / name)

    @contextmanager
    def reading(self, name: str) -> Iterator[Path]:
        """See `Place`."""
        yield self.path / name

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BackupPlaceFailed(address=self.address, reason=error.strerror or error) from error


class Remote:
    """A place that fsspec reaches; what it needs beyond fsspec, such as s3fs, must be installed."""

    def __init__(self, address: str) -> None:
        try:
            from fsspec.core import url_to_fs
        except ImportError as missing:
            raise ExtraMissing(feature=f"A backup at {address}", extra="fsspec") from missing
        self.address = address
        with self._failing():
            self.files, root = url_to_fs(address)
            self.root = str(root).rstrip("/")

    def _path(self, name: str) -> str:
        return f"{self.root}/{name}"

    def has(self, name: str) -> bool:
        """See `Place`."""
        with self._failing():
            self.files.invalidate_cache()
            return bool(self.files.exists(self._path(name)))

    def has_file(self, name: str) -> bool:
        """See `Place`."""
        with self._failing():
            return bool(self.files.isfile(self._path(name).rstrip("/")))

    def read(self, name: str) -> str:
        """See `Place`."""
        with self._failing():
            return bytes(self.files.cat_file(self._path(name))).decode("utf-8")

    def write(self, name: str, text: str) -> None:
        """See `Place`."""
        with self._failing():
            self._parents(name)
            self.files.pipe_file(self._path(name), text.encode("utf-8"))

    def names(self, folder: str) -> list[str]:
        """See `Place`."""
        with self._failing():
            self.files.invalidate_cache()
            if not self.files.exists(self._path(folder)):
                return []
            found = self.files.ls(self._path(folder), detail=True)
            return sorted(PurePosixPath(one["name"]).name for one in found if one["type"] == "file")

    def remove(self, name: str) -> None:
        """See `Place`."""
        with self._failing():
            if self.files.exists(self._path(name)):
                self.files.rm_file(self._path(name))

    @contextmanager
    def exporting(self) -> Iterator[Path]:
        """See `Place`."""
        try:
            with TemporaryDirectory(prefix="oxgraph-backup-") as folder:
                yield Path(folder) / "workspace.zip"
        except OSError as error:
            reason = f"{gettempdir()} cannot be written: {error.strerror or error}"
            raise BackupPlaceFailed(address=self.address, reason=reason) from error

    def put(self, path: Path, name: str) -> None:
        """See `Place`."""
        with self._failing():
            self._parents(name)
            self.files.put_file(str(path), self._path(name))

    @contextmanager
    def reading(self, name: str) -> Iterator[Path]:
        """See `Place`."""
        with TemporaryDirectory(prefix="oxgraph-backup-") as folder:
            path = Path(folder) / PurePosixPath(name).name
            with self._failing():
                self.files.get_file(self._path(name), str(path))
            yield path

    def _parents(self, name: str) -> None:
        """Makes the folders above a file. A place whose paths begin with a bucket has none: s3fs would make the bucket,
        also one that is mistyped.
        """
        parent = str(PurePosixPath(self._path(name)).parent)
        if parent.startswith("/") and not self.files.exists(parent):
            self.files.makedirs(parent, exist_ok=True)

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # each file system raises its own
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            raise BackupPlaceFailed(address=self.address, reason=reason) from error
