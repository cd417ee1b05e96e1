"""A signal in a synchronous call with a token, whose server is that of the run."""

from contextlib import suppress
from pathlib import Path

import oxgraph
from oxgraph import Memory
from oxgraph.client.concurrency import run_in_thread_within
from tests.fixtures.remote import Served
from tests.fixtures.signals import Late, a_signal_at

LOCKS = str(Path("httpcore2", "_synchronization.py"))
"""Where the library of the connections has its locks."""

SECONDS = 10.0
"""Long after the next call is answered."""


def test_a_signal_within_a_call_with_a_token_does_not_stop_the_next(served: Served, workspace: Memory) -> None:
    """A lock of the connections could stay taken, and the next call waited for it for ever."""
    with oxgraph.connect(served.site.url, token=served.token(workspace)) as memory:
        step, left = 0, [0]
        while left[0] <= 0:
            step += 1
            with suppress(Late), a_signal_at(step, LOCKS) as left:
                memory.settings()
            assert run_in_thread_within(SECONDS, memory.episodic.history, "none") == ()
        assert step > 8
