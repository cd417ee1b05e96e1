"""The logins of the servers of the directory, in a file of the home that its owner alone can read; never in a graph."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from oxgraph import environment
from oxgraph.errors import InvalidInput
from oxgraph.whole_files import write_whole

MAIN = "main"
"""The name of the server whose graph holds the directory."""


@dataclass(frozen=True)
class ServerLogin:
    """How a server is reached: Bolt's address, user and password."""

    address: str
    user: str
    password: str

    @property
    def auth(self) -> tuple[str, str]:
        """User and password."""
        return self.user, self.password


class ServerLogins:
    """The file `servers.json` of a home. It is read again when it has changed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or environment.home()) / "servers.json"
        self._read: tuple[int, dict[str, ServerLogin]] = (-1, {})

    def all(self) -> dict[str, ServerLogin]:
        """The logins by the names of the servers; none without the file. Raises InvalidInput for a damaged one."""
        try:
            changed = self.path.stat().st_mtime_ns
            if changed != self._read[0]:
                found = json.loads(self.path.read_text(encoding="utf-8"))
                self._read = changed, {name: ServerLogin(**one) for name, one in found.items()}
        except FileNotFoundError:
            return {}
        except (TypeError, AttributeError) as error:
            reason = f"{self.path} must have an object with address, user and password for each server"
            raise InvalidInput(field="servers", reason=reason) from error
        except (OSError, ValueError) as error:
            raise InvalidInput(field="servers", reason=f"{self.path} cannot be read: {error}") from error
        return self._read[1]

    def add(self, name: str, login: ServerLogin) -> None:
        """Keeps a login, or replaces it. Raises InvalidInput where the file cannot be written."""
        self._write(self.all() | {name: login})

    def remove(self, name: str) -> bool:
        """Forgets a login; whether there was one. Raises InvalidInput where the file cannot be written."""
        left = dict(self.all())
        if left.pop(name, None) is None:
            return False
        self._write(left)
        return True

    def _write(self, logins: dict[str, ServerLogin]) -> None:
        found = {key: asdict(one) for key, one in logins.items()}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, json.dumps(found, indent=2))
        except OSError as error:
            raise InvalidInput(field="servers", reason=f"{self.path} cannot be written: {error.strerror}") from error


class _NoLogins(ServerLogins):
    def __init__(self) -> None:
        super().__init__(Path())

    def all(self) -> dict[str, ServerLogin]:
        return {}


NO_LOGINS: ServerLogins = _NoLogins()
"""Of a connection that knows no other servers."""
