"""Every page loads real data, alone from here, without an error, for everyone."""

import json
import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

import oxgraph
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import PHONE, WIDE, Seen, Visit, Visitor, World, chromium
from tests.server.explorer.world import HOSTILE

pytestmark = pytest.mark.deep

PAGES = {
    "overview": "Memory at work",
    "overview?range=30d&split=by_error_code": "VERSION_CONFLICT",
    "timeline?show=table&text=ship": "ontology_mutation",
    "timeline": "Send the reminder for invoice",
    "timeline?show=all&outcome=failure": "VERSION_CONFLICT",
    "patterns?which=all": "ontology_mutation",
    "metrics": "Task success rate",
    "metrics/Task success rate": "Day by day",
    "metrics/new": "What it says now",
    "memories": "Ana Duarte lives in Lisbon",
    "memories?q=Where does Ana Duarte live": "Why it was found",
    "entities": "Harbour Freight",
    "users": "Who has memories of their own",
    "review": "Memories that contradict each other",
    "conversations": "What was said",
    "episodes": "Older turns of conversations",
    "working": "What agents hold in mind now",
    "passes": "benchmarks",
    "growth": "Week by week",
    "graph": "Start from",
    "settings/memory": "Injection",
    "settings/numbers": "Promote samples",
    "settings/tokens": "operator of the test",
    "settings/audit": "What was changed",
}
"""Each address, and what stands there."""

DEEPER = {
    "timeline": "a.run",
    "patterns": ".pattern a.button",
    "memories?subject=Ana Duarte": "a.memory-row",
    "graph?q=Ana Duarte": "a.row",
}
"""Connection to begin, and the first link of which kind leads on to a view of one thing."""


def faults(page: Page) -> list[str]:
    """What axe finds serious or critical: rule, element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    grave = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for one in grave for node in one["nodes"]
    ]


def deeper(visitor: Visitor) -> Iterator[Page]:
    """The views of one run, one pattern, one memory, one node."""
    for address, link in DEEPER.items():
        page = visitor.go(address)
        page.locator("main").locator(link).first.click()
        visitor.settled()
        yield page


def overflow(page: Page) -> int:
    """How far a page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.fixture(scope="module")
def long(run_server: Server, site: Site) -> tuple[World, str]:
    """A workspace with one run and one memory, both with a long title; and that title."""
    title = " ".join(f"step {number} of the move to another warehouse" for number in range(12))
    with oxgraph.connect(run_server.uri, run_server.auth) as client:
        memory = client.create_workspace(f"Long {uuid.uuid4().hex[:6]}")
        memory.telemetry.capture(action_type="move", session_id="long", outcome="success")
        memory.telemetry.end_session("long", intent=title)
        evaluate(client.graph, memory.workspace_id, passes=[1], now=datetime.now(UTC))
        memory.semantic.remember(type="fact", content=title)
        return World(site.url, tokens_of(memory)), title


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.deep)], ids=["light", "dark"])
@pytest.mark.deep
def test_pages_load_real_data_and_axe_finds_no_grave_fault(visit: Visit, dark: bool) -> None:
    visitor = visit(dark=dark)
    visitor.page.goto(visitor.world.url)
    assert faults(visitor.page) == []
    visitor.log_in()
    for address, expected in PAGES.items():
        page = visitor.go(address)
        expect(page.locator("main")).to_contain_text(expected)
        assert faults(page) == [], address
    for page in deeper(visitor):
        assert faults(page) == [], page.url


def test_text_is_as_large_as_the_browser_is_set_to(browser: Browser, world: World) -> None:
    """Twice the usual size; also then no page has to be scrolled sideways on a phone."""
    args = ["--blink-settings=defaultFontSize=32"]
    with browser.browser_type.launch(executable_path=chromium(), args=args) as large:
        for viewport in (WIDE, PHONE):
            visitor = Visitor(large.new_page(viewport=viewport), world, Seen(urlsplit(world.url).netloc)).log_in()
            assert visitor.page.evaluate("getComputedStyle(document.body).fontSize") == "30px"
            for address in PAGES:
                assert overflow(visitor.go(address)) == 0, address


