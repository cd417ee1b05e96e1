"""The table of actions: narrowed by its address and its fields, counted, sorted, followed, saved."""

import csv
import io
import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import oxgraph
from oxgraph.client import Memory
from oxgraph.local import Server
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, World

pytestmark = pytest.mark.deep

DAY = datetime(2026, 3, 10, tzinfo=UTC)
TABLE = "timeline?show=table"


@pytest.fixture
def till(server: Server, site: Site) -> Iterator[tuple[Memory, World]]:
    """A workspace with three actions of one day."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Table {uuid.uuid4().hex[:6]}")
        given: list[dict[str, object]] = [
            {"action_type": "charge", "targets": ["order-1"], "outcome": "failure", "error_code": "Declined"},
            {"action_type": "lookup", "targets": ["order-1", "order-2"], "outcome": "success", "latency_ms": 2500},
            {"action_type": "=SUM(1)", "targets": [], "outcome": "success", "latency_ms": 3},
        ]
        times = (DAY.replace(hour=2, minute=40), DAY.replace(hour=9), DAY.replace(hour=23, minute=5))
        memory.telemetry.capture_many(
            {"session_id": f"s{number}", "agent_id": "till", "started_at": at} | row
            for number, (row, at) in enumerate(zip(given, times, strict=True))
        )
        yield memory, World(site.url, tokens_of(memory))


def tools(page: Page) -> list[str]:
    return page.locator(".dense-table tbody td:nth-child(3)").all_inner_texts()


def test_what_broke_at_night(visit: Visit, till: tuple[Memory, World]) -> None:
    visitor = visit(site=till[1], timezone_id="UTC").log_in("agent")
    page = visitor.go(f"{TABLE}&day_from=02:00&day_to=03:00")
    expect(page.locator(".counts")).to_have_text("1 action, 1 failed (100 %)")
    assert tools(page) == ["charge"]
    expect(page.get_by_role("row").filter(has_text="Declined")).to_contain_text("order-1")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".counts")).to_have_text(re.compile("^3 actions, 1 failed"))
    expect(page.get_by_role("button", name="Follow")).to_have_count(0)  # an agent may not read the feed


def test_times_of_day_are_the_viewers(visit: Visit, till: tuple[Memory, World]) -> None:
    visitor = visit(site=till[1], timezone_id="Asia/Tokyo").log_in()
    page = visitor.go(f"{TABLE}&day_from=11:00&day_to=12:00")
    assert tools(page) == ["charge"]


@pytest.mark.parametrize(
    ("label", "value", "found"),
    [
        ("Text", "DECL", ["charge"]),
        ("Tool", "lookup", ["lookup"]),
        ("Error", "Declined", ["charge"]),
        ("Node", "order-2", ["lookup"]),
        ("Session", "s2", ["=SUM(1)"]),
        ("Took at least, ms", "100", ["lookup"]),
    ],
)
def test_fields_narrow_it_and_the_address_keeps_them(
    visit: Visit, till: tuple[Memory, World], label: str, value: str, found: list[str]
) -> None:
    visitor = visit(site=till[1]).log_in()
    page = visitor.go(TABLE)
    page.get_by_label(label, exact=True).fill(value)
    page.keyboard.press("Enter")
    expect(page.locator(".dense-table tbody tr")).to_have_count(len(found))
    assert tools(page) == found
    page.reload()
    visitor.settled()
    assert tools(page) == found
    expect(page.get_by_label(label, exact=True)).to_have_value(value)


def test_names_of_the_period_are_suggested(visit: Visit, till: tuple[Memory, World]) -> None:
    page = visit(site=till[1], timezone_id="UTC").log_in().go(f"{TABLE}&from={DAY:%Y-%m-%d}&to={DAY:%Y-%m-%d}")
    for label, names in (
        ("Tool", {"charge", "lookup", "=SUM(1)"}),
        ("Agent", {"till"}),
        ("Error", {"Declined"}),
    ):
        field = page.get_by_label(label, exact=True)
        with page.expect_response(re.compile("/overview\\?")):
            field.press_sequentially("x")
        options = page.locator(f"#{field.get_attribute('list')} option")
        expect(options).to_have_count(len(names))
        assert {option.get_attribute("value") for option in options.all()} == names
        expect(field).to_have_value("x")
        field.fill("")


def test_what_is_typed_stays_while_the_page_is_drawn_anew(visit: Visit, till: tuple[Memory, World]) -> None:
    page = visit(site=till[1]).log_in("operator").go(TABLE)
    tool = page.get_by_label("Tool", exact=True)
    tool.fill("loo")
    page.get_by_role("button", name="Follow").dispatch_event("click")
    expect(page.get_by_role("button", name="Following")).to_be_visible()
    expect(tool).to_have_value("loo")


def test_the_slowest_first_and_a_row_leads_to_its_run(visit: Visit, till: tuple[Memory, World]) -> None:
    visitor = visit(site=till[1]).log_in()
    page = visitor.go(TABLE)
    assert tools(page) == ["=SUM(1)", "lookup", "charge"]
    page.get_by_role("button", name="Took").click()
    expect(page.locator(".dense-table tbody tr").first).to_contain_text("2.50 s")
    assert tools(page) == ["lookup", "=SUM(1)", "charge"]
    expect(page.locator("th[aria-sort=descending]")).to_have_text("Took ↓")
    page.get_by_role("link", name="order-1").first.click()
    expect(page.locator(".dense-table tbody tr")).to_have_count(2)
    page.locator(".dense-table tbody td.when a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Run")
    expect(page.locator("main")).to_contain_text("s1")


def test_new_actions_appear_while_it_follows(visit: Visit, till: tuple[Memory, World]) -> None:
    memory, world = till
    visitor = visit(site=world).log_in("operator")
    page = visitor.go(f"{TABLE}&outcome=failure")
    follow = page.get_by_role("button", name="Follow")
    with page.expect_response(re.compile("/events$")):
        follow.click()
    memory.telemetry.capture(action_type="refund", session_id="s9", outcome="failure", error_code="Closed")
    expect(page.locator(".dense-table tbody tr").first).to_contain_text("refund")
    expect(page.locator(".counts")).to_have_text(re.compile("^2 actions, 2 failed"))
    page.get_by_role("button", name="Following").click()
    expect(page.get_by_role("button", name="Follow", exact=True)).to_have_attribute("aria-pressed", "false")


def test_a_page_that_follows_says_that_its_workspace_was_deleted(visit: Visit, server: Server, site: Site) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        tokens = tokens_of(client.create_workspace(f"Closed {uuid.uuid4().hex[:6]}"))
        visitor = visit(site=World(site.url, tokens)).log_in("operator")
        page = visitor.go(TABLE)
        with page.expect_response(re.compile("/events$")):
            page.get_by_role("button", name="Follow").click()
        client.delete_workspace(tokens.workspace)
        expect(page.get_by_role("alert")).to_contain_text("is deleted")
        expect(page.get_by_role("button", name="Follow", exact=True)).to_have_attribute("aria-pressed", "false")
    visitor.seen.slips.clear()  # The 410 themselves.


def test_it_is_saved_as_csv_without_formulas(visit: Visit, till: tuple[Memory, World], tmp_path: Path) -> None:
    visitor = visit(site=till[1], accept_downloads=True).log_in()
    page = visitor.go(TABLE)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    path = tmp_path / "actions.csv"
    saved.value.save_as(path)
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    assert [row["action_type"] for row in rows] == ["'=SUM(1)", "lookup", "charge"]
    assert rows[1]["target_node_ids"] == "order-1 order-2"
    assert rows[2]["error_code"] == "Declined"


def test_nothing_that_fits(visit: Visit, till: tuple[Memory, World]) -> None:
    page = visit(site=till[1]).log_in().go(f"{TABLE}&error=Nope")
    expect(page.locator(".empty")).to_contain_text("No action fits these filters")
