"""Each framework with memory: history, recall, tools of memory, capture with targets, warnings, users apart.

The frameworks are extras of their own, and most are in no environment of the tests: what is not there is skipped.
"""

import importlib
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from oxgraph import AsyncMemory, Memory
from oxgraph.errors import InvalidInput
from oxgraph.extraction.recalled_text import STOPPED_ONCE
from oxgraph.graph import Graph
from oxgraph.integrations.agent_options import NO_ANSWER
from oxgraph.passes import evaluate
from tests.integrations.conftest import PATIENT, SECRET, Away, Kept
from tests.integrations.frameworks import Call, Driver, Shop

PACKAGES = {
    "llamaindex": "llama_index.core",
    "haystack": "haystack",
    "strands": "strands",
    "adk": "google.adk",
    "agent_framework": "agent_framework",
    "claude_agent": "claude_agent_sdk",
    "crewai": "crewai",
}
"""The package that each driver needs."""

PAGE = Path(__file__).parents[2] / "docs" / "frameworks.md"
EXAMPLE = re.compile(r"`oxgraph\[([\w-]+)\]`.*?^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

CHARGE = Call("charge", {"order_id": "o-7", "card": SECRET})
REFUND = Call("refund", {"order_id": "o-8", "card": SECRET})
QUESTION = "What is the door code?"
RUNS = 5


@pytest.fixture(params=PACKAGES)
def driver(request: pytest.FixtureRequest) -> Driver:
    """Each framework that is installed."""
    name: str = request.param
    pytest.importorskip(PACKAGES[name], reason=f"needs the extra [{name.replace('_', '-')}]")
    return cast("Driver", importlib.import_module(f"tests.integrations.drivers.{name}"))


async def test_an_agent_goes_on_where_it_was(driver: Driver, either_memory: Memory | AsyncMemory, kept: Kept) -> None:
    if not driver.IS_ASYNC and isinstance(either_memory, AsyncMemory):
        with pytest.raises(InvalidInput, match="memory"):
            await driver.run(either_memory, "Hello?", "Hello.")
        return
    await driver.run(either_memory, "I am Ana.", "Hello Ana.", **PATIENT)
    ran = await driver.run(either_memory, "Who am I?", "You are Ana.", **PATIENT)
    assert ran.answer == "You are Ana."
    (given,) = ran.given
    assert given.index("I am Ana.") < given.index("Hello Ana.") < given.index("Who am I?")
    assert given.count("Who am I?") == 1
    assert kept() == [
        ("user", "I am Ana."),
        ("assistant", "Hello Ana."),
        ("user", "Who am I?"),
        ("assistant", "You are Ana."),
    ]


async def test_memory_is_in_the_prompt_and_in_tools(driver: Driver, workspace: Memory) -> None:
    workspace.semantic.remember(content="Ana prefers tea to coffee.", type="preference", subject="Ana")
    ran = await driver.run(workspace, "What does Ana prefer?", "Tea.", **PATIENT)
    assert "Ana prefers tea to coffee." in ran.given[0]
    assert "Be kind." in ran.given[0]
    asking = Call("recall_memory", {"query": "What does Ana prefer?"})
    telling = Call("remember", {"content": "Bo works at Acme.", "subject": "Bo"})
    ran = await driver.run(workspace, "Hello.", asking, telling, "Done.", **PATIENT)
    assert "Ana prefers tea to coffee." not in ran.given[0]
    assert "Ana prefers tea to coffee." in ran.given[1]
    assert ran.answer == "Done."
    assert "Bo works at Acme." in workspace.recall("Where does Bo work?").context


async def test_a_prompt_says_each_message_once(driver: Driver, either_memory: Memory | AsyncMemory) -> None:
    """What the history shows stood there a second time as recalled."""
    if not driver.IS_ASYNC and isinstance(either_memory, AsyncMemory):
        return
    question = "What is my door code, and where does Zoe live?"
    for said, answer in (("The door code is amber.", "Amber is noted."), ("Zoe lives in Oslo.", "Oslo is noted.")):
        await driver.run(either_memory, said, answer, user_id="ana", **PATIENT)
    asking = Call("recall_memory", {"query": "door code"})
    ran = await driver.run(either_memory, question, asking, "Amber.", user_id="ana", **PATIENT)
    for text in ("The door code is amber.", "Amber is noted.", question):
        assert ran.given[0].count(text) == 1
    assert ran.given[1].count("The door code is amber.") == 2, "the tool says what it was asked for"
    assert ran.given[1].count(question) == 1, "but not the question"


async def test_tools_are_actions(
    driver: Driver, workspace: Memory, kept: Kept, private: Callable[[], None], steps: Callable[[], list[Any]]
) -> None:
    ran = await driver.run(workspace, "Pay.", CHARGE, REFUND, "Done.", agent_id="clerk", **PATIENT)
    assert len(ran.given) == 3
    rows = {row.action_type: row for row in workspace.telemetry.timeline(agent_id="clerk")}
    found = {name: (row.outcome, row.error_code, row.node_type, row.target_node_ids) for name, row in rows.items()}
    assert found == {
        "charge": ("failure", "CardExpired", "order", ("o-7",)),
        "refund": ("success", None, "order", ("o-8",)),
    }
    assert all(row.latency_ms is not None and row.latency_ms >= 0 for row in rows.values())
    assert kept() == [("user", "Pay."), ("assistant", "Done.")]
    assert [(one["action_type"], one["outcome"]) for one in steps()[1]] == [
        ("charge", "failure"),
        ("refund", "success"),
    ]
    private()


async def test_five_failing_runs_warn_the_sixth(driver: Driver, workspace: Memory, graph: Graph) -> None:
    for number in range(RUNS):
        await driver.run(workspace, "Pay.", CHARGE, "It failed.", session_id=f"run {number}", **PATIENT)
    evaluate(graph, workspace.workspace_id, now=datetime.now(UTC) + timedelta(hours=1))
    ran = await driver.run(workspace, "Pay.", "I won't.", session_id="run 6", **PATIENT)
    assert "charge:order:CardExpired" in ran.given[0]
    ran = await driver.run(workspace, "Pay.", "I won't.", session_id="run 7", warnings="off", **PATIENT)
    assert "CardExpired" not in ran.given[0]
    shop = Shop()
    script = (CHARGE, CHARGE, "It failed again.")
    ran = await driver.run(workspace, "Pay.", *script, shop=shop, session_id="run 8", warnings="hold", **PATIENT)
    assert "charge:order:CardExpired" in ran.given[1]
    assert STOPPED_ONCE in ran.given[1]
    assert ran.given[1].count(STOPPED_ONCE) == ran.given[2].count(STOPPED_ONCE) == 1
    assert shop.called == ["charge"]
    row, *others = [one for one in workspace.telemetry.timeline() if one.session_id == "run 8"]
    assert (others, row.action_type, row.outcome) == ([], "charge", "failure")


async def test_users_are_apart(driver: Driver, workspace: Memory) -> None:
    for user, code in (("ada", "amber"), ("bob", "birch")):
        workspace.user(user).upsert_fact(f"The door code is {code}")
    for user in ("ada", "bob"):
        ran = await driver.run(workspace, QUESTION, f"For {user}.", user_id=user, **PATIENT)
        assert ("amber" in ran.given[0], "birch" in ran.given[0]) == (user == "ada", user == "bob")
        asking = Call("recall_memory", {"query": QUESTION})
        ran = await driver.run(workspace, "Look it up.", asking, "Done.", user_id=user, **PATIENT)
        assert ("amber" in ran.given[1], "birch" in ran.given[1]) == (user == "ada", user == "bob")
    for user in ("ada", "bob"):
        said = [one.text for one in workspace.episodic.history("talk", user_id=user)]
        assert said == [QUESTION, f"For {user}.", "Look it up.", "Done."]
    assert workspace.episodic.history("talk") == ()


async def test_an_agent_goes_on_without_its_server(
    driver: Driver, workspace: Memory, away: Away, caplog: pytest.LogCaptureFixture
) -> None:
    asking = Call("recall_memory", {"query": QUESTION})
    with away(), caplog.at_level(logging.WARNING, logger="oxgraph"):
        ran = await driver.run(workspace, QUESTION, asking, CHARGE, REFUND, "Done.", **PATIENT)
    assert ran.answer == "Done."
    assert all(QUESTION in given for given in ran.given)
    assert NO_ANSWER in ran.given[1]
    assert "messages of the conversation could not be stored" in caplog.text


async def test_halves_of_surrogate_pairs(driver: Driver, workspace: Memory, kept: Kept) -> None:
    if driver.__name__.endswith(".adk"):  # type: ignore[attr-defined]
        pytest.skip("ADK itself writes what its model said as JSON, and fails")
    telling = Call("remember", {"content": "Bo works at Acme. \ud83d", "subject": "Bo"})
    ran = await driver.run(workspace, "Pay.", telling, "Done \ud83d", **PATIENT)
    assert ran.answer.startswith("Done ")
    assert kept() == [("user", "Pay."), ("assistant", "Done \ufffd")]


def test_examples(driver: Driver, workspace: Memory) -> None:
    workspace.semantic.remember(content="Ana prefers tea to coffee.", type="preference", subject="Ana")
    found = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    examples = {extra.replace("-", "_"): code for extra, code in found}
    assert set(examples) == set(PACKAGES)
    given: list[str] = []
    names = {"__name__": "example", "memory": workspace, "model": driver.scripted(given, "Tea.")}
    code = examples[driver.__name__.rpartition(".")[2]]  # type: ignore[attr-defined]
    exec(compile(code, PAGE.name, "exec"), names)
    assert names["answer"] == "Tea."
    assert "Ana prefers tea to coffee." in given[0]
    said = workspace.episodic.history("conversation 1", user_id="ana")
    assert [one.text for one in said] == ["What does Ana drink?", "Tea."]
