"""A Neo4j on this machine: up, down, status, logs, doctor. Nothing here is loaded before it is called."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oxgraph.local.home import Home
    from oxgraph.local.server import Server, Status, down, logs, running, status, up

_HOMES = {"Home": "home"} | dict.fromkeys(["Server", "Status", "down", "logs", "running", "status", "up"], "server")

__all__ = ["Home", "Server", "Status", "down", "logs", "running", "status", "up"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
