"""The explorer over 100,000 actions: its pages come, and weigh no more than over a hundred."""

import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from statistics import median

import pytest
from playwright.sync_api import expect

import oxgraph
from oxgraph.client.failure_rates import periods, slice_seconds
from oxgraph.cypher import statement
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.server.conftest import Site, site, tokens_of
from tests.server.explorer.conftest import Visit, World, browser, visit

__all__ = ["browser", "site", "visit"]

ACTIONS = 100_000
BATCH = 10_000
MOST_ELEMENTS = 2_500


@pytest.fixture(scope="package")
def world(server: Server, site: Site) -> Iterator[World]:
    """A workspace with 100,000 actions in 10,000 sessions."""
    now = datetime.now(UTC)
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"large-{uuid.uuid4()}")
        for start in range(0, ACTIONS, BATCH):
            memory.telemetry.capture_many([_action(number, now) for number in range(start, start + BATCH)])
        evaluate(client.graph, memory.workspace_id, passes=[1], now=now)
        yield World(site.url, tokens_of(memory))


def _action(number: int, now: datetime) -> dict[str, object]:
    failed = number % 9 == 0
    return {
        "action_type": f"tool_{number % 7}",
        "session_id": f"session-{number // 10}",
        "agent_id": "rare-agent" if number == 500 else f"agent-{number % 3}",
        "outcome": "failure" if failed else "success",
        "error_code": "TIMEOUT" if failed else None,
        "started_at": now - timedelta(seconds=(ACTIONS - number) * 6),
    }


ADDRESSES = (
    "overview",
    "overview?range=7d",
    "timeline?show=table",
    "timeline?show=table&error=TIMEOUT&text=tool_3",
    "timeline",
    "timeline?show=all",
    "timeline?show=all&agent=rare-agent",
    "timeline?outcome=failure",
    "graph",
)


SHOWN = "main a.row, main .dense-table tbody tr"


@pytest.mark.bench
def test_the_overview_of_a_day_in_100_000_actions(server: Server, world: World) -> None:
    """Prints how long the overview takes, and its scan of actions alone; the first call of each is left out."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.workspace(world.tokens.workspace)
        now = datetime.now(UTC)
        for days in (1, 7):
            given = {"workspace_id": memory.workspace_id}
            since, size = now - timedelta(days=days), slice_seconds(timedelta(days=days))
            scan = partial(
                client.graph.read, statement("telemetry/failure_counts"), periods=periods(since, now, size), **given
            )
            whole = partial(memory.telemetry.overview, since, now)
            print(f"{days} days: overview {_median(whole):.3f} s, its scan {_median(scan):.3f} s")


def _median(call: Callable[[], object], times: int = 7) -> float:
    """Seconds."""
    taken = []
    for _ in range(times + 1):
        began = time.monotonic()
        call()
        taken.append(time.monotonic() - began)
    return median(taken[1:])


@pytest.mark.bench
def test_pages_over_100_000_actions(visit: Visit) -> None:
    visitor = visit().log_in()
    for address in ADDRESSES:
        began = time.monotonic()
        page = visitor.go(address)
        expect(page.locator(SHOWN).first).to_be_visible()
        elements = page.locator("*").count()
        print(f"{address}: {time.monotonic() - began:.2f} s, {elements} elements")
        assert elements < MOST_ELEMENTS
    page = visitor.go("timeline?show=all")
    for _ in range(5):
        seen = page.locator("main a.row").first.get_attribute("href")
        page.get_by_role("link", name="Older").click()
        expect(page.locator("main a.row").first).not_to_have_attribute("href", seen or "")
        visitor.settled()
        assert page.locator("*").count() < MOST_ELEMENTS
    page.get_by_role("link", name="Newest").click()
    expect(page.get_by_role("link", name="Newest")).to_have_count(0)
