"""Archives of workspaces: a zip of JSON lines, one file for each kind, and a manifest; see docs/moving.md."""

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from oxgraph import tables
from oxgraph.errors import ArchiveInvalid, ArchiveVersion
from oxgraph.whole_files import whole_file

FORMAT = 1
"""The version of the format that is written; the only one that is read."""

MANIFEST = "manifest.json"
FILE = re.compile(r"(nodes|vectors|relationships)/([a-z_]{1,50})\.jsonl")
WORKSPACE_FILE = "nodes/workspace.jsonl"
SHA256 = re.compile(r"[0-9a-f]{64}")
ORIGIN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

LONGEST_LINE = 64 * 1024 * 1024
LONGEST_MANIFEST = 4 * 1024 * 1024
DENSEST = 500
"""How many times larger than the archive its content may be; JSON lines shrink to about a tenth."""
SMALL = 256 * 1024 * 1024
"""Bytes of content that any archive may have."""

BUFFER = 1024 * 1024
EPOCH = (1980, 1, 1, 0, 0, 0)
LEVEL = 6
MODULUS = 1 << 256


Line = bytes
"""A line of an archive as it is written."""


@dataclass
class LineDigest:
    """The sum of the SHA-256 of lines modulo 2^256: the same in whatever order they stand."""

    lines: int = 0
    bytes: int = 0
    total: int = 0

    def add(self, line: "Line") -> None:
        """Counts a line, without its line break."""
        self.lines += 1
        self.bytes += len(line) + 1
        self.total = (self.total + int.from_bytes(hashlib.sha256(line).digest(), "big")) % MODULUS

    @property
    def hex(self) -> str:
        """The digest as 64 hexadecimal digits."""
        return f"{self.total:064x}"


def content_digest(digests: dict[str, str]) -> str:
    """The digest of all files but those of vectors, from theirs by name."""
    named = "".join(f"{name} {digests[name]}\n" for name in sorted(digests) if not name.startswith("vectors/"))
    return hashlib.sha256(named.encode()).hexdigest()


@dataclass
class ArchiveFile:
    """A file of an archive as the manifest lists it."""

    name: str
    lines: int
    bytes: int
    digest: str

    @property
    def part(self) -> str:
        """nodes, vectors or relationships."""
        return self.name.partition("/")[0]

    @property
    def kind(self) -> str:
        """The kind of its nodes, or the type of its relationships without the prefix _mem:."""
        return self.name.partition("/")[2].removesuffix(".jsonl")


@dataclass
class Manifest:
    """What an archive is. `origin` is the workspace's id from which the ids in it derive."""

    workspace: str
    origin: str
    product_version: str
    schema: str
    exported_at: str
    position: int
    embedding_model: str | None
    has_vectors: bool
    digest: str
    files: list[ArchiveFile] = field(default_factory=list)

    def as_json(self) -> str:
        """The text of manifest.json."""
        found = {"format": FORMAT, "product": "oxgraph"} | asdict(self)
        return json.dumps(found, indent=2, ensure_ascii=False) + "\n"

    def count(self, part: str) -> int:
        """The lines of all files of a part."""
        return sum(file.lines for file in self.files if file.part == part)

    @property
    def counts(self) -> dict[str, int]:
        """The lines of each file of nodes and relationships, by its name without folder and ending of nodes."""
        return {label(file.name): file.lines for file in self.files if file.part != "vectors"}

    @property
    def digests(self) -> dict[str, str]:
        """The digest of each of these files."""
        return {label(file.name): file.digest for file in self.files if file.part != "vectors"}


def label(name: str) -> str:
    """How a file of nodes or relationships is named in reports: `action`, `_mem:next`."""
    part, _, rest = name.partition("/")
    kind = rest.removesuffix(".jsonl")
    return kind if part != "relationships" else kind if kind == "other" else f"_mem:{kind}"


