"""Logins of the explorer: a cookie with a random id, whose token's hash the server's memory keeps."""

import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from oxgraph.server.config import ServerConfig

MOST = 10_000


@dataclass
class Login:
    """One login: whose token it stands for, when it was made and last used (seconds of the monotonic clock)."""

    token_hash: str
    made_at: float
    used_at: float


class Logins:
    """The logins that hold. They are looked up by hashes of their ids, so that no comparison's time tells anything."""

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self._held: OrderedDict[str, Login] = OrderedDict()

    def open(self, token_hash: str) -> str:
        """A new login; its id."""
        name = secrets.token_urlsafe(32)
        now = time.monotonic()
        self._held[_key(name)] = Login(token_hash, now, now)
        while len(self._held) > MOST:
            self._held.popitem(last=False)
        return name

    def token_hash(self, name: str) -> str | None:
        """Whose a login is, noting its use; None for one that is unknown or has ended."""
        login, now = self._held.get(_key(name)), time.monotonic()
        if login is None:
            return None
        idle, age = now - login.used_at, now - login.made_at
        if idle > self._config.session_idle_seconds or age > self._config.session_seconds:
            self.close(name)
            return None
        login.used_at = now
        self._held.move_to_end(_key(name))
        return login.token_hash

    def close(self, name: str) -> None:
        """Ends a login."""
        self._held.pop(_key(name), None)


def _key(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()
