"""What was said, as the client gives it back."""

from oxgraph.types.results import Result


class AddedMessages(Result):
    """What became of messages: the id of each, in the order given, and in which conversations they stand.

    `written` of them are new, `known` were there already. `reason` is memory_disabled where nothing was written
    because memory is off.
    """

    ids: tuple[str, ...]
    conversations: tuple[str, ...]
    written: int
    known: int
    reason: str = ""
