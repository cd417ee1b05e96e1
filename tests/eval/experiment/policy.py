"""Stochastic agents: the next call is drawn from trigrams fitted to runs of the demo's scripted agent.

Before a risky call an agent may get a warning. It obeys with probability q: where the warning is right (the call would
fail, and the warning is about this call) it applies the remedy of the demo's agent. An obeyed warning that is wrong
misleads the agent with probability b: the agent leaves the call out and goes on as if it had made it.
"""

from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar

from oxgraph.demo.tools import NODE_TYPES, ToolError
from tests.eval.experiment.world import Shop, World, stream

END = "end"
START = ("start", "start")
RISKY = ("update_customer", "create_customer", "refund_order", "reserve_product")
TOOLS = tuple(NODE_TYPES)
MAX_STEPS = 12
PATIENCE = 0.25
"""Probability that the scripted agent tries again after a failure, as in the demo."""
RESOLVE = 0.5
"""Probability that it orders what is not in stock, as in the demo."""


@dataclass(frozen=True)
class Behaviour:
    """How an agent treats warnings, and how often it goes wrong by itself (each a probability).

    `slips`: a call is drawn from all tools. `careful`: it applies the remedies without a warning. `recovers`: after a
    risky call that failed it applies the remedy and calls again. `strays`: after an obeyed warning it ends the run, as
    if what it was warned of had been the task.
    """

    obeys: float
    misled: float
    slips: float = 0.02
    careful: bool = False
    recovers: float = 0.0
    strays: float = 0.0


@dataclass(frozen=True)
class Advice:
    """A warning before a call: the tool that it says will fail. `ids` are those of the patterns shown."""

    tool: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ask:
    """An agent is about to make a risky call; `would_fail` is known to the oracle alone."""

    tool: str
    target: str | None
    would_fail: bool
    node_type: str | None


@dataclass(frozen=True)
class Done:
    """A call that was made: its result, and the patterns that were shown before it."""

    tool: str
    target: str | None
    error_code: str | None
    ids: tuple[str, ...]
    node_type: str | None


@dataclass
class Trigrams:
    """Counts of the next tool by the last two calls with their results, and by the last one."""

    by_two: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    by_one: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, calls: list[tuple[str, str]]) -> None:
        """Counts a run: its tools with their results."""
        past = START
        for tool, result in [*calls, (END, "")]:
            self.by_two[past][tool] += 1
            self.by_one[past[1]][tool] += 1
            past = (past[1], f"{tool}:{result}")

    def draw(self, past: tuple[str, str], random: Any) -> str:
        """Draws the next tool; where the last two calls are new, by the last one; else the run ends."""
        found = self.by_two.get(past) or self.by_one.get(past[1])
        if not found:
            return END
        names = sorted(found)
        return str(random.choices(names, [found[name] for name in names])[0])


