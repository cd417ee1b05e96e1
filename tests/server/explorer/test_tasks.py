"""The five main tasks, by clicks and by the keyboard alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from oxgraph.memory_types import BUILT_IN
from tests.server.explorer.conftest import Visit, Visitor

pytestmark = pytest.mark.deep

REACH = 200
"""Tab presses after which a thing counts as out of the keyboard's reach."""

NAMED = "e => (e.ariaLabel || e.labels?.[0]?.textContent || e.textContent || '').replace(/\\s+/g, ' ').trim()"
"""What a thing is called, in the browser's own language."""


def tab_to(page: Page, name: str) -> None:
    """Once it is there, presses Tab until the thing whose accessible name or text begins so has the focus."""
    reachable = "[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]"
    page.wait_for_function(f"name => {reachable}.map({NAMED}).some(one => one.startsWith(name))", arg=name)
    for _ in range(REACH):
        page.keyboard.press("Tab")
        if page.evaluate(f"({NAMED})(document.activeElement)").startswith(name):
            return
    raise AssertionError(f"{name} is not reached by the keyboard")


def test_see_what_went_wrong_and_open_the_run(visit: Visit) -> None:
    page = visit().log_in().go("timeline")
    page.get_by_label("Outcome").select_option("failure")
    expect(page.locator("main .mark.good")).to_have_count(0)
    page.locator("a.run").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Run")
    expect(page.locator(".step.failure .badge.bad").first).to_be_visible()


