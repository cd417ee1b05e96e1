"""The overview opens first: what failed when, which rates stand out, and whether memory is at work."""

import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

import oxgraph
from oxgraph.client import Memory
from oxgraph.local import Server
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, World
from tests.server.explorer.test_pages import faults
from tests.server.explorer.test_tasks import tab_to


@pytest.fixture
def shop(server: Server, site: Site) -> Iterator[tuple[Memory, World]]:
    """A fresh workspace."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Overview {uuid.uuid4().hex[:6]}")
        yield memory, World(site.url, tokens_of(memory))


def worse_than_a_week_ago(memory: Memory) -> None:
    """Charges that began to fail an hour ago; all went well at this time a week before."""
    now = datetime.now(UTC)
    for ago, failures in ((timedelta(hours=1), 40), (timedelta(days=7, hours=1), 0)):
        memory.telemetry.capture_many(
            {
                "action_type": "charge",
                "session_id": "till-1",
                "agent_id": "till",
                "target_node_type": "order",
                "targets": [f"order-{number}"],
                "outcome": "failure" if number < failures else "success",
                "started_at": now - ago,
            }
            | ({"error_code": "Declined"} if number < failures else {})
            for number in range(80)
        )


def tile(page: Page, name: str) -> str:
    return page.locator(".tile").filter(has_text=name).locator("strong").inner_text().replace("\u00a0", " ")


def test_it_opens_first_and_says_what_changed(visit: Visit, shop: tuple[Memory, World]) -> None:
    memory, world = shop
    worse_than_a_week_ago(memory)
    visitor = visit(site=world).log_in("operator")
    page = visitor.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
    visitor.settled()
    assert (tile(page, "Actions"), tile(page, "Failures"), tile(page, "Failure rate")) == ("80", "40", "50.0 %")
    assert tile(page, "Against a week before") == "+50.0 points"
    changed = page.locator("section.panel").filter(has=page.get_by_role("heading", name="What changed"))
    expect(changed.locator("li").filter(has_text="error Declined")).to_contain_text("worse")
    expect(changed.locator("li").filter(has_text="tool charge")).to_contain_text("40 of 80 actions now")
    agents = page.locator("section.panel").filter(has=page.get_by_role("heading", name="By agent"))
    expect(agents).to_contain_text("39.3 – 60.7 %")
    assert faults(page) == []


@pytest.mark.deep
def test_it_says_where_its_period_begins(visit: Visit, shop: tuple[Memory, World]) -> None:
    """That is with a whole bar of half a day, a little before as many days ago as were chosen."""
    page = visit(site=shop[1], timezone_id="Asia/Tokyo").log_in("operator").go("overview?range=30d")
    expect(page.locator("main")).to_contain_text(
        re.compile(r"\d{4}, (09|21):00 – .*where the first bar of the chart begins")
    )


def test_a_rate_leads_to_its_actions(visit: Visit, shop: tuple[Memory, World]) -> None:
    memory, world = shop
    worse_than_a_week_ago(memory)
    visitor = visit(site=world).log_in()
    page = visitor.page
    page.get_by_role("link", name="till", exact=True).click()
    visitor.settled()
    expect(page.locator(".counts")).to_have_text(re.compile("^40 actions, 40 failed"))
    page.go_back()
    page.locator("ol.compact a.row").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Run")


@pytest.mark.deep
def test_a_drag_over_the_bars_zooms_and_the_way_back_shows_all(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("overview?range=30d")
    before = tile(page, "Actions")
    box = page.locator(".bars").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + 60)
    expect(page.locator(".bars .brush")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("link", name="Show the whole range")).to_be_visible()
    visitor.settled()
    zoomed = tile(page, "Actions")
    assert 0 < int(zoomed) < int(before)
    assert "since=" in page.url
    page.reload()
    visitor.settled()
    assert tile(page, "Actions") == zoomed
    page.get_by_role("link", name="Show the whole range").click()
    expect(page.locator(".tile strong").first).to_have_text(before)


@pytest.mark.deep
def test_the_keyboard_zooms_by_the_table(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("overview")
    tab_to(page, "30 days")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="30 days")).to_have_attribute("aria-current", "true")
    visitor.settled()
    tab_to(page, "As a table")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Show the whole range")).to_be_visible()


@pytest.mark.deep
def test_failures_are_split_by_error(visit: Visit) -> None:
    page = visit().log_in().go("overview?range=30d")
    expect(page.locator(".legend")).to_contain_text("ontology_mutation")
    page.get_by_label("Split").select_option("by_error_code")
    expect(page.locator(".legend")).to_contain_text("VERSION_CONFLICT")
    assert "split=by_error_code" in page.url


@pytest.mark.deep
def test_an_empty_workspace_says_what_to_do(visit: Visit, shop: tuple[Memory, World]) -> None:
    memory, world = shop
    visitor = visit(site=world).log_in()
    page = visitor.go("overview")
    expect(page.locator(".empty")).to_contain_text("No actions yet")
    expect(page.get_by_text("No worker has run here lately")).to_be_visible()
    assert faults(page) == []
    memory.telemetry.capture(
        action_type="get", session_id="s", outcome="success", started_at=datetime.now(UTC) - timedelta(days=60)
    )
    page.reload()
    page.get_by_role("link", name="Show the day up to then").click()
    expect(page.locator(".tile strong").first).to_have_text("1")
