"""The tools, databases and tasks of a user's own checkout of tau-bench, or of tau2-bench; nothing of them is kept here.

Read are, of tau-bench, `tau_bench/envs/DOMAIN` (`data`, `tools.ALL_TOOLS`, `tasks_test`), and of tau2-bench
`tau2/domains/DOMAIN` (`environment.get_environment`, `get_tasks`). Neither needs a language model for that.
"""

import json
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

DOMAINS = ("airline", "retail")
Arguments = dict[str, Any]
State = frozenset[tuple[str, str]]
"""What a database differs in from the one of the checkout: the place and the content of each record."""


class Table(dict[str, Any]):
    """A table of a run. A record is copied when it is first asked for by its key, so that a run changes its own only.

    Tools that go through a whole table read it and change nothing; they see the records as they are.
    """

    def __init__(self, base: dict[str, Any], own: dict[str, Any] | None = None) -> None:
        super().__init__(base)
        self.base = base
        self.own: set[str] = set()
        for key, record in (own or {}).items():
            self[key] = deepcopy(record)

    def __getitem__(self, key: str) -> Any:
        """The run's own copy of a record."""
        if key not in self.own and key in self:
            self[key] = deepcopy(super().__getitem__(key))
        return super().__getitem__(key)

    def __setitem__(self, key: str, record: Any) -> None:
        """From now on it is the run's own."""
        self.own.add(key)
        super().__setitem__(key, record)

    def get(self, key: str, default: Any = None) -> Any:
        """As `[key]`, with a default."""
        try:
            return self[key]
        except KeyError:
            return default

    def fork(self) -> "Table":
        """A table that begins as this one and changes by itself."""
        forked = Table(self.base, {key: dict.__getitem__(self, key) for key in self.own if key in self})
        for key in self.base.keys() - self.keys():
            del forked[key]
        return forked

    def changes(self) -> Iterator[tuple[str, str]]:
        """The keys of records that are not as in the base, with their content; '' for one that was taken out."""
        for key in self.own & self.keys():
            content = canonical(dict.__getitem__(self, key))
            if key not in self.base or content != canonical(self.base[key]):
                yield key, content
        for key in self.base.keys() - self.keys():
            yield key, ""


Tables = dict[str, Table]


def canonical(record: Any) -> str:
    """A record as text, the same for equal ones."""
    return json.dumps(record, sort_keys=True, default=lambda one: one.model_dump(mode="json"))


@dataclass(frozen=True)
class Goal:
    """A task of the checkout: its number, what its user wants ('' where that is not one text), its own actions."""

    number: str
    instruction: str
    actions: tuple[tuple[str, Arguments], ...]


@dataclass(frozen=True, eq=False)
class Domain:
    """A domain of a checkout. `call` returns the error of a tool, or None."""

    name: str
    kind: str
    base: dict[str, dict[str, Any]]
    tools: frozenset[str]
    goals: tuple[Goal, ...]
    call: Callable[[Tables, str, Arguments], str | None]

    def fresh(self) -> Tables:
        """The database at the beginning of a run."""
        return {name: Table(records) for name, records in self.base.items()}

    def goal(self, session_id: str, intent: str) -> Goal | None:
        """The task of a recorded run: by the beginning of its instruction or, without one, by its number."""
        begins = _words(intent.removesuffix("…"))
        number = next((part[5:] for part in session_id.split("/") if part.startswith("task-")), None)
        is_of_domain = f"-{self.name}-" in session_id
        for goal in self.goals:
            if goal.instruction and begins and _words(goal.instruction).startswith(begins):
                return goal
            if not goal.instruction and is_of_domain and goal.number == number:
                return goal
        return None

    def reached(self, goal: Goal) -> State:
        """The state after the task's own actions."""
        tables = self.fresh()
        for tool, arguments in goal.actions:
            if tool in self.tools:
                self.call(tables, tool, arguments)
        return state(tables)


def _words(text: str) -> str:
    return " ".join(text.split())


def state(tables: Tables) -> State:
    """What is not as in the checkout."""
    return frozenset((f"{name} {key}", text) for name, table in tables.items() for key, text in table.changes())


def fork(tables: Tables) -> Tables:
    """A database in which something can be tried."""
    return {name: table.fork() for name, table in tables.items()}


def domains(checkout: Path) -> list[Domain]:
    """The domains of a checkout; raises FileNotFoundError where it is none."""
    if (checkout / "tau_bench" / "envs").is_dir():
        return [_tau_bench(checkout, name) for name in DOMAINS if (checkout / "tau_bench" / "envs" / name).is_dir()]
    for folder in (checkout / "src", checkout):
        if (folder / "tau2" / "domains").is_dir():
            return [_tau2(folder, name) for name in DOMAINS if (folder / "tau2" / "domains" / name).is_dir()]
    raise FileNotFoundError(f"{checkout} has neither tau_bench/envs nor tau2/domains; give the folder of a checkout")


def _tau_bench(checkout: Path, name: str) -> Domain:
    for package in ("tau_bench", "tau_bench.envs", f"tau_bench.envs.{name}"):
        # Without what the package imports by itself: the simulated user, and a language model's client with it.
        module = ModuleType(package)
        module.__path__ = [str(checkout.joinpath(*package.split(".")))]
        sys.modules[package] = module
    data = import_module(f"tau_bench.envs.{name}.data")
    listed = import_module(f"tau_bench.envs.{name}.tools").ALL_TOOLS
    tasks = import_module(f"tau_bench.envs.{name}.tasks_test")
    found = getattr(tasks, "TASKS", None) or tasks.TASKS_TEST
    tools = {tool.get_info()["function"]["name"]: tool for tool in listed}

    def call(tables: Tables, tool: str, arguments: Arguments) -> str | None:
        try:
            said = tools[tool].invoke(data=tables, **deepcopy(arguments))
        except Exception as error:  # As in the benchmark's own step: whatever a tool raises is its answer.
            return f"Error: {error}"
        return said if isinstance(said, str) and said.startswith("Error") else None

    return Domain(
        name,
        "tau-bench",
        data.load_data() if hasattr(data, "load_data") else data.data,
        frozenset(tools),
        tuple(
            Goal(str(n), task.instruction, tuple((one.name, one.kwargs) for one in task.actions))
            for n, task in enumerate(found)
        ),
        call,
    )


def _tau2(folder: Path, name: str) -> Domain:
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    import_module("loguru").logger.disable("tau2")  # Its tools log each reservation that they cancel.
    environment = import_module(f"tau2.domains.{name}.environment")
    toolkit = environment.get_environment().tools
    database = toolkit.db

    def call(tables: Tables, tool: str, arguments: Arguments) -> str | None:
        try:
            own = type(database).model_construct(**{**dict(database), **tables})
            type(toolkit)(own).use_tool(tool, **deepcopy(arguments))
        except Exception as error:  # As in the benchmark's own step: whatever a tool raises is its answer.
            return f"Error: {error}"
        return None

    return Domain(
        name,
        "tau2-bench",
        {key: records for key, records in dict(database).items() if isinstance(records, dict)},
        frozenset(toolkit.tools),
        tuple(
            Goal(task.id, "", tuple((one.name, one.arguments) for one in task.evaluation_criteria.actions or ()))
            for task in environment.get_tasks()
            if task.evaluation_criteria is not None
        ),
        call,
    )
