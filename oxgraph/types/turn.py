"""What a turn is made of."""

from typing import Literal

from oxgraph.types.results import Result

PartName = Literal["history", "episodes", "memories", "patterns", "slots"]
Reason = Literal["", "empty", "timeout", "failed", "disabled", "left_out"]


class TurnPart(Result):
    """One part of a turn: its text in the prompt, the ids that support it, and why it has none.

    `reason` is '' where the part is there, else empty (there is nothing), timeout, failed, disabled (memory or
    injection is off) or left_out (the caller did not want it); `detail` says more. `elapsed_ms` is its own time.
    """

    name: PartName
    text: str = ""
    ids: tuple[str, ...] = ()
    reason: Reason = ""
    detail: str = ""
    elapsed_ms: float = 0.0


class TurnRecord(Result):
    """What was kept of a turn: the ids of its messages and how many actions; `failed` says what could not be."""

    message_ids: tuple[str, ...] = ()
    actions: int = 0
    failed: tuple[str, ...] = ()
    reason: str = ""
