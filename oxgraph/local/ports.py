"""Ports on the loopback address that step aside when they are taken."""

import socket
import sys

HOST = "127.0.0.1"
BOLT, HTTP = 7687, 7474
STEPS = 50


def is_free(port: int) -> bool:
    """Whether a server could listen there."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # as Java does; on Windows the option would hide another listener
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


def _any_free() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def choose(preferred: int, *, but: int | None = None) -> int:
    """The preferred port, else the next free one after it, else any free one; never `but`."""
    for port in range(preferred, min(preferred + STEPS, 65_536)):
        if port != but and is_free(port):
            return port
    return _any_free()
