"""What a person sees of whether patterns help, and of warnings that have stopped coming true."""

import random
import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

import oxgraph
from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.fixtures.client_samples import pattern, write
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, World
from tests.server.explorer.test_pages import faults, overflow
from tests.server.explorer.world import Clock

pytestmark = pytest.mark.deep

BEGUN = datetime.now(UTC) - timedelta(hours=3)


def work(memory: Memory, shown: str) -> None:
    """Sixty sessions, in which less fails where the pattern is shown."""
    chance = random.Random(3)
    for n in range(60):
        session = f"run {n}"
        warned = memory.telemetry.inject(["ada"], action_type="get", target_node_type="person", session_id=session).ids
        fails = chance.random() < (0.1 if shown in warned else 0.9)
        how: dict[str, Any] = {"outcome": "failure", "error_code": "NotFound"} if fails else {"outcome": "success"}
        memory.telemetry.capture(action_type="get", target_node_type="person", session_id=session, **how)


@pytest.fixture(scope="module")
def held(server: Server, site: Site) -> World:
    """A workspace with a holdout whose one pattern helps, and whose warnings have begun to drift."""
    clock = Clock(BEGUN)
    with oxgraph.connect(server.uri, server.auth, clock=clock) as client:
        memory = client.create_workspace(f"Held {uuid.uuid4().hex[:6]}", holdout_rate=0.4)
        shown = pattern(client.graph, memory.workspace_id, promoted_at=BEGUN)
        clock.at += timedelta(minutes=1)
        work(memory, shown)
        clock.at += timedelta(hours=1)
        evaluate(client.graph, memory.workspace_id, passes=[1], now=clock.at)
        drift(client.graph, memory.workspace_id)
        return World(site.url, tokens_of(memory))


