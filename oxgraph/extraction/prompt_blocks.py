"""First lines of the blocks that oxgraph puts into prompts, to find and remove the blocks in messages."""

import re

PATTERNS_OPENING = "[Oxagen memory"
"""The block of past experience; the plugin writes `[Oxagen memory — 2 relevant patterns]`."""

MEMORIES_OPENING = "[User memory"
"""The first line of a block of a user's memories is `[User memory — 3 facts]`."""

EPISODES_OPENING = "Earlier conversation summaries (most recent last):"
"""The first line of the block of episodes."""

SLOTS_OPENING = "[Working memory"
"""The block of a turn's slots begins `[Working memory — 2 slots]`."""

RECALL_OPENING = "[Recalled memory"
"""The block of what recall found; the plugin writes `[Recalled memory — 5 results]`."""

CLOSING = "[/Memory]"
"""An optional last line; without one a block ends at the first empty line."""

_HEADED = (PATTERNS_OPENING, MEMORIES_OPENING, RECALL_OPENING, SLOTS_OPENING)
_OPENING = re.compile("|".join([*(re.escape(one) + r" —[^\]\n]*\]" for one in _HEADED), re.escape(EPISODES_OPENING)]))
_BLOCK = re.compile(rf"(?:{_OPENING.pattern})" + r".*?(?:\[/Memory\]|\n[ \t]*\n|\Z)", re.DOTALL)


def without_blocks(text: str) -> str:
    """Returns a text without the blocks of oxgraph, as recalled text is not a new statement."""
    return _BLOCK.sub("\n", text).strip()


def has_block(text: str) -> bool:
    """Returns whether a text contains a block of oxgraph."""
    return _OPENING.search(text) is not None
