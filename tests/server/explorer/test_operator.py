"""Ten tasks of an operator, from the page that opens first, by clicks and by keyboard, each in at most four steps.

A step is a link, a button or a choice, or a text that is typed and sent off.
"""

import re
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import oxgraph
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, Visitor, World
from tests.server.explorer.test_tasks import tab_to

MOST_STEPS = 4
pytestmark = pytest.mark.deep


@pytest.fixture
def night(server: Server, site: Site) -> Iterator[World]:
    """A night: an agent that fails at one node, a wrong memory, a contradiction, two names of one person."""
    now = datetime.now(UTC)
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"Night {uuid.uuid4().hex[:6]}")
        rows = [_action(number, now) for number in range(240)]
        memory.telemetry.capture_many(rows)
        remember = memory.semantic.remember
        remember(type="fact", content="Ada lives in Porto", subject="Ada", predicate="lives_in", object="Porto")
        remember(type="fact", content="Jonathan Smith keeps the keys", subject="Jonathan Smith", predicate="keeps")
        remember(type="fact", content="Jonathon Smith has the van", subject_id=_other(memory), predicate="has")
        job: dict[str, Any] = {"type": "fact", "subject": "Grace", "predicate": "works_at", "topic_key": "job"}
        remember(**job, content="Grace works at Acme", object="Acme")
        remember(**job, content="Grace works at Rivian", object="Rivian", confidence=0.4)
        memory.episodic.add_messages(
            [{"role": "user", "text": "The lift of the harbour office is broken."}],
            conversation_id="c-1",
            title="The lift",
        )
        evaluate(client.graph, memory.workspace_id, passes=[1, 2, 3], now=now)
        yield World(site.url, tokens_of(memory))


def _other(memory: oxgraph.Memory) -> str:
    return memory.semantic.entities.create("Jonathon Smith", node_id="person-18").id


