"""Neo4j's jars: downloaded by Maven coordinate into the local Maven repository, checked against pinned SHA-256.

The list beside this module names each jar; jgo fetches it into the ordinary local Maven repository. Nothing of
Neo4j is shipped with oxgraph. Mirrors and credentials are jgo's to configure (its settings file).
"""

import hashlib
import json
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from oxgraph.errors import ChecksumMismatch, DownloadFailed, ExtraMissing
from oxgraph.local import Progress, no_progress
from oxgraph.whole_files import write_whole

NEO4J_VERSION = "2026.08.1"
ROOTS = (
    f"org.neo4j:neo4j:{NEO4J_VERSION}",
    f"org.neo4j.app:neo4j-server:{NEO4J_VERSION}",
    "org.neo4j.client:neo4j-browser:5.24.0",
)
"""What the list is resolved from: the database, its server with Bolt and HTTP, and the Browser's pages."""

PINS = f"neo4j-{NEO4J_VERSION}.sha256"
PARALLEL = 8
TIMEOUT_SECONDS = 60
TRIES = 4
CHUNK = 1 << 20
Seen = dict[str, list[Any]]


class Pin(NamedTuple):
    """A jar's coordinate (group:artifact:version[:classifier]) and its SHA-256 in hex."""

    coordinate: str
    sha256: str


def pins() -> list[Pin]:
    """Every jar of the pinned Neo4j."""
    text = resources.files("oxgraph.local").joinpath(PINS).read_text(encoding="utf-8")
    return [Pin(*line.split()) for line in text.splitlines() if line and not line.startswith("#")]


def sha256(path: Path) -> str:
    """A file's SHA-256 in hex."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def context(repository: Path | None = None) -> Any:
    """jgo's Maven context with the person's jgo settings; `repository` takes the local repository's place."""
    try:
        from jgo.config import GlobalSettings
        from jgo.maven import MavenContext
    except ImportError as error:
        raise ExtraMissing(feature="A server on this machine", extra="local") from error
    settings = GlobalSettings.load()
    plain = MavenContext()
    return MavenContext(
        repo_cache=repository or Path(settings.repo_cache),
        remote_repos={**plain.remote_repos, **settings.repositories},
        timeout=TIMEOUT_SECONDS,
    )


def artifact(maven: Any, coordinate: str) -> Any:
    """jgo's artifact of a coordinate of the list."""
    group, name, version, *classifier = coordinate.split(":")
    return maven.project(group, name).at_version(version).artifact(classifier[0] if classifier else "")


class JarStore:
    """The jars in the local Maven repository, and which of them were already checked.

    `memory` is a JSON file; a jar whose size and time of change are as remembered is not read again.
    """

    def __init__(self, memory: Path, repository: Path | None = None) -> None:
        self.memory = memory
        self.maven = context(repository)
        self.seen: Seen = self._remembered()

    def _remembered(self) -> Seen:
        try:
            found = json.loads(self.memory.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def path(self, pin: Pin) -> Path:
        """Where a jar is, or would be."""
        return Path(artifact(self.maven, pin.coordinate).cached_path)

    def is_good(self, pin: Pin) -> bool:
        """Whether the jar is there and is the pinned one."""
        path = self.path(pin)
        try:
            stat = path.stat()
        except OSError:
            return False
        mark = [stat.st_size, stat.st_mtime_ns, pin.sha256]
        if self.seen.get(str(path)) == mark:
            return True
        if sha256(path) != pin.sha256:
            return False
        self.seen[str(path)] = mark
        return True

    def remember(self) -> None:
        """Saves which jars were checked, for the next start."""
        write_whole(self.memory, json.dumps(self.seen))

    def ensure(self, wanted: Iterable[Pin], progress: Progress = no_progress) -> list[Path]:
        """Fetches what is missing or broken; the paths of all. Raises DownloadFailed or ChecksumMismatch."""
        wanted = list(wanted)
        missing = [pin for pin in wanted if not self.is_good(pin)]
        try:
            if missing:
                self._fetch_all(missing, progress)
        finally:
            self.remember()
        return [self.path(pin) for pin in wanted]

    def _fetch_all(self, missing: list[Pin], progress: Progress) -> None:
        step = f"fetching Neo4j {NEO4J_VERSION} (jars)"
        progress(step, 0, len(missing))
        root = Path(self.maven.repo_cache)
        root.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".oxgraph-", dir=root) as staging, ThreadPoolExecutor(PARALLEL) as pool:
            stage = context(Path(staging))
            tasks = [pool.submit(self._fetch, pin, stage) for pin in missing]
            try:
                for done, task in enumerate(as_completed(tasks), start=1):
                    task.result()
                    progress(step, done, len(missing))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def _fetch(self, pin: Pin, stage: Any) -> None:
        """Downloads one jar to a temporary file and moves it into place if its checksum is the pinned one."""
        arrived = _download(artifact(stage, pin.coordinate), pin)
        found = sha256(arrived)
        if found != pin.sha256:
            raise ChecksumMismatch(artifact=pin.coordinate, found=found, expected=pin.sha256)
        target = self.path(pin)
        target.parent.mkdir(parents=True, exist_ok=True)
        arrived.replace(target)
        self.is_good(pin)


def _download(wanted: Any, pin: Pin) -> Path:
    reason: Exception | None = None
    for attempt in range(TRIES):
        Path(wanted.cached_path).unlink(missing_ok=True)
        if attempt:
            time.sleep(2**attempt / 2)
        try:
            return Path(wanted.resolve())
        except (OSError, RuntimeError) as error:  # requests' errors are OSErrors
            reason = error
    text = " ".join(str(reason).split())
    raise DownloadFailed(artifact=pin.coordinate, reason=text) from reason
