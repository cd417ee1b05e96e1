"""The telemetry layer of one workspace."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.capturing import AsyncCapturing
from oxgraph.client._async.history import AsyncHistory
from oxgraph.client._async.patterns import AsyncPatterns


class AsyncTelemetry(AsyncCapturing, AsyncPatterns, AsyncHistory):
    """What agents did, what recurs in it, and whether it gets better."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
