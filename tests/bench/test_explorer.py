"""The explorer over 100,000 actions and 50,000 memories: how long its pages take, and how much is the query; ten tasks.

Run alone, with `JAVA_TOOL_OPTIONS=-XX:+UseG1GC`: the tests' servers otherwise do without Java's second compiler.
"""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import oxgraph
from oxgraph.local import Server
from tests.bench.explorer_tasks import TASKS
from tests.bench.explorer_world import Places, fill
from tests.server.conftest import Site, site, tokens_of
from tests.server.explorer.conftest import Visit, World, browser, visit
from tests.server.explorer.test_operator import do

__all__ = ["browser", "site", "visit"]

ACTIONS, MEMORIES = 100_000, 50_000
MOST_ELEMENTS = 2_500
MOST_SECONDS = 0.5
"""How long a page may take on an idle machine."""

TIMES = 5
"""How often each page is opened; the median counts."""

ROW = "main a.row, main .dense-table tbody tr"

OPEN = """async ([address, shown]) => {
  const open = 'main .loading, main [aria-busy=true], main .counts:not([role])';
  const settled = () => document.querySelector(shown) && !document.querySelector(open);
  const frame = () => new Promise(requestAnimationFrame);
  performance.clearResourceTimings();
  const began = performance.now();
  location.hash = address;
  do { await frame(); await frame(); } while (!settled() && performance.now() - began < 20000);
  if (!settled()) throw new Error(`${address} does not show ${shown}`);
  const page = performance.now() - began;
  const calls = performance.getEntriesByType('resource').filter((one) => one.name.includes('/v1/'));
  let end = 0, query = 0;
  for (const one of calls.sort((a, b) => a.requestStart - b.requestStart)) {
    query += Math.max(0, one.responseEnd - Math.max(end, one.requestStart));
    end = Math.max(end, one.responseEnd);
  }
  const slowest = calls.sort((a, b) => b.duration - a.duration)[0]?.name.split('/').slice(6).join('/');
  return {page, query, slowest, calls: calls.length};
}"""
"""Opens an address and waits until it is whole; page and query in milliseconds, the query while any call was open."""


def pages(at: Places) -> dict[str, tuple[str, str]]:
    """The pages on which the ten tasks are done, and others with much to read: address, and what is to be seen."""
    moment = at.at.replace(second=0, microsecond=0)
    stretch = f"since={_text(moment)}&until={_text(moment + timedelta(minutes=20))}"
    hour = at.at.astimezone().strftime("%H:%M")
    return {
        "what broke then: by the overview": (f"overview?{stretch}", "main .tile"),
        "what broke then: by the hour, each day": (f"timeline?show=table&outcome=failure&day_from={hour}", ROW),
        "who got worse": ("overview?range=7d", "main .rates li"),
        "why this warning": (f"patterns/{at.pattern}", "main .details a.run"),
        "who is affected: its actions": (f"timeline?show=table&node={at.node}&outcome=failure", ROW),
        "who is affected: the graph": (f"graph/{at.entity}", "main .around li"),
        "mend a memory": (f"memories/{at.memory}", "main .history tbody tr"),
        "answer a review": ("review", "main article.review"),
        "find a conversation": ("conversations?q=order 776 has not arrived", ROW),
        "export a table": ("timeline?show=table", ROW),
        "is everything healthy": ("overview", "main .health li"),
        "the slowest actions": ("timeline?show=table&sort=slowest", ROW),
        "actions with a text": ("timeline?show=table&error=TIMEOUT_1&text=tool_3", ROW),
        "runs": ("timeline", ROW),
        "a run": (f"run/{at.session}", "main .step"),
        "actions of a rare agent": ("timeline?show=all&agent=rare-agent", ROW),
        "patterns": ("patterns", "main article.pattern"),
        "the effect of warnings": ("patterns?view=effect", "main .span-rows li"),
        "the calibration of the forecast": ("patterns?view=forecast", "main .curve"),
        "metrics": ("metrics", "main article.metric .headline"),
        "memories": ("memories", ROW),
        "recall": ("memories?q=Where does Grace work?", "main article.memory"),
        "users": ("users", "main .empty, main a.row"),
        "conversations": ("conversations", ROW),
        "passes": ("passes", ROW),
        "graph": ("graph", ROW),
    }


def _text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


@pytest.fixture(scope="package")
def places(run_server: Server) -> Iterator[tuple[Places, oxgraph.Memory]]:
    """A workspace of full size."""
    with oxgraph.connect(run_server.uri, run_server.auth) as client:
        memory = client.create_workspace(f"large-{uuid.uuid4()}")
        yield fill(memory, client.graph, datetime.now(UTC), actions=ACTIONS, memories=MEMORIES), memory


@pytest.fixture(scope="package")
def world(places: tuple[Places, oxgraph.Memory], site: Site) -> World:
    """Where its pages are."""
    return World(site.url, tokens_of(places[1]))


def timed(page: Page, address: str, shown: str) -> dict[str, Any]:
    """The medians of page and query in seconds, over `TIMES` visits after a first one; each begins at the settings."""
    seen = []
    for _ in range(TIMES + 1):
        page.evaluate(OPEN, ["#/settings/memory", "main [role=switch]"])
        seen.append(page.evaluate(OPEN, [f"#/{address}", shown]))
    whole, query = (median(one[name] for one in seen[1:]) / 1000 for name in ("page", "query"))
    last: dict[str, Any] = seen[-1]
    return last | {"page": whole, "query": query, "first": seen[0]["page"] / 1000}


@pytest.mark.bench
def test_pages_at_full_size(visit: Visit, places: tuple[Places, oxgraph.Memory]) -> None:
    """Prints each page's time, that of the queries behind it, and their ratio."""
    page = visit().log_in().page
    late = {}
    for name, (address, shown) in pages(places[0]).items():
        found = timed(page, address, shown)
        elements = page.locator("*").count()
        ratio = found["page"] / found["query"]
        print(
            f"{name}: page {found['page']:.3f} s, query {found['query']:.3f} s, ratio {ratio:.2f}, "
            f"first {found['first']:.2f} s, {found['calls']} calls, slowest {found['slowest']}, {elements} elements"
        )
        assert elements < MOST_ELEMENTS, name
        if found["page"] > MOST_SECONDS:
            late[name] = found["page"]
    assert not late


@pytest.mark.bench
def test_older_pages_weigh_no_more(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("timeline?show=all")
    for _ in range(5):
        seen = page.locator("main a.row").first.get_attribute("href")
        page.get_by_role("link", name="Older").click()
        expect(page.locator("main a.row").first).not_to_have_attribute("href", seen or "")
        visitor.settled()
        assert page.locator("*").count() < MOST_ELEMENTS
    page.get_by_role("link", name="Newest").click()
    expect(page.get_by_role("link", name="Newest")).to_have_count(0)


@pytest.mark.bench
@pytest.mark.parametrize("keyboard", [False, True], ids=["clicks", "keyboard"])
def test_ten_tasks_at_full_size(visit: Visit, places: tuple[Places, oxgraph.Memory], keyboard: bool) -> None:
    """Prints the steps of each task."""
    visitor = visit(accept_downloads=True).log_in("operator")
    for task in TASKS:
        print(f"{task.__name__}: {do(task, visitor, keyboard, places[0])} steps")
