"""What a program calls: connect, workspaces, and one module a layer.

Written once, asynchronously, in `_async`; `_sync` is generated from it by tools/generate_sync.py.
"""

from oxgraph.client._async.client import AsyncClient
from oxgraph.client._async.connect import connect_async
from oxgraph.client._async.memory import AsyncMemory
from oxgraph.client._async.turn import AsyncTurn
from oxgraph.client._sync.client import Client
from oxgraph.client._sync.connect import connect
from oxgraph.client._sync.memory import Memory
from oxgraph.client._sync.turn import Turn

__all__ = ["AsyncClient", "AsyncMemory", "AsyncTurn", "Client", "Memory", "Turn", "connect", "connect_async"]
