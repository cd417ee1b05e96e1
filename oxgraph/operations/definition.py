"""What an operation is, and the decorator that defines one from a function."""

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic_core import to_json

from oxgraph.client import AsyncMemory
from oxgraph.client.roles import REQUIRED_ROLES
from oxgraph.errors import InvalidInput
from oxgraph.operations.arguments import UserId
from oxgraph.types import Page, Role
from oxgraph.types.fields import Toolset, refusal
from oxgraph.types.results import Result

__all__ = ["OPERATIONS", "Done", "Operation", "Page", "Tool", "operation"]

Effect = Literal["reads", "writes", "destroys"]
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Encoding = Literal["plain", "json", "query"]
Function = Callable[..., Awaitable[Result]]
Location = Callable[[Any], str | None]
Schema = dict[str, Any]

PATH_PARAMETER = re.compile(r"\{(\w+)\}")
USER = "user_id"
"""The input field of operations of a user."""

CLIENT_NAMES = {
    "a": "source",
    "b": "target",
    "entity": "node_id",
    "keep": "node_id",
    "metric": "metric_id",
    "window": "until",
}
"""Names that the client's refusals have for input fields, besides the former ones (`renamed`)."""


class Done(Result):
    """The operation succeeded; `count` is the number of things that it changed."""

    count: int = 1


@dataclass(frozen=True)
class Tool:
    """How an operation is listed as an MCP tool.

    Attributes:
        toolset: The set of tools with which it is listed.
        name: Its name as a tool; default: that of the operation.
        often: The input fields that the short list shows; default: all. The others can be given all the same.
    """

    toolset: Toolset
    name: str = ""
    often: tuple[str, ...] = ()


