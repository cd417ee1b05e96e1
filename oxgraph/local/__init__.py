"""A Neo4j on this machine: up, down, status, logs, doctor. Modules are imported at the first call.

So the build of a wheel can use `oxgraph.local.plugin` before anything is installed.
"""

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oxgraph.local.dumps import Dump, dump, load
    from oxgraph.local.health_checks import Check, doctor, healthy
    from oxgraph.local.home import Home
    from oxgraph.local.server import Server, Status, down, logs, running, status, up
    from oxgraph.local.serving import Serving, ensure

Progress = Callable[[str, int, int], None]
"""Called with the step, how much of it is done, and how much there is (0 when that is not known)."""

_MODULES = {
    "dumps": ["Dump", "dump", "load"],
    "health_checks": ["Check", "doctor", "healthy"],
    "home": ["Home"],
    "serving": ["Serving", "ensure"],
    "server": ["Server", "Status", "down", "logs", "running", "status", "up"],
}

__all__ = [
    "Check",
    "Dump",
    "Home",
    "Progress",
    "Server",
    "Serving",
    "Status",
    "doctor",
    "down",
    "dump",
    "ensure",
    "healthy",
    "load",
    "logs",
    "no_progress",
    "running",
    "status",
    "up",
]


def no_progress(step: str, done: int, total: int) -> None:
    """Report nothing."""


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
