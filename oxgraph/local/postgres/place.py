"""Where a home's Postgres lies: in the home, or, when root starts it, where the account that runs it can reach it.

Postgres refuses root, and root's homes are closed to every other account, so its data then lies in a folder of its own
under /var/lib/oxgraph. The home's file `postgres/place` names it, and its file `home` names the home.
"""

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from oxgraph.errors import PostgresFailed
from oxgraph.local.account import Account, stand_in
from oxgraph.local.home import Home, private

SHARED = Path("/var/lib/oxgraph")
"""Holds the places of root's homes. Others may pass through it, not list it."""


@dataclass(frozen=True)
class Place:
    """The layout: `kept` in the home (record, DSNs, log), `root` with data and settings, run by `account`."""

    kept: Path
    root: Path
    account: Account | None

    @property
    def data(self) -> Path:
        """Postgres' data folder."""
        return self.root / "data"

    @property
    def settings(self) -> Path:
        """The folder of its settings, which Postgres itself cannot change."""
        return self.root / "conf"

    @property
    def log(self) -> Path:
        """What Postgres tells a person."""
        return self.kept / "postgres.log"

    @property
    def admin_dsn(self) -> Path:
        """Holds the superuser's DSN; readable by its owner alone."""
        return self.kept / "admin.dsn"

    @property
    def mirror_dsn(self) -> Path:
        """Holds the DSN of the copier's login; readable by its owner alone."""
        return self.kept / "mirror.dsn"

    @property
    def record(self) -> Path:
        """Holds what is kept of the last start."""
        return self.kept / "server.json"

    def is_initialised(self) -> bool:
        """Whether there is data; it appears there whole."""
        return self.data.is_dir()


def of(home: Home) -> Place:
    """The home's place, whether or not it is there yet."""
    account = stand_in()
    if account is None:
        return Place(home.postgres, home.postgres, None)
    return Place(home.postgres, _noted(home) or _guess(home), account)


def prepare(home: Home) -> Place:
    """The home's place, with its folders and their rights. Raises PostgresFailed, HomeUnusable."""
    place = of(home)
    try:
        place.kept.mkdir(parents=True, exist_ok=True)
        private(place.kept)
        if place.account is not None:
            _share(home, place)
        place.settings.mkdir(exist_ok=True)
        place.settings.chmod(0o700 if place.account is None else 0o755)
    except OSError as error:
        raise PostgresFailed(home=home.path, reason=f"{error.strerror} ({error.filename})") from error
    return place


def remove(home: Home) -> None:
    """Removes all that the home's Postgres, which must be stopped, keeps anywhere."""
    place = of(home)
    if place.account is not None and _owner(place) in (str(home.path), ""):
        shutil.rmtree(place.root, ignore_errors=True)
    shutil.rmtree(place.kept, ignore_errors=True)


def _noted(home: Home) -> Path | None:
    try:
        return Path((home.postgres / "place").read_text(encoding="utf-8").strip())
    except OSError:
        return None


def _guess(home: Home) -> Path:
    return SHARED / hashlib.sha256(os.fsencode(home.path)).hexdigest()[:16]


def _owner(place: Place) -> str:
    try:
        return (place.root / "home").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _share(home: Home, place: Place) -> None:
    """Makes root's place and notes on both sides whose it is. Raises PostgresFailed for the copy of a home."""
    owner = _owner(place)
    if owner not in (str(home.path), "") and _noted(Home(Path(owner))) == place.root:
        raise PostgresFailed(
            home=home.path, reason=f"its data in {place.root} is that of {owner}; remove {place.kept} to start anew"
        )
    for folder in (SHARED, place.root):
        if not folder.is_dir():
            folder.mkdir(parents=True)
            folder.chmod(0o711)
    (place.root / "home").write_text(f"{home.path}\n", encoding="utf-8")
    (place.root / "home").chmod(0o600)
    (place.kept / "place").write_text(f"{place.root}\n", encoding="utf-8")
