"""Stage 1: what is not worth reading."""

from datetime import UTC, datetime, timedelta

import pytest

from oxgraph.extraction import Filter, Prefilter, Turn
from oxgraph.extraction.prefilter import is_chit_chat
from oxgraph.extraction.recalled_text import without_blocks
from oxgraph.extraction.text import content_hash
from oxgraph.prompt_blocks import heading

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
LONG = "I moved to a small house by the river."


def turn(text: str, seconds: float = 0, role: str = "user", speaker: str | None = None) -> Turn:
    return Turn("m", text, AT + timedelta(seconds=seconds), role, speaker, "c")


def reason(text: str, **options: object) -> str:
    return Prefilter().check(turn(text, **options))[1]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["ok", "Thanks!", "got it", "Sounds good, thanks.", "Wow, that's amazing! How are you?"]
)
def test_courtesy_is_chit_chat(text: str) -> None:
    assert is_chit_chat(text)


def test_names_of_those_who_talk_do_not_make_a_statement() -> None:
    assert is_chit_chat("Thanks, Mel! That's so sweet.", ["Melanie"])
    assert not is_chit_chat("Thanks, I live in Rome.")


def test_the_number_of_words() -> None:
    assert reason("I live in Rome.") == "too_short"
    assert reason("I live in Rome now.") == ""
    assert reason("word " * 10_000) == ""
    assert reason("word " * 10_001) == "too_long"


def test_words_of_scripts_without_blanks_are_estimated() -> None:
    assert reason("我去年春天搬到了里斯本。") == ""
    assert reason("私は去年の春に京都へ引っ越しました。") == ""
    assert reason("我喜欢茶") == "too_short"
    assert reason("我喜欢茶。" * 4_001) == "too_long"


def test_roles() -> None:
    assert reason(LONG, role="assistant") == "role"
    assert Prefilter(Filter(frozenset({"assistant"}))).check(turn(LONG, role="assistant"))[1] == ""


def test_the_same_within_a_minute() -> None:
    prefilter = Prefilter()
    assert prefilter.check(turn(LONG))[1] == ""
    assert prefilter.check(turn(LONG.upper(), 60))[1] == "repeated"
    assert prefilter.check(turn(LONG, 61))[1] == ""


def test_nearly_the_same_but_for_a_number_says_something_new() -> None:
    prefilter = Prefilter()
    text = "My highest score in the whole autumn tournament of our club is {} points so far."
    assert prefilter.check(turn(text.format(120)))[1] == ""
    assert prefilter.check(turn(text.format(120) + "!", 5))[1] == "repeated"
    assert prefilter.check(turn(text.format(130), 10))[1] == ""


def test_another_speaker_may_say_the_same() -> None:
    prefilter = Prefilter()
    assert prefilter.check(turn(LONG, speaker="Ana"))[1] == ""
    assert prefilter.check(turn(LONG, speaker="Ben"))[1] == ""


def test_injected_blocks_are_cut_out() -> None:
    block = f"{heading('patterns', 1)}\nPattern: a:b:None (confidence 0.90)\nRecommendation: do it."
    assert without_blocks(block) == ""
    assert Prefilter().check(turn(block))[1] == "recalled"
    assert Prefilter().check(turn(f"{block}\n\n{LONG}")) == (LONG, "")


def test_the_sentence_of_a_memory_is_an_echo() -> None:
    known = [content_hash("Ana lives in Rome.")]
    assert Prefilter().check(turn("- Ana lives in Rome."), known)[1] == "recalled"
    kept, why = Prefilter().check(turn(f"Ana lives  in ROME. {LONG}"), known)
    assert (kept, why) == (LONG, "")
