"""A Neo4j on this machine: up, down, status, logs, doctor. Nothing here is loaded before it is called.

So the build of a wheel can use `oxgraph.local.plugin` before anything is installed.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oxgraph.local.checks import doctor, healthy
    from oxgraph.local.home import Home
    from oxgraph.local.looking import Check
    from oxgraph.local.server import Server, Status, down, logs, running, status, up

_HOMES = {
    "checks": ["doctor", "healthy"],
    "home": ["Home"],
    "looking": ["Check"],
    "server": ["Server", "Status", "down", "logs", "running", "status", "up"],
}

__all__ = ["Check", "Home", "Server", "Status", "doctor", "down", "healthy", "logs", "running", "status", "up"]


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
