"""The graph at 300 nodes: groups by kind, names of relationships on demand, time, keyboard, addresses."""

import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import oxgraph
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.entities.adoption_samples import label, run
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, World
from tests.server.explorer.test_pages import faults, overflow
from tests.server.explorer.test_tasks import tab_to

pytestmark = pytest.mark.deep

ACTIONS, FACTS, EVENTS = 220, 60, 18


@pytest.fixture(scope="module")
def hub(server: Server, site: Site) -> Iterator[tuple[World, str]]:
    """A node with 299 neighbours: actions on it, what is known about it, and its name."""
    now = datetime.now(UTC)
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Hub {uuid.uuid4().hex[:6]}")
        made = memory.semantic.entities.create("Harbour office", type="place", node_id="office").id
        memory.telemetry.capture_many(
            {
                "action_type": f"tool_{number % 4}",
                "session_id": f"s-{number // 5}",
                "outcome": "failure" if number % 6 == 0 else "success",
                "targets": ["office"],
                "started_at": now - timedelta(hours=ACTIONS - number),
            }
            for number in range(ACTIONS)
        )
        for kind, count in (("fact", FACTS), ("event", EVENTS)):
            memory.semantic.remember_many(
                {"type": kind, "content": f"The office has {kind} number {n}", "subject_id": made, "predicate": f"p{n}"}
                for n in range(count)
            )
        yield World(site.url, tokens_of(memory)), made


def _drawn(page: Page) -> int:
    return int(page.locator(".picture").get_attribute("data-nodes") or 0)


def test_300_nodes_are_groups_that_open_by_a_click(visit: Visit, hub: tuple[World, str]) -> None:
    world, node = hub
    visitor = visit(site=world, reduced_motion="reduce").log_in()
    page = visitor.go(f"graph/{node}")
    expect(page.locator("main [role=status]").last).to_contain_text("300 nodes, 299 relationships")
    groups = page.get_by_role("list", name="Groups")
    expect(groups.get_by_role("button")).to_have_count(3)
    for name in ("220 actions", "60 facts", "18 events"):
        expect(groups).to_contain_text(name)
    assert _drawn(page) == 5
    assert faults(page) == []
    actions = groups.get_by_role("button", name=re.compile("220 actions"))
    actions.click()
    expect(actions).to_have_attribute("aria-expanded", "true")
    assert _drawn(page) == 224
    page.reload()
    visitor.settled()
    assert _drawn(page) == 224
    groups.get_by_role("button", name=re.compile("60 facts")).click()
    groups.get_by_role("button", name=re.compile("18 events")).click()
    expect(page.locator(".picture")).to_have_attribute("data-nodes", "300")
    page.get_by_role("button", name="Names of relationships").click()
    assert "names=all" in page.url
    actions.click()
    expect(page.locator(".picture")).to_have_attribute("data-nodes", "81")


def test_the_slider_shows_what_was_there(visit: Visit, hub: tuple[World, str]) -> None:
    visitor = visit(site=hub[0]).log_in()
    page = visitor.go(f"graph/{hub[1]}")
    slider = page.get_by_role("slider", name="Shown")
    slider.focus()
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("main [role=status]").last).to_contain_text("hidden")
    visitor.settled()
    assert "until=" in page.url
    shown = page.locator("main [role=status]").last.inner_text()
    page.reload()
    visitor.settled()
    expect(page.locator("main [role=status]").last).to_have_text(shown)
    page.get_by_role("button", name="All times").click()
    expect(page.locator("main [role=status]").last).to_contain_text("300 nodes")


def test_the_picture_is_walked_by_keyboard(visit: Visit, hub: tuple[World, str]) -> None:
    visitor = visit(site=hub[0], reduced_motion="reduce").log_in()
    page = visitor.go(f"graph/{hub[1]}")
    tab_to(page, "Picture of 5 nodes")
    for key in ("+", "-", "0"):
        page.keyboard.press(key)
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.get_by_role("log")).not_to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator(".picture")).not_to_have_attribute("data-nodes", "5")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits_a_phone(visit: Visit, hub: tuple[World, str], dark: bool) -> None:
    page = visit(site=hub[0], phone=True, dark=dark).log_in().go(f"graph/{hub[1]}")
    assert overflow(page) == 0
    assert faults(page) == []


def test_nodes_with_ids_of_any_kind_are_expanded(visit: Visit, server: Server, site: Site, graph: Graph) -> None:
    """Ids of adopted nodes are what their systems made them: with commas, like those of groups, with quotes."""
    town = label("Town")
    chain = ["Ulm, Donau", "group-7", 'Köln/"Rhein" 100%, ok', "Bonn"]
    run(
        graph,
        f"UNWIND range(0, size($ids) - 1) AS n CREATE (:{town} {{id: $ids[n], name: 'Town ' + n}}) "
        f"WITH count(*) AS made UNWIND range(1, size($ids) - 1) AS n "
        f"MATCH (a:{town} {{id: $ids[n - 1]}}), (b:{town} {{id: $ids[n]}}) CREATE (a)-[:ROAD]->(b)",
        ids=chain,
    )
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Towns {uuid.uuid4().hex[:6]}")
        memory.semantic.adopt(town, id="id", name="name")
        visitor = visit(site=World(site.url, tokens_of(memory)), reduced_motion="reduce").log_in()
    page = visitor.go(f"graph/{quote(chain[0], safe='')}")
    for number in range(1, len(chain)):
        page.get_by_role("button", name=re.compile(f"ROAD: Town {number}, entity")).click()
        visitor.settled()
        expect(page.get_by_role("heading", level=2, name=f"Town {number}")).to_be_visible()
    page.reload()
    visitor.settled()
    expect(page.get_by_role("heading", level=2, name="Town 3")).to_be_visible()
    expect(page.locator("main [role=status]").last).to_contain_text("8 nodes, 7 relationships")


def test_a_message_leads_to_its_place_in_the_conversation(visit: Visit, server: Server, site: Site) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Talk {uuid.uuid4().hex[:6]}")
        memory.as_user("ben").episodic.add_messages(["One.", "Two."], conversation_id="c/1")
        said = memory.as_user("ben").episodic.messages("c/1")[1].id
        visitor = visit(site=World(site.url, tokens_of(memory))).log_in()
    page = visitor.go(f"graph/{said}")
    page.get_by_role("link", name="Open its conversation").click()
    visitor.settled()
    expect(page.locator(".message[aria-current=true]")).to_contain_text("Two.")
