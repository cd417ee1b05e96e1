"""How the texts that oxgraph puts into prompts begin: their one home, so that they are known when they come back."""

import re

PATTERNS_OPENING = "[Oxagen memory"
"""The block of past experience (seed 000); the plugin writes `[Oxagen memory — 2 relevant patterns]`."""

MEMORIES_OPENING = "[User memory"
"""The first line of a block of a user's memories is `[User memory — 3 facts]`."""

EPISODES_OPENING = "[Memory — earlier conversations]"
"""The first line of a block of episodes."""

ONTOLOGY_OPENING = "[Memory — workspace]"
"""The first line of a block of the workspace's ontology."""

RECALL_OPENING = "[Recalled memory"
"""The block of what recall found; the plugin writes `[Recalled memory — 5 results]`."""

CLOSING = "[/Memory]"
"""An optional last line; without one a block ends at the first empty line."""

OPENINGS = (PATTERNS_OPENING, MEMORIES_OPENING, EPISODES_OPENING, ONTOLOGY_OPENING, RECALL_OPENING)

_OPENING = re.compile(r"\[(?:Oxagen memory|User memory|Recalled memory|Memory) —[^\]\n]*\]")
_BLOCK = re.compile(_OPENING.pattern + r".*?(?:\[/Memory\]|\n[ \t]*\n|\Z)", re.DOTALL)


def without_blocks(text: str) -> str:
    """The text without the blocks that oxgraph printed: what was recalled is no statement."""
    return _BLOCK.sub("\n", text).strip()


def has_block(text: str) -> bool:
    """Whether the text holds such a block."""
    return _OPENING.search(text) is not None
