"""The telemetry layer of one workspace."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.capture import AsyncCapturing
from oxgraph.client._async.history import AsyncHistory
from oxgraph.client._async.metrics import AsyncBenchmarks, AsyncMetrics
from oxgraph.client._async.patterns import AsyncLifting


class AsyncTelemetry(AsyncCapturing, AsyncHistory, AsyncLifting):
    """What agents did, what recurs in it, and whether it gets better."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
        self.metrics = AsyncMetrics(access)
        self.benchmarks = AsyncBenchmarks(self.metrics, access)