def test_pages_fit_a_phone(visit: Visit) -> None:
    visitor = visit(phone=True).log_in()
    for address, expected in PAGES.items():
        page = visitor.go(address)
        expect(page.locator("main")).to_contain_text(expected)
        assert overflow(page) == 0, address
        expect(page.get_by_role("button", name="More")).to_be_in_viewport()
    for page in deeper(visitor):
        assert overflow(page) == 0, page.url
    widths: list[float] = visitor.go("overview").evaluate(
        "[...document.querySelectorAll('.health-name')].map((name) => name.getBoundingClientRect().width)"
    )
    assert len(widths) == 7 and min(widths) > 100  # Beside a long text too a name is read in words, not letters.


COVERED = """() => {
    const element = document.activeElement;
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.bottom - 1);
    return !!top && !element.contains(top) && !!top.closest(".sticky, .places");
}"""
"""Whether what stays at the bottom covers what has the focus."""


def test_what_has_the_focus_is_not_below_what_stays_at_the_bottom(visit: Visit) -> None:
    page = visit(phone=True).log_in().go("settings/numbers")
    page.locator("main input").first.focus()
    for _ in range(page.locator("main input").count()):
        assert not page.evaluate(COVERED), page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Tab")


def test_forced_colours_leave_what_a_background_alone_says(visit: Visit) -> None:
    page = visit(forced_colors="active").log_in().go("settings/memory")
    colour = "(one) => getComputedStyle(one).backgroundColor"
    for chosen, other in (
        (".places [aria-current]", ".places a:not([aria-current])"),
        (".tabs [aria-current]", ".tabs a:not([aria-current])"),
        (".knob", ".toggle"),
    ):
        assert page.locator(chosen).first.evaluate(colour) != page.locator(other).first.evaluate(colour), chosen


@pytest.mark.parametrize("address", ["overview", "memories", "timeline?show=table"])
def test_paper_has_what_a_page_says_alone(visit: Visit, address: str) -> None:
    page = visit(phone=True).log_in().go(address)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for part in ("nav.places", ".as-of", "main .filters", "main nav.pages"):
        assert all(not one.is_visible() for one in page.locator(part).all()), part
    shown = "[...document.querySelectorAll('body *')].filter(one => one.checkVisibility())"
    places = f"{shown}.map(one => getComputedStyle(one).position)"
    assert not {"fixed", "sticky"} & set(page.evaluate(places))


def test_a_long_title_takes_three_lines_in_a_list_and_is_whole_behind_it(visit: Visit, long: tuple[World, str]) -> None:
    site, title = long
    visitor = visit(site=site, phone=True).log_in()
    for address in ("timeline", "memories"):
        shown = visitor.go(address).locator("main a.row strong")
        expect(shown).to_have_text(title)
        expect(shown).to_have_attribute("title", title)
        lines = shown.evaluate("one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)")
        assert 2.5 < lines < 3.5, address
        assert shown.evaluate("one => one.scrollHeight > 2 * one.clientHeight"), address
        shown.click()
        visitor.settled()
        whole = visitor.page.locator("main").get_by_text(title).first
        assert whole.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), address


def test_a_phone_has_the_further_pages_behind_a_button(visit: Visit) -> None:
    page = visit(phone=True).log_in().go("overview")
    settings = page.get_by_role("link", name="Settings", exact=True)
    expect(settings).to_be_hidden()
    more = page.get_by_role("button", name="More")
    more.click()
    expect(settings).to_be_in_viewport()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(settings).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    settings.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    expect(more).to_have_attribute("aria-expanded", "false")


