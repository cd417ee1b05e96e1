"""The public names, for type checkers and for lazy loading: `__init__.py` reads this file at run time."""

from ._async.client import AsyncClient as AsyncClient
from ._async.client import connect_async as connect_async
from ._async.memory import AsyncMemory as AsyncMemory
from ._async.turn import AsyncTurn as AsyncTurn
from ._sync.client import Client as Client
from ._sync.client import connect as connect
from ._sync.memory import Memory as Memory
from ._sync.turn import Turn as Turn

__all__ = ["AsyncClient", "AsyncMemory", "AsyncTurn", "Client", "Memory", "Turn", "connect", "connect_async"]
