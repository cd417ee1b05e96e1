"""Pages of conversations, users, the review queue and the runs of passes: found, read, decided."""

import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

import oxgraph
from oxgraph.client import Memory
from oxgraph.errors import ServerError
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, World
from tests.server.explorer.test_pages import faults, overflow
from tests.server.explorer.test_tasks import tab_to
from tests.turn.samples import PATIENCE

pytestmark = pytest.mark.deep

Place = tuple[Memory, World]


@pytest.fixture
def office(server: Server, site: Site) -> Iterator[Place]:
    """A workspace with two conversations, two users and one contradiction."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Office {uuid.uuid4().hex[:6]}")
        episodic = memory.episodic
        episodic.add_messages(
            [{"role": "user", "speaker": "Ada", "text": "The lift is broken."}], conversation_id="c-1"
        )
        ben = memory.as_user("u-ben")
        ben.episodic.add_messages(
            [{"role": "user", "speaker": "Ben", "text": f"Parcel {n} is late."} for n in range(3)],
            conversation_id="c-2",
            title="Late parcels",
        )
        memory.user("u-ada").upsert_fact("Prefers trains to planes.", "travel")
        memory.user("u-ada").upsert_fact("Is vegetarian.", "food")
        fact: dict[str, Any] = {"type": "fact", "subject": "Grace", "predicate": "works_at", "topic_key": "job"}
        sure = memory.semantic.remember(**fact, content="Grace works at Acme", object="Acme")
        rival = memory.semantic.remember(**fact, content="Grace works at Rivian", object="Rivian", confidence=0.4)
        assert sure.id != rival.id and memory.semantic.review.list()
        yield memory, World(site.url, tokens_of(memory))


def test_whose_a_memory_is_is_seen_and_chosen(visit: Visit, office: Place) -> None:
    visitor = visit(site=office[1]).log_in("operator")
    page = visitor.go("memories")
    expect(page.locator("a.memory-row", has_text="Is vegetarian.")).to_contain_text("of u-ada")
    page.get_by_label("User", exact=True).fill("u-ada")
    page.keyboard.press("Enter")
    expect(page.locator("a.memory-row")).to_have_count(2)
    visitor.go("memories")
    page.get_by_label("Ask what is known").fill("Who likes trains?")
    page.keyboard.press("Enter")
    expect(page.locator("article.memory").first).to_contain_text("Prefers trains to planes.")
    expect(page.locator("article.memory").first).to_contain_text("of u-ada")
    page.get_by_role("link", name="Prefers trains to planes.").click()
    page.get_by_role("link", name="u-ada", exact=True).last.click()
    page.get_by_role("link", name="Memories", exact=True).last.click()
    expect(page.locator("a.memory-row", has_text="Is vegetarian.")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_a_long_message_is_found_by_its_passage_and_read_whole(visit: Visit, office: Place, phone: bool) -> None:
    memory, site = office
    rain = "It rained on that day, and nothing else happened. " * 1_000
    code = "def open_locker(number):\n    return cello\n" + "0123456789abcdef" * 200
    text = f"{rain}\nThe cello lies in locker 7.\n{code}\n{rain}"
    memory.episodic.add_messages([{"text": text, "speaker": "Anna", "role": "assistant"}], conversation_id="long")
    visitor = visit(site=site, phone=phone).log_in("operator")
    page = visitor.go("memories?q=In which locker is the cello?")
    card = page.locator("article.memory").first
    expect(card).to_contain_text("The cello lies in locker 7.")
    expect(card).to_contain_text("parts of a long text")
    assert len(card.inner_text()) < 3_000
    card.get_by_role("link").first.click()
    visitor.settled()
    assert page.locator("li.message .said-text").inner_text().strip() == text.strip()
    assert not overflow(page)


def test_a_reply_says_what_memory_showed_before_it(visit: Visit, office: Place) -> None:
    memory, site = office
    own = memory.as_user("u-ben")
    (old,) = own.episodic.add_messages("Ben's parcel of June went to the pier.", conversation_id="old").ids
    fact = own.semantic.remember(type="fact", subject="Ben", content="Ben's parcels go to pier 3.").memory_id
    secret = own.semantic.remember(type="fact", subject="Ben", content="Ben's parcels are of gold.").memory_id
    assert fact and secret
    with own.turn("c-3", "Where do Ben's parcels go?", limits=PATIENCE) as turn:
        turn.reply("To pier 3.")
    assert {old, fact, secret} <= set(turn.shown_ids)
    own.semantic.forget(secret)
    own.episodic.delete_conversation("old")
    page = visit(site=site).log_in("operator").go("conversations/c-3?user=u-ben")
    reply = page.locator("li.message.assistant")
    expect(page.locator("li.message.user").get_by_text("What memory showed")).to_have_count(0)
    reply.get_by_text("What memory showed before this reply").click()
    shown = reply.locator("ul.sources li")
    expect(shown).to_have_count(len(turn.shown_ids))
    expect(shown.filter(has_text="Ben's parcels go to pier 3.")).to_have_text(re.compile("memory"))
    expect(shown.filter(has_text="one that is forgotten")).to_have_count(1)
    expect(shown.filter(has_text="deleted")).to_have_text(re.compile("message"))
    assert "gold" not in reply.inner_text() and not faults(page)
    shown.get_by_role("link", name="Ben's parcels go to pier 3.").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ben's parcels go to pier 3.")


def test_a_message_of_any_user_is_found(visit: Visit, office: Place) -> None:
    page = visit(site=office[1]).log_in("operator").go("conversations?q=Parcel 2 is late.")
    page.locator("a.row", has_text="of u-ben").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Late parcels")
    agent = visit(site=office[1]).log_in("agent").go("conversations?q=Parcel 2 is late.")
    expect(agent.get_by_role("heading", level=1)).to_have_text("Conversations")
    expect(agent.locator("main")).not_to_contain_text("Parcel 2")


def test_a_search_without_a_user_says_what_it_left_out(visit: Visit, office: Place) -> None:
    memory, site = office
    agent = visit(site=site).log_in("agent")
    for address in ("conversations?q=Parcel", "memories?q=Who likes trains?"):
        expect(agent.go(address).locator("main")).to_contain_text("Only what belongs to no user was searched")
    bound = memory.tokens.create("agent", "of Ben", user_id="u-ben").secret
    page = visit(site=site).log_in_anew(bound).go("conversations?q=bicycle")
    expect(page.locator("main")).to_contain_text("Nothing like that was said")
    expect(page.locator("main")).not_to_contain_text("belongs to no user")


def test_a_conversation_is_found_and_read(visit: Visit, office: Place) -> None:
    visitor = visit(site=office[1]).log_in()
    page = visitor.go("conversations")
    expect(page.locator("main a.row")).to_have_count(2)
    page.get_by_label("User", exact=True).fill("u-ben")
    page.keyboard.press("Enter")
    expect(page.locator("main a.row")).to_have_count(1)
    page.get_by_role("link", name="Late parcels").click()
    expect(page.locator(".message")).to_have_count(3)
    expect(page.get_by_role("heading", level=1)).to_have_text("Late parcels")
    expect(page.locator(".message").first).to_contain_text("Parcel 0 is late.")
    assert faults(page) == []
    office[0].telemetry.capture(action_type="track", session_id="c-2", outcome="success")
    page.get_by_role("link", name="Its actions").click()
    expect(page.locator("tbody tr")).to_contain_text("track")


def test_what_was_said_is_searched(visit: Visit, office: Place) -> None:
    visitor = visit(site=office[1]).log_in()
    page = visitor.go("conversations")
    tab_to(page, "What was said")
    page.keyboard.type("lift")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="The lift is broken.").click()
    expect(page.locator(".message[aria-current]")).to_contain_text("The lift is broken.")
    page = visitor.go("conversations?q=submarine xylophone")
    expect(page.locator(".empty")).to_contain_text("Nothing like that was said")


def test_a_users_facts_are_read_and_one_is_forgotten(visit: Visit, office: Place) -> None:
    memory, world = office
    visitor = visit(site=world).log_in()
    page = visitor.go("users")
    expect(page.locator("main a.row")).to_have_count(2)
    page.get_by_role("link", name="u-ada").click()
    expect(page.locator(".facts-of-user li")).to_have_count(2)
    row = page.locator(".facts-of-user li").filter(has_text="vegetarian")
    row.get_by_role("button", name="Forget").click()
    assert faults(page) == []
    row.get_by_role("group").get_by_role("button", name="Forget").click()
    expect(page.get_by_text("Forgotten: Is vegetarian.")).to_be_visible()
    expect(page.locator(".facts-of-user li")).to_have_count(1)
    assert [one.fact for one in memory.user("u-ada").facts()] == ["Prefers trains to planes."]
    page.get_by_text("Erase this user").click()
    expect(page.get_by_text(f"oxgraph erase 'u-ada' --workspace '{memory.name}'")).to_be_visible()
    page = visitor.go("users?q=BEN")
    expect(page.locator("main a.row")).to_contain_text("1 conversation")


def test_a_memory_says_since_when_it_holds_and_until_when(visit: Visit, office: Place, server: Server) -> None:
    moved = datetime(2020, 5, 1, tzinfo=UTC)
    long_ago = datetime(2021, 6, 2, tzinfo=UTC)
    with oxgraph.connect(server.uri, server.auth, clock=lambda: long_ago) as client:
        then = client.workspace(office[0].name).semantic
        kept = then.remember(type="fact", content="Mia lives in Oslo", subject="Mia", valid_from=moved, stated_at=moved)
        left = then.remember(type="fact", content="Mia has a boat", subject="Mia", stated_at=long_ago)
        given: dict[str, Any] = {"subject": "Leo", "valid_from": moved, "stated_at": moved}
        then.remember(type="event", content="Leo sailed round the cape", **given)
        then.forget(then.remember(type="fact", content="Leo lives in Bergen", **given).id)
    office[0].semantic.forget(left.id)
    today = datetime.now(UTC).strftime("%-d %b %Y")
    visitor = visit(site=office[1]).log_in()
    row = visitor.go("memories?subject=Mia").locator("a.memory-row")
    expect(row).to_contain_text("holds since 1 May 2020")
    expect(row).to_have_attribute("href", f"#/memories/{kept.id}")
    rows = visitor.go("memories?subject=Leo&status=any").locator("a.memory-row")
    expect(rows.filter(has_text="cape")).to_contain_text("on 1 May 2020")
    expect(rows.filter(has_text="Bergen")).to_contain_text("held from 1 May 2020")
    page = visitor.go("memories?status=forgotten&subject=Mia")
    expect(page.locator("a.memory-row").locator("time").last).to_have_text(today)
    page = visitor.go(f"memories/{left.id}")
    expect(page.locator(".history tbody tr td").nth(1)).to_have_text(f"2 Jun 2021 – {today}")


def test_where_a_row_goes_the_next_one_has_the_focus(visit: Visit, office: Place) -> None:
    page = visit(site=office[1]).log_in().go("users/u-ada")
    rows = page.locator(".facts-of-user li")
    rows.first.get_by_role("button", name="Forget").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(1)
    expect(rows.get_by_role("button", name="Forget")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_a_user_of_more_facts_than_the_page_shows(visit: Visit, office: Place) -> None:
    memory, world = office
    first = memory.user("u-ada").facts()[0].id
    facts = [
        {
            "type": "fact",
            "content": f"Fact {n}.",
            "subject_id": memory.semantic.get(first).subject_id,
            "user_id": "u-ada",
        }
        for n in range(499)
    ]
    memory.semantic.remember_many(facts)
    page = visit(site=world).log_in("operator").go("users/u-ada")
    expect(page.locator("main [role=status]").first).to_contain_text("The newest 500 facts.")
    expect(page.locator(".facts-of-user li")).to_have_count(500)
    page.get_by_role("link", name="all memories of this user").click()
    expect(page.locator("a.memory-row")).to_have_count(50)


def test_whom_a_token_is_bound_to(visit: Visit, office: Place) -> None:
    memory, world = office
    memory.tokens.create("agent", "Ada's phone", user_id="u-ada")
    page = visit(site=world).log_in().go("settings/tokens")
    expect(page.locator(".row", has_text="Ada's phone")).to_contain_text("bound to u-ada")
    page.get_by_role("link", name="u-ada", exact=True).click()
    expect(page.locator(".facts-of-user li")).to_have_count(2)
    assert next(row.user_id for row in memory.audit().items if row.subject == "Ada's phone") == "u-ada"
    row = visit(site=world).log_in().go("settings/audit").locator("tr", has_text="Ada's phone")
    expect(row).to_contain_text("bound to u-ada")


def test_the_audit_says_from_what_to_what(visit: Visit, office: Place) -> None:
    memory, world = office
    metric = memory.telemetry.metrics.create("done", success_condition="outcome == 'success'", window_days=3)
    memory.telemetry.metrics.update(metric.id, window_days=14, description="Of a fortnight.")
    row = visit(site=world).log_in().go("settings/audit").locator("tr", has_text="Update metric")
    expect(row).to_contain_text("3 → 14")
    expect(row).to_contain_text("none → Of a fortnight.")


def test_a_token_is_bound_to_a_user(visit: Visit, office: Place) -> None:
    memory, world = office
    visitor = visit(site=world).log_in("admin")
    page = visitor.go("settings/tokens")
    page.get_by_label("Role").select_option("operator")
    expect(page.get_by_label("User")).to_have_count(0)
    page.get_by_label("Role").select_option("agent")
    page.get_by_label("Name").fill("the app of Ada")
    page.get_by_label("User").fill("u-ada")
    page.get_by_role("button", name="Make token").click()
    expect(page.locator(".notice.good")).to_contain_text("bound to u-ada")
    assert [row.user_id for row in memory.tokens.list() if row.name == "the app of Ada"] == ["u-ada"]
    assert faults(page) == []


def test_a_message_that_is_found_late_in_a_conversation_is_seen(visit: Visit, office: Place) -> None:
    memory, world = office
    texts = [f"Box {n} is packed." for n in range(290)]
    texts[250] = "The forklift has a puncture."
    memory.episodic.add_messages([{"role": "user", "text": text} for text in texts], conversation_id="c-long")
    page = visit(site=world).log_in("operator").go("conversations?q=forklift puncture")
    page.get_by_role("link", name="The forklift has a puncture.").click()
    expect(page.locator(".message[aria-current]")).to_contain_text("The forklift has a puncture.")
    expect(page.locator(".message[aria-current]")).to_be_in_viewport()
    page.get_by_role("link", name="From the start").click()
    expect(page.locator(".message").first).to_contain_text("Box 0 is packed.")


def test_a_long_conversation_is_read_from_any_place(visit: Visit, office: Place) -> None:
    """A message is reached by one request for its place and one for its page, however far down it stands."""
    memory, world = office
    texts = [{"role": "user", "text": f"Box {n} is packed."} for n in range(1_030)]
    ids = memory.episodic.add_messages(texts, conversation_id="c-long").ids
    visitor = visit(site=world).log_in("operator")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url) if "/messages" in request.url else None)
    page = visitor.go(f"conversations/c-long?at={ids[900]}")
    expect(page.locator(".message[aria-current]")).to_contain_text("Box 900 is packed.")
    assert len(asked) == 2
    for link, first in (
        ("Earlier messages", 780), ("Latest messages", 930), ("Earlier messages", 830), ("From the start", 0),
        ("Later messages", 100), ("Earlier messages", 0),
    ):  # fmt: skip
        page.get_by_role("link", name=link).click()
        expect(page.locator(".message").first).to_contain_text(f"Box {first} is packed.")
    expect(page.get_by_role("link", name="Earlier messages")).to_have_count(0)


RUNS_TO_THE_RIGHT = """element => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const left = at => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
    };
    return left(0) < left(text.length - 1);
}"""
"""Whether the first letter of an element stands left of its last one."""


@pytest.mark.parametrize("name", ["محمد عبد الله", "\u202eAda"], ids=["arabic", "override"])
def test_a_name_from_right_to_left_turns_nothing_else_around(visit: Visit, office: Place, name: str) -> None:
    memory, world = office
    memory.episodic.add_messages([{"role": "user", "speaker": name, "text": "Hello."}], conversation_id="c-3")
    page = visit(site=world).log_in().go("conversations/c-3")
    about = page.locator("li.message .row-about")
    assert about.locator("time").evaluate(RUNS_TO_THE_RIGHT)
    assert about.get_by_role("link", name="graph").evaluate(RUNS_TO_THE_RIGHT)
    left = [about.locator(one).bounding_box()["x"] for one in ("strong", "time", "a")]  # type: ignore[index]
    assert left == sorted(left)


def test_what_is_written_from_right_to_left_ends_on_the_left(visit: Visit, office: Place) -> None:
    memory, world = office
    said = "اتصل بي غدا."
    memory.episodic.add_messages([{"role": "user", "text": said}], conversation_id="c-4")
    known = memory.semantic.remember(type="fact", content=said, subject="محمد")
    visitor = visit(site=world).log_in()
    shown = {"conversations/c-4": ".said-text", "memories": "strong", f"memories/{known.id}": "h1"}
    for address, where in shown.items():
        text = visitor.go(address).locator(f"main {where}").filter(has_text=said).first
        assert not text.evaluate(RUNS_TO_THE_RIGHT), address


def test_a_message_names_the_memories_that_were_made_from_it(visit: Visit, office: Place) -> None:
    memory, world = office
    said = [{"role": "user", "text": "I moved to Lisbon last year."}, {"role": "user", "text": "Hm."}]
    report = memory.ingest(said, conversation_id="c-move", user_id="u-ada")
    page = visit(site=world).log_in("operator").go("conversations/c-move?user=u-ada")
    first = page.locator(".message").first
    first.get_by_text("Memories made from it").click()
    made = first.locator(".sources a")
    expect(made).to_have_count(len(report.memories))
    assert set(made.all_inner_texts()) == {one.content for one in report.memories}
    last = page.locator(".message").last
    last.get_by_text("Memories made from it").click()
    expect(last.locator("details")).to_contain_text("None, or the worker has not come to it yet.")
    assert faults(page) == []
    made.get_by_text(report.memories[0].content, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(report.memories[0].content)


def test_the_queue_counts_as_the_overview_does(visit: Visit, office: Place) -> None:
    visitor = visit(site=office[1]).log_in("operator")
    expect(visitor.go("overview").get_by_role("link", name="2 memories to review")).to_be_visible()
    said = visitor.go("review").locator("main [role=status]")
    expect(said).to_have_text("1 decision to take, about 2 memories, the oldest first.")


def test_a_contradiction_is_decided_by_keyboard(visit: Visit, office: Place) -> None:
    memory, world = office
    visitor = visit(site=world).log_in("operator")
    page = visitor.go("overview")
    page.get_by_role("link", name="to review").click()
    expect(page.locator("article.review")).to_contain_text("Grace works at Rivian")
    assert faults(page) == []
    tab_to(page, "Keep: Grace works at Rivian")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Kept: Grace works at Rivian")).to_be_visible()
    expect(page.locator(".empty")).to_contain_text("Nothing waits for a decision")
    assert [row.content for row in memory.semantic.list("Grace")] == ["Grace works at Rivian"]


def test_a_contradiction_is_replaced_and_an_agent_may_not(visit: Visit, office: Place) -> None:
    memory, world = office
    agent = visit(site=world).log_in("agent").go("review")
    expect(agent.get_by_text("An operator decides.")).to_be_visible()
    expect(agent.get_by_role("button", name="Keep")).to_have_count(0)
    page = visit(site=world).log_in("operator").go("review")
    page.get_by_text("Neither is right").click()
    page.get_by_label("What holds instead").fill("Grace works at Polestar")
    page.get_by_role("button", name="Replace them").click()
    expect(page.get_by_text("Remembered: Grace works at Polestar")).to_be_visible()
    assert [row.content for row in memory.semantic.list("Grace")] == ["Grace works at Polestar"]


def test_what_was_decided_in_another_tab_is_said_to_be(visit: Visit, office: Place) -> None:
    memory, site = office
    visitor = visit(site=site).log_in("operator")
    page = visitor.go("review")
    (first, *_) = memory.semantic.review.list()
    memory.semantic.review.resolve(first.memory.id, keep=first.memory.id)
    page.get_by_role("button", name="Keep: Grace works at Rivian").click()
    expect(page.get_by_text("somebody has decided this meanwhile")).to_be_visible()
    expect(page.get_by_role("button", name="Keep: Grace works at Rivian")).to_have_count(0)
    visitor.seen.slips.clear()  # The 422 itself.


def test_a_memory_that_changed_in_another_tab_is_not_replaced(visit: Visit, office: Place) -> None:
    memory, world = office
    made = memory.semantic.remember(type="fact", content="Ada drives the van", subject="Ada", predicate="drives")
    visitor = visit(site=world).log_in("operator")
    page = visitor.go(f"memories/{made.id}")
    memory.semantic.supersede(made.id, correction=True, content="Ada drives the tram")
    page.get_by_label("What holds instead").fill("Ada drives the bus")
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_role("alert")).to_contain_text("somebody changed this memory meanwhile, it is superseded now")
    expect(page.get_by_label("What holds instead")).to_have_value("Ada drives the bus")
    assert [row.content for row in memory.semantic.list("Ada")] == ["Ada drives the tram"]


def test_an_object_as_long_as_its_field_lets_it_be_is_taken(visit: Visit, office: Place) -> None:
    memory, site = office
    made = memory.semantic.remember(type="fact", content="Ada rides home", subject="Ada", predicate="at", object="X")
    page = visit(site=site).log_in("operator").go(f"memories/{made.memory_id}")
    page.get_by_label("What holds instead").fill("Ada rides to the station")
    field = page.get_by_label("Object")
    field.fill("a" * int(field.get_attribute("maxlength") or 0))
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada rides to the station")


def test_a_long_memory_has_a_short_title_and_is_replaced_by_a_long_one(visit: Visit, office: Place) -> None:
    memory, world = office
    long = "\n".join(f"Step {n}: turn the valve and wait. 🦊" for n in range(250))
    made = memory.semantic.remember(type="instruction", content=long, subject="Valve", predicate="instructs")
    visitor = visit(site=world).log_in("operator")
    page = visitor.go(f"memories/{made.id}")
    title = page.get_by_role("heading", level=1)
    assert len(title.inner_text()) <= 201
    expect(page.locator(".said-text")).to_contain_text("Step 249: turn the valve")
    assert page.get_by_role("button", name="Replace it").evaluate("e => e.getBoundingClientRect().top") < 600
    assert overflow(page) == 0
    better = "Turn the valve twice. " * 200
    page.get_by_label("What holds instead").fill(better)
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator(".said-text")).to_have_text(better.strip())
    assert [row.content for row in memory.semantic.list("Valve")] == [better.strip()]


def test_what_holds_instead_keeps_its_lines(visit: Visit, office: Place) -> None:
    memory, world = office
    made = memory.semantic.remember(type="instruction", content="Lock the gate", subject="Gate", predicate="instructs")
    page = visit(site=world).log_in("operator").go(f"memories/{made.memory_id}")
    field = page.get_by_label("What holds instead")
    field.fill("Lock the gate\nand the shed")
    field.press("Shift+Enter")
    field.press_sequentially("at nine")
    field.press("Enter")
    expect(page.locator(".said-text")).to_be_visible()
    assert [row.content for row in memory.semantic.list("Gate")] == ["Lock the gate\nand the shed\nat nine"]


def test_the_evidence_of_a_memory_leads_to_where_it_was_said(visit: Visit, office: Place) -> None:
    memory, world = office
    ben = memory.as_user("u-ben")
    said = ben.episodic.messages("c-2")[1].id
    made = ben.semantic.remember(type="event", content="Parcel 1 is late", subject="Parcel 1", evidence=[said])
    assert [(row.conversation_id, row.user_id) for row in memory.semantic.why(made.id).evidence] == [("c-2", "u-ben")]
    visitor = visit(site=world).log_in("operator")
    page = visitor.go(f"memories/{made.id}")
    page.get_by_role("link", name="in its conversation").click()
    visitor.settled()
    expect(page.locator(".message[aria-current=true]")).to_contain_text("Parcel 1 is late.")


def test_a_replacement_is_undone(visit: Visit, office: Place) -> None:
    memory, world = office
    made = memory.semantic.remember(type="fact", content="Ada drives the van", subject="Ada", predicate="drives")
    visitor = visit(site=world).log_in("operator")
    page = visitor.go(f"memories/{made.id}")
    expect(page.get_by_role("button", name="Forget")).to_be_visible()
    expect(page.get_by_role("button", name="Undo the replacement")).to_have_count(0)
    page.get_by_label("What holds instead").fill("Ada drives the bus")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada drives the bus")
    tab_to(page, "Undo the replacement")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("forgotten", exact=True).first).to_be_visible()
    assert faults(page) == []
    assert [row.content for row in memory.semantic.list("Ada")] == ["Ada drives the van"]


def test_a_question_without_an_answer_says_what_was_looked_at(visit: Visit, office: Place) -> None:
    memory, world = office
    memory.update_settings(recall_threshold=1.0)
    visitor = visit(site=world).log_in("operator")
    page = visitor.go("memories?q=Which plans does Grace have?")
    nothing = page.locator(".empty")
    expect(nothing).to_contain_text("none of them is near enough to the question")
    nothing.get_by_role("link", name="what is known about Grace").click()
    visitor.settled()
    expect(page.locator("a.memory-row")).to_have_count(2)


def test_a_user_of_whom_no_fact_is_known_leads_to_what_belongs_to_it(visit: Visit, office: Place) -> None:
    memory, world = office
    ben = memory.as_user("u-ben")
    ben.semantic.remember(type="fact", content="The lift is broken", subject="The lift", predicate="is")
    visitor = visit(site=world).log_in("operator")
    page = visitor.go("users/u-ben")
    page.locator(".empty").get_by_role("link", name="its memories").click()
    visitor.settled()
    expect(page.locator("a.memory-row")).to_have_count(1)
    expect(page.locator("a.memory-row")).to_contain_text("The lift is broken")


def test_the_runs_of_passes(visit: Visit, office: Place, server: Server) -> None:
    memory, world = office
    visitor = visit(site=world).log_in("agent")
    page = visitor.go("passes")
    expect(page.locator(".empty")).to_contain_text("No pass has run here yet")
    now = datetime.now(UTC)
    memory.telemetry.capture(action_type="get", session_id="s", outcome="success", started_at=now - timedelta(hours=3))
    with oxgraph.connect(server.uri, server.auth) as client:
        evaluate(client.graph, memory.workspace_id, passes=[1], now=now)
        evaluate(client.graph, memory.workspace_id, passes=[1], now=now)
    page.reload()
    visitor.settled()
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody tr")).to_contain_text("1 sequence was written")
    assert faults(page) == []
    page.get_by_label("Show").select_option("all")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_label("Status").select_option("failed")
    expect(page.locator(".empty")).to_contain_text("No run fits these filters")


def test_a_failed_pass_says_where_its_error_is(visit: Visit, office: Place, server: Server) -> None:
    def breaks(name: str, counters: dict[str, int]) -> None:
        raise OSError(f"{name}: no space left")

    memory, site = office
    with oxgraph.connect(server.uri, server.auth) as client, pytest.raises(OSError, match="no space left"):
        evaluate(client.graph, memory.workspace_id, passes=[1], now=datetime.now(UTC), progress=breaks)
    page = visit(site=site).log_in("operator").go("passes")
    row = page.locator("tbody tr")
    expect(row).to_contain_text("OSError")
    expect(row).to_contain_text("What was wrong is in the log of the process that ran it")
    with oxgraph.connect(server.uri, server.auth) as client, pytest.raises(ServerError):
        evaluate(client.graph, memory.workspace_id, passes=[1], now=datetime.now(UTC), batch=-1)
    page.reload()
    expect(row.first.locator("code")).to_have_text(re.compile(r"^Neo\.ClientError\.\w+\.\w+$"))


def test_a_conversation_that_is_not_there_says_so(visit: Visit, office: Place) -> None:
    """That of a user is another one than the shared of the same id."""
    visitor = visit(site=office[1]).log_in("operator")
    for address in ("conversations/nowhere", "conversations/c-2"):
        page = visitor.go(address)
        expect(page.get_by_role("alert")).to_contain_text(
            f"No conversation {address.partition('/')[2]} in this workspace"
        )
        expect(page.get_by_text("No messages")).to_have_count(0)
    visitor.seen.slips.clear()  # The 404 themselves.


@pytest.mark.parametrize("address", ["conversations", "conversations/c-1", "users", "users/u-ada", "review", "passes"])
@pytest.mark.deep
def test_they_fit_a_phone(visit: Visit, office: Place, address: str) -> None:
    page = visit(phone=True, site=office[1]).log_in("operator").go(address)
    assert overflow(page) == 0
    assert faults(page) == []


@pytest.mark.parametrize(
    ("address", "text"),
    [("conversations", "oxgraph chat import"), ("users", "No users yet"), ("review", "Nothing waits for a decision")],
)
def test_empty_ones_say_what_to_do(visit: Visit, server: Server, site: Site, address: str, text: str) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        world = World(site.url, tokens_of(client.create_workspace(f"Empty {uuid.uuid4().hex[:6]}")))
    page = visit(site=world).log_in().go(address)
    expect(page.locator(".empty")).to_contain_text(text)
