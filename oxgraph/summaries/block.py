"""The block of episodes for a prompt, in fixed words."""

from collections.abc import Iterable

from oxgraph.extraction.markers import EPISODES_OPENING


def block(episodes: Iterable[tuple[int, str]]) -> str:
    """The block of (turn count, summary) pairs, the latest last; '' without any.

    A line an episode: what stands in a summary never begins a line of its own.
    """
    lines = [f"- ({turns} turns) {' '.join(summary.split())}" for turns, summary in episodes]
    return "\n".join([EPISODES_OPENING, *lines]) if lines else ""
