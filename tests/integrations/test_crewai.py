"""CrewAI: which call a tool's failure belongs to."""

import asyncio
import json
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.errors import InvalidInput
from tests.integrations.conftest import PATIENT
from tests.integrations.frameworks import Call

pytest.importorskip("crewai", reason="needs the extra [crewai]")

from crewai import Agent, Crew, Task
from crewai.hooks.dispatch import HookAborted
from crewai.tools import tool

from oxgraph.integrations.crewai import OxgraphMemory
from tests.integrations.drivers import crewai as driver


class Declined(Exception):
    """What the tool raises."""


def charge(order_id: str, amount: int = 1, card: str = "none") -> str:
    """Charges an order."""
    if order_id == "o-bad":
        raise Declined(order_id)
    return "Error executing tool: is what the text says."


class Both(driver.Script):
    """A model that makes the calls of a list at once."""

    def call(self, messages: Any, *args: Any, **more: Any) -> Any:
        """One answer."""
        step = next(self._steps)
        if isinstance(step, str):
            return step
        functions = [{"name": one.name, "arguments": json.dumps(one.arguments)} for one in step]
        return [{"id": f"call-{n}", "type": "function", "function": one} for n, one in enumerate(functions)]


async def outcomes(workspace: Memory, *calls: Call) -> list[Any]:
    chat = OxgraphMemory(workspace, "talk", **PATIENT)
    model = Both(model="script")
    model._steps, model._given = iter([list(calls), "Done."]), []
    clerk = Agent(role="clerk", goal="Be kind.", backstory="", llm=model, tools=chat.watch([tool("charge")(charge)]))
    crew = Crew(agents=[clerk], tasks=[Task(description="Pay.", expected_output="An answer", agent=clerk)])

    def kickoff() -> None:
        with chat.hooks():
            crew.kickoff()

    await asyncio.to_thread(kickoff)
    return sorted((row.action_type, row.outcome, row.error_code) for row in workspace.telemetry.timeline())


async def test_a_failure_is_known_whatever_the_function_gets(workspace: Memory) -> None:
    found = await outcomes(workspace, Call("charge", {"order_id": "o-bad", "amount": "3"}))
    assert found == [("charge", "failure", "Declined")]


async def test_calls_at_once(workspace: Memory) -> None:
    good, bad = Call("charge", {"order_id": "o-1"}), Call("charge", {"order_id": "o-bad"})
    success, failure = ("charge", "success", None), ("charge", "failure", "Declined")
    assert await outcomes(workspace, good, bad, good, bad) == [failure, failure, success, success]


async def test_a_call_that_crewai_refuses(workspace: Memory) -> None:
    ((_, outcome, _),) = await outcomes(workspace, Call("charge", {"amount": 3}))
    assert outcome == "failure"


async def test_each_run_of_a_crew_gets_the_history(workspace: Memory) -> None:
    given: list[str] = []
    chat = OxgraphMemory(workspace, "talk", without=["episodes"])
    model = driver.scripted(given, "Noted.", "Listed.", "Amber.")
    clerk = Agent(role="clerk", goal="Be kind.", backstory="", llm=model)

    def kickoff(*descriptions: str) -> None:
        tasks = [Task(description=one, expected_output="An answer", agent=clerk) for one in descriptions]
        Crew(agents=[clerk], tasks=tasks).kickoff()

    def talk() -> None:
        with chat.hooks():
            kickoff("My door code is amber.", "List the doors.")
            kickoff("What is the code?")

    await asyncio.to_thread(talk)
    assert ["Earlier in this conversation:" in one for one in given] == [False, False, True]
    assert "user: My door code is amber.\\nassistant: Noted.\\nuser: List the doors." in given[2]


async def test_what_is_yours_to_mend_ends_the_run(workspace: Memory) -> None:
    chat = OxgraphMemory(workspace, "talk" * 200, **PATIENT)
    clerk = Agent(role="clerk", goal="Be kind.", backstory="", llm=driver.scripted([], "Done."))
    crew = Crew(agents=[clerk], tasks=[Task(description="Pay.", expected_output="An answer", agent=clerk)])

    def kickoff() -> None:
        with chat.hooks():
            crew.kickoff()

    with pytest.raises(HookAborted, match="conversation_id") as raised:
        await asyncio.to_thread(kickoff)
    assert isinstance(raised.value.__cause__, InvalidInput)
