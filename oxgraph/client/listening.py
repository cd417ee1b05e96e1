"""Who wants to hear how far a long call is."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with what is done and what there is to do."""


def unheard(done: int, total: int) -> None:
    """Stands where nobody listens."""