@dataclass(frozen=True)
class Operation:
    """One operation, with all that the transports need to know of it.

    Attributes:
        name: Its name in the log, and with underscores as OpenAPI's operationId.
        call: The client call that it makes, as `oxgraph.client.roles` names it; decides the required role.
        effect: Whether it reads, writes, or destroys; becomes the tool's annotations.
        idempotent: Whether the same call again changes nothing.
        method: The HTTP method.
        path: The path below `/v1/workspaces/{workspace_id}`.
        tool: How it is listed as an MCP tool; None for what only programs and people call.
        targets: The input fields that hold ids of nodes, captured when an agent calls the tool.
        node_type: The input field that holds the type of these nodes.
        session: The input field that defaults to the agent's own session when an agent calls the tool.
        description: The function's docstring: the description of the tool and of the route.
        input: The model of its input.
        output: The model of its result.
        function: What performs it.
        status: The HTTP status of success.
        location: The path of what a result has made, below the workspace's; None where it made nothing, which is 200.
        takes_model: Whether the function takes the input model as one argument instead of one argument per field.
        renamed: Former names of input fields, still accepted: former name to present name.
        former_paths: Former paths, still served with the same method; OpenAPI does not list them.
        example: A request body for OpenAPI; required where the route takes a body.
        of_user: Whether it reads or writes what belongs to a user; its input field `user_id` names the user.
    """

    name: str
    call: str
    effect: Effect
    idempotent: bool
    method: Method
    path: str
    tool: Tool | None
    targets: tuple[str, ...]
    node_type: str | None
    session: str | None
    description: str
    input: type[BaseModel]
    output: type[Result]
    function: Function
    status: int = 200
    location: Location | None = None
    takes_model: bool = False
    renamed: Mapping[str, str] = field(default_factory=dict, hash=False)
    former_paths: tuple[str, ...] = ()
    example: Schema | None = field(default=None, hash=False)
    of_user: bool = False

    @property
    def tool_name(self) -> str:
        """Its name as an MCP tool."""
        return (self.tool and self.tool.name) or self.name

    @property
    def summary(self) -> str:
        """The first line of the description."""
        return self.description.split("\n")[0].strip()

    @property
    def role(self) -> Role:
        """The lowest role that may call it."""
        return REQUIRED_ROLES[self.call]

    @property
    def path_parameters(self) -> tuple[str, ...]:
        """The input fields that stand in the path."""
        return tuple(PATH_PARAMETER.findall(self.path))

    @property
    def has_body(self) -> bool:
        """Whether its fields come in a JSON body; those of GET and DELETE come in the query."""
        return self.method not in ("GET", "DELETE")

    def current_names(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments with former names replaced; where both names are given, the former is left to be refused."""
        return {
            self.renamed[name] if name in self.renamed and self.renamed[name] not in arguments else name: value
            for name, value in arguments.items()
        }

    def validate(self, arguments: Mapping[str, Any], encoding: Encoding = "plain") -> BaseModel:
        """Validate the input.

        `encoding` is "plain" for Python values and lenient JSON (MCP), "json" for strict JSON (a REST body), "query"
        for texts that stand for other types (a REST query). Raises InvalidInput.
        """
        given = self.current_names(arguments)
        try:
            if encoding == "json":
                return self.input.model_validate_json(to_json(given), strict=True)
            if encoding == "query":
                return self.input.model_validate(given, strict=False)
            return self.input.model_validate(given)
        except ValidationError as error:
            raise refusal(error, self.input.model_fields, given) from None

    async def __call__(self, memory: AsyncMemory, given: BaseModel) -> Result:
        """Perform it with a validated input. Raises what the client's call raises, by the names of its own fields."""
        try:
            return await self._perform(memory, given)
        except InvalidInput as error:
            raise self._by_own_names(error) from error

    def _by_own_names(self, error: InvalidInput) -> InvalidInput:
        """What the client refuses, by the name that the field has here."""
        field = str(error.values.get("field", ""))
        name = (CLIENT_NAMES | dict(self.renamed)).get(field)
        if name is None or field in self.input.model_fields or name not in self.input.model_fields:
            return error
        return InvalidInput(**error.values | {"field": name})

    async def _perform(self, memory: AsyncMemory, given: BaseModel) -> Result:
        if self.takes_model:
            return await self.function(memory, given)
        values = {name: getattr(given, name) for name in type(given).model_fields if name in given.model_fields_set}
        if self.of_user:
            memory = memory.as_user(values.pop(USER, None))
        return await self.function(memory, **values)


OPERATIONS: dict[str, Operation] = {}
"""Every operation by its name."""


def operation(
    name: str,
    route: str,
    *,
    call: str,
    effect: Effect,
    idempotent: bool | None = None,
    tool: Tool | None = None,
    targets: tuple[str, ...] = (),
    node_type: str | None = None,
    session: str | None = None,
    status: int = 200,
    location: Location | None = None,
    takes: type[BaseModel] | None = None,
    renamed: Mapping[str, str] | None = None,
    former_paths: tuple[str, ...] = (),
    example: Schema | None = None,
    of_user: bool = False,
) -> Callable[[Function], Function]:
    """Define an operation: the parameters are the input, the docstring the description, the return type the output.

    `route` is `METHOD /path`. A parameter's annotation carries its bounds and its description (pydantic's Field).
    `takes` names a model that is the whole input, passed as the one argument after the memory. `idempotent` defaults
    to what the method promises (GET, PUT, DELETE). The other arguments are fields of `Operation`.
    """

    def define(function: Function) -> Function:
        method, _, path = route.partition(" ")
        assert name not in OPERATIONS, f"two operations are named {name}"
        assert not (takes and of_user), f"{name}: the model that it takes has its own user_id"
        assert call in REQUIRED_ROLES, f"{name}: oxgraph.client.roles names no role for {call}"
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
            input=takes or _input_model(name, function, {USER: (UserId | None, None)} if of_user else {}),
            output=get_type_hints(function)["return"],
            function=function,
            status=201 if location else status,
            location=location,
            takes_model=takes is not None,
            renamed=renamed or {},
            former_paths=former_paths,
            example=example,
            of_user=of_user,
        )
        return function

    return define


def _input_model(name: str, function: Function, more: dict[str, Any]) -> type[BaseModel]:
    """A model of the function's parameters, without the memory, and of `more` fields."""
    hints = get_type_hints(function, include_extras=True)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    fields: dict[str, Any] = {
        p.name: (hints[p.name], ... if p.default is inspect.Parameter.empty else p.default) for p in parameters
    } | more
    title = "".join(part.capitalize() for part in re.split(r"[._]", name)) + "Input"
    return create_model(title, __config__=ConfigDict(extra="forbid", frozen=True), **fields)