def test_older_pages_follow_and_the_newest_come_back(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("timeline")
    first = page.locator("main a.run").first
    newest = first.get_attribute("href") or ""
    page.get_by_role("link", name="Older").click()
    expect(first).not_to_have_attribute("href", newest)
    older = first.get_attribute("href") or ""
    page.reload()
    expect(first).to_have_attribute("href", older)
    page.get_by_role("link", name="Newest").click()
    expect(first).to_have_attribute("href", newest)


@pytest.mark.parametrize("address", ["entities", "memories", "conversations", "users", "users/u-ada", "graph"])
def test_a_search_keeps_the_focus(visit: Visit, address: str) -> None:
    """And the box follows the address: on the way back it is empty again."""
    visitor = visit().log_in()
    page = visitor.go(address)
    box = page.locator("main form[role=search] input, main form.search input").first
    box.focus()
    page.keyboard.type("late")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=late*")
    visitor.settled()
    expect(box).to_be_focused()
    page.go_back()
    expect(box).to_have_value("")


@pytest.mark.parametrize("id", ["nope", str(uuid.UUID(int=1))])
def test_a_memory_that_is_not_there_is_said_to_be_none(visit: Visit, id: str) -> None:
    visitor = visit().log_in()
    main = visitor.go(f"memories/{id}").locator("main")
    expect(main).to_contain_text("There is no such memory")
    expect(main).to_contain_text(id)
    expect(main).not_to_contain_text("UUID")
    visitor.seen.slips.clear()  # The 404 or 422 itself.


@pytest.mark.parametrize("address", ["entities/nobody", "patterns/none", "metrics/none", "graph/none"])
def test_what_is_not_there_is_not_to_be_tried_again(visit: Visit, address: str) -> None:
    visitor = visit().log_in()
    page = visitor.go(address)
    expect(page.locator(".notice.bad").first).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    visitor.seen.slips.clear()  # The 404 or 422 itself.


@pytest.mark.parametrize("address", ["memory", "constructor", "settings/token"])
def test_an_address_that_was_cut_off_is_said_to_lead_nowhere(visit: Visit, address: str) -> None:
    page = visit().log_in().go(address)
    expect(page.locator("main")).to_contain_text("The address may be cut off.")


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("overview?as_of=2026-13-01", "Failures over time"),
        ("memories?as_of=2026-02-31", "Ana Duarte lives in Lisbon"),
        ("overview?split=tool", "Failures over time"),
        ("memories?as_of=2001-01-01", "Nothing was known then"),
    ],
)
def test_a_value_that_an_address_should_not_have_ends_no_page(visit: Visit, address: str, text: str) -> None:
    expect(visit().log_in().go(address).locator("main")).to_contain_text(text)


@pytest.mark.parametrize("address", ["timeline?show=table&outcome=failure", "memories?status=any", "conversations"])
def test_a_place_that_a_list_does_not_have_leads_to_its_first_page(visit: Visit, address: str) -> None:
    visitor = visit().log_in("operator")
    page = visitor.go(f"{address}{'&' if '?' in address else '?'}cursor=nonsense")
    page.get_by_role("link", name="Go to the first page").click()
    visitor.settled()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert page.url.endswith(address)
    visitor.seen.slips.clear()  # The 422 itself.


def test_a_draft_stays_while_patterns_are_sorted_and_filtered(visit: Visit) -> None:
    visitor = visit().log_in("operator")
    page = visitor.go("patterns")
    page.get_by_role("link", name="Evidence and notes").first.click()
    note = page.get_by_label("Your note")
    note.fill("Ask the carrier first.")
    page.get_by_label("Order").select_option("confidence")
    page.get_by_label("Outcome").select_option("success")
    visitor.settled()
    expect(note).to_have_value("Ask the carrier first.")
    page.get_by_label("Outcome").select_option("failure")
    visitor.settled()
    expect(note).to_have_value("Ask the carrier first.")
    page.get_by_role("link", name="Close").click()
    expect(note).to_have_count(0)
    page.get_by_role("link", name="Evidence and notes").first.click()
    page.get_by_label("Order").select_option("cost")
    visitor.settled()
    expect(note).to_have_count(1)


