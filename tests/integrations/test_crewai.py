"""CrewAI: which call a tool's failure belongs to."""

import asyncio
import json
from threading import Barrier
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
from pydantic import PrivateAttr

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


class Together(driver.Script):
    """A model that answers when all that share its barrier are asked."""

    _all: Any = PrivateAttr()

    def call(self, messages: Any, *args: Any, **more: Any) -> Any:
        """One answer."""
        self._all.wait(60)
        return super().call(messages, *args, **more)


async def test_runs_at_once_are_apart(workspace: Memory) -> None:
    """Of two runs one had got no history, and the answer that came first had the calls of both."""
    chat, together = OxgraphMemory(workspace, "talk", **PATIENT), Barrier(2)
    workspace.episodic.add_messages("The door code is amber.", conversation_id="talk")
    given: list[list[str]] = [[], []]

    def open_door(order_id: str) -> str:
        """Opens a door."""
        return "open"

    def close_door(order_id: str) -> str:
        """Closes a door."""
        return "closed"

    def begun(inputs: Any) -> Any:
        together.wait(60)
        return inputs

    def kickoff(number: int) -> None:
        function = (open_door, close_door)[number]
        model = Together(model="script")
        model._steps = iter([Call(function.__name__, {"order_id": "o-7"}), f"Done {number}."])
        model._given, model._all = given[number], together
        clerk = Agent(role="clerk", goal="Be kind.", backstory="", llm=model, tools=[tool(function.__name__)(function)])
        crew = Crew(agents=[clerk], tasks=[Task(description=f"Door {number}.", expected_output="It", agent=clerk)])
        crew.before_kickoff_callbacks = [begun]
        with chat.hooks():
            crew.kickoff()

    await asyncio.gather(*(asyncio.to_thread(kickoff, number) for number in range(2)))
    assert ["Earlier in this conversation:" in each[0] for each in given] == [True, True]
    steps = {one.text: one.metadata.get("steps") or [] for one in workspace.episodic.messages("talk")}
    names = [[step["action_type"] for step in steps[f"Done {number}."]] for number in range(2)]
    assert names == [["open_door"], ["close_door"]]


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
