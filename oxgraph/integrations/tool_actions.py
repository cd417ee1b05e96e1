"""A framework's tool call as an action: its type and targets by the mapping that the proxy uses too, and its error."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from oxgraph.action_codes import CANCELLED
from oxgraph.actions import ToolAction, action_fields, action_of_tool_call, error_class_of
from oxgraph.actions.argument_mapping import ToolMapping
from oxgraph.client.recording import error_code
from oxgraph.client.turn_exchange import TurnStep
from oxgraph.integrations.conversation import AnyTurn
from oxgraph.integrations.message_content import tool_name
from oxgraph.surrogates import whole, whole_values
from oxgraph.types import limits

Failure = BaseException | str | None
"""How a call failed: by an exception, or by a result that says so; None for a success."""


@cache
def _mapping() -> ToolMapping:
    return ToolMapping.load()


def described(tool: str, arguments: Any, *, coding: bool = False, repository: str | None = None) -> ToolAction:
    """A call as an action: of its arguments only ids of targets are taken, and the type of node that their names give
    (oxgraph/actions/argument_mapping.toml).

    With `coding`, tools of coding agents have the names that their sessions have elsewhere (`edit python`), and what
    names no target is about the `repository` that the agent works in, where one is known.
    """
    tool, arguments = whole(tool), whole_values(arguments)
    mapped = _mapping().map_call(tool, arguments)
    targets = action_fields.targets(mapped.targets if mapped else ())
    node_type = action_fields.name(mapped.node_type if mapped else None)
    if not coding:
        return ToolAction(tool_name(tool), "other", node_type, targets)
    action = action_of_tool_call(tool, arguments, repository=repository)
    if action.kind != "other" or (action.targets and not targets):
        return action
    of_arguments = None if action.targets else action.node_type  # not the repository's
    return ToolAction(action.action_type, action.kind, of_arguments or node_type, targets)


def about(action: ToolAction) -> dict[str, Any]:
    """The fields of an action that are known before it is performed."""
    return {"action_type": action.action_type, "targets": action.targets, "target_node_type": action.node_type}


@dataclass(frozen=True)
class ToolCall:
    """A tool call that is going on."""

    action: ToolAction
    started_at: datetime
    started: float = field(default_factory=time.perf_counter)

    def ended(self, failure: Failure) -> dict[str, Any]:
        """The fields of the action that has ended."""
        spent = min((time.perf_counter() - self.started) * 1_000, limits.LATENCY_MS)
        code = self._code(failure)
        outcome = "success" if code is None else "failure"
        return about(self.action) | {
            "outcome": outcome,
            "error_code": code,
            "latency_ms": round(spent, 3),
            "started_at": self.started_at,
        }

    def _code(self, failure: Failure) -> str | None:
        if failure is None:
            return None
        if isinstance(failure, Exception):
            return action_fields.error_code(error_code(failure))
        if isinstance(failure, BaseException):
            return CANCELLED
        return error_class_of(self.action, is_error=True, text=failure)


Value = TypeVar("Value")

_calling: ContextVar[AnyTurn | None] = ContextVar("oxgraph_calling_turn", default=None)


def calling_turn() -> AnyTurn | None:
    """The turn whose tool is being called: a run within the call is that of an agent that is a tool, and what it is
    asked was said by no user.
    """
    return _calling.get()


def calling_user() -> str | None:
    """The user of that turn; None where it is shared, or there is none."""
    turn = calling_turn()
    return turn._access.user_id or None if turn is not None else None


@contextmanager
def acting(
    turn: AnyTurn, tool: str, arguments: Any, unless: tuple[type[BaseException], ...] = ()
) -> Iterator[TurnStep]:
    """Measures a tool call of a turn; records nothing if it ends with one of `unless`, such as a deferred call."""
    action = described(tool, arguments)
    step = turn.record(action.action_type, targets=action.targets, target_node_type=action.node_type)
    step.__enter__()
    try:
        with within(_calling, turn):
            yield step
    except unless:
        raise
    except BaseException as error:
        if not isinstance(error, Exception):
            step.error_code = step.error_code or CANCELLED
        step.__exit__(type(error), error, error.__traceback__)
        raise
    step.__exit__(None, None, None)


@contextmanager
def within(variable: ContextVar[Value], value: Value) -> Iterator[None]:
    """Has a variable have a value within the call of a tool."""
    before = variable.get()
    variable.set(value)
    try:
        yield
    finally:
        variable.set(before)  # no reset: a run that is given up may be closed in another context
