"""Find a free port on the loopback address: the usual one, moved by OXGRAPH_PORT_OFFSET, else the next free one."""

import errno
import os
import socket
import sys
from collections.abc import Callable

from oxgraph.errors import InvalidInput

HOST = "127.0.0.1"
HOST_6 = "::1"
BOLT, HTTP, POSTGRES, SERVE = 7687, 7474, 5433, 7600
STEPS = 50
OFFSET = "OXGRAPH_PORT_OFFSET"
"""The environment variable with a number that is added to these ports, so that homes do not share them."""

MAX_OFFSET = 50_000


def first(usual: int) -> int:
    """The port at which the search begins: the usual one, moved by OXGRAPH_PORT_OFFSET. Raises InvalidInput."""
    text = os.environ.get(OFFSET) or "0"
    if not text.isascii() or not text.isdecimal() or int(text) > MAX_OFFSET:
        raise InvalidInput(field=OFFSET, reason=f"{text!r} is not a whole number from 0 to {MAX_OFFSET:,}")
    return usual + int(text)


def is_free(port: int) -> bool:
    """Whether a port is free."""
    try:
        _bind(HOST, port)
    except OSError:
        return False
    return True


def is_taken(host: str, port: int) -> bool:
    """Whether another program listens there; False also for an address that this machine cannot listen on."""
    try:
        _bind(host, port)
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False


def _bind(host: str, port: int) -> None:
    """Takes the port for a moment. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # as Java does; on Windows the option would hide another listener
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def is_free_on_both(port: int) -> bool:
    """Whether a port is free on the loopback addresses of IPv4 and, if the machine has it, IPv6."""
    return is_free(port) and not is_taken(HOST_6, port)


def _any_free() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def choose(preferred: int, *, but: int | None = None, free: Callable[[int], bool] = is_free) -> int:
    """Choose the preferred port, else the next free one after it, else any free one; never `but`."""
    for port in range(preferred, min(preferred + STEPS, 65_536)):
        if port != but and free(port):
            return port
    return _any_free()