class Run:
    """One run of an agent. `play` yields Ask before a risky call, takes an Advice or None, and notes what was done."""

    def __init__(self, world: World, grams: Trigrams, behaviour: Behaviour, seed: object) -> None:
        self.world, self.grams, self.behaviour = world, grams, behaviour
        self.random = stream(seed, world.task.number)
        self.habits = stream(seed, world.task.number, "habits")
        self.done: list[Done] = []
        self.results: list[tuple[str, str]] = []
        self.past = START
        request = world.task.request
        self.reference = str(request["reference"])
        self.values = dict(request)
        self.warned = self.wrong = 0
        self.intent = str(request["kind"])
        self.risky: Sequence[str] = RISKY
        self.strayed = False

    def reached(self) -> bool:
        """Whether the task is done."""
        return self.world.reached()

    def close(self) -> None:
        """Frees the world."""
        self.world.close()

    def play(self) -> Generator[Ask, Advice | None]:
        """Makes calls until the policy ends the run; a failed remedy ends it too."""
        with suppress(ToolError):
            for _ in range(MAX_STEPS):
                tool = self._next()
                if tool == END or self.strayed:
                    return
                if tool in RISKY:
                    yield from self._risky(tool)
                else:
                    self._call(tool)

    def _next(self) -> str:
        """Draws as many random numbers at each step, whatever comes of them."""
        slips, other = self.random.random() < self.behaviour.slips, self.random.choice((*TOOLS, END))
        drawn = self.grams.draw(self.past, self.random)
        return other if slips and self.past != START else drawn

    def _risky(self, tool: str) -> Generator[Ask, Advice | None]:
        error = self.world.error_of(tool, self.reference, **self.values)
        advice = yield Ask(tool, self.reference, error is not None, NODE_TYPES[tool])
        obeys, misled = self.random.random() < self.behaviour.obeys, self.random.random() < self.behaviour.misled
        recovers, strays = (self.habits.random() < p for p in (self.behaviour.recovers, self.behaviour.strays))
        right = advice is not None and advice.tool == tool and error is not None
        self.warned += advice is not None
        self.wrong += advice is not None and not right
        if advice is not None and obeys and not right and misled:
            self.past = (self.past[1], f"{tool}:ok")
            return
        remedied = (advice is not None and obeys and advice.tool == tool) or self.behaviour.careful
        ids = advice.ids if advice else ()
        done = self._call(self._remedy(tool, error is not None) if remedied else tool, ids)
        if not done and not remedied and recovers:
            self._call(self._remedy(tool, would_fail=True))
        self.strayed = advice is not None and obeys and strays

    def _remedy(self, tool: str, would_fail: bool) -> str:
        """Applies the demo's remedy; the tool to call then. Raises ToolError where the remedy fails."""
        if tool == "update_customer":
            if not self._call("find_customer"):
                raise ToolError("NodeNotFoundError", "the remedy failed")
        elif tool == "create_customer":
            if self._check() == "present":
                return "update_customer"
        elif tool == "refund_order":
            self._call("inspect_order")
            if self.past[1] == "inspect_order:text" and not self._call("convert_total"):
                raise ToolError("NotANumberError", "the remedy failed")
        elif would_fail:
            return "order_product"
        return tool

    def _check(self) -> str:
        self._call("check_customer")
        return self.past[1].partition(":")[2]

    def _call(self, tool: str, ids: tuple[str, ...] = ()) -> bool:
        """Makes a call and notes it; whether it succeeded."""
        target = self.world.task.ticket if tool in {"read_ticket", "close_ticket"} else self.reference
        values = dict(self.values)
        if tool == "reserve_product" and "reserve_product:NotEnoughStockError" in self.past and "quantity" in values:
            values["quantity"] //= 2
        code = None
        try:
            result = self.world.call(tool, target, **values)
        except ToolError as error:
            result = code = error.error_code
        if tool == "find_customer" and code is None:
            self.reference, result = result, "ok"
        self.done.append(Done(tool, target, code, ids, NODE_TYPES[tool]))
        self.results.append((tool, result))
        self.past = (self.past[1], f"{tool}:{result}")
        return code is None


def fitted(seed: int, runs: int = 3_000) -> Trigrams:
    """Trigrams of the demo's scripted agent, without memory, over so many tickets of the demo's shop."""
    grams = Trigrams()
    for task in Shop(seed, 1.0).tasks(runs):
        world = World(task)
        script = _Script(world, grams, Behaviour(0, 0), f"script {seed}")
        script.run()
        world.close()
        grams.add(script.results)
    return grams


class _Script(Run):
    """The plan of the demo's agent (oxgraph/demo/agent.py) over this world."""

    PLAN: ClassVar = {
        "address": "update_customer",
        "registration": "create_customer",
        "refund": "refund_order",
        "reservation": "reserve_product",
    }

    def run(self) -> None:
        """Reads the ticket, does the task, closes the ticket; or gives up."""
        self._call("read_ticket")
        with suppress(ToolError):
            if self._task(self.PLAN[self.world.task.request["kind"]]):
                self._call("close_ticket")

    def _task(self, tool: str) -> bool:
        if self._call(tool):
            return True
        if tool == "reserve_product":
            return self._call(tool) or (self.random.random() < RESOLVE and self._call("order_product"))
        return self.random.random() < PATIENCE and self._call(self._remedy(tool, would_fail=True))
