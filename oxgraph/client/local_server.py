"""The address of `oxgraph serve` for a process with a token: as given, or of the one that runs on this machine."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from oxgraph import environment
from oxgraph.errors import ConnectionFailed, NotRunning, error_classes

START_SECONDS = 180
NO_SERVER = (
    "No `oxgraph serve` is known: give its address, or set OXGRAPH_SERVER. On the machine of the database "
    "`oxgraph up` and `oxgraph serve` start one. (Looked in {home}.)"
)


def locator(address: str) -> Callable[[None], str]:
    """A function that returns the address of the server: `address`, or where it is '' the one of this machine."""
    return lambda nothing: address or local_address()


def local_address() -> str:
    """The address of this machine's server, which is started where none runs. Raises ConnectionFailed and others."""
    recorded = environment.local_serve()
    if recorded is not None and _listens(recorded):
        return recorded
    if not environment.database_is_here():
        raise ConnectionFailed(NO_SERVER.format(home=environment.home()))
    return _start()


def _listens(url: str) -> bool:
    """Whether something listens at an address of this machine."""
    found = urlsplit(url)
    try:
        if found.scheme == "unix":
            with socket.socket(socket.AF_UNIX) as probe:
                probe.connect(unquote(found.path))
        else:
            socket.create_connection((found.hostname or "", found.port or 80), timeout=1).close()
    except (OSError, AttributeError):  # Windows has no Unix sockets
        return False
    return True


def _start() -> str:
    """Starts the server by a command of its own, so that this process never reads the password; its address."""
    command = [sys.executable, "-m", "oxgraph.cli", "serve", "--detach", "--json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=START_SECONDS, check=False)
        if done.returncode == 0:
            return str(json.loads(done.stdout)["url"])
        error = json.loads(done.stderr.strip().splitlines()[-1])["error"]
    except (OSError, ValueError, LookupError, TypeError, subprocess.SubprocessError):
        raise ConnectionFailed(NO_SERVER.format(home=environment.home())) from None
    raise error_classes().get(error["code"], NotRunning)(error["message"])