def drift(graph: Graph, workspace_id: str) -> None:
    """Lets warnings stop coming true."""
    text = """CREATE (f:_mem:forecast {workspace_id: $w, id: oxgraph.stable_id($w, 'forecast', ['failure']),
                slope: 1.0, weight: 0.8, knots: [0.05, 0.95], corrections: [0.0, 0.0], threshold: 0.52, cases: 900,
                drifting: true, drifting_since: $at, fitted_at: $at})
              CREATE (:_mem:tally {workspace_id: $w, id: randomUUID(), action_type: 'get', node_type: 'person',
                ledger_days: [$day, $day, $day], ledger_cells: ['-8:0', '0:0', '8:0'], ledger_actions: [40, 20, 30],
                ledger_failures: [4, 9, 26], ledger_plain: [-80.0, 0.0, 60.0], ledger_shift: [0.0, 0.0, 0.0]})"""
    write(graph, text, w=workspace_id, at=BEGUN, day=int(BEGUN.timestamp()) // 86_400)


@pytest.mark.parametrize("dark", [False, True])
def test_what_a_pattern_does_with_its_intervals(visit: Visit, held: World, dark: bool) -> None:
    page = visit(site=held, dark=dark).log_in("operator").go("patterns")
    card = page.locator(".card.pattern")
    expect(card.locator(".effect-line")).to_contain_text("helps")
    expect(page.locator(".drift")).to_contain_text("52 %")
    card.get_by_role("link", name="Evidence and notes").click()
    panel = card.locator(".panel", has_text="Failures with and without it")
    expect(panel.get_by_role("img")).to_have_count(2)
    expect(panel).to_contain_text("Failures avoided")
    expect(panel).to_contain_text("in 40 % of the sessions")
    history = card.locator(".panel", has=page.get_by_role("heading", name="History"))
    expect(history).to_contain_text("The pattern get:person:NotFound, version 1")
    expect(history).to_contain_text("It is active, with confidence 0.8")
    assert faults(page) == []


def test_without_a_holdout_it_says_what_to_set(visit: Visit) -> None:
    visitor = visit().log_in("admin")
    page = visitor.go("patterns")
    page.get_by_role("link", name="Evidence and notes").first.click()
    panel = page.locator(".panel", has_text="Failures with and without it")
    expect(panel).to_contain_text("Whether it helps is not measured")
    expect(panel).to_contain_text("only a holdout says whether a pattern helps")
    expect(page.locator(".drift")).to_have_count(0)
    panel.get_by_role("link", name="holdout rate").click()
    visitor.settled()
    expect(page.get_by_label("Holdout rate")).to_have_value("0")


@pytest.fixture(scope="module")
def told(server: Server, site: Site) -> World:
    """Without a holdout: ten calls, four of them warned, one of these by a former version of the pattern."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Told {uuid.uuid4().hex[:6]}")
        shown = pattern(client.graph, memory.workspace_id)
        former = pattern(client.graph, memory.workspace_id, version=2, status="superseded")
        for n in range(10):
            failed = n in (0, 4, 5, 6)
            how: dict[str, Any] = {"outcome": "failure", "error_code": "NotFound"} if failed else {"outcome": "success"}
            how |= {"injected_patterns": [former if n == 1 else shown]} if n < 4 else {}
            memory.telemetry.capture(action_type="get", target_node_type="person", session_id=f"s{n}", **how)
        memory.telemetry.capture(
            action_type="put", target_node_type="person", session_id="s", outcome="success", injected_patterns=[shown]
        )
        (row,) = memory.telemetry.effect().patterns
        counts = (row.actions_shown, row.actions_shown_failed, row.actions_not_shown, row.actions_not_shown_failed)
        assert counts == (4, 1, 6, 3)
        return World(site.url, tokens_of(memory))


def test_without_a_holdout_it_counts_the_actions_before_which_patterns_were_shown(visit: Visit, told: World) -> None:
    visitor = visit(site=told).log_in("operator")
    page = visitor.go("patterns?view=effect")
    expect(page.get_by_role("row").nth(1)).to_contain_text("NotFound")
    cells = page.get_by_role("cell").all_inner_texts()
    assert [one.strip() for one in cells] == ["4", "1 (25\u00a0%)", "6", "3 (50\u00a0%)"]
    expect(page.locator("main")).to_contain_text("only a holdout says whether a pattern helps")
    assert faults(page) == []
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page = visitor.go("patterns")
    expect(page.locator(".effect-line")).to_contain_text("shown before 4 actions, 1 of them failed")
    assert overflow(page) == 0
    figures = [url for url in asked if "/patterns/effect" in url or "/patterns/trends" in url]
    assert len(figures) == 2
    assert all("pattern_ids=" in url for url in figures), "of the patterns of the page alone"


def test_a_step_of_a_run_leads_to_what_was_shown_before_it_and_to_failures_like_it(
    visit: Visit, told: World, server: Server
) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        evaluate(client.graph, told.tokens.workspace_id, passes=[1], now=datetime.now(UTC))
    visitor = visit(site=told).log_in("operator")
    page = visitor.go("run/s0")
    step = page.locator(".step")
    step.get_by_role("link", name="pattern shown before it").click()
    visitor.settled()
    expect(page.locator(".details")).to_be_visible()
    page.go_back()
    visitor.settled()
    step.get_by_role("link", name="all such failures").click()
    visitor.settled()
    expect(page.locator(".counts")).to_contain_text("4 actions")
    assert faults(page) == []


def test_the_effect_as_a_plot_and_the_calibration_of_the_forecast(visit: Visit, held: World) -> None:
    visitor = visit(site=held).log_in("operator")
    page = visitor.go("patterns")
    page.get_by_role("link", name="Effect", exact=True).click()
    visitor.settled()
    row = page.locator(".span-rows li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("helps")
    plot = row.get_by_role("img")
    expect(plot).to_have_attribute(
        "aria-label", re.compile(r"with it \d+ of \d+ runs failed.*without it \d+ of \d+ runs")
    )
    assert faults(page) == []
    page.get_by_role("link", name="Forecast", exact=True).click()
    visitor.settled()
    curve = page.locator(".curve")
    expect(curve).to_have_attribute("aria-label", re.compile(r"predicted 11.9\s%, happened 10\s%.*from 52\s%"))
    expect(curve.locator("circle")).to_have_count(3)
    expect(page.locator(".facts")).to_contain_text("26 of 30 (86.7 %)")
    page.get_by_text("As a table").click()
    expect(page.get_by_role("rowheader", name="50.0 %")).to_be_visible()
    assert faults(page) == []


def test_effect_and_forecast_fit_a_phone(visit: Visit, held: World) -> None:
    visitor = visit(site=held, phone=True).log_in("operator")
    page = visitor.go("patterns")
    page.get_by_role("link", name="Evidence and notes").click()
    panel = page.locator(".panel", has_text="Failures with and without it")
    meter = panel.get_by_role("img").first
    expect(meter).to_be_visible()
    assert meter.evaluate("one => one.clientWidth") > 100
    assert overflow(page) == 0
    assert panel.evaluate("one => one.scrollWidth <= one.clientWidth")
    for view in ("effect", "forecast"):
        page = visitor.go(f"patterns?view={view}")
        expect(page.locator(".span-plot, .curve").first).to_be_visible()
        assert overflow(page) == 0, view
