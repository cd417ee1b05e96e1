"""One interface to a conversation of a Memory or an AsyncMemory."""

import asyncio
import inspect
from collections.abc import Callable, Iterable, Mapping
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec

from oxgraph.client import AsyncMemory, Memory
from oxgraph.client._async.turn import AsyncTurn
from oxgraph.client._sync.turn import Turn
from oxgraph.errors import InvalidInput
from oxgraph.integrations._async.conversation import AsyncConversation
from oxgraph.integrations._sync.conversation import Conversation
from oxgraph.integrations.agent_options import checked_user

AnyMemory = Memory | AsyncMemory
AnyConversation = Conversation | AsyncConversation
AnyTurn = Turn | AsyncTurn

P = ParamSpec("P")


def conversation(
    memory: AnyMemory, conversation_id: str, learn: bool = True, user_id: str | None = None
) -> AnyConversation:
    """A conversation of a Memory or an AsyncMemory, with async methods; a user's, or a shared one."""
    if isinstance(memory, AsyncMemory):
        return AsyncConversation(memory.as_user(user_id), conversation_id, learn)
    return Conversation(memory.as_user(user_id), conversation_id, learn)


def user_of(*given: Any) -> str | None:
    """The `user_id` of the first of these that has one, as an entry or an attribute; None where none has.

    Raises InvalidInput for one that is no text, or an empty one.
    """
    found = (one.get("user_id") if isinstance(one, Mapping) else getattr(one, "user_id", None) for one in given)
    return checked_user(next((one for one in found if one is not None), None))


TURN_OPTIONS = frozenset(inspect.signature(Memory.turn).parameters) - {"self", "conversation_id", "user_message"}


def require_turn_options(names: Iterable[str]) -> None:
    """Raises InvalidInput for a name that is no option of `memory.turn`: when an adapter is made, not in its runs."""
    for name in names:
        if name not in TURN_OPTIONS:
            raise InvalidInput(field=name, reason="is no option of this adapter, nor of memory.turn")


async def either(method: Callable[P, Any], *args: P.args, **kwargs: P.kwargs) -> Any:
    """Returns the result of a method; a synchronous one runs in a thread, also where its caller is cancelled before."""
    if inspect.iscoroutinefunction(method):
        return await method(*args, **kwargs)
    call = partial(copy_context().run, method, *args, **kwargs)
    return await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, call))


ASYNC = "is an AsyncMemory, which serves asynchronous calls only"


def plain(given: AnyConversation) -> Conversation:
    """Returns a conversation for synchronous callers. Raises InvalidInput for an AsyncMemory."""
    if isinstance(given, Conversation):
        return given
    raise InvalidInput(field="memory", reason=ASYNC)


def plain_memory(given: AnyMemory) -> Memory:
    """Returns a memory for synchronous callers. Raises InvalidInput for an AsyncMemory."""
    if isinstance(given, Memory):
        return given
    raise InvalidInput(field="memory", reason=ASYNC)
