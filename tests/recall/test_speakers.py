"""The names of those whose words a query seeks are no part of what it means."""

import pytest

from oxgraph.recall.speakers import without_speakers


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("What does Ada's dog eat?", "What does dog eat?"),
        ("when did TOM meet ada?", "when did meet ?"),
        ("Where does Ada Lovelace live?", "Where does live?"),
        ("Adam's adage", "Adam's adage"),
        ("Will May come?", "Will May come?"),
        ("Ada", "Ada"),
        ("Ada’s?", "Ada’s?"),
        ("", ""),
    ],
)
def test_names_go(text: str, left: str) -> None:
    assert without_speakers(text, ["Ada Lovelace", "Tom", "Will", "May", "B.", "(", ""]) == left


def test_without_speakers_nothing_changes() -> None:
    assert without_speakers("What  does Ada eat?", []) == "What  does Ada eat?"
