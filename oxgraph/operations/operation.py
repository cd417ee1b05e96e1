"""An operation: a thing that can be asked of a workspace's memory, written once for every door."""

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic_core import to_json

from oxgraph.client import AsyncMemory
from oxgraph.client.roles import NEEDED
from oxgraph.types import Page, Role
from oxgraph.types.fields import refusal
from oxgraph.types.results import Result

__all__ = ["OPERATIONS", "Done", "Operation", "Page", "operation"]

Effect = Literal["reads", "writes", "destroys"]
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Form = Literal["plain", "json", "texts"]
Function = Callable[..., Awaitable[Result]]

PLACE = re.compile(r"\{(\w+)\}")


class Done(Result):
    """It was done; how many things it was done to."""

    count: int = 1


@dataclass(frozen=True)
class Operation:
    """What every door needs to know of one operation.

    `call` is its name among the calls of a Memory (oxgraph.client.roles), which decides who may; `path` stands below
    the workspace's; `targets` names the fields that hold ids of nodes and `node_type` the one that holds their type,
    for the telemetry of tools; `session` names the one that is the agent's own session where it is left out. `tool`
    is false for what only programs and people call. `status` is what a web answer carries where all went well.
    `whole` operations are handed their input as the one model that it is.
    """

    name: str
    call: str
    effect: Effect
    idempotent: bool
    method: Method
    path: str
    tool: bool
    targets: tuple[str, ...]
    node_type: str | None
    session: str | None
    description: str
    input: type[BaseModel]
    output: type[Result]
    function: Function
    status: int = 200
    whole: bool = False

    @property
    def summary(self) -> str:
        """The first sentence of the description."""
        return self.description.split("\n")[0].strip()

    @property
    def role(self) -> Role:
        """The least role that may call it."""
        return NEEDED[self.call]

    @property
    def placed(self) -> tuple[str, ...]:
        """The fields that stand in the path."""
        return tuple(PLACE.findall(self.path))

    def read(self, given: dict[str, Any], form: Form = "plain") -> BaseModel:
        """What was given, checked: as Python or a patient JSON reader takes it, exact JSON, or texts alone (a query).

        Raises InvalidInput.
        """
        try:
            if form == "json":
                return self.input.model_validate_json(to_json(given), strict=True)
            if form == "texts":
                return self.input.model_validate(given, strict=False)
            return self.input.model_validate(given)
        except ValidationError as error:
            raise refusal(error) from None

    async def __call__(self, memory: AsyncMemory, given: BaseModel) -> Result:
        """Does it. Raises what the client's call raises."""
        if self.whole:
            return await self.function(memory, given)
        values = {name: getattr(given, name) for name in type(given).model_fields if name in given.model_fields_set}
        return await self.function(memory, **values)


OPERATIONS: dict[str, Operation] = {}
"""Every operation by its name, in the order of definition."""


def operation(
    name: str,
    route: str,
    *,
    call: str,
    effect: Effect,
    idempotent: bool | None = None,
    tool: bool = True,
    targets: tuple[str, ...] = (),
    node_type: str | None = None,
    session: str | None = None,
    status: int = 200,
    takes: type[BaseModel] | None = None,
) -> Callable[[Function], Function]:
    """Enters a function in the table: parameters are the input, the docstring the description, the result the output.

    `route` is `METHOD /path`. A parameter's annotation carries its bounds and its description, as pydantic's Field.
    With `takes` the input is that model, handed over whole as the one parameter beside the memory.
    """

    def enter(function: Function) -> Function:
        method, _, path = route.partition(" ")
        assert name not in OPERATIONS and call in NEEDED, name
        OPERATIONS[name] = Operation(
            name=name,
            call=call,
            effect=effect,
            idempotent=method in ("GET", "PUT", "DELETE") if idempotent is None else idempotent,
            method=method,  # type: ignore[arg-type]
            path=path,
            tool=tool,
            targets=targets,
            node_type=node_type,
            session=session,
            description=inspect.cleandoc(function.__doc__ or ""),
            input=takes or _input(name, function),
            output=get_type_hints(function)["return"],
            function=function,
            status=status,
            whole=takes is not None,
        )
        return function

    return enter


def _input(name: str, function: Function) -> type[BaseModel]:
    """A model of the function's parameters, the memory left out."""
    hints = get_type_hints(function, include_extras=True)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    fields: dict[str, Any] = {
        p.name: (hints[p.name], ... if p.default is inspect.Parameter.empty else p.default) for p in parameters
    }
    title = "".join(part.capitalize() for part in re.split(r"[._]", name)) + "Input"
    return create_model(title, __config__=ConfigDict(extra="forbid", frozen=True), **fields)