@contextmanager
def writing(path: Path) -> Iterator[zipfile.ZipFile]:
    """A new archive at `path`, which its owner alone can read; nothing is there unless it was written to its end.

    Raises OSError.
    """
    with whole_file(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        yield archive


def write_lines(archive: zipfile.ZipFile, name: str, lines: Iterable[str]) -> ArchiveFile:
    """Writes a file of JSON lines into the archive."""
    digest = LineDigest()
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(entry, "w", force_zip64=True) as out:
        for text in lines:
            line = text.encode("utf-8")
            digest.add(line)
            out.write(line + b"\n")
    return ArchiveFile(name, digest.lines, digest.bytes, digest.hex)


def write_manifest(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Writes the manifest, last of all."""
    entry = zipfile.ZipInfo(MANIFEST, EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, manifest.as_json())


class ArchiveReader:
    """Reads an archive; every error of it is ArchiveInvalid or ArchiveVersion. Nothing is unpacked to the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._reading():
            self.size = path.stat().st_size
            self._zip = zipfile.ZipFile(path)
        try:
            self.manifest = self._manifest()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def invalid(self, reason: object) -> ArchiveInvalid:
        """The error that says what is wrong with the archive."""
        return ArchiveInvalid(file=self.path, reason=reason)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, KeyError) as error:
            raise self.invalid(" ".join(str(error).split()) or "it is cut off") from error
        except OSError as error:
            raise self.invalid(error.strerror or error) from error

    def _manifest(self) -> Manifest:
        names = [entry.filename for entry in self._zip.infolist()]
        if MANIFEST not in names:
            raise self.invalid(f"it has no {MANIFEST}")
        with self._reading(), self._zip.open(MANIFEST) as found:
            text = found.read(LONGEST_MANIFEST + 1)
        if len(text) > LONGEST_MANIFEST:
            raise self.invalid(f"its {MANIFEST} is too long")
        manifest = self._parsed(self._json(text, MANIFEST))
        listed = [MANIFEST, *(file.name for file in manifest.files)]
        if sorted(names) != sorted(listed):
            odd = sorted(set(names) ^ set(listed)) or names
            raise self.invalid(f"its files are not those that its manifest lists: {', '.join(odd[:5])}")
        kinds = {row["kind"] for row in tables.read("nodes") if row["archive"]}
        for file in manifest.files:
            if not FILE.fullmatch(file.name) or (file.part != "relationships" and file.kind not in kinds):
                raise self.invalid(f"{file.name} is not a file of an archive")
        if WORKSPACE_FILE not in listed:
            raise self.invalid(f"it has no {WORKSPACE_FILE}")
        if manifest.digest != content_digest({file.name: file.digest for file in manifest.files}):
            raise self.invalid("the digest of its manifest is wrong")
        content = sum(file.bytes for file in manifest.files)
        if content > max(SMALL, DENSEST * self.size):
            raise self.invalid("its content is far larger than the file")
        return manifest

    def _parsed(self, found: Any) -> Manifest:
        if not isinstance(found, dict) or found.pop("product", None) != "oxgraph":
            raise self.invalid("its manifest is not one of oxgraph")
        version = found.pop("format", None)
        if isinstance(version, int) and version > FORMAT:
            raise ArchiveVersion(file=self.path, found=version, needed=FORMAT)
        try:
            files = [ArchiveFile(**file) for file in found.pop("files")]
            manifest = Manifest(**found, files=files)
        except (TypeError, KeyError) as error:
            raise self.invalid(f"its manifest lacks or has too much: {error}") from error
        texts = (manifest.workspace, manifest.origin, manifest.digest, *(file.name for file in files))
        numbers = [number for file in files for number in (file.lines, file.bytes)]
        right = (
            version == FORMAT
            and all(isinstance(text, str) for text in texts)
            and all(isinstance(number, int) and number >= 0 for number in numbers)
            and all(isinstance(file.digest, str) and SHA256.fullmatch(file.digest) for file in files)
            and ORIGIN.fullmatch(manifest.origin)
            and isinstance(manifest.has_vectors, bool)
        )
        if not right:
            raise self.invalid("its manifest has values that it cannot have")
        return manifest

    def _json(self, text: bytes, where: str) -> Any:
        try:
            return json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise self.invalid(f"{where} is not JSON: {' '.join(str(error).split())}") from error

    def verify(self) -> None:
        """Reads all of it. Raises ArchiveInvalid where a file is not what the manifest says."""
        for file in self.manifest.files:
            digest = LineDigest()
            for line in self._lines(file):
                digest.add(line)
            if (digest.lines, digest.bytes, digest.hex) != (file.lines, file.bytes, file.digest):
                raise self.invalid(f"{file.name} is not what its manifest says")
        if next((file.lines for file in self.manifest.files if file.name == WORKSPACE_FILE), 0) != 1:
            raise self.invalid(f"{WORKSPACE_FILE} must have one line")

    def _lines(self, file: ArchiveFile) -> Iterator[Line]:
        read = 0
        with self._reading(), io.BufferedReader(self._zip.open(file.name), BUFFER) as found:  # type: ignore[type-var]
            while line := found.readline(LONGEST_LINE + 1):
                read += len(line)
                if len(line) > LONGEST_LINE or read > file.bytes or not line.endswith(b"\n"):
                    raise self.invalid(f"{file.name} is longer than its manifest says, or is cut off")
                yield line[:-1]

    def rows(self, file: ArchiveFile) -> Iterator[dict[str, Any]]:
        """The lines of a file as objects."""
        for number, line in enumerate(self._lines(file), 1):
            row = self._json(line, f"{file.name} line {number}")
            if not isinstance(row, dict):
                raise self.invalid(f"{file.name} line {number} is not an object")
            yield row

    def nodes(self, file: ArchiveFile, *, with_vectors: bool = True) -> Iterator[dict[str, Any]]:
        """The nodes of a file, each with its `vectors`; without them it waits for new ones, where it had some."""
        beside = next((one for one in self.manifest.files if one.name == f"vectors/{file.kind}.jsonl"), None)
        vectors = self.rows(beside) if beside else iter(())
        waiting = next(vectors, None)
        for row in self.rows(file):
            if waiting is not None and waiting.get("id") == row.get("id"):
                found = waiting.get("properties")
                row["vectors"] = found if with_vectors else {"unembedded": True}
                waiting = next(vectors, None)
            yield row
        if waiting is not None:
            raise self.invalid(
                f"vectors/{file.kind}.jsonl has vectors of nodes that are not there, or in another order"
            )

    def parts(self) -> Iterator[tuple[str | None, Iterator[dict[str, Any]]]]:
        """The files in the order in which they are imported, as kind of nodes (None: relationships) and rows."""
        nodes = [file for file in self.manifest.files if file.part == "nodes"]
        for file in sorted(nodes, key=lambda one: (one.name != WORKSPACE_FILE, one.name)):
            yield file.kind, self.nodes(file)
        for file in sorted(self.manifest.files, key=lambda one: one.name):
            if file.part == "relationships":
                yield None, self.rows(file)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")
