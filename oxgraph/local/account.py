"""The operating system's account that a server runs as, where root itself may not."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

NAMES = ("postgres", "nobody")
"""Tried in this order."""


@dataclass(frozen=True)
class Account:
    """A user of the operating system, and its first group."""

    name: str
    uid: int
    gid: int

    def own(self, path: Path) -> None:
        """Gives a folder or file to this user."""
        os.chown(path, self.uid, self.gid)


def stand_in() -> Account | None:
    """Whom to run as: None for an ordinary user, who runs as itself, and `postgres` or else `nobody` for root."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd

    for name in NAMES:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(name, found.pw_uid, found.pw_gid)
    return Account("nobody", 65_534, 65_534)