def test_a_time_that_is_none_is_named(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("timeline?show=table&since=yesterday")
    for place in (page.locator("main .counts"), page.get_by_role("alert")):
        expect(place).to_contain_text("since: must be a time with a zone")
    visitor.seen.slips.clear()  # The 422 themselves.


def test_an_error_of_a_page_leaves_the_others_as_they_are(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("memories")
    page.route("**/users?*", lambda route: route.fulfill(json={}))
    page.get_by_role("link", name="Users", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This page cannot be shown")
    page.get_by_role("link", name="Memories", exact=True).click()
    expect(page.locator("a.memory-row").first).to_be_visible()
    assert len(visitor.seen.slips) == 1
    visitor.seen.slips.clear()


@pytest.mark.parametrize("show", ["runs", "table"])
def test_days_in_the_wrong_order_are_named(visit: Visit, show: str) -> None:
    page = visit().log_in().go(f"timeline?show={show}&from=2026-03-09&to=2026-03-01")
    expect(page.locator(".empty")).to_contain_text("“To” is before “From”")


def test_a_metrics_difference_is_said_in_words_alone(visit: Visit) -> None:
    page = visit().log_in().go("metrics")
    efficiency = page.locator("article.metric", has_text="Efficiency delta")
    expect(efficiency).to_contain_text("the average number of actions of runs")
    headlines = page.locator(".headline").filter(has_text=re.compile("better|worse"))
    expect(headlines.first).to_be_visible()
    assert not [text for text in headlines.locator("strong").all_inner_texts() if not text[0].isdigit()]


def test_what_others_wrote_stays_text(visit: Visit) -> None:
    visitor = visit().log_in()
    for address in ("timeline?show=all", "memories", "memories?q=Miguel Santos signs as", "graph?q=Miguel Santos"):
        page = visitor.go(address)
        expect(page.locator("main")).to_contain_text("Miguel Santos" if address != "timeline?show=all" else HOSTILE)
        assert page.evaluate("window.struck") is None
        assert page.locator("img[src=x]").count() == 0


def test_addresses_survive_a_reload_and_the_way_back(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("timeline")
    page.get_by_label("Outcome").select_option("failure")
    page.get_by_role("link", name="Patterns", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Patterns")
    page.go_back()
    expect(page.get_by_label("Outcome")).to_have_value("failure")
    page.reload()
    visitor.settled()
    expect(page.get_by_label("Outcome")).to_have_value("failure")
    expect(page.locator("main .mark.good")).to_have_count(0)


def test_an_agent_is_offered_only_what_it_may_do(visit: Visit) -> None:
    visitor = visit().log_in("agent")
    page = visitor.go("patterns")
    expect(page.get_by_role("button", name=re.compile("Suppress"))).to_have_count(0)
    page = visitor.go("metrics")
    expect(page.get_by_role("link", name="New metric")).to_have_count(0)
    page = visitor.go("settings/tokens")
    expect(page.get_by_role("link", name="Tokens")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("Tokens: for admins alone")
    page = visitor.go("settings")
    expect(page.get_by_role("link", name="Numbers")).to_be_visible()
    expect(page.get_by_role("switch")).to_have_count(0)


def test_the_skip_link_and_the_keyboard_lead_to_the_content(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("metrics")
    page.locator("body").press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    page.evaluate("document.querySelector('.skip').focus()")
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_times_are_the_viewers_and_tell_the_exact_one(visit: Visit) -> None:
    visitor = visit(timezone_id="Asia/Tokyo").log_in()
    page = visitor.go("timeline")
    shown = page.locator("main time").first
    title, text = shown.get_attribute("title") or "", shown.inner_text()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC", title)
    hours = (int(text[:2]) - int(title[11:13])) % 24
    assert hours == 9, json.dumps([title, text])