def _action(number: int, now: datetime) -> dict[str, object]:
    agent = ("day-agent", "night-agent")[number // 6 % 2]
    failed = agent == "night-agent" and number % 6 == 5
    return {
        "action_type": ("read", "write")[number % 2],
        "target_node_type": "order",
        "targets": ["order-7" if failed else f"order-{number % 5}"],
        "session_id": f"session-{number // 6}",
        "agent_id": agent,
        "outcome": "failure" if failed else "success",
        "error_code": "TIMEOUT" if failed else None,
        "latency_ms": 20 + number,
        "started_at": now - timedelta(hours=20) + timedelta(minutes=4 * number),
    }


class Hand:
    """Does steps with the mouse, or with the keyboard alone, and counts them."""

    def __init__(self, visitor: Visitor, *, keyboard: bool) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.keyboard = keyboard
        self.steps = 0

    def follow(self, role: Any, name: str) -> None:
        """A link or a button whose name begins so."""
        self.steps += 1
        if self.keyboard:
            tab_to(self.page, name)
            self.page.keyboard.press("Enter")
        else:
            self.page.get_by_role(role, name=re.compile(f"^{re.escape(name)}")).first.click()
        self.visitor.settled()

    def send(self, label: str, text: str) -> None:
        """A text, typed in a field and sent off by Enter."""
        self.steps += 1
        if self.keyboard:
            tab_to(self.page, label)
            self.page.keyboard.type(text)
        else:
            self.page.get_by_label(label).first.fill(text)
        self.page.keyboard.press("Enter")
        self.visitor.settled()

    def choose(self, label: str, option: str) -> None:
        """An option of a list."""
        self.steps += 1
        if self.keyboard:
            tab_to(self.page, label)
            self.page.keyboard.type(option)
        else:
            self.page.get_by_label(label).select_option(label=option)
        self.visitor.settled()


def what_broke(hand: Hand) -> None:
    """At a certain time: from the overview's slices to the failing step."""
    hand.steps += 1
    if hand.keyboard:
        tab_to(hand.page, "As a table")
        hand.page.keyboard.press("Enter")
    else:
        hand.page.get_by_text("As a table").first.click()
    slices = hand.page.locator("tbody tr", has_text="TIMEOUT").first
    hand.follow("link", slices.get_by_role("link").inner_text())
    hand.follow("link", "write TIMEOUT")
    expect(hand.page.locator(".step.failure[aria-current] .badge.bad")).to_have_text("TIMEOUT")


def which_agent_got_worse(hand: Hand) -> None:
    """By a metric, split by agent, day by day."""
    hand.follow("link", "Metrics")
    hand.follow("link", "Task success rate")
    hand.choose("Split", "Each agent")
    chart = hand.page.get_by_role("img", name=re.compile("of (day-agent, night-agent|night-agent, day-agent)"))
    expect(chart).to_be_visible()
    expect(hand.page.locator(".u-legend")).to_contain_text("night-agent")


def why_a_warning(hand: Hand) -> None:
    """From the overview's costliest pattern to a run that shows it."""
    hand.follow("link", "write on order")
    expect(hand.page.locator(".details a.run").first).to_be_visible()
    expect(hand.page.locator(".recommended").first).to_contain_text("fail")


def who_is_affected(hand: Hand) -> None:
    """All actions on a node, counted."""
    hand.follow("link", "All failures")
    hand.page.get_by_label("Node", exact=True).wait_for()
    hand.send("Node", "order-7")
    expect(hand.page.locator(".counts")).to_contain_text("20 actions")
    expect(hand.page.locator("tbody tr").first).to_contain_text("night-agent")


def mend_a_memory(hand: Hand, wrong: str = "Ada lives in Porto", right: str = "Ada lives in Lisbon") -> None:
    hand.follow("link", "Memories")
    hand.send("Ask what is known", "Where does Ada live?")
    hand.follow("link", wrong)
    hand.send("What holds instead", right)
    expect(hand.page.get_by_role("heading", level=1)).to_have_text(right)


def answer_a_review(hand: Hand) -> None:
    hand.follow("link", "2 memories to review")
    hand.follow("button", "Keep: Grace works at Rivian")
    expect(hand.page.get_by_text("Kept: Grace works at Rivian")).to_be_visible()


def merge_two_names(hand: Hand, name: str = "Jonathan Smith", other: str = "Jonathon Smith") -> None:
    hand.follow("link", "Entities")
    hand.send("Look for an entity", name)
    hand.follow("link", name)
    hand.follow("button", f"Merge {other}")
    expect(hand.page.get_by_text(f"Merged: {other} is now a name of this entity.")).to_be_visible()


def find_a_conversation(hand: Hand) -> None:
    hand.follow("link", "Conversations")
    hand.send("What was said", "harbour lift")
    hand.follow("link", "The lift of the harbour office is broken.")
    expect(hand.page.locator(".message[aria-current]")).to_contain_text("harbour office")


def export_a_table(hand: Hand) -> None:
    hand.follow("link", "All failures")
    with hand.page.expect_download() as download:
        hand.follow("button", "Save as CSV")
    rows = Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 21 and "TIMEOUT" in rows[1]


def is_everything_healthy(hand: Hand) -> None:
    """To be seen on the overview; the runs of the passes are a step away."""
    expect(hand.page.locator(".health li").first).to_be_visible()
    expect(hand.page.locator(".health")).to_contain_text("Waiting for the worker")
    hand.follow("link", "Runs of the passes")
    expect(hand.page.locator("tbody tr").first).to_contain_text("done")


TASKS: tuple[Callable[[Hand], None], ...] = (
    what_broke,
    which_agent_got_worse,
    why_a_warning,
    who_is_affected,
    find_a_conversation,
    export_a_table,
    is_everything_healthy,
    answer_a_review,
    merge_two_names,
    mend_a_memory,
)


def do(task: Callable[..., None], visitor: Visitor, keyboard: bool, *given: object) -> int:
    """Does a task from the overview, in at most four steps; how many it took."""
    visitor.go("overview")
    hand = Hand(visitor, keyboard=keyboard)
    task(hand, *given)
    assert hand.steps <= MOST_STEPS, task.__name__
    return hand.steps


@pytest.mark.parametrize("keyboard", [False, True], ids=["clicks", "keyboard"])
def test_ten_tasks(visit: Visit, night: World, keyboard: bool) -> None:
    visitor = visit(site=night, accept_downloads=True).log_in("operator")
    for task in TASKS:
        do(task, visitor, keyboard)
