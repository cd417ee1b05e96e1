"""Pages of entities, episodes and the working set: found, merged, split, named, deleted."""

import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

import oxgraph
from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.entities.adoption_samples import label, run
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, World
from tests.server.explorer.test_pages import faults, overflow
from tests.server.explorer.test_tasks import tab_to

Place = tuple[Memory, World]

pytestmark = pytest.mark.deep


@pytest.fixture
def registry(server: Server, site: Site) -> Iterator[Place]:
    """A workspace with two names of one person, an episode of a conversation, and two slots."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Registry {uuid.uuid4().hex[:6]}")
        remember = memory.semantic.remember
        remember(type="fact", content="Ada Lovelace lives in London", subject="Ada Lovelace", predicate="lives_in")
        memory.semantic.entities.create("A. Lovelace", type="person", node_id="person-18")
        remember(type="fact", content="She wrote programs", subject_id="person-18", predicate="wrote")
        said = [{"role": "user", "text": f"Parcel {n} is late.", "said_at": _before(days=60)} for n in range(12)]
        memory.episodic.add_messages(said, conversation_id="c-1")
        memory.semantic.extract_pending()
        memory.episodic.summarize_old_turns("c-1", retain_last=2, max_age_days=0)
        memory.working.set("c-1", "plan", {"step": 2, "of": ["read", "answer"]})
        memory.working.set("c-1", "draft", "x" * 3_000, user_id="u-ada")
        yield memory, World(site.url, tokens_of(memory))


def _before(**ago: float) -> datetime:
    return datetime.now(UTC) - timedelta(**ago)


def test_an_entity_says_how_it_is_erased(visit: Visit, registry: Place) -> None:
    memory, world = registry
    ada = memory.semantic.entities.get("person-18")
    page = visit(site=world).log_in("operator").go(f"entities/{ada.id}")
    page.get_by_text("Erase this entity").click()
    expect(page.get_by_text(f"oxgraph erase '{ada.id}' --workspace '{memory.name}'")).to_be_visible()
    assert faults(page) == []
    assert memory.semantic.erase_subject(ada.id).clean
    page = visit(site=world).log_in("agent").go("entities")
    page.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name="Names")).to_be_visible()
    expect(page.get_by_text("Erase this entity")).to_have_count(0)


def test_the_number_of_memories_leads_to_as_many(visit: Visit, registry: Place) -> None:
    memory, world = registry
    for place in ("Porto", "Lisbon", "Faro"):
        memory.semantic.remember(
            type="fact", content=f"Bo lives in {place}", subject="Bo", predicate="lives_in", object=place
        )
    visitor = visit(site=world).log_in("operator")
    page = visitor.go("entities?q=Bo")
    page.locator("tbody").get_by_role("link", name="Bo", exact=True).click()
    expect(page.locator("main a.memory-row")).to_have_count(1)
    for link in ("3", "All, also what no longer holds"):
        page.get_by_role("link", name=link, exact=True).click()
        expect(page.locator("main a.memory-row")).to_have_count(3)
        page.go_back()
        visitor.settled()


def test_actions_and_patterns_of_an_entity_lead_to_both(visit: Visit, registry: Place) -> None:
    memory, world = registry
    memory.telemetry.capture(action_type="call", session_id="s-1", outcome="success", targets=["person-18"])
    visitor = visit(site=world).log_in("operator")
    page = visitor.go("entities/person-18")
    count = page.locator(".facts div", has_text="Actions and patterns")
    expect(count).to_contain_text("1 · the actions · all of them in the graph")
    count.get_by_role("link", name="the actions").click()
    visitor.settled()
    expect(page.locator("tbody tr")).to_have_count(1)


def test_two_names_are_merged_and_split_by_clicks(visit: Visit, registry: Place) -> None:
    memory, world = registry
    visitor = visit(site=world).log_in("operator")
    page = visitor.go("entities")
    expect(page.locator("tbody tr")).not_to_have_count(0)
    expect(page.locator("main .counts")).to_have_text(re.compile(r"^\d+ entities"))
    page.get_by_role("list", name="Entities by type").get_by_role("link", name="person").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("list", name="Entities by type").get_by_role("link", name="person").click()
    expect(page.locator("tbody tr")).not_to_have_count(1)
    assert faults(page) == []
    page.get_by_role("searchbox", name="Look for an entity").fill("Ada Lovelac")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Ada Lovelace", exact=True).click()
    similar = page.locator(".panel", has_text="The same under another name?")
    similar.get_by_role("button", name="Merge A. Lovelace").click()
    expect(page.get_by_text("Merged: A. Lovelace is now a name of this entity.")).to_be_visible()
    names = page.locator(".panel", has_text="Merged into it")
    expect(names).to_contain_text("A. Lovelace")
    expect(page.get_by_text("She wrote programs")).to_be_visible()
    expect(page.locator(".sentences")).to_contain_text("A. Lovelace")
    assert faults(page) == []
    assert memory.semantic.entities.get("person-18").merged_into
    names.get_by_role("button", name="Split").click()
    names.get_by_role("group").get_by_role("button", name="Split").click()
    expect(page.get_by_text("stands for itself again")).to_be_visible()
    assert memory.semantic.entities.get("person-18").merged_into is None


def test_a_name_is_given_and_an_entity_hidden(visit: Visit, registry: Place) -> None:
    memory, world = registry
    page = visit(site=world).log_in("operator").go("entities/person-18")
    page.get_by_label("Another name").fill("Countess of Lovelace")
    page.keyboard.press("Enter")
    expect(page.get_by_text("It is also called Countess of Lovelace.")).to_be_visible()
    assert "Countess of Lovelace" in memory.semantic.entities.get("person-18").aliases
    page.get_by_role("button", name="Hide").click()
    expect(page.get_by_text("It is hidden: no name leads to it.", exact=True)).to_be_visible()
    assert memory.semantic.entities.get("person-18").hidden
    page.get_by_role("button", name="Show it again").click()
    expect(page.get_by_role("button", name="Hide")).to_be_visible()


def test_an_adopted_node_has_its_own_id_and_its_history(visit: Visit, registry: Place, graph: Graph) -> None:
    memory, world = registry
    desk = label("Desk")
    run(graph, f"UNWIND range(1, 30) AS n CREATE (:{desk} {{id: 'D/' + n, name: 'Desk ' + n, room: n}})")
    memory.semantic.adopt(desk, id="id", name="name", properties=["room"])
    visitor = visit(site=world).log_in("operator")
    page = visitor.go("entities?q=D/17")
    first = page.locator("tbody tr").first
    expect(first).to_contain_text("Desk 17")
    expect(first).to_contain_text("D/17")
    first.get_by_role("link", name="Desk 17").click()
    visitor.settled()
    expect(page.locator(".panel", has_text="Names").first).to_contain_text("Your idD/17")
    expect(page.locator(".panel", has_text="Names").first).to_contain_text("Propertiesroom: 17")
    expect(page.locator(".sentences")).to_contain_text("The entity “Desk 17”")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_agent_reads_entities_alone(visit: Visit, registry: Place) -> None:
    page = visit(site=registry[1]).log_in("agent").go("entities/person-18")
    expect(page.get_by_role("heading", level=1)).to_have_text("A. Lovelace")
    expect(page.get_by_role("button", name="Merge")).to_have_count(0)
    expect(page.get_by_role("button", name="Hide")).to_have_count(0)


def test_episodes_are_read_and_one_is_deleted(visit: Visit, registry: Place) -> None:
    memory, world = registry
    visitor = visit(site=world).log_in("operator")
    page = visitor.go("episodes")
    cards = page.locator("article.card")
    expect(cards.first).to_contain_text("Parcel")
    assert faults(page) == []
    count = cards.count()
    cards.first.get_by_role("button", name="Delete").click()
    cards.first.get_by_role("group").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("The summary is deleted.")).to_be_visible()
    expect(cards).to_have_count(count - 1)
    assert len(memory.episodic.episodes()) == count - 1
    page = visitor.go("episodes?conversation=nowhere")
    expect(page.locator(".empty")).to_contain_text("No episode fits these filters")


def test_slots_are_seen_and_one_is_deleted_by_keyboard(visit: Visit, registry: Place) -> None:
    memory, world = registry
    page = visit(site=world).log_in("agent").go("working")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_text("xxx").first.click()
    expect(page.get_by_label("Value of draft")).to_contain_text("more characters")
    assert faults(page) == []
    tab_to(page, "Delete plan")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Deleted: plan")).to_be_visible()
    assert memory.working.get("c-1", "plan") is None


def test_they_fit_a_phone_in_the_dark(visit: Visit, registry: Place) -> None:
    visitor = visit(phone=True, dark=True, site=registry[1]).log_in("operator")
    for address in ("entities", "entities/person-18", "episodes", "working"):
        page: Page = visitor.go(address)
        assert overflow(page) == 0, address
        assert faults(page) == [], address
