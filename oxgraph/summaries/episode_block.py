"""The block of episodes in a prompt, in the wording that summaries of earlier turns have there."""

from collections.abc import Iterable

from oxgraph.extraction.recalled_text import EPISODES_OPENING, one_line


def render_block(episodes: Iterable[tuple[int, str]]) -> str:
    """Renders (turn count, summary) pairs, latest last, as a block for a prompt; '' without any.

    Each episode is one line: line breaks in a summary become spaces.
    """
    lines = [f"- ({turns} turns) {one_line(summary)}" for turns, summary in episodes]
    return "\n".join([EPISODES_OPENING, *lines]) if lines else ""
