"""Records a tool call as an action of the turn."""

from collections.abc import Iterator
from contextlib import contextmanager

from oxgraph.client.turn_exchange import TurnStep
from oxgraph.integrations.conversation import AnyTurn
from oxgraph.integrations.message_content import tool_name


@contextmanager
def acting(turn: AnyTurn, tool: str, unless: tuple[type[BaseException], ...] = ()) -> Iterator[TurnStep]:
    """Measures a tool call; records nothing if it ends with one of `unless`, such as a deferred call."""
    step = turn.record(tool_name(tool))
    step.__enter__()
    try:
        yield step
    except unless:
        raise
    except BaseException as error:
        step.__exit__(type(error), error, error.__traceback__)
        raise
    step.__exit__(None, None, None)
