"""A scripted agent without a language model: a plan for each kind of ticket, changed by warnings.

Both rounds run the same agent. Before each action it asks for past experience. If the block warns of a failure, the
agent applies the remedy for that error code; if it warns that the action fails in the current situation, the agent
takes another action. It knows only its tickets; the graph decides whether a call fails.
"""

import contextlib
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from oxgraph.action_codes import SUCCESS
from oxgraph.client import Memory
from oxgraph.demo.clock import SimulatedClock
from oxgraph.demo.tools import NODE_TYPES, ToolError, Tools
from oxgraph.types import Injection

AGENT = "demo-agent"
PATIENCE = 0.25
"""Probability of another attempt after a failure."""
RESOLVE = 0.5
"""Probability of ordering a product of which less than half is in stock."""
STEP_SECONDS = (3, 12)
PAUSE_SECONDS = 600
SCARCE = "NotEnoughStockError"


@dataclass(frozen=True)
class Step:
    """One call of a tool: its target's id and its parameters."""

    tool: str
    target: str
    values: dict[str, Any]


@dataclass
class Round:
    """The results of a round."""

    tasks: int = 0
    solved: int = 0
    actions: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    block: str = ""
    """The longest injected block, and its node."""
    target: str = ""
    heeded: int = 0
    """The number of actions changed by a situational warning, and the last such warning."""
    warning: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As a plain dictionary."""
        return {**vars(self), "failures": dict(self.failures)}


class Agent:
    """Processes tickets, one session each."""

    def __init__(self, memory: Memory, tools: Tools, clock: SimulatedClock, seed: int) -> None:
        self.telemetry = memory.telemetry
        self.tools = tools
        self.clock = clock
        self.random = random.Random(seed)
        self.round = Round()

    def work(self, tickets: list[dict[str, Any]], done: Callable[[int, int], None]) -> Round:
        """Processes the tickets and returns the results."""
        self.round = Round()
        for number, ticket in enumerate(tickets, start=1):
            self._solve(ticket)
            self.clock.advance(PAUSE_SECONDS)
            done(number, len(tickets))
        return self.round

    def _solve(self, ticket: dict[str, Any]) -> None:
        name = ticket["node_id"]
        session = self.telemetry.start_session(f"session:{name}", ticket["name"], AGENT)
        task = Task(self, session, name)
        with contextlib.suppress(ToolError):  # It gives up; what failed has been captured.
            task.run()
        reached = self.tools.reached(name)
        self.telemetry.end_session(session, "success" if reached else "failure")
        self.round.tasks += 1
        self.round.solved += reached


class Task:
    """One ticket, in one session."""

    def __init__(self, agent: Agent, session: str, ticket: str) -> None:
        self.agent = agent
        self.session = session
        self.ticket = ticket
        self.count = 0
        self.request: dict[str, Any] = {}

    def run(self) -> None:
        """Reads the ticket, does the task, closes the ticket. Raises ToolError."""
        self.request = self._do(Step("read_ticket", self.ticket, {"node_id": self.ticket}))["request"]
        self._carefully(self._plan())
        self._do(Step("close_ticket", self.ticket, {"node_id": self.ticket}))

    def _plan(self) -> Step:
        request = self.request
        reference = request["reference"]
        common = {"node_id": reference, "ticket": self.ticket}
        tools = {
            "address": ("update_customer", {"address": request["address"]}),
            "registration": ("create_customer", self._person()),
            "refund": ("refund_order", {"share": request["share"]}),
            "reservation": ("reserve_product", {"quantity": request["quantity"]}),
        }
        tool, values = tools[request["kind"]]
        return Step(tool, reference, common | values)

    def _person(self) -> dict[str, Any]:
        request = self.request
        return {"name": request["customer_name"], "email": request["email"], "address": request["address"]}

    def _carefully(self, step: Step) -> None:
        """Does a step, after a warning of memory or, sometimes, again after its failure."""
        for code in self._warnings(step):
            step = self._precaution(code, step)
        try:
            self._do(step)
        except ToolError as error:
            if error.error_code == SCARCE:
                self._with_less(step)
            elif error.error_code in PRECAUTIONS and self.agent.random.random() < PATIENCE:
                self._do(self._precaution(error.error_code, step))
            else:
                raise

    def _with_less(self, step: Step) -> None:
        """Tries half the quantity, then perhaps orders the product; directly if a warning predicts the failure."""
        half = replace(step, values=step.values | {"quantity": step.values["quantity"] // 2})
        order = replace(step, tool="order_product")
        shown = self._inject(half)
        if any(pattern.context for pattern in shown.patterns):
            self.agent.round.heeded += 1
            self.agent.round.warning = shown.block
            self._do(order, shown)
            return
        try:
            self._do(half)
        except ToolError:
            if self.agent.random.random() >= RESOLVE:
                raise
            self._do(order)

    def _inject(self, step: Step) -> Injection:
        return self.agent.telemetry.inject([step.target], step.tool, self.session, NODE_TYPES[step.tool])

    def _warnings(self, step: Step) -> list[str]:
        """Returns the failure codes of the warnings, the likeliest first."""
        shown = self._inject(step)
        if len(shown.block) > len(self.agent.round.block):
            self.agent.round.block, self.agent.round.target = shown.block, step.target
        return [pattern.error_code for pattern in shown.patterns if pattern.error_code != SUCCESS]

    def _precaution(self, code: str, step: Step) -> Step:
        take = PRECAUTIONS.get(code)
        return take(self, step) if take else step

    def _do(self, step: Step, shown: Injection | None = None) -> dict[str, Any]:
        """Calls the tool; the call is captured, with the patterns that were shown before it, or those in `shown`."""
        agent = self.agent
        agent.clock.advance(agent.random.uniform(*STEP_SECONDS))
        recorded = agent.telemetry.record(
            step.tool,
            session_id=self.session,
            targets=[step.target],
            agent_id=AGENT,
            target_node_type=NODE_TYPES[step.tool],
            seq=self.count,
            inject=shown is None,
        )
        recorded.injection = shown or recorded.injection
        self.count += 1
        agent.round.actions += 1
        try:
            with recorded:
                return agent.tools.call(step.tool, agent.clock(), **step.values)
        except ToolError as error:
            agent.round.failures[error.error_code] += 1
            raise

    def look_up(self, step: Step) -> Step:
        """Against NodeNotFoundError: take the id from the graph, not from the ticket."""
        email = self.request.get("email")
        if email is None:
            return step
        found = self._do(Step("find_customer", step.target, {"email": email}))["node_id"]
        return replace(step, target=found, values=step.values | {"node_id": found})

    def see_whether_it_exists(self, step: Step) -> Step:
        """Against ConstraintValidationFailed: change what is there instead of making it again."""
        check = Step("check_customer", step.target, {"node_id": step.target})
        if step.tool != "create_customer" or not self._do(check)["present"]:
            return step
        return replace(step, tool="update_customer")

    def see_to_the_type(self, step: Step) -> Step:
        """Against TypeError: look at the value's type, and make a number of a text."""
        kind = self._do(Step("inspect_order", step.target, {"node_id": step.target}))["value_type"]
        if kind.startswith("STRING"):
            self._do(Step("convert_total", step.target, {"node_id": step.target}))
        return step


PRECAUTIONS: dict[str, Callable[[Task, Step], Step]] = {
    "NodeNotFoundError": Task.look_up,
    "ConstraintValidationFailed": Task.see_whether_it_exists,
    "TypeError": Task.see_to_the_type,
}
"""The remedy for each failure code."""
