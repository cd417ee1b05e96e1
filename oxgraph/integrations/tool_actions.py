"""Records a tool call as an action of the turn; the targets are named by the mapping that the proxy uses too."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from oxgraph.actions import action_fields
from oxgraph.actions.argument_mapping import ToolMapping
from oxgraph.client.turn_exchange import TurnStep
from oxgraph.integrations.conversation import AnyTurn
from oxgraph.integrations.message_content import tool_name


@cache
def _mapping() -> ToolMapping:
    return ToolMapping.load()


@contextmanager
def acting(
    turn: AnyTurn, tool: str, arguments: Any, unless: tuple[type[BaseException], ...] = ()
) -> Iterator[TurnStep]:
    """Measures a tool call; records nothing if it ends with one of `unless`, such as a deferred call.

    Of the arguments only ids of targets are taken, and the type of node that their names give
    (oxgraph/actions/argument_mapping.toml).
    """
    mapped = _mapping().map_call(tool, arguments)
    targets = action_fields.targets(mapped.targets if mapped else ())
    node_type = action_fields.name(mapped.node_type if mapped else None)
    step = turn.record(tool_name(tool), targets=targets, target_node_type=node_type)
    step.__enter__()
    try:
        yield step
    except unless:
        raise
    except BaseException as error:
        step.__exit__(type(error), error, error.__traceback__)
        raise
    step.__exit__(None, None, None)
