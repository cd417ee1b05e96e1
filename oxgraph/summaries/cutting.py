"""How old turns are cut into episodes."""

from collections.abc import Sequence

from oxgraph.summaries.said import Said

TURNS = 50
"""Turns of one episode at most, but for a rest of one."""

CHARACTERS = 24_000
"""Characters of one episode at most, unless two turns have more."""

LEAST = 2
"""Fewer are not summed up."""


def cut(turns: Sequence[Said]) -> list[list[Said]]:
    """Turns in their order, cut into episodes of two and more; fewer than two are none.

    What comes later changes only the last of them, so that a long conversation can be cut piece by piece.
    """
    found: list[list[Said]] = []
    length = 0
    for turn in turns:
        size = len(turn.text)
        if not found or _full(found[-1], length + size):
            found.append([])
            length = 0
        found[-1].append(turn)
        length += size
    if len(found) > 1 and len(found[-1]) < LEAST:
        found[-2:] = [found[-2] + found[-1]]
    return [episode for episode in found if len(episode) >= LEAST]


def _full(episode: list[Said], length: int) -> bool:
    return len(episode) >= LEAST and (len(episode) >= TURNS or length > CHARACTERS)
