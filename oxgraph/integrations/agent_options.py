"""What a program says about an agent's memory, and the texts that the agent's model reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from oxgraph.errors import InvalidInput
from oxgraph.integrations.message_content import PAGE
from oxgraph.types.semantic_inputs import UserId
from oxgraph.types.turn import PartName

Warnings = Literal["prompt", "hold", "off"]

NO_ANSWER = "Memory does not answer at the moment."
NOTHING_FOUND = "Memory has nothing about this."
REMEMBERED = "Remembered."
NOTHING_KEPT = "Not remembered: {reason}."


@dataclass(frozen=True)
class AgentOptions:
    """How an agent's memory is used.

    `warnings`: "prompt" names the failures that cost most before the model is called; "hold" does so too, and the first
    call in a run that memory warns of is not made: the model gets the warning instead, and the same call again is made;
    "off" does neither. `user_id` is whose memory it is (default: the framework's, else shared), `agent_id` the name of
    the agent in its actions, `session_id` the session of these (default: the conversation's id). With `learn`, the
    worker takes in what the user stated. `budget` is the tokens of a call of `recall_memory`. `turn` are options of
    `memory.turn`. Raises InvalidInput.
    """

    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    warnings: Warnings = "prompt"
    learn: bool = True
    budget: int = 1_000
    turn: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked_user(self.user_id)
        if self.warnings not in get_args(Warnings):
            raise InvalidInput(field="warnings", reason=f"must be one of {', '.join(get_args(Warnings))}")


def checked_user(user_id: Any) -> str | None:
    """The user's id; None where there is none. Raises InvalidInput for another value that is no text, or an empty one:
    taken for none, it would make what one user says known to all.
    """
    return None if user_id is None else UserId(user_id=user_id).user_id


def agent_options(given: Mapping[str, Any]) -> AgentOptions:
    """The options among what an adapter was given; all others are those of `memory.turn`."""
    own = {name: value for name, value in given.items() if name in AgentOptions.__dataclass_fields__}
    return AgentOptions(**own | {"turn": {name: value for name, value in given.items() if name not in own}})


def without(given: Mapping[str, Any], *parts: PartName) -> dict[str, Any]:
    """The options of a turn, without these parts too."""
    return dict(given) | {"without": [*given.get("without", ()), *parts]}


def showing(given: Mapping[str, Any], most: int | None) -> dict[str, Any]:
    """The options of a turn whose prompt has the conversation's latest `most` messages (None: all that fit): it reads
    them, and recalls none of them.
    """
    if most is not None and most < 1:
        return without(given, "history")
    parts = [name for name in given.get("without", ()) if name != "history"]
    return dict(given) | {"without": parts, "history": PAGE if most is None else min(most, PAGE)}
