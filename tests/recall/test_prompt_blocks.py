"""What recall prints is known when it comes back as a turn."""

from oxgraph.extraction.recalled_text import CLOSING, has_block, without_blocks
from oxgraph.prompt_blocks import heading

LINES = ("Facts:", "- Anna plays the cello", "Recent:", "- 2025-10-02 Anna: My lesson", CLOSING)
BLOCK = "\n".join([heading("results", 2), *LINES])


def test_recalled_text_is_cut_out_of_a_turn() -> None:
    turn = f"{BLOCK}\nWhat should I practise?"
    assert has_block(turn)
    assert without_blocks(turn) == "What should I practise?"
