"""Where a home's Postgres lies: in the home, or, when root starts it, where the account that runs it can reach it.

Postgres refuses root, and root's homes are closed to every other account, so its data then lies in a folder of its own
under /var/lib/oxgraph. The home's file `postgres/place` names it, and its file `home` names the home.
"""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from oxgraph.errors import PostgresFailed
from oxgraph.local.home import Home, private
from oxgraph.local.process import Account, service_account
from oxgraph.whole_files import write_whole

SHARED = Path("/var/lib/oxgraph")
"""The data folders of root's homes. Others may pass through it, not list it."""


@dataclass(frozen=True)
class Layout:
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
        """The log of Postgres."""
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
        """The file with the record of the last start."""
        return self.kept / "server.json"

    def is_initialised(self) -> bool:
        """Whether there is data; it appears there whole."""
        return self.data.is_dir()


def of(home: Home) -> Layout:
    """The home's layout, whether or not it is there yet."""
    account = service_account()
    if account is None:
        return Layout(home.postgres, home.postgres, None)
    return Layout(home.postgres, _noted(home) or SHARED / "none yet", account)


def prepare(home: Home) -> Layout:
    """The home's layout, with its folders and their rights. Raises PostgresFailed."""
    try:
        home.postgres.mkdir(parents=True, exist_ok=True)
        private(home.postgres)
        if service_account() is not None:
            _share(home)
        layout = of(home)
        layout.settings.mkdir(exist_ok=True)
        layout.settings.chmod(0o700 if layout.account is None else 0o755)
    except OSError as error:
        raise PostgresFailed(home=home.path, reason=f"{error.strerror} ({error.filename})") from error
    return layout


def left(home: Home) -> list[Path]:
    """Data folders of root that belonged to an earlier home of this path, which was removed, or moved and made anew."""
    if service_account() is None:
        return []
    mine = [file.parent for file in SHARED.glob("*/home") if _read(file) == home.path]
    return [root for root in mine if root != _noted(home)]


def remove(home: Home) -> None:
    """Removes all that the home's Postgres, which must be stopped, keeps anywhere."""
    layout = of(home)
    if layout.account is not None:
        shutil.rmtree(layout.root, ignore_errors=True)
    shutil.rmtree(layout.kept, ignore_errors=True)


def _read(file: Path) -> Path | None:
    try:
        return Path(file.read_text(encoding="utf-8").strip())
    except OSError:
        return None


def _noted(home: Home) -> Path | None:
    """The place that the home's note names; a copied home's note names another's, which is left alone."""
    root = _read(home.postgres / "place")
    if root is None:
        return None
    owner = _read(root / "home")
    taken = owner not in (None, home.path) and _read(Home(owner or home.path).postgres / "place") == root
    return None if taken else root


def _share(home: Home) -> None:
    """Makes root's layout, unless it is there, and notes on both sides whose it is."""
    if not SHARED.is_dir():
        SHARED.mkdir(parents=True)
        SHARED.chmod(0o711)
    root = _noted(home)
    if root is None or not root.is_dir():
        root = Path(tempfile.mkdtemp(dir=SHARED))
        root.chmod(0o711)
    write_whole(root / "home", f"{home.path}\n")
    write_whole(home.postgres / "place", f"{root}\n")
