"""Coming in, going out, and being sent out."""

import re
import uuid
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

import oxgraph
from oxgraph import local
from oxgraph.local import Home, Server
from oxgraph.server.config import ServerConfig
from tests.fixtures.neo4j import HEAP
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, Visitor, World

pytestmark = pytest.mark.deep


@pytest.fixture
def hasty(server: Server, world: World) -> Iterator[World]:
    """The same workspace at a server whose logins end when idle for a second and a half."""
    site = Site(server.uri, server.auth, ServerConfig(port=0, session_idle_seconds=1.5, drain_seconds=2))
    yield World(site.url, world.tokens)
    site.close()


def test_a_wrong_token_is_told_in_words(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(visitor.world.url)
    page.get_by_label("Token").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("token is unknown, revoked or expired")
    assert len(visitor.seen.slips) == 1  # The 401 itself.
    visitor.seen.slips.clear()


def test_logging_out_ends_the_login(visit: Visit) -> None:
    visitor = visit()
    visitor.log_in_anew(visitor.world.tokens.admin)
    page = visitor.page
    expect(page.get_by_text(visitor.world.tokens.workspace)).to_be_visible()
    cookie = page.context.cookies()[0]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    assert visitor.world.tokens.admin not in str(page.context.cookies()) + page.evaluate("JSON.stringify(localStorage)")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You have logged out.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in to a workspace")
    page.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": visitor.world.url}])
    assert page.request.get(f"{visitor.world.url}/v1/me").status == 401


def test_an_ended_login_leads_back_and_then_on(hasty: World, visit: Visit) -> None:
    visitor = visit(site=hasty).log_in_anew(hasty.tokens.admin)
    page = visitor.go("patterns")
    page.wait_for_timeout(1_800)
    page.get_by_label("Order").select_option("last_seen")
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in to a workspace")
    expect(page.get_by_role("status")).to_contain_text(re.compile("login has ended"))
    page.get_by_label("Token").fill(hasty.tokens.admin)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Patterns")
    expect(page.get_by_label("Order")).to_have_value("last_seen")
    visitor.seen.slips.clear()  # The 401 itself.


@pytest.mark.parametrize("again", ["operator", "admin"])
def test_what_was_typed_is_there_again_for_the_same_caller_alone(again: str, visit: Visit) -> None:
    visitor = visit()
    page = visitor.log_in_anew(visitor.world.tokens.operator).go("memories?subject=Miguel Santos")
    page.locator("a.memory-row").first.click()
    text = "Miguel Santos drives the morning route, and the evening route on Fridays"
    field = page.get_by_label("What holds instead")
    field.fill(text)
    page.context.clear_cookies()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in to a workspace")
    expect(page.get_by_role("navigation", name="Pages", exact=True)).to_have_count(0)
    page.get_by_label("Token").fill(getattr(visitor.world.tokens, again))
    page.keyboard.press("Enter")
    expect(page.locator("header.top .badge")).to_have_text(again)
    visitor.settled()
    expect(field).to_have_value(text if again == "operator" else "")
    if again == "operator":
        expect(field).to_be_focused()
        expect(page.get_by_role("alert")).to_contain_text("this was not done")
        assert page.title() != "Log in – oxgraph"
    visitor.seen.slips.clear()  # The 401 itself.


def logged_out_of_the_overview(visit: Visit) -> Visitor:
    """Somebody whose login ended on the overview, which is read anew each minute while somebody is logged in."""
    visitor = visit()
    visitor.page.clock.install()
    page = visitor.log_in_anew(visitor.world.tokens.operator).go("overview")
    page.context.clear_cookies()
    page.clock.fast_forward(61_000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in to a workspace")
    return visitor


def test_after_ten_minutes_nothing_of_the_page_is_kept(visit: Visit) -> None:
    visitor = logged_out_of_the_overview(visit)
    page = visitor.page
    expect(page.locator(".frame")).to_be_hidden()
    page.clock.fast_forward(9 * 60_000)
    expect(page.locator(".frame")).to_have_count(1)
    page.clock.fast_forward(61_000)
    expect(page.locator(".frame")).to_have_count(0)
    expect(page.get_by_role("status")).to_contain_text("login has ended")
    visitor.seen.slips.clear()  # The 401 itself.


def test_a_page_that_was_loading_when_the_login_ended_loads_afterwards(visit: Visit) -> None:
    visitor = visit()
    page = visitor.log_in_anew(visitor.world.tokens.operator).go("users")
    page.context.clear_cookies()
    page.get_by_role("link", name="Memories", exact=True).click()
    page.get_by_label("Token").fill(visitor.world.tokens.operator)
    page.keyboard.press("Enter")
    expect(page.locator("a.memory-row").first).to_be_visible()
    visitor.seen.slips.clear()  # The 401 themselves.


def test_whom_the_token_is_bound_to_stands_beside_its_role(world: World, visit: Visit) -> None:
    """And nobody goes on in the page of another user, though both have the same role."""
    with httpx.Client(base_url=world.url, headers={"Authorization": f"Bearer {world.tokens.admin}"}) as http:
        for user in ("u-eve", "u-fay"):
            body = {"role": "agent", "name": user, "user_id": user}
            made = http.post("/v1/workspaces/me/tokens", json=body).raise_for_status().json()
            if user == "u-eve":
                visitor = visit().log_in_anew(made["secret"])
                page = visitor.go("metrics")
                expect(page.locator("header.top")).to_contain_text("bound to u-eve")
                page.evaluate("document.querySelector('main').dataset.before = 'u-eve'")
                page.context.clear_cookies()
                page.get_by_role("link", name="Memories", exact=True).click()
            page.get_by_label("Token").fill(made["secret"]) if user == "u-fay" else None
    page.keyboard.press("Enter")
    expect(page.locator("header.top")).to_contain_text("bound to u-fay")
    assert page.locator("main").get_attribute("data-before") is None
    visitor.seen.slips.clear()  # The 401 itself.


def test_all_tabs_are_logged_in_as_the_same(visit: Visit) -> None:
    """They have one cookie, so that a page must not show one login and ask as another."""
    visitor = visit()
    visitor.log_in_anew(visitor.world.tokens.admin)
    page = visitor.go("settings")
    other = page.context.new_page()
    other.goto(visitor.world.url)
    other.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You have logged out in another tab.")).to_be_visible()
    other.get_by_label("Token").fill(visitor.world.tokens.agent)
    other.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    expect(page.locator("header.top .badge")).to_have_text("agent")
    visitor.settled()
    page.get_by_role("button", name="Log out").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Log in to a workspace")


def test_a_token_that_is_revoked_while_the_page_follows_leads_back(world: World, visit: Visit) -> None:
    with httpx.Client(base_url=world.url, headers={"Authorization": f"Bearer {world.tokens.admin}"}) as http:
        made = http.post("/v1/workspaces/me/tokens", json={"role": "operator", "name": "for a while"}).json()
        visitor = visit().log_in_anew(made["secret"])
        page = visitor.go("timeline?show=table")
        with page.expect_response(re.compile("/events$")):
            page.get_by_role("button", name="Follow").click()
        http.delete(f"/v1/workspaces/me/tokens/{made['id']}").raise_for_status()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in to a workspace")
    visitor.seen.slips.clear()  # The 401 themselves.


def test_a_page_that_is_kept_out_of_sight_asks_nothing(visit: Visit) -> None:
    visitor = logged_out_of_the_overview(visit)
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        page.clock.fast_forward(61_000)
    assert asked == []
    with page.expect_response(re.compile("/overview")) as read:
        page.get_by_label("Token").fill(visitor.world.tokens.operator)
        page.keyboard.press("Enter")
    assert read.value.status == 200
    visitor.seen.slips.clear()  # The 401 itself.


def test_a_page_follows_on_once_somebody_is_logged_in_again(visit: Visit) -> None:
    visitor = visit()
    visitor.log_in_anew(visitor.world.tokens.operator)
    page = visitor.go("timeline?show=table")
    page.context.clear_cookies()
    page.get_by_role("button", name="Follow").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in to a workspace")
    with page.expect_response(lambda response: response.url.endswith("/events") and response.status == 200):
        page.get_by_label("Token").fill(visitor.world.tokens.operator)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Following")).to_be_visible()
    visitor.seen.slips.clear()  # The 401 themselves.


def test_a_page_follows_again_once_the_stream_is_taken(world: World, visit: Visit) -> None:
    """A stream that is refused because the graph is away for a moment is opened anew."""
    visitor = visit().log_in("operator")
    page = visitor.go("timeline?show=table")
    away = [503]
    page.route("**/events", lambda route: route.fulfill(status=away.pop()) if away else route.continue_())
    with page.expect_response(lambda response: response.url.endswith("/events") and response.status == 200):
        page.get_by_role("button", name="Follow").click()
    assert away == []
    visitor.seen.slips.clear()  # The 503 itself.


def test_a_page_goes_on_by_itself_once_the_graph_is_back(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("users")
    away = [True]
    refusal = {"code": "connection_failed", "detail": "The memory cannot be reached at the moment."}
    page.route("**/memories?*", lambda route: route.fulfill(status=503, json=refusal) if away else route.continue_())
    page.get_by_role("link", name="Memories", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    with page.expect_response(lambda response: response.status == 503):
        pass
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    away.clear()
    expect(page.locator("a.memory-row").first).to_be_visible()
    visitor.seen.slips.clear()  # The 503 themselves.


def test_a_graph_that_is_away_ends_no_login(killable: Server, visit: Visit) -> None:
    """The page waits, over a reload, and goes on when the graph is back."""
    with oxgraph.connect(killable.uri, killable.auth) as client:
        tokens = tokens_of(client.create_workspace(f"away {uuid.uuid4().hex[:6]}"))
    site = Site(killable.uri, killable.auth, ServerConfig(port=0, graph_seconds=1.0, drain_seconds=1))
    try:
        visitor = visit(site=World(site.url, tokens)).log_in_anew(tokens.admin)
        page = visitor.page
        local.down(Home(killable.home))
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for the memory")
        expect(page.get_by_role("status")).to_contain_text("You are still logged in")
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for the memory")
        local.up(Home(killable.home), heap=HEAP)
        expect(page.get_by_role("navigation", name="Pages", exact=True)).to_be_visible(timeout=60_000)
        page.goto("about:blank")  # What it still loads would be cut off by the end of the site.
        visitor.seen.slips.clear()  # The 503 themselves.
    finally:
        site.close()
