"""What a person sees of imported runs of long ago: why nothing is active now, and the patterns and metrics of then."""

import re
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

import oxgraph
from oxgraph.imports.traces import import_traces
from oxgraph.local import Server
from oxgraph.passes import evaluate_history
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, World
from tests.server.explorer.test_pages import faults
from tests.telemetry.trace_samples import FIRST, file, shop

LAST_DAY = str((FIRST + timedelta(hours=39)).date())

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def old(server: Server, site: Site, tmp_path_factory: pytest.TempPathFactory) -> World:
    """A workspace into which runs of last year were imported."""
    folder: Path = tmp_path_factory.mktemp("runs")
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Old {uuid.uuid4().hex[:6]}")
        import_traces(memory, [file(folder / "old.jsonl", shop(40))])
        evaluate_history(client.graph, memory.workspace_id, now=FIRST + timedelta(days=400))
        return World(site.url, tokens_of(memory))


def test_an_empty_list_leads_to_the_patterns_of_then(visit: Visit, old: World) -> None:
    visitor = visit(site=old).log_in("operator")
    page = visitor.go("patterns")
    empty = page.locator(".empty")
    expect(empty).to_contain_text(f"active on {LAST_DAY}, the day of the last action")
    assert faults(page) == []
    empty.get_by_role("link", name=f"Show the patterns of {LAST_DAY}").click()
    visitor.settled()
    expect(page.get_by_label("As of")).to_have_value(LAST_DAY)
    assert f"as_of={LAST_DAY}" in page.url
    expect(page.locator("article.pattern").first).to_be_visible()
    page.get_by_label("As of").fill("2024-12-31")
    expect(page.locator(".empty")).to_contain_text("No pattern was active on 2024-12-31")


def test_the_metrics_of_a_past_day(visit: Visit, old: World) -> None:
    visitor = visit(site=old).log_in("operator")
    page = visitor.go(f"metrics?as_of={LAST_DAY}")
    expect(page.get_by_label("As of")).to_have_value(LAST_DAY)
    page.get_by_role("link", name="Task success rate").click()
    visitor.settled()
    assert f"as_of={LAST_DAY}" in page.url
    page.get_by_text("As a table").click()
    expect(page.get_by_role("rowheader", name=LAST_DAY)).to_be_visible()
    assert faults(page) == []


def test_the_day_goes_along_and_pages_say_whether_they_show_it(visit: Visit, old: World) -> None:
    visitor = visit(site=old).log_in("operator")
    page = visitor.go("overview")
    page.get_by_label("As of").fill(LAST_DAY)
    visitor.settled()
    expect(page.locator(".tile").first).not_to_contain_text("Actions0")
    expect(page.locator(".past")).to_contain_text("As of the end of")
    for name, shows in (
        ("Timeline", True),
        ("Memories", True),
        ("Graph", True),
        ("Patterns", True),
        ("Entities", False),
    ):
        page.get_by_role("link", name=name, exact=True).first.click()
        visitor.settled()
        assert f"as_of={LAST_DAY}" in page.url
        expect(page.locator(".past")).to_contain_text("As of the end of" if shows else "it shows today, not")
        assert faults(page) == []
    page = visitor.go(f"timeline?show=table&as_of={FIRST.date() - timedelta(days=2)}")
    expect(page.locator(".empty")).to_contain_text("No actions")
    page.get_by_role("link", name="Back to today").click()
    expect(page.locator("tbody tr").first).to_be_visible()
    expect(page.locator(".past")).to_have_count(0)


def test_a_new_metric_has_a_history_and_is_split_by_agent(visit: Visit, old: World, server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        metrics = client.workspace(old.tokens.workspace).telemetry.metrics
        made = metrics.create(f"Short runs {uuid.uuid4().hex[:6]}", success_condition="action_count < 4")
    visitor = visit(site=old).log_in("operator")
    page = visitor.go(f"metrics/{made.id}?as_of={LAST_DAY}")
    expect(page.locator(".u-legend")).to_contain_text(f"Day{LAST_DAY}")
    page.get_by_text("As a table").click()
    expect(page.get_by_role("rowheader", name=f"{LAST_DAY} *")).to_be_visible()
    page.get_by_label("Split").select_option("agents")
    visitor.settled()
    expect(page.get_by_role("img", name=re.compile(f"^{made.name} of "))).to_be_visible()
    assert faults(page) == []
