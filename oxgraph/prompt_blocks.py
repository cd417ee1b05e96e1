"""The first lines of the blocks of text that go into a prompt: `tables/prompt_blocks.tsv`."""

from oxgraph import tables

_BLOCKS = {row["block"]: row for row in tables.read("prompt_blocks")}

TITLES = tuple(dict.fromkeys(row["title"] for row in _BLOCKS.values()))
"""The titles of all blocks, each once."""


def opening(block: str) -> str:
    """What every first line of a block begins with: `[User memory — `."""
    return f"[{_BLOCKS[block]['title']} — "


def heading(block: str, count: int) -> str:
    """The first line of a block of so many lines: `[User memory — 3 facts]`.

    Args:
        block: The block's name in the table, such as "facts".
        count: What the block holds, at least 1.
    """
    row = _BLOCKS[block]
    return opening(block) + f"{count} {row['one'] if count == 1 else row['many']}]"
