"""The folder that holds one local server. Two homes are two independent servers."""

import json
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from oxgraph import environment
from oxgraph.errors import HomeUnusable
from oxgraph.local.lock import locked
from oxgraph.whole_files import write_whole

NEEDED_FREE = 500 * 1024 * 1024
FOLDERS = ("data", "logs", "conf", "plugins", "run", "import", "lib")
LOCK_SECONDS = 300


@dataclass(frozen=True)
class Record:
    """The last started server, as saved in the home.

    `started` is the process's `start_time`, which tells the server from a later process with the same pid. `plugin` is
    the SHA-256 of its jar.
    """

    pid: int
    started: float
    bolt: int
    http: int
    neo4j: str
    oxgraph: str
    plugin: str
    java: str
    heap: str
    stopped: bool = False

    def as_stopped(self) -> "Record":
        """The same, stopped on purpose."""
        return replace(self, stopped=True)


@dataclass(frozen=True)
class Home:
    """The layout of OXGRAPH_HOME."""

    path: Path

    @classmethod
    def default(cls) -> "Home":
        """OXGRAPH_HOME, else ~/.oxgraph."""
        return cls(environment.home())

    @property
    def neo4j(self) -> Path:
        """Neo4j's own home."""
        return self.path / "neo4j"

    @property
    def password_file(self) -> Path:
        """Holds the password; readable by its owner alone."""
        return self.path / "password"

    @property
    def record_file(self) -> Path:
        """Holds the `Record`."""
        return self.path / "server.json"

    @property
    def postgres(self) -> Path:
        """The folder of the mirror's Postgres."""
        return self.path / "postgres"

    @property
    def jars_file(self) -> Path:
        """Remembers which jars were checked."""
        return self.path / "jars.json"

    @property
    def log_file(self) -> Path:
        """The log of Neo4j."""
        return self.neo4j / "logs" / "neo4j.log"

    def folder(self, name: str) -> Path:
        """One of Neo4j's folders: data, logs, conf, plugins, run, import, lib."""
        return self.neo4j / name

    def prepare(self) -> None:
        """Creates the folders; checks that they are writable and have free space. Raises HomeUnusable."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            private(self.path)
            for name in FOLDERS:
                self.folder(name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self.unusable(error) from error
        self.check_writable()
        self.check_space()

    def check_writable(self) -> None:
        """Writes and removes a small file in each folder that is there. Raises HomeUnusable."""
        for folder in [self.path, *(self.folder(name) for name in FOLDERS)]:
            if folder != self.path and not folder.exists():
                continue
            try:
                with tempfile.TemporaryFile(dir=folder) as probe:
                    probe.write(b"x")
            except OSError as error:
                raise self.unusable(error) from error

    def unusable(self, error: OSError) -> HomeUnusable:
        """The error that says why the folder cannot be used."""
        where = f" ({error.filename})" if error.filename else ""
        return HomeUnusable(home=self.path, reason=f"{error.strerror}{where}")

    def is_initialised(self) -> bool:
        """Whether Neo4j has databases here, so that its password is set."""
        return (self.folder("data") / "databases").is_dir()

    def check_space(self) -> int:
        """The free bytes. Raises HomeUnusable below 500 MB, since Neo4j stops when its log cannot grow."""
        free = free_bytes(self.path)
        if free < NEEDED_FREE:
            reason = f"only {free // 2**20} MB are free on its disk and {NEEDED_FREE // 2**20} MB are needed"
            raise HomeUnusable(home=self.path, reason=reason)
        return free

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Holds the lock for starting and stopping the server. Raises HomeBusy, HomeUnusable."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            (self.path / "lock").touch()
        except OSError as error:
            raise self.unusable(error) from error
        with locked(self.path / "lock", seconds=LOCK_SECONDS):
            yield

    def password(self) -> str | None:
        """The password of the user neo4j; None before the first start."""
        try:
            return self.password_file.read_text(encoding="utf-8").strip() or None
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self.unusable(error) from error

    def make_password(self) -> str:
        """A new random password, kept in a file that only its owner can read."""
        password = secrets.token_hex(24)
        write_whole(self.password_file, password + "\n")
        return password

    def record(self) -> Record | None:
        """The record of the last start; None if there was none or the file cannot be read."""
        try:
            found = json.loads(self.record_file.read_text(encoding="utf-8"))
            return Record(**{field.name: found[field.name] for field in fields(Record)})
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, record: Record) -> None:
        """Writes the record atomically. Raises HomeUnusable, such as for a full disk."""
        try:
            write_whole(self.record_file, json.dumps(asdict(record), indent=2) + "\n")
        except OSError as error:
            raise self.unusable(error) from error


def private(path: Path) -> None:
    """Makes a folder or file accessible to its owner alone."""
    if sys.platform != "win32":
        path.chmod(stat.S_IRWXU if path.is_dir() else stat.S_IRUSR | stat.S_IWUSR)


def free_bytes(path: Path) -> int:
    """Free bytes on the disk of a folder, or of its nearest parent that exists."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return shutil.disk_usage(path).free
