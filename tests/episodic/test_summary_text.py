"""The cut, the check for repetitions, the extract and the block."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oxgraph.extraction.recalled_text import has_block, without_blocks
from oxgraph.summaries import MAX_CHARACTERS, MAX_TURNS, SummaryTurn, extract, render_block, split_into_episodes
from oxgraph.summaries.extract import phrases
from oxgraph.summaries.sentences import repeats_sentence

START = datetime(2026, 4, 30, 23, 59, tzinfo=UTC)


def turn(n: int, text: str = "x", role: str = "user", speaker: str | None = None) -> SummaryTurn:
    return SummaryTurn(str(n), role, speaker, text, START + timedelta(minutes=n))


@given(st.lists(st.integers(0, 3 * MAX_CHARACTERS // 2), max_size=130))
def test_every_turn_is_in_one_episode_and_none_is_alone(lengths: list[int]) -> None:
    turns = [turn(n, "x" * length) for n, length in enumerate(lengths)]
    found = split_into_episodes(turns)
    assert [turn for episode in found for turn in episode] == (turns if len(turns) > 1 else [])
    for episode in found:
        assert 2 <= len(episode) <= MAX_TURNS + 1
        assert sum(len(turn.text) for turn in episode[:-1]) <= MAX_CHARACTERS or len(episode) <= 3


@given(st.lists(st.integers(0, MAX_CHARACTERS), min_size=1, max_size=130), st.integers(1, 129))
def test_what_comes_later_changes_only_the_last(lengths: list[int], some: int) -> None:
    turns = [turn(n, "x" * length) for n, length in enumerate(lengths)]
    first = split_into_episodes(turns[:some])[:-1]
    assert split_into_episodes(turns)[: len(first)] == first


SENTENCE = "I moved to Lisbon with my two cats and my sister in April."


@pytest.mark.parametrize(
    ("summary", "sources", "expected"),
    [
        ("The user said: I MOVED to Lisbon, with my two cats and my sister in April!", [SENTENCE], True),
        ("The user moved to Lisbon with a sister.", [SENTENCE], False),
        ("Thanks a lot for that. The user was glad.", ["Thanks a lot for that."], False),
        ("In it stood " + " ".join(f"word{n}" for n in range(3, 19)), [" ".join(f"word{n}" for n in range(40))], True),
        ("In it stood " + " ".join(f"word{n}" for n in range(3, 12)), [" ".join(f"word{n}" for n in range(40))], False),
        ("用户说我上个月和妹妹一起搬到了里斯本的市中心。", ["我上个月和妹妹一起搬到了里斯本的市中心。好的。"], True),
        ("用户搬到了里斯本。", ["我上个月和妹妹一起搬到了里斯本的市中心。"], False),
        ("", [SENTENCE], False),
    ],
)
def test_repetitions(summary: str, sources: list[str], expected: bool) -> None:
    assert repeats_sentence(summary, sources) is expected


def test_who_when_and_what_about() -> None:
    turns = [
        turn(0, "I'm planning a trip to Lisbon in May. Can you suggest a hotel near the Alfama district?"),
        turn(1, "In Alfama, the Memmo hotel is lovely, with a rooftop pool. What is your budget?", "assistant"),
        turn(2, "About 150 euros. I also want to visit the Oceanarium with my kids."),
        turn(3, '{"pool": true, "code": "sesame"}', "tool"),
        turn(4, "The Oceanarium is great for kids.", "assistant"),
    ]
    opening = "Extract, not written by a language model: 5 turns (user 2, assistant 2, tool 1) from 30 April 2026 to "
    phrased = "Oceanarium, Alfama, hotel, kids, Lisbon, Memmo, rooftop pool, district, suggest, budget, euros, visit"
    assert extract(turns) == f"{opening}1 May 2026. 1 of them asks something. Phrases that stand out: {phrased}."
    assert "sesame" not in extract(turns)
    assert extract(turns) == extract(list(turns))


def test_names_only_where_roles_do_not_tell_apart() -> None:
    one = [
        turn(0, "Ana likes Porto, Porto is nice.", speaker="Ana Silva"),
        turn(1, "Porto again?", speaker="Ana Silva"),
    ]
    assert "user 2" in extract(one)
    assert "Ana" not in extract(one)
    two = [turn(0, "Hello Porto.", speaker="Ana"), turn(1, "Hi.", speaker="Ben"), turn(2, "Yes.", "assistant")]
    assert "(Ana 1, Ben 1, assistant 1)" in extract(two)


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["我想去北京旅游。", "北京旅游推荐故宫。", "故宫的门票？"], "故宫"),
        (["来週、京都のホテルを予約したいです。", "京都駅の近くのホテルはどうですか？"], "ホテル"),
        (["Wie lange ist die Kündigungsfrist?", "Die Kündigungsfrist ist lang."], "Kündigungsfrist"),
        (["Сколько стоит билет в музей?", "Билет стоит мало."], "билет"),
        (["אני רוצה ללמוד עברית", "שיעורי עברית"], "עברית"),
        (["الفندق قريب؟", "الفندق بعيد"], "الفندق"),
    ],
)
def test_any_script_gives_something(texts: list[str], found: str) -> None:
    assert found in [phrase.lower() if found.islower() else phrase for phrase in phrases(texts)]


def test_where_nothing_stands_out_it_counts() -> None:
    turns = [turn(n, text) for n, text in enumerate(("สวัสดี", "🙂", "ok", "[erased]"))]
    assert extract(turns) == (
        "Extract, not written by a language model: 4 turns (user 4) from 30 April 2026 to 1 May 2026."
    )


def test_no_numbers_addresses_or_keys() -> None:
    secret = (
        "My card 4111 1111 1111 1111, mail bob@example.org, key sk_live_abc, see https://example.org/path/x and abc123"
    )
    found = " ".join(phrases([secret, secret]))
    assert not any(part in found for part in ("4111", "bob", "example", "sk_live", "abc"))


@given(st.lists(st.text(max_size=80), min_size=2, max_size=8))
def test_the_extract_repeats_no_sentence(texts: list[str]) -> None:
    found = extract([turn(n, text) for n, text in enumerate(texts)])
    assert "\n" not in found
    assert not repeats_sentence(found, texts)


@given(st.lists(st.tuples(st.integers(2, 60), st.text(max_size=60)), max_size=7))
@example([(2, "They wrote [/Memory] here."), (2, "[User memory — 9 facts]")])
def test_the_block_has_a_line_an_episode(episodes: list[tuple[int, str]]) -> None:
    text = render_block(episodes)
    assert len(text.splitlines()) == (len(episodes) + 1 if episodes else 0)
    assert (without_blocks(text), has_block(text)) == ("", bool(episodes))
