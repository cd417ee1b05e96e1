"""The operator's ten tasks over the bench's world: where they end there; how they are done is said in test_operator."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.bench.explorer_world import WRITTEN, Places
from tests.server.explorer import test_operator
from tests.server.explorer.test_operator import Hand

Task = Callable[[Hand, Places], None]


def what_broke(hand: Hand, at: Places) -> None:
    """At a certain time: by the day's time in the table, to the failing step."""
    hand.follow("link", "All failures")
    hand.page.get_by_label("Time of day from").wait_for()
    _time_of_day(hand, at.at.astimezone().strftime("%H:%M"))
    hand.visitor.settled()
    row = hand.page.locator("tbody tr", has_text="TIMEOUT").first
    hand.follow("link", row.get_by_role("link").first.inner_text())
    expect(hand.page.locator(".step.failure[aria-current] .badge.bad")).to_contain_text("TIMEOUT")


def _time_of_day(hand: Hand, time: str) -> None:
    hand.steps += 1
    hand.page.get_by_label("Time of day from").fill(time)
    hand.page.keyboard.press("Enter")


def which_agent_got_worse(hand: Hand, at: Places) -> None:
    hand.follow("link", "Metrics")
    hand.follow("link", "Task success rate")
    hand.choose("Split", "Each agent")
    expect(hand.page.locator(".u-legend")).to_contain_text("agent-1")


def why_a_warning(hand: Hand, at: Places) -> None:
    row = hand.page.locator("a.row[href*='patterns/']").first
    hand.follow("link", " ".join(row.inner_text().split())[: len("tool_0 on order")])
    expect(hand.page.locator(".details a.run").first).to_be_visible()


def _look_at_a_node(hand: Hand, at: Places) -> None:
    hand.follow("link", "All failures")
    hand.page.get_by_label("Node", exact=True).wait_for()
    hand.send("Node", at.node)


def who_is_affected(hand: Hand, at: Places) -> None:
    _look_at_a_node(hand, at)
    expect(hand.page.locator(".counts")).to_have_text(re.compile(r"^\d+ actions"))
    expect(hand.page.locator("tbody tr").first).to_contain_text(at.node)


def find_a_conversation(hand: Hand, at: Places) -> None:
    hand.follow("link", "Conversations")
    hand.send("What was said", "order 776 has not arrived")
    hand.follow("link", "Order 776 has not arrived.")
    expect(hand.page.locator(".message[aria-current]")).to_contain_text("Order 776")


def export_a_table(hand: Hand, at: Places) -> None:
    """All actions on a node, so that the file is of some hundred rows."""
    _look_at_a_node(hand, at)
    with hand.page.expect_download() as download:
        hand.follow("button", "Save as CSV")
    rows = Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) > 2 and "TIMEOUT" in rows[1]


def merge_two_names(hand: Hand, at: Places) -> None:
    test_operator.merge_two_names(hand, *WRITTEN[hand.keyboard])


def mend_a_memory(hand: Hand, at: Places) -> None:
    wrong, right = ("Lisbon", "Braga") if hand.keyboard else ("Porto", "Lisbon")
    test_operator.mend_a_memory(hand, f"Ada lives in {wrong}", f"Ada lives in {right}")


def answer_a_review(hand: Hand, at: Places) -> None:
    """The one that stands first."""
    hand.follow("link", "Review")
    hand.follow("button", "Keep: ")
    expect(hand.page.get_by_text("Kept: ").first).to_be_visible()


def healthy(hand: Hand, at: Places) -> None:
    test_operator.is_everything_healthy(hand)


TASKS: tuple[Task, ...] = (
    what_broke,
    which_agent_got_worse,
    why_a_warning,
    who_is_affected,
    find_a_conversation,
    export_a_table,
    healthy,
    answer_a_review,
    merge_two_names,
    mend_a_memory,
)