def test_see_what_went_wrong_by_keyboard(visit: Visit) -> None:
    page = visit().log_in().go("timeline")
    tab_to(page, "Outcome")
    page.keyboard.type("Fail")
    expect(page.locator("main .mark.good")).to_have_count(0)
    tab_to(page, "✕")
    page.keyboard.press("Enter")
    expect(page.locator(".step.failure .badge.bad").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_agents_and_tools_are_suggested(visit: Visit) -> None:
    page = visit().log_in().go("timeline")
    for label in ("Agent", "Action type"):
        field = page.get_by_label(label)
        field.focus()
        option = page.locator(f"#{field.get_attribute('list')} option").first
        expect(option).to_be_attached()
        field.fill(option.get_attribute("value") or "")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Clear")).to_be_visible()
        expect(page.locator("a.run").first).to_be_visible()
        page.get_by_role("button", name="Clear").click()


def test_who_comes_back_is_where_the_list_was_left(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("timeline")
    run = page.locator("a.run").nth(40)
    run.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Run")
    page.go_back()
    expect(run).to_be_focused()
    expect(run).to_be_in_viewport()
    page.get_by_role("navigation", name="Pages", exact=True).get_by_role("link", name="Timeline").click()
    visitor.settled()
    tab_to(page, "Older")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.go_back()
    expect(page.get_by_role("link", name="Older")).to_be_focused()


def test_suppress_a_pattern(visit: Visit) -> None:
    visitor = visit().log_in("operator")
    page = visitor.go("patterns")
    card = page.locator("article.pattern").first
    card.get_by_role("button", name=re.compile("^Suppress")).click()
    expect(card.get_by_text("suppressed")).to_be_visible()
    page.reload()
    visitor.settled()
    expect(page.locator("article.pattern").first.get_by_text("suppressed")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Show to agents again")).click()
    expect(page.get_by_text("suppressed")).to_have_count(0)


def test_patterns_of_one_tool_and_of_one_error(visit: Visit) -> None:
    visitor = visit().log_in("operator")
    page = visitor.go("patterns")
    cards = page.locator("article.pattern")
    page.get_by_label("Tool").fill("email_send")
    page.keyboard.press("Enter")
    visitor.settled()
    assert cards.count() and all("email_send" in one for one in cards.locator("h2").all_inner_texts())
    expect(page.get_by_role("button", name="Suppress: email_send succeeds")).to_be_visible()
    page.get_by_label("Error").fill("RATE_LIMITED")
    page.keyboard.press("Enter")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("RATE_LIMITED")
    page.get_by_label("Error").fill("NO_SUCH_ERROR")
    page.keyboard.press("Enter")
    expect(page.locator(".empty")).to_contain_text("No pattern fits these filters.")


def test_suppress_a_pattern_by_keyboard(visit: Visit) -> None:
    page = visit().log_in("operator").go("patterns")
    tab_to(page, "Suppress")
    page.keyboard.press("Enter")
    expect(page.get_by_text("suppressed")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Show to agents again"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("suppressed")).to_have_count(0)


def test_annotate_a_pattern_and_see_its_evidence(visit: Visit) -> None:
    page = visit().log_in("operator").go("patterns")
    page.get_by_role("link", name="Evidence and notes").first.click()
    expect(page.locator(".details a.run").first).to_be_visible()
    page.get_by_label("Your note").fill("Known since the carrier changed its API.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").get_by_text("Saved")).to_be_visible()
    expect(page.locator(".said")).to_have_text("“Known since the carrier changed its API.”")
    page.get_by_label("Your note").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".said")).to_have_count(0)


def test_see_in_which_situations_something_fails(visit: Visit) -> None:
    page = visit().log_in().go("patterns")
    page.get_by_label("Kind").select_option("situational")
    expect(page.locator("article.pattern:not(:has(.situation))")).to_have_count(0)
    card = page.locator("article.pattern").filter(has_text="get on person")
    expect(card.locator("h2")).to_have_text(re.compile("get on person after two failed attempts in a row"))
    expect(card.get_by_text("8 of 10 actions · otherwise 17 of 38")).to_be_visible()
    page.get_by_label("Kind").select_option("plain")
    expect(page.locator(".situation")).to_have_count(0)


def test_the_costliest_failures_are_first_with_their_trends(visit: Visit) -> None:
    page = visit().log_in().go("patterns")
    cards = page.locator("article.pattern")
    expect(cards.first.locator(".badge.bad").first).to_be_visible()
    expect(page.get_by_label("Order")).to_have_value("cost")
    trend = cards.filter(has_text="VERSION_CONFLICT").first.locator(".sparkline")
    expect(trend).to_have_attribute("aria-label", re.compile(r"^Trend: \d+\.\d\s% on .+, \d+\.\d\s% on "))


def test_make_a_metric_with_a_preview(visit: Visit) -> None:
    visitor = visit().log_in("operator")
    page = visitor.go("metrics")
    page.get_by_role("link", name="New metric").click()
    preview = page.locator(".preview")
    expect(preview).to_contain_text(re.compile(r"over \d+ runs"))
    before = preview.inner_text()
    page.get_by_label("Runs", exact=True).select_option("failure")
    expect(preview).not_to_have_text(before, use_inner_text=True)
    page.get_by_label("Only runs with action types").fill("email_send")
    expect(preview).to_have_attribute("data-previewed", re.compile("email_send"))
    page.get_by_label("Name").fill("Reminders that fail")
    page.get_by_role("button", name="Create metric").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reminders that fail")
    _delete(page)


def test_make_a_metric_by_keyboard(visit: Visit) -> None:
    page = visit().log_in("operator").go("metrics")
    tab_to(page, "New metric")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("New metric")
    tab_to(page, "Name")
    page.keyboard.type("Short runs")
    tab_to(page, "Runs")
    page.keyboard.type("with")
    tab_to(page, "Fewer actions than")
    page.keyboard.press("Control+A")
    page.keyboard.type("4")
    expect(page.locator(".preview")).to_have_attribute("data-previewed", re.compile("action_count < 4"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Short runs")
    _delete(page)


def _delete(page: Page) -> None:
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("group", name="Delete it").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Metrics")


def test_find_a_memory_and_see_why(visit: Visit) -> None:
    page = visit().log_in().go("memories")
    page.get_by_role("searchbox", name="Ask what is known").fill("Where does Ana Duarte live?")
    page.get_by_role("button", name="Search").click()
    first = page.locator("article.memory").first
    expect(first).to_contain_text("Ana Duarte lives in Lisbon")
    expect(first.get_by_role("listitem").first).to_be_visible()
    first.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana Duarte lives in Lisbon")
    expect(page.locator(".sentences li").first).to_be_visible()
    expect(page.get_by_role("region", name="History by valid time and recorded time")).to_contain_text(
        "Ana Duarte lives in Porto"
    )


def test_find_a_memory_by_keyboard(visit: Visit) -> None:
    page = visit().log_in().go("memories")
    tab_to(page, "Ask what is known")
    page.keyboard.type("Where does Ana Duarte live?")
    page.keyboard.press("Enter")
    expect(page.locator("article.memory").first).to_be_visible()
    tab_to(page, "Ana Duarte lives in Lisbon")
    page.keyboard.press("Enter")
    expect(page.locator(".sentences li").first).to_be_visible()


def test_memories_are_narrowed_to_any_type_of_the_workspace(visit: Visit) -> None:
    page = visit().log_in().go("memories")
    choice = page.get_by_label("Type")
    expect(choice.get_by_role("option")).to_have_text(["Any type", *(name.capitalize() for name in sorted(BUILT_IN))])
    choice.select_option("preference")
    expect(page).to_have_url(re.compile("type=preference"))
    expect(page.locator("a.memory-row .badge").first).to_have_text("preference")
    page.reload()
    expect(choice).to_have_value("preference")


def test_forget_a_memory_and_revive_it(visit: Visit) -> None:
    visitor = visit().log_in("agent")
    page = visitor.go("memories?subject=Miguel Santos")
    page.get_by_role("link", name=re.compile("drives the evening route")).click()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_role("group", name="Take it out")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Forget")).to_be_focused()
    page.get_by_role("button", name="Forget").click()
    page.get_by_role("group", name="Take it out").get_by_role("button", name="Forget").click()
    page.get_by_role("button", name="Revive").click()
    expect(page.get_by_role("button", name="Forget")).to_be_visible()


def test_expand_a_node(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("graph")
    page.get_by_role("searchbox", name="Start from").fill("Ana Duarte")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=re.compile("^Ana Duarte entity")).click()
    beside = page.get_by_role("region", name="The node")
    expect(beside.get_by_role("heading", level=2)).to_have_text("Ana Duarte")
    before = _nodes(page)
    beside.get_by_role("button", name=re.compile("Ana Duarte works for Harbour Freight")).click()
    expect(beside.get_by_role("heading", level=2)).to_have_text("Ana Duarte works for Harbour Freight")
    visitor.settled()
    assert _nodes(page) > before
    beside.get_by_text("Cypher for Neo4j Browser").click()
    expect(beside.locator("pre")).to_contain_text("MATCH (node:_mem {workspace_id:")
    page.reload()
    expect(beside.get_by_role("heading", level=2)).to_have_text("Ana Duarte works for Harbour Freight")


def test_expand_a_node_by_keyboard(visit: Visit) -> None:
    page = visit().log_in().go("graph?q=Ana Duarte&kind=entity")
    tab_to(page, "Ana Duarte")
    page.keyboard.press("Enter")
    beside = page.get_by_role("region", name="The node")
    expect(beside.get_by_role("heading", level=2)).to_have_text("Ana Duarte")
    tab_to(page, "from subject: Ana Duarte works")
    page.keyboard.press("Enter")
    expect(beside.get_by_role("heading", level=2)).to_be_focused()
    expect(beside.get_by_role("heading", level=2)).to_have_text("Ana Duarte works for Harbour Freight")


def test_kinds_of_nodes_are_hidden_and_a_path_is_found(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("graph?q=Ana Duarte&kind=entity")
    page.get_by_role("link", name=re.compile("^Ana Duarte entity")).click()
    visitor.settled()
    beside = page.get_by_role("region", name="The node")
    beside.get_by_role("button", name=re.compile("Ana Duarte works for Harbour Freight")).click()
    visitor.settled()
    all_nodes = _nodes(page)
    kinds = page.get_by_role("list", name="Kinds of nodes")
    preference = kinds.get_by_role("button", name=re.compile("^preference"))
    count = int(preference.locator("strong").inner_text())
    preference.click()
    expect(preference).to_have_attribute("aria-pressed", "false")
    assert _nodes(page) == all_nodes - count
    assert "hide=preference" in page.url
    kinds.get_by_role("button", name="Show all kinds").click()
    expect(preference).to_have_attribute("aria-pressed", "true")
    beside.get_by_role("button", name="Path from here").click()
    expect(beside).to_contain_text("Now choose the node")
    beside.get_by_role("button", name=re.compile("Ana Duarte, entity")).click()
    beside.get_by_role("button", name=re.compile("Ana Duarte lives in Lisbon")).click()
    expect(beside.get_by_text("2 steps from Ana Duarte works for Harbour Freight:")).to_be_visible()
    expect(beside.locator(".path-steps li")).to_have_text(
        ["Ana Duarte works for Harbour Freight", "Ana Duarte", "Ana Duarte lives in Lisbon"]
    )
    beside.get_by_role("button", name="End the path").click()
    expect(beside.locator(".path-steps")).to_have_count(0)


def _nodes(page: Page) -> int:
    found = re.search(r"(\d+) nodes", page.locator("main [role=status]").last.inner_text())
    return int(found[1]) if found else 0


def test_switch_memory_off_and_on(visit: Visit) -> None:
    visitor: Visitor = visit().log_in()
    page = visitor.go("settings/memory")
    switch = page.get_by_role("switch", name=re.compile("^Memory"))
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()


def test_change_a_number_within_its_bounds(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("settings/numbers")
    field = page.get_by_label("Promote samples")
    field.fill("6")
    page.get_by_role("button", name="Save 1 change").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    visitor.settled()
    expect(field).to_have_value("6")
    field.fill("0")
    page.get_by_role("button", name="Save 1 change").click()
    assert field.evaluate("one => !one.validity.valid")
    field.fill("5")
    page.get_by_role("button", name="Save 1 change").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def test_make_a_token_see_it_once_and_revoke_it(visit: Visit) -> None:
    visitor = visit().log_in()
    page = visitor.go("settings/tokens")
    page.get_by_label("Name").fill("night shift")
    page.get_by_role("button", name="Make token").click()
    secret = page.locator(".notice pre").inner_text()
    guest = visit()
    guest.log_in_anew(secret)
    page.get_by_role("button", name="I have kept it").click()
    page.reload()
    visitor.settled()
    assert secret not in page.content()
    row = page.get_by_role("listitem").filter(has_text="night shift")
    row.get_by_role("button", name="Revoke").click()
    row.get_by_role("group").get_by_role("button", name="Revoke").click()
    expect(row).to_contain_text("revoked")
    guest.page.get_by_role("link", name="Metrics").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Log in to a workspace")
    expect(guest.page.get_by_role("status")).to_contain_text("logged out")
    guest.seen.slips.clear()  # A refused request stands on the console, as it should.
