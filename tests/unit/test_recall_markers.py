"""What recall prints is known when it comes back as a turn."""

from oxgraph.extraction.markers import CLOSING, RECALL_OPENING, has_block, without_blocks

BLOCK = (
    f"{RECALL_OPENING} — 2 results]\nFacts:\n- Anna plays the cello\nRecent:\n- 2025-10-02 Anna: My lesson\n{CLOSING}"
)


def test_recalled_text_is_cut_out_of_a_turn() -> None:
    turn = f"{BLOCK}\nWhat should I practise?"
    assert has_block(turn)
    assert without_blocks(turn) == "What should I practise?"
