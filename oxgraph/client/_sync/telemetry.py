# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The telemetry layer of one workspace."""

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.capture import Capturing
from oxgraph.client._sync.history import History
from oxgraph.client._sync.metrics import Benchmarks, Metrics
from oxgraph.client._sync.patterns import Lifting


class Telemetry(Capturing, History, Lifting):
    """What agents did, what recurs in it, and whether it gets better."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.metrics = Metrics(access)
        self.benchmarks = Benchmarks(self.metrics, access)
